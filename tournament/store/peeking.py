"""A look into a backup without bringing it up to date: whether it is whole, and what was done last in it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tournament.knockout.rounds import Stage
from tournament.store.files import is_sound

_LAST = """
SELECT tournament.id, tournament.name, log_entry.act, log_entry.after, log_entry.at
FROM log_entry JOIN tournament ON tournament.id = log_entry.tournament_id
ORDER BY log_entry.id DESC LIMIT 1
"""
_SIZE = "SELECT size FROM round WHERE tournament_id = ? AND stage = ? AND number = ?"


@dataclass(frozen=True, slots=True)
class Last:
    """The last act of a database: of which tournament, its name in the log, when, the rounds it was about."""

    tournament: str
    act: str
    at: datetime
    rounds: tuple[tuple[Stage, int, int], ...]
    """Stage, number and size of each; size 0 if it is not known."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What a look at a file shows. `last` is None where nothing was done yet, or nothing can be read."""

    whole: bool
    last: Last | None = None


def glance(file: Path) -> Glance:
    """Look into a database file of any version. It is only read, and nothing about it is an error."""
    try:
        if not is_sound(file):
            return Glance(whole=False)
        with closing(sqlite3.connect(file)) as connection:
            ours = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            return Glance(whole=bool(ours), last=_last(connection))
    except sqlite3.Error:
        return Glance(whole=False)


def _last(connection: sqlite3.Connection) -> Last | None:
    with suppress(sqlite3.Error, ValueError, TypeError, KeyError, AttributeError):
        if found := connection.execute(_LAST).fetchone():
            id_, name, act, after, at = found
            rounds = [_round(connection, id_, slug) for slug in _slugs(json.loads(after))]
            return Last(str(name), str(act), datetime.fromisoformat(at).replace(tzinfo=UTC), tuple(rounds))
    return None


def _slugs(after: dict[str, object]) -> list[str]:
    named = after.get("rounds") or [after]
    rounds = (
        [facts.get("round") for facts in named if isinstance(facts, dict)] if isinstance(named, list) else []
    )
    return [slug for slug in rounds if isinstance(slug, str)]


def _round(connection: sqlite3.Connection, tournament: int, slug: str) -> tuple[Stage, int, int]:
    stage, _, number = slug.rpartition("-")
    size = connection.execute(_SIZE, (tournament, stage, int(number))).fetchone()
    return Stage(stage), int(number), size[0] if size else 0
