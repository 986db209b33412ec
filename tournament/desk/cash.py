"""The cash count of an evening. This is no cash register: it tells what should be in the box, and what is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.desk.acts import Change, Work, act, undone_by
from tournament.desk.loading import load_night
from tournament.desk.night import Night
from tournament.desk.selling import TicketState
from tournament.errors import Overtaken, RuleBroken
from tournament.store import queries
from tournament.store.database import Database, Session
from tournament.store.models import LogEntry


@dataclass(frozen=True, slots=True)
class CashSheet:
    """All in cents. `opening` and `closing` are None until counted.

    `takings` is what was paid for cards and stayed; `refunded` was paid out again.
    """

    currency: str
    price: int
    paid_tickets: int
    reserved_tickets: int
    takings: int
    reserved: int
    refunded: int
    opening: int | None
    closing: int | None

    @property
    def counted(self) -> tuple[int | None, int | None]:
        """What was in the box at first, and at last."""
        return self.opening, self.closing

    @property
    def expected(self) -> int:
        """What should be in the box: the float, and all that was paid and not refunded."""
        return (self.opening or 0) + self.takings

    @property
    def difference(self) -> int | None:
        """Too much (positive) or too little in the box; None before it is counted."""
        return None if self.closing is None else self.closing - self.expected


@act
def count_cash(
    work: Work, opening: int | None, closing: int | None, *, seen: tuple[int | None, int | None]
) -> Change:
    """Write down what was in the box at first and at last; `seen` are the two as they were read."""
    for name, cents in (("opening", opening), ("closing", closing)):
        if cents is not None and cents < 0:
            raise RuleBroken("Money in the box cannot be negative.", rule="1", field=name)
    row = work.tournament
    before = {"opening_cents": row.cash_opening_cents, "closing_cents": row.cash_closing_cents}
    mine = {"opening_cents": opening, "closing_cents": closing}
    if (row.cash_opening_cents, row.cash_closing_cents) != seen:
        currency = {"currency": row.currency}
        raise Overtaken("Somebody else counted meanwhile.", mine=mine | currency, theirs=before | currency)
    row.cash_opening_cents, row.cash_closing_cents = opening, closing
    return Change(mine, before)


def read_cash(database: Database, id_: int) -> CashSheet:
    """The cash sheet as it stands. NotThere without the tournament."""
    with database.reading() as session:
        return cash_of(session, load_night(session, id_))


def cash_of(session: Session, night: Night) -> CashSheet:
    """The cash sheet of a night, as this transaction sees it."""
    row = queries.tournament(session, night.id)
    return _sheet(
        night,
        _refunded(queries.log(session, night.id)),
        row.cash_opening_cents if row else None,
        row.cash_closing_cents if row else None,
    )


def _refunded(log: Sequence[LogEntry]) -> int:
    """What was paid out again for cards taken back, without what was undone since."""
    undone = undone_by(log)
    return sum(entry.after.get("refund_cents", 0) for entry in log if entry.revision not in undone)


def _sheet(night: Night, refunded: int, opening: int | None, closing: int | None) -> CashSheet:
    def prices(state: TicketState) -> list[int]:
        return [ticket.price_cents for ticket in night.tickets if ticket.state is state]

    return CashSheet(
        currency=night.terms.currency,
        price=night.terms.ticket_price_cents,
        paid_tickets=len(prices(TicketState.PAID)),
        reserved_tickets=len(prices(TicketState.RESERVED)),
        takings=sum(prices(TicketState.PAID)),
        reserved=sum(prices(TicketState.RESERVED)),
        refunded=refunded,
        opening=opening,
        closing=closing,
    )
