"""What the organisers see: the board and, besides, money, cards, the log and what to do now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from tournament.desk.acts import Entry, Facts, entry
from tournament.desk.board import Board, board
from tournament.desk.loading import read_night
from tournament.desk.matches import PairingView, Side, side
from tournament.desk.names import phone_book
from tournament.desk.night import Night, Person, SoldTicket, State, round_slug, state_of
from tournament.desk.selling import TicketState, closing_numbers
from tournament.errors import NotThere, RuleBroken
from tournament.knockout import sales
from tournament.knockout.coming import possible_placements
from tournament.knockout.draw import PlayerId
from tournament.knockout.rounds import Stage
from tournament.store import queries
from tournament.store.database import Database

LONG_MATCH = 40
"""In minutes. Matches take 13 to 38: whoever plays longer is asked what keeps him."""


class Step(StrEnum):
    """What to do now: the question every page of the desk answers first."""

    SELL = "sell"
    ANNOUNCE = "announce"
    DRAW = "draw"
    PLAY = "play"
    FINISH = "finish"
    AWARD = "award"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class DueView:
    """A round that can start; `announced` tells that its seed is made (or that it needs no draw).

    `seated` are those who meet where nothing has to be drawn.
    """

    slug: str
    stage: Stage
    number: int
    size: int
    tickets: int
    drawn: bool
    announced: bool
    seated: tuple[Side, ...]

    @property
    def matches(self) -> int:
        return self.tickets - self.size // 2

    @property
    def byes(self) -> int:
        return self.size - self.tickets

    @property
    def needs_play(self) -> bool:
        """Whether somebody meets somebody else, as far as that is certain before the draw."""
        return self.matches > 0 and (self.drawn or len({side.player for side in self.seated}) > 1)


@dataclass(frozen=True, slots=True)
class Money:
    """In cents: taken for paid cards, and due for reserved ones."""

    paid: int
    due: int
    currency: str


@dataclass(frozen=True, slots=True)
class Holder:
    """A player with his cards, or the presale cards without a name (`person` is None).

    He is `called` so where the town does not stand beside.
    """

    person: Person | None
    called: str
    tickets: tuple[SoldTicket, ...]

    @property
    def live(self) -> tuple[SoldTicket, ...]:
        return tuple(ticket for ticket in self.tickets if ticket.state is not TicketState.RETURNED)

    @property
    def reserved(self) -> tuple[SoldTicket, ...]:
        return tuple(ticket for ticket in self.tickets if ticket.state is TicketState.RESERVED)

    @property
    def due_cents(self) -> int:
        return sum(ticket.price_cents for ticket in self.reserved)


@dataclass(frozen=True, slots=True)
class ForcedView:
    """A player with more than half the draw's size, and how often he must meet himself."""

    name: str
    pairings: int


@dataclass(frozen=True, slots=True)
class Closing:
    """What closing the sales now would mean; `obstacle` says why it cannot be done.

    `next_size` is the size of the draw with one card more.
    """

    sold: int
    size: int
    next_size: int
    byes: int
    matches: int
    forced: tuple[ForcedView, ...]
    obstacle: RuleBroken | None

    @property
    def next_byes(self) -> int:
        """The byes of the draw with one card more."""
        return self.next_size - self.sold - 1


@dataclass(frozen=True)
class Office:
    """The desk's view of one tournament."""

    night: Night
    board: Board
    step: Step
    due: tuple[DueView, ...]
    money: Money
    closing: Closing
    holders: tuple[Holder, ...]
    """Sorted as in a phone book, presale cards without a name first."""

    @property
    def id(self) -> int:
        return self.night.id

    @property
    def name(self) -> str:
        return self.night.terms.name

    @property
    def left(self) -> int:
        """How many cards the house still holds."""
        return self.night.terms.capacity - self.closing.sold

    @property
    def open(self) -> tuple[PairingView, ...]:
        return self.board.open

    def called(self, facts: Facts) -> str:
        """Whom these facts of an act are about, by the name of now; by that of then if he is here no more."""
        return self.night.called.get(PlayerId(facts["player"]), str(facts["name"]))

    @property
    def may_go_on(self) -> bool:
        """Whether another round may follow those that are drawn, with lots or without."""
        night, drawn = self.night, {round_.stage for round_ in self.board.rounds}
        if not any(round_.is_final for round_ in self.board.rounds):
            return True
        return not drawn.issuperset(possible_placements(night.rounds, night.placement, night.size or 0))

    @property
    def byes(self) -> int:
        """Those of the main round being played, or of the first draw as it would be now."""
        main = [round_ for round_ in self.board.rounds if round_.stage is Stage.MAIN]
        if not main:
            return self.closing.byes
        return sum(pairing.right is None for pairing in main[0].pairings) if main[0].open else 0


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """A tournament in the list of all."""

    id: int
    name: str
    venue: str
    date: date
    state: State
    practice: bool


