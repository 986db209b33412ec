"""What everybody may see: rounds, pairings, places, prizes; names and towns, nothing private.

One frozen `Board` feeds the phone, the wall, paper and terminal, so that they cannot disagree.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from tournament.desk.loading import read_night
from tournament.desk.matches import PairingView, RoundView, Side, drawn_rounds, round_view, side
from tournament.desk.night import Night, PrizeFacts, State
from tournament.errors import NotThere
from tournament.knockout.coming import awaiting
from tournament.knockout.draw import TicketNumber
from tournament.knockout.order import drawn_last
from tournament.store import queries
from tournament.store.backup import GENERATION
from tournament.store.database import Database


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place that is certain; losers of the same round share the band `place` … `to`."""

    place: int
    to: int
    side: Side


@dataclass(frozen=True, slots=True)
class PrizeView:
    """A prize, and whose it is once the tournament is finished.

    `lot` is the band of places, first and last, whose order a lot has made; `owed_by` who took the prize
    before a correction gave it to somebody else, and has to give it back.
    """

    rank: int
    text: str
    side: Side | None
    collected_at: datetime | None
    lot: tuple[int, int] | None = None
    owed_by: Side | None = None

    @property
    def waits(self) -> bool:
        """Whether somebody is to come for it, or to bring it back."""
        return self.collected_at is None and (self.side or self.owed_by) is not None


@dataclass(frozen=True, slots=True)
class Board:
    id: int
    revision: int
    name: str
    date: date
    venue: str
    state: State
    practice: bool
    ticket_word: str
    sold: int
    capacity: int
    size: int | None
    rounds: tuple[RoundView, ...]
    """Those drawn, the newest first."""
    announced: tuple[RoundView, ...]
    places: tuple[PlaceView, ...]
    prizes: tuple[PrizeView, ...]
    waiting: frozenset[TicketNumber]
    """Tickets without an open pairing that will be drawn or seated again."""

    def round(self, slug: str) -> RoundView | None:
        return next((view for view in self.rounds if view.slug == slug), None)

    def pairing(self, slug: str, number: int) -> PairingView | None:
        """The pairing of this number in the round of this name, if it is drawn."""
        round_ = self.round(slug)
        return next((p for p in round_.pairings if p.number == number), None) if round_ else None

    @property
    def current(self) -> tuple[RoundView, ...]:
        """The rounds being played, or else those that were drawn last, together; in their order.

        At last those of which every open match waits for an earlier result.
        """
        open_ = [round_ for round_ in self.rounds if round_.open]
        return tuple(sorted(open_ or self.newest, key=lambda round_: (not round_.playing, round_.rank)))

    @property
    def newest(self) -> tuple[RoundView, ...]:
        """The rounds that were drawn last, together."""
        last = drawn_last({(round_.stage, round_.number): round_.drawn_at for round_ in self.rounds})
        return tuple(round_ for round_ in self.rounds if (round_.stage, round_.number) in last)

    @property
    def open(self) -> tuple[PairingView, ...]:
        """Every open pairing, the oldest first; at last those that wait for an earlier result."""
        pairings = (pairing for round_ in reversed(self.rounds) for pairing in round_.open)
        return tuple(sorted(pairings, key=lambda pairing: pairing.waits))


def newest_of(database: Database, id_: int) -> tuple[str, int]:
    """The database's generation, and the tournament's revision in it. NotThere without the tournament.

    For whoever asks whether a page has changed: a restored database is of another generation.
    """
    with database.reading() as session:
        found = queries.revision_and_setting(session, id_, GENERATION)
    if found is None:
        raise NotThere("This tournament does not exist.")
    revision, generation = found
    return generation, revision


def read_board(database: Database, id_: int) -> Board:
    """The board of a tournament as it stands. NotThere without it."""
    return board(read_night(database, id_))


def board(night: Night) -> Board:
    """The board of a tournament as it stands."""
    rounds = tuple(drawn_rounds(night))
    return Board(
        id=night.id,
        revision=night.revision,
        name=night.terms.name,
        date=night.terms.date,
        venue=night.terms.venue,
        state=night.state,
        practice=night.practice,
        ticket_word=night.terms.ticket_word,
        sold=len(night.live_tickets),
        capacity=night.terms.capacity,
        size=night.size,
        rounds=rounds[::-1],
        announced=tuple(round_view(night, facts) for facts in night.announced),
        places=tuple(PlaceView(p.place, p.to, side(night, p.ticket)) for p in night.places),
        prizes=tuple(_prize(night, prize) for prize in night.prizes),
        waiting=_waiting(night),
    )


def _prize(night: Night, prize: PrizeFacts) -> PrizeView:
    ticket = next((award.ticket for award in night.awards if award.rank == prize.rank), None)
    owing = night.owes(prize)
    return PrizeView(
        prize.rank,
        prize.text,
        None if ticket is None else side(night, ticket),
        prize.collected_at,
        lot=_lot_among(night, ticket),
        owed_by=None if owing is None else side(night, owing),
    )


def _lot_among(night: Night, ticket: TicketNumber | None) -> tuple[int, int] | None:
    """The band of places in which a lot gave this ticket its order; none after a play-off."""
    drawn = {band.place for band in night.bands if band.seed}
    return next(((p.place, p.to) for p in night.places if p.ticket == ticket and p.place in drawn), None)


def _waiting(night: Night) -> frozenset[TicketNumber]:
    """The tickets that play on, and have no place yet."""
    return awaiting(night.rounds, night.placement) - {place.ticket for place in night.places}
