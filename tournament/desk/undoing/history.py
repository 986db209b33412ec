"""What the log says of who acted, what was undone, and what has happened since."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass

from tournament.desk.acts import Facts, Work, undone_by
from tournament.errors import RuleBroken
from tournament.store import queries
from tournament.store.models import LogEntry

IMPORTED = "imported-"
"""Begins the keys of entries that came in with an archive: nobody at this desk made them."""

CARDS = frozenset((
    "sell", "sell-unnamed", "sell-late", "import-players", "take-back", "name-ticket", "move-ticket",
    "merge-players", "serve-guest",
))  # fmt: skip
"""Acts after which other cards are out, or others hold them."""

_NO_ACT_OF_THE_DESK = "report-from-table"


@dataclass(frozen=True, slots=True)
class Since:
    """An act that happened since another and still counts; `act` is the one undone if it was an undoing."""

    act: str
    before: Facts
    after: Facts

    @property
    def matches(self) -> list[Facts]:
        """The matches of which it tells: its own, and those that changed with it."""
        own = [self.after] if "pairing" in self.after and "left" in self.after else []
        return own + [facts for name in ("moved", "decided") for facts in self.after.get(name, [])]

    @property
    def rounds(self) -> list[str]:
        """The rounds that it drew or voided."""
        rounds = self.after.get("rounds", [])
        return [one if isinstance(one, str) else one["round"] for one in rounds]


def import_key(tournament: int, revision: int) -> str:
    """The key of an entry that comes in with an archive."""
    return f"{IMPORTED}{tournament}-{revision}"


def came_by_import(row: LogEntry) -> bool:
    return (row.key or "").startswith(IMPORTED)


def last_standing(newest_first: Iterable[LogEntry]) -> LogEntry | None:
    """The newest act that is not undone. With a draw its announcement was undone, too."""
    undone: set[int] = set()
    undrawn: set[str] = set()
    for row in newest_first:
        if row.act == "undo":
            undone |= undone_by([row])
            undrawn |= _seeds_of(row.before) if row.after["undone"] == "draw-rounds" else set()
        elif row.act != _NO_ACT_OF_THE_DESK and not (
            row.revision in undone or _gone_with_its_draw(row, undrawn)
        ):
            return row
    return None


def since(work: Work, entry: LogEntry) -> Iterator[Since]:
    """What anybody did since this act; what was undone since, and its undoing, cancel out."""
    rows = queries.entries_since(work.session, work.id, entry.revision)
    undone = undone_by(rows)
    for row in rows:
        if row.act == "undo" and row.after["revision"] < entry.revision:
            yield Since(row.after["undone"], row.before, row.after)
        elif row.act != "undo" and row.revision not in undone:
            yield Since(row.act, row.before, row.after)


def refuse_changed(changed: bool) -> None:
    """RuleBroken if it was."""
    if changed:
        raise RuleBroken("This has been changed since, or something followed from it.", rule="7")


def _gone_with_its_draw(row: LogEntry, undrawn: Set[str]) -> bool:
    return row.act == "announce-draw" and _seeds_of(row.after) <= undrawn


def _seeds_of(facts: Facts) -> set[str]:
    """The fingerprints of the seeds of these rounds: drawn anew, one has its name again, and another seed."""
    return {named["commitment"] for named in facts["rounds"] if "commitment" in named}