def read_office(database: Database, id_: int) -> Office:
    """The desk's view of a tournament as it stands. NotThere without it."""
    return office(read_night(database, id_))


def office(night: Night) -> Office:
    due, shown = _due(night), board(night)
    return Office(
        night=night,
        board=shown,
        step=_step(night, shown, due),
        due=due,
        money=_money(night),
        closing=_closing(night),
        holders=_holders(night),
    )


def holder_of(office: Office, player: int) -> Holder:
    """A player with his cards. NotThere without him."""
    for holder in office.holders:
        if holder.person and holder.person.number == player:
            return holder
    raise NotThere("This player does not exist.")


def takes_long(minutes: int) -> bool:
    """Whether a match that is open for so many minutes should be asked about."""
    return minutes >= LONG_MATCH


def read_log(database: Database, id_: int) -> tuple[Entry, ...]:
    """Every act, the newest first."""
    with database.reading() as session:
        return tuple(entry(row) for row in reversed(queries.log(session, id_)))


def list_tournaments(database: Database) -> tuple[TournamentLine, ...]:
    """All tournaments side by side, the newest evening first."""
    with database.reading() as session:
        return tuple(
            TournamentLine(
                row.id, row.name, row.venue, row.date, state_of(row.size, row.finished), row.practice
            )
            for row in queries.tournaments(session)
        )


def known_people(database: Database) -> tuple[tuple[str, str], ...]:
    """Names and towns of everybody who ever played here, as in a phone book."""
    with database.reading() as session:
        return tuple(sorted(queries.known_people(session), key=lambda person: phone_book(*person)))


def _due(night: Night) -> tuple[DueView, ...]:
    announced = {facts.key for facts in night.announced}
    return tuple(
        DueView(
            round_slug(d.stage, d.number),
            d.stage,
            d.number,
            d.size,
            len(d.tickets),
            d.drawn,
            announced=not d.drawn or (d.stage, d.number) in announced,
            seated=() if d.drawn else tuple(side(night, ticket) for ticket in d.tickets),
        )
        for d in night.due
    )


def _step(night: Night, shown: Board, due: Sequence[DueView]) -> Step:
    if night.finished:
        return Step.AWARD if any(prize.waits for prize in shown.prizes) else Step.DONE
    if night.size is None:
        return Step.SELL
    if due:
        return Step.DRAW if all(d.announced for d in due) else Step.ANNOUNCE
    return Step.PLAY if night.open else Step.FINISH


def _money(night: Night) -> Money:
    def total(state: TicketState) -> int:
        return sum(ticket.price_cents for ticket in night.tickets if ticket.state is state)

    return Money(total(TicketState.PAID), total(TicketState.RESERVED), night.terms.currency)


def _closing(night: Night) -> Closing:
    sold = len(night.live_tickets)
    obstacle = None
    forced: tuple[ForcedView, ...] = ()
    try:
        closing = closing_numbers({t.number: t.player for t in night.live_tickets})
    except RuleBroken as error:
        obstacle = error
    else:
        forced = tuple(ForcedView(night.called[p], n) for p, n in closing.forced.items())
    size = sales.draw_size(sold) if sold else 0
    return Closing(sold, size, sales.draw_size(sold + 1), size - sold, sold - size // 2, forced, obstacle)


def _holders(night: Night) -> tuple[Holder, ...]:
    tickets: dict[PlayerId | None, list[SoldTicket]] = {person.number: [] for person in night.people}
    for ticket in night.tickets:
        tickets.setdefault(ticket.player, []).append(ticket)
    holders = (
        Holder(night.person[p] if p else None, night.called[p] if p else "", tuple(held))
        for p, held in tickets.items()
    )
    return tuple(sorted(holders, key=_by_name))


def _by_name(holder: Holder) -> tuple[str, ...]:
    return phone_book(holder.person.name, holder.person.town) if holder.person else ()
