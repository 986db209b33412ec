"""The tournament itself as it was before an act: its sales, its terms, its cash, its end."""

from __future__ import annotations

from datetime import date, datetime

from tournament.desk.acts import Work
from tournament.desk.loading import load_night
from tournament.desk.selling import check_selling, closing_numbers
from tournament.desk.tournaments import COLUMNS, check_change, json_of, put_terms, terms_of
from tournament.desk.undoing.history import CARDS, refuse_changed, since
from tournament.errors import RuleBroken
from tournament.store import queries
from tournament.store.models import BandOrder, LogEntry

_NO_MATTER = frozenset(("pay", "rename", "count-cash", "report-from-table", "announce-draw"))
"""What may happen after reopening a tournament and has nothing to do with its end.

The announcement of a draw has, but only with what made the draw due: it is forgotten when that is undone.
"""


def undo_closing(work: Work, entry: LogEntry) -> None:
    refuse_changed(work.tournament.size != entry.after["size"])
    if queries.round_heads(work.session, work.id):
        raise RuleBroken("A draw has been announced since.", rule="7")
    work.tournament.size = entry.before.get("size")


def undo_reopening_sales(work: Work, entry: LogEntry) -> None:
    """Closed again, as the numbers of the draw were shown: not for other cards, which nobody has counted."""
    check_selling(work)
    refuse_changed(any(one.act in CARDS for one in since(work, entry)))
    night = load_night(work.session, work.id)
    closing = closing_numbers({ticket.number: ticket.player for ticket in night.live_tickets})
    refuse_changed(closing.size != entry.before["size"])
    work.tournament.size = entry.before["size"]


def undo_doubling(work: Work, entry: LogEntry) -> None:
    smaller = entry.before["capacity"]
    refuse_changed(
        work.tournament.capacity != entry.after["capacity"]
        or work.tournament.size is not None
        or queries.count_sold(work.session, work.id) > smaller
        or work.tournament.max_tickets_per_player > smaller // 2
    )
    work.tournament.capacity, work.tournament.terms_revision = smaller, work.revision


def undo_terms(work: Work, entry: LogEntry) -> None:
    """The terms, prizes included, as they were."""
    row, was = work.tournament, entry.before
    stands = terms_of(row, [prize.text for prize in queries.prizes(work.session, work.id)])
    refuse_changed(json_of(stands) != entry.after)
    values = {name: was[name] for name in COLUMNS} | {"date": date.fromisoformat(was["date"])}
    check_change(work, values)
    put_terms(work, values, was["prizes"])


def undo_counting(work: Work, entry: LogEntry) -> None:
    row = work.tournament
    stands = {"opening_cents": row.cash_opening_cents, "closing_cents": row.cash_closing_cents}
    refuse_changed(stands != entry.after)
    row.cash_opening_cents = entry.before["opening_cents"]
    row.cash_closing_cents = entry.before["closing_cents"]


def undo_finishing(work: Work, entry: LogEntry) -> None:
    """The evening goes on; not once a prize was collected, or given back, since."""
    refuse_changed(any(one.act == "collect-prize" for one in since(work, entry)))
    prizes = queries.prizes(work.session, work.id)
    collected = [prize.rank for prize in prizes if prize.collected_at]
    refuse_changed(not work.tournament.finished or collected != sorted(entry.after.get("collected", [])))
    for prize in prizes:
        prize.collected_at = None
    for band in queries.band_orders(work.session, work.id):
        work.session.delete(band)
    work.tournament.finished = False


def undo_reopening(work: Work, entry: LogEntry) -> None:
    """Finished again, with the lots and the ticks that stood there."""
    refuse_changed(any(one.act not in _NO_MATTER for one in since(work, entry)))
    for lot in entry.before["lots"]:
        seed = bytes.fromhex(lot["seed"]) if lot["seed"] else None
        work.session.add(
            BandOrder(tournament_id=work.id, place=lot["place"], seed=seed, tickets=lot["order"])
        )
    times = {rank: datetime.fromisoformat(at) for rank, at in entry.before["collected"]}
    for prize in queries.prizes(work.session, work.id):
        prize.collected_at = times.get(prize.rank)
    work.tournament.finished = True


def undo_collecting(work: Work, entry: LogEntry) -> None:
    """The tick, or none, as before; not once another end has been made, which awards prizes anew."""
    rank, collected, was = entry.after["rank"], entry.after["collected"], entry.before["collected_at"]
    for one in since(work, entry):
        refuse_changed(one.act in ("finish", "reopen"))
        refuse_changed(one.act == "collect-prize" and one.after["rank"] == rank)
    this = [
        p for p in queries.prizes(work.session, work.id) if (p.rank, p.text) == (rank, entry.after["text"])
    ]
    refuse_changed([prize.collected_at is not None for prize in this] != [collected])
    for prize in this:
        prize.collected_at = datetime.fromisoformat(was) if was else None
