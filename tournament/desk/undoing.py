"""Undoing the last act of somebody at the desk, as a new entry of the log (rules, section 7).

What has been changed again since, or has had consequences, is not undone here: the pages of corrections,
of voiding a draw and of reopening say in full what they would do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set

from tournament.desk.acts import Change, Entry, Facts, Work, act, entry
from tournament.desk.deciding import facts_of, ref_of, started, write_rounds
from tournament.desk.names import who
from tournament.desk.night import load_night, round_slug
from tournament.desk.selling import TicketState, check_selling, closing_numbers, namesakes
from tournament.desk.voiding import delete_rounds, would_be_lost
from tournament.errors import RuleBroken
from tournament.knockout.corrections import decide, withdraw
from tournament.knockout.rounds import Outcome, Stage
from tournament.knockout.sales import check_sale
from tournament.store import queries
from tournament.store.database import Database
from tournament.store.models import LogEntry, Pairing, Round, Ticket

Undo = Callable[[Work, LogEntry], None]


@act
def undo(work: Work, *, seen: int) -> Change:
    """Undo the last act of who stamps this, the one of revision `seen`.

    RuleBroken if somebody changed the same since, or if it cannot be undone with one press.
    """
    last = _last_undoable(queries.entries_of(work.session, work.id, work.stamp.by))
    if last is None or last.revision != seen:
        raise RuleBroken("This is not your last act any more.", rule="7")
    _UNDO[last.act](work, last)
    return Change({"undone": last.act, "revision": last.revision} | last.before, last.after)


def last_act(database: Database, id_: int, by: str) -> Entry | None:
    """The last act of this person, if it can be undone; its revision goes back as `seen`."""
    with database.reading() as session:
        row = _last_undoable(queries.entries_of(session, id_, by))
        tournament = queries.tournament(session, id_)
        is_late = row and tournament and _too_late(row.act, tournament.size is not None, tournament.finished)
        return entry(row) if row and not is_late else None


def _too_late(act_name: str, closed: bool, finished: bool) -> bool:
    """Whether this is out of reach by now, whatever else has happened."""
    return (closed and act_name in _WHILE_SELLING) or (finished and act_name in _BEFORE_THE_END)


def _last_undoable(newest_first: Iterable[LogEntry]) -> LogEntry | None:
    """The newest entry that is not undone, if it can be. With a draw its announcement was undone, too."""
    undone: set[int] = set()
    undrawn: set[str] = set()
    for row in newest_first:
        if row.act == "undo":
            undone.add(row.after["revision"])
            undrawn |= _rounds_of(row.before) if row.after["undone"] == "draw-rounds" else set()
        elif row.revision not in undone and not _gone_with_its_draw(row, undrawn):
            return row if row.act in _UNDO and not row.after.get("moved") else None
    return None


def _gone_with_its_draw(row: LogEntry, undrawn: Set[str]) -> bool:
    return row.act == "announce-draw" and _rounds_of(row.after) <= undrawn


def _rounds_of(facts: Facts) -> set[str]:
    return {named["round"] for named in facts["rounds"]}


def _undo_sale(work: Work, entry: LogEntry) -> None:
    check_selling(work)
    rows = _tickets(work, entry.after["tickets"], entry.after["state"])
    _refuse_changed(any(row.player != entry.after["player"] for row in rows))
    for row in rows:
        row.state, row.revision = TicketState.RETURNED.value, work.revision


def _undo_payment(work: Work, entry: LogEntry) -> None:
    for row in _tickets(work, entry.after["tickets"], TicketState.PAID):
        row.state, row.revision = TicketState.RESERVED.value, work.revision


def _undo_return(work: Work, entry: LogEntry) -> None:
    check_selling(work)
    [row] = _tickets(work, [entry.after["ticket"]], TicketState.RETURNED)
    terms = work.tournament
    sold = queries.count_sold(work.session, work.id)
    check_sale(1, sold=sold, capacity=terms.capacity, held=0, limit=terms.capacity)
    _check_limit(work, row.player)
    row.state, row.revision = entry.before["state"], work.revision


def _undo_owner(work: Work, entry: LogEntry) -> None:
    check_selling(work)
    [row] = queries.tickets_numbered(work.session, work.id, [entry.after["ticket"]])
    _refuse_changed(row.player != entry.after["player"] or row.state == TicketState.RETURNED)
    _check_limit(work, entry.before["player"])
    row.player, row.revision = entry.before["player"], work.revision


def _check_limit(work: Work, number: int | None) -> None:
    """RuleBroken if this player is no more, or cannot hold one card more."""
    if number is None:
        return
    _refuse_changed(queries.player(work.session, work.id, number) is None)
    held = queries.count_held(work.session, work.id, number)
    check_sale(1, sold=0, capacity=1, held=held, limit=work.tournament.max_tickets_per_player)


def _undo_renaming(work: Work, entry: LogEntry) -> None:
    row = queries.player(work.session, work.id, entry.after["player"])
    name, town = entry.before["name"], entry.before["town"]
    _refuse_changed(row is None or (row.name, row.town) != (entry.after["name"], entry.after["town"]))
    others = (other for other in namesakes(work, name) if other is not row)
    _refuse_changed(any(who(other.name, other.town) == who(name, town) for other in others))
    if row is not None:
        row.name, row.town, row.revision = name, town, work.revision


def _undo_closing(work: Work, entry: LogEntry) -> None:
    _refuse_changed(work.tournament.size != entry.after["size"])
    _refuse_after_the_draw(work)
    work.tournament.size = entry.before.get("size")


def _undo_reopening(work: Work, entry: LogEntry) -> None:
    check_selling(work)
    night = load_night(work.session, work.id)
    closing = closing_numbers({ticket.number: ticket.player for ticket in night.live_tickets})
    _refuse_changed(closing.size != entry.before["size"])
    work.tournament.size = entry.before["size"]


def _undo_draw(work: Work, entry: LogEntry) -> None:
    """Rounds announced, or drawn and not played: as before their announcement."""
    rows = {round_slug(Stage(r.stage), r.number): r for r in queries.rounds(work.session, work.id)}
    night = load_night(work.session, work.id)
    _refuse_changed(work.tournament.finished)
    gone: dict[str, Round] = {}
    for named in entry.after["rounds"]:
        row = rows.get(named["round"])
        if row is None:
            continue
        lost = would_be_lost(night, Stage(row.stage), row.number)
        _refuse_changed(bool(lost.results) or (entry.act == "announce-draw" and bool(row.pairings)))
        gone |= {slug: rows[slug] for slug in lost.rounds}
    _refuse_changed(not gone)
    delete_rounds(work, gone.values())


def _undo_result(work: Work, entry: LogEntry) -> None:
    night = load_night(work.session, work.id)
    ref = ref_of(entry.after)
    row = queries.pairing(work.session, work.id, *ref)
    _refuse_changed(row is None or facts_of(row) != _facts_alone(entry.after) or work.tournament.finished)
    if entry.before["outcome"] is None:
        correction = withdraw(night.rounds, ref, night.holders, night.withdrawn)
    else:
        winner = entry.before["winner"]
        correction = decide(
            night.rounds, ref, Outcome(entry.before["outcome"]), winner, night.holders, night.withdrawn
        )
    _refuse_changed(bool(correction.withdrawn or correction.exchanged))
    write_rounds(work, night, started(work), correction.rounds)
    if row is not None:
        _write_score(work, row, entry)


def _write_score(work: Work, row: Pairing, entry: LogEntry) -> None:
    row.games_left, row.games_right = entry.before["games_won"] or (None, None)
    row.games, row.revision = entry.before["games"], work.revision


def _undo_collecting(work: Work, entry: LogEntry) -> None:
    rank, collected = entry.after["rank"], entry.after["collected"]
    for prize in queries.prizes(work.session, work.id):
        if prize.rank == rank:
            _refuse_changed((prize.collected_at is not None) != collected)
            prize.collected_at = work.now if entry.before["collected"] else None


def _undo_doubling(work: Work, entry: LogEntry) -> None:
    smaller = entry.before["capacity"]
    _refuse_changed(
        work.tournament.capacity != entry.after["capacity"]
        or work.tournament.size is not None
        or queries.count_sold(work.session, work.id) > smaller
        or work.tournament.max_tickets_per_player > smaller // 2
    )
    work.tournament.capacity, work.tournament.terms_revision = smaller, work.revision


def _undo_counting(work: Work, entry: LogEntry) -> None:
    row = work.tournament
    stands = {"opening_cents": row.cash_opening_cents, "closing_cents": row.cash_closing_cents}
    _refuse_changed(stands != entry.after)
    row.cash_opening_cents = entry.before["opening_cents"]
    row.cash_closing_cents = entry.before["closing_cents"]


def _tickets(work: Work, numbers: Sequence[int], state: str) -> Sequence[Ticket]:
    rows = queries.tickets_numbered(work.session, work.id, numbers)
    _refuse_changed(any(row.state != state for row in rows) or len(rows) != len(numbers))
    return rows


def _facts_alone(facts: Facts) -> Facts:
    return {name: value for name, value in facts.items() if name not in ("moved", "exchanged")}


def _refuse_changed(changed: bool) -> None:
    if changed:
        raise RuleBroken("This has been changed since, or something followed from it.", rule="7")


def _refuse_after_the_draw(work: Work) -> None:
    if queries.round_heads(work.session, work.id):
        raise RuleBroken("A draw has been announced since.", rule="7")


_WHILE_SELLING = (
    "sell", "sell-unnamed", "take-back", "name-ticket", "move-ticket", "reopen-sales", "double-capacity",
)  # fmt: skip
_BEFORE_THE_END = (
    "close-sales", "announce-draw", "draw-rounds", "record-result", "record-walkover", "withdraw-result",
)  # fmt: skip

_UNDO: dict[str, Undo] = {
    "sell": _undo_sale,
    "sell-unnamed": _undo_sale,
    "pay": _undo_payment,
    "take-back": _undo_return,
    "name-ticket": _undo_owner,
    "move-ticket": _undo_owner,
    "rename": _undo_renaming,
    "close-sales": _undo_closing,
    "reopen-sales": _undo_reopening,
    "announce-draw": _undo_draw,
    "draw-rounds": _undo_draw,
    "record-result": _undo_result,
    "record-walkover": _undo_result,
    "withdraw-result": _undo_result,
    "collect-prize": _undo_collecting,
    "double-capacity": _undo_doubling,
    "count-cash": _undo_counting,
}
