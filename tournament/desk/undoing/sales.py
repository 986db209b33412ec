"""Cards, players and the waiting list as they were before an act."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournament.desk.acts import Work
from tournament.desk.deciding import put, stands_as, started
from tournament.desk.entering import namesakes
from tournament.desk.links import part_sheets
from tournament.desk.loading import load_night, pairing_of
from tournament.desk.names import who
from tournament.desk.selling import TicketState, check_selling
from tournament.desk.undoing.history import refuse_changed
from tournament.knockout.rounds import Outcome
from tournament.knockout.sales import check_sale
from tournament.store import queries
from tournament.store.models import LogEntry, Player, Round, Ticket, WaitingGuest


def undo_sale(work: Work, entry: LogEntry) -> None:
    check_selling(work)
    _take_back(work, entry.after["tickets"], entry.after["state"], entry.after["player"])


def undo_import(work: Work, entry: LogEntry) -> None:
    check_selling(work)
    for sold in entry.after["players"]:
        _take_back(work, sold["tickets"], entry.after["state"], sold["player"])


def undo_late_sale(work: Work, entry: LogEntry) -> None:
    """The byes are byes again. Not if a later late card drew its lot from what these had left over."""
    refuse_changed(work.tournament.finished or len(load_night(work.session, work.id).drawn) != 1)
    numbers = entry.after["tickets"]
    [round_] = started(work)
    lots = [lot for lot in round_.lots if lot.ticket in numbers]
    refuse_changed(lots != round_.lots[-len(numbers) :])
    _take_back(work, numbers, entry.after["state"], entry.after["player"])
    for lot in lots:
        round_.lots.remove(lot)
    _make_byes(work, round_, entry)


def _make_byes(work: Work, round_: Round, entry: LogEntry) -> None:
    told = {facts["pairing"]: facts for facts in entry.after["pairings"]}
    rows = [row for row in round_.pairings if row.number in told]
    refuse_changed(not all(stands_as(row, told[row.number]) for row in rows))
    part_sheets(work, rows)
    for row in rows:
        bye = replace(pairing_of(row), right=None, outcome=Outcome.BYE, winner=pairing_of(row).left)
        put(row, bye, at=work.now, revision=work.revision)


def undo_payment(work: Work, entry: LogEntry) -> None:
    for row in _tickets(work, entry.after["tickets"], TicketState.PAID):
        row.state, row.revision = TicketState.RESERVED.value, work.revision


def undo_return(work: Work, entry: LogEntry) -> None:
    check_selling(work)
    [row] = _tickets(work, [entry.after["ticket"]], TicketState.RETURNED)
    terms = work.tournament
    sold = queries.count_sold(work.session, work.id)
    check_sale(1, sold=sold, capacity=terms.capacity, held=0, limit=terms.capacity)
    _check_limit(work, row.player)
    row.state, row.revision = entry.before["state"], work.revision


def undo_owner(work: Work, entry: LogEntry) -> None:
    check_selling(work)
    [row] = queries.tickets_numbered(work.session, work.id, [entry.after["ticket"]])
    refuse_changed(row.player != entry.after["player"] or row.state == TicketState.RETURNED)
    _check_limit(work, entry.before["player"])
    row.player, row.revision = entry.before["player"], work.revision
    _drop_newcomer(work, entry)


def undo_renaming(work: Work, entry: LogEntry) -> None:
    row = queries.player(work.session, work.id, entry.after["player"])
    name, town = entry.before["name"], entry.before["town"]
    refuse_changed(row is None or (row.name, row.town) != (entry.after["name"], entry.after["town"]))
    others = (other for other in namesakes(work, name) if other is not row)
    refuse_changed(any(who(other.name, other.town) == who(name, town) for other in others))
    if row is not None:
        row.name, row.town, row.revision = name, town, work.revision


def undo_merging(work: Work, entry: LogEntry) -> None:
    """The entry that went comes back under its old number, with the cards it had."""
    check_selling(work)
    was, kept = entry.before, entry.after["player"]
    rows = queries.tickets_numbered(work.session, work.id, was["tickets"])
    refuse_changed(any(row.player != kept for row in rows))
    others = namesakes(work, was["name"])
    refuse_changed(any(who(other.name, other.town) == who(was["name"], was["town"]) for other in others))
    work.session.add(
        Player(
            tournament_id=work.id,
            number=was["player"],
            name=was["name"],
            town=was["town"],
            withdrawn=was["withdrawn"],
            revision=work.revision,
        )
    )
    work.session.flush()
    for row in rows:
        row.player, row.revision = was["player"], work.revision


def undo_waiting(work: Work, entry: LogEntry) -> None:
    """Nobody waits there; not once the guest was sold some of the cards."""
    guest = _guest(work, entry.after["number"], done=False)
    refuse_changed(guest.count != entry.after["count"])
    guest.done = True


def undo_serving(work: Work, entry: LogEntry) -> None:
    undo_sale(work, entry)
    waits = entry.after.get("waits", 0)
    guest = _guest(work, entry.after["number"], done=not waits)
    refuse_changed(guest.count != (waits or entry.before["count"]))
    guest.done, guest.count = False, entry.before["count"]


def undo_dropping(work: Work, entry: LogEntry) -> None:
    _guest(work, entry.before["number"], done=True).done = False


def _drop_newcomer(work: Work, entry: LogEntry) -> None:
    """Whoever was entered by that act alone, and is as he was entered, is no player."""
    person = queries.player(work.session, work.id, entry.after["player"])
    work.session.flush()
    ever = [row for row in queries.tickets(work.session, work.id) if person and row.player == person.number]
    if person and person.revision == entry.revision and not (ever or person.withdrawn):
        work.session.delete(person)


def _guest(work: Work, number: int, *, done: bool) -> WaitingGuest:
    guests = queries.waiting_guests(work.session, work.id)
    found = [row for row in guests if row.number == number and row.done == done]
    refuse_changed(not found)
    return found[0]


def _take_back(work: Work, numbers: Sequence[int], state: str, player: int | None) -> None:
    rows = _tickets(work, numbers, state)
    refuse_changed(any(row.player != player for row in rows))
    for row in rows:
        row.state, row.revision = TicketState.RETURNED.value, work.revision


def _tickets(work: Work, numbers: Sequence[int], state: str) -> Sequence[Ticket]:
    rows = queries.tickets_numbered(work.session, work.id, numbers)
    refuse_changed(any(row.state != state for row in rows) or len(rows) != len(numbers))
    return rows


def _check_limit(work: Work, number: int | None) -> None:
    """RuleBroken if this player is no more, or cannot hold one card more."""
    if number is None:
        return
    refuse_changed(queries.player(work.session, work.id, number) is None)
    held = queries.count_held(work.session, work.id, number)
    check_sale(1, sold=0, capacity=1, held=held, limit=work.tournament.max_tickets_per_player)
