"""Undoing the last act of somebody at the desk, as a new entry of the log (rules, section 7).

An act is undone only if everything is as it was before, then. What has been changed again since, or has had
consequences, is not undone here: the pages of corrections, of voiding a draw and of reopening say in full
what they would do.

`history` reads the log; `sales`, `matches` and `evening` put back what an act had changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tournament.desk.acts import Change, Entry, Stamp, Work, act, backed_up, entry
from tournament.desk.backups import Why
from tournament.desk.undoing import evening, matches, sales
from tournament.desk.undoing.history import CARDS, came_by_import, last_standing
from tournament.errors import RuleBroken
from tournament.language import mark
from tournament.store import queries
from tournament.store.database import Database, Session
from tournament.store.models import LogEntry, Tournament

Undo = Callable[[Work, LogEntry], None]


@dataclass(frozen=True, slots=True)
class LastAct:
    """The last act of somebody; its revision goes back as `seen`. `obstacle` says why it cannot be undone."""

    entry: Entry
    obstacle: RuleBroken | None


_AFTER_A_BACKUP = frozenset(("draw-rounds", "void-draw", "import-players"))
"""What reaches so far that a backup is made before it, and again before it is undone."""


def _why(session: Session, tournament: int, stamp: Stamp) -> Why | None:
    last = last_standing(queries.entries_of_or_undone(session, tournament, stamp.by))
    return Why.UNDO if last and last.act in _AFTER_A_BACKUP else None


@backed_up(_why)
@act
def undo(work: Work, *, seen: int) -> Change:
    """Undo the last act of who stamps this, the one of revision `seen`.

    RuleBroken if somebody changed the same since, or if it cannot be undone with one press.
    """
    last = last_standing(queries.entries_of_or_undone(work.session, work.id, work.stamp.by))
    if last is None or last.revision != seen:
        raise RuleBroken("This is not your last act any more.", rule="7")
    if obstacle := _obstacle(last, work.tournament):
        raise obstacle
    _UNDO[last.act](work, last)
    return Change({"undone": last.act, "revision": last.revision} | last.before, last.after)


def last_act(database: Database, id_: int, by: str) -> LastAct | None:
    """The last act of this person that is not undone, and whether it can be."""
    with database.reading() as session:
        row = last_standing(queries.entries_of_or_undone(session, id_, by))
        tournament = queries.tournament(session, id_)
        return LastAct(entry(row), _obstacle(row, tournament)) if row and tournament else None


def _obstacle(last: LogEntry, tournament: Tournament) -> RuleBroken | None:
    """Why this is out of reach, whatever else has happened."""
    if last.act not in _UNDO:
        return RuleBroken(_NEVER[last.act], rule="7")
    if came_by_import(last):
        return RuleBroken("This came in with an archive.", rule="7")
    if not _NEEDED.get(last.act, frozenset()) <= last.before.keys():
        return RuleBroken("An older version of this program noted too little of it.", rule="7")
    if tournament.size is not None and last.act in _WHILE_SELLING:
        return RuleBroken("Sales are closed.", rule="1")
    if tournament.finished and last.act in _BEFORE_THE_END:
        return RuleBroken("The tournament is finished.", rule="7")
    return None


_NEVER = {
    "leave-pots": mark("The pots can be taken again; what was drawn stands in the log."),
    "open-tournament": mark("A tournament that was opened stays."),
    "restore-backup": mark("What stood here before is kept as a backup of its own."),
}
_NEEDED = {
    "withdraw": {"decided"},
    "bring-back": {"decided"},
    "void-draw": {"decided"},
    "merge-players": {"withdrawn"},
    "reopen": {"lots"},
    "collect-prize": {"collected_at"},
}
"""What is put back and older logs do not hold."""
_WHILE_SELLING = CARDS - {"sell-late"} | {"reopen-sales", "double-capacity"}
_BEFORE_THE_END = frozenset((
    "change-terms", "sell-late", "close-sales", "announce-draw", "take-pots", "type-lot", "strike-lot",
    "draw-rounds", "void-draw", "withdraw",
    "bring-back", "record-result", "record-walkover", "withdraw-result", "reopen",
))  # fmt: skip

_UNDO: dict[str, Undo] = {
    "sell": sales.undo_sale,
    "sell-unnamed": sales.undo_sale,
    "import-players": sales.undo_import,
    "sell-late": sales.undo_late_sale,
    "pay": sales.undo_payment,
    "take-back": sales.undo_return,
    "name-ticket": sales.undo_owner,
    "move-ticket": sales.undo_owner,
    "rename": sales.undo_renaming,
    "merge-players": sales.undo_merging,
    "wait-for-cards": sales.undo_waiting,
    "serve-guest": sales.undo_serving,
    "drop-guest": sales.undo_dropping,
    "close-sales": evening.undo_closing,
    "reopen-sales": evening.undo_reopening_sales,
    "double-capacity": evening.undo_doubling,
    "change-terms": evening.undo_terms,
    "count-cash": evening.undo_counting,
    "announce-draw": matches.undo_draw,
    "take-pots": matches.undo_draw,
    "type-lot": matches.undo_lot,
    "strike-lot": matches.undo_striking,
    "draw-rounds": matches.undo_draw,
    "void-draw": matches.undo_voiding,
    "record-result": matches.undo_result,
    "record-walkover": matches.undo_result,
    "withdraw-result": matches.undo_result,
    "withdraw": matches.undo_leaving,
    "bring-back": matches.undo_leaving,
    "finish": evening.undo_finishing,
    "reopen": evening.undo_reopening,
    "collect-prize": evening.undo_collecting,
}
