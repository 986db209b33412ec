"""What was done with the accounts of this desk: no tournament's log tells it, so it is noted beside them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum

from tournament.desk.acts import utc_now
from tournament.store import queries
from tournament.store.database import Database, Session

_SETTING = "account_changes"
MOST_KEPT = 200


class AccountAct(StrEnum):
    """What can be done with an account."""

    ADDED = "added"
    PASSWORD = "password"  # noqa: S105 (the word for a change of it)
    ROLE = "role"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class AccountChange:
    """Who did what with whose account, and when; `by` is empty for who sat at the terminal.

    `role` is what the account may do since, or might until it was removed.
    """

    at: datetime
    by: str
    done: AccountAct
    name: str
    role: str


def note_change(session: Session, by: str, done: AccountAct, name: str, role: str) -> None:
    """Note it in the transaction that does it; the oldest notes go."""
    change = asdict(AccountChange(utc_now(), by, done, name, role))
    kept = [*_kept(session), change | {"at": change["at"].isoformat()}][-MOST_KEPT:]
    queries.write_setting(session, _SETTING, json.dumps(kept, ensure_ascii=False))


def list_changes(database: Database) -> tuple[AccountChange, ...]:
    """What was done with accounts, the newest first."""
    with database.reading() as session:
        kept = _kept(session)
    return tuple(
        AccountChange(
            datetime.fromisoformat(one["at"]), one["by"], AccountAct(one["done"]), one["name"], one["role"]
        )
        for one in reversed(kept)
    )


def _kept(session: Session) -> list[dict[str, str]]:
    kept: list[dict[str, str]] = json.loads(queries.setting(session, _SETTING) or "[]")
    return kept
