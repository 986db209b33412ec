"""What everybody may see: rounds, pairings, places, prizes; names and towns, nothing private.

One frozen `Board` feeds the phone, the wall, paper and terminal, so that they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime

from tournament.desk.loading import read_night
from tournament.desk.names import phone_book
from tournament.desk.night import Night, PrizeFacts, RoundFacts, State, round_slug
from tournament.errors import NotThere
from tournament.knockout import corrections
from tournament.knockout.coming import awaiting
from tournament.knockout.corrections import PairingRef
from tournament.knockout.draw import PlayerId, TicketNumber
from tournament.knockout.rounds import FINAL_SIZE, Outcome, Pairing, Stage
from tournament.knockout.seed import commitment
from tournament.store import queries
from tournament.store.backup import GENERATION
from tournament.store.database import Database


@dataclass(frozen=True, slots=True)
class Side:
    """A ticket and the person who plays it."""

    ticket: TicketNumber
    player: PlayerId
    name: str
    town: str

    @property
    def sort_key(self) -> tuple[object, ...]:
        return (*phone_book(self.name, self.town), self.ticket)


@dataclass(frozen=True, slots=True)
class PairingView:
    """A pairing; `number` is its lot. `since` is when it could start, pairs of points are (left, right).

    While it `waits`, the result from which one of its tickets came has been withdrawn: it cannot be played.
    `unsure` are the tickets that sit here only if that earlier match ends as it did before.
    """

    round: str
    number: int
    left: Side
    right: Side | None
    outcome: Outcome | None
    winner: TicketNumber | None
    games_won: tuple[int, int] | None
    games: tuple[tuple[int, int], ...]
    table: str | None
    since: datetime
    decided_at: datetime | None
    revision: int
    waits: bool
    unsure: frozenset[TicketNumber]

    @property
    def key(self) -> tuple[str, int]:
        """Which match of the tournament it is: its round's slug, and its number."""
        return self.round, self.number

    @property
    def sides(self) -> tuple[Side, ...]:
        return (self.left,) if self.right is None else (self.left, self.right)

    def opponent(self, side: Side) -> Side | None:
        return self.right if side is self.left else self.left


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round; without pairings while its draw is only announced. `seed` is public once it is drawn."""

    slug: str
    stage: Stage
    number: int
    size: int
    pairings: tuple[PairingView, ...]
    announced_at: datetime
    drawn_at: datetime | None
    commitment: str | None
    seed: str | None
    word: str
    order: tuple[str, ...]

    @property
    def rank(self) -> tuple[int, int]:
        """Where it stands among others: the main rounds as they are played, then the matches for places."""
        return list(Stage).index(self.stage), self.number

    @property
    def is_final(self) -> bool:
        """Whether its winner has won the night; matches for a single place are of the same size."""
        return self.stage is Stage.MAIN and self.size == FINAL_SIZE

    @property
    def decides_places(self) -> bool:
        """Whether its one match decides two places, so that nobody goes on from it."""
        return self.size == FINAL_SIZE

    @property
    def open(self) -> tuple[PairingView, ...]:
        return tuple(pairing for pairing in self.pairings if pairing.outcome is None)

    @property
    def playing(self) -> tuple[PairingView, ...]:
        """The open ones that can be played now."""
        return tuple(pairing for pairing in self.open if not pairing.waits)

    @property
    def waiting(self) -> tuple[PairingView, ...]:
        """The open ones that wait for an earlier result."""
        return tuple(pairing for pairing in self.open if pairing.waits)

    @property
    def by_name(self) -> tuple[tuple[Side, PairingView], ...]:
        """Every ticket of the round with its pairing, as in a phone book."""
        rows = [(side, pairing) for pairing in self.pairings for side in pairing.sides]
        return tuple(sorted(rows, key=lambda row: row[0].sort_key))


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
        """The rounds that were drawn last, together, by their order: a clock can be set back."""
        return tuple(round_ for round_ in self.rounds if round_.drawn_at == self.rounds[0].drawn_at)

    @property
    def open(self) -> tuple[PairingView, ...]:
        """Every open pairing, the oldest first; at last those that wait for an earlier result."""
        pairings = (pairing for round_ in self.rounds for pairing in round_.open)
        return tuple(sorted(pairings, key=lambda p: (p.waits, p.since, p.number)))


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
    rounds = tuple(_rounds(night))
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
        announced=tuple(_round(night, facts) for facts in night.announced),
        places=tuple(PlaceView(p.place, p.to, side(night, p.ticket)) for p in night.places),
        prizes=tuple(_prize(night, prize) for prize in night.prizes),
        waiting=_waiting(night),
    )


def side(night: Night, ticket: TicketNumber) -> Side:
    """The ticket with the person who plays it."""
    person = night.person[night.holders[ticket]]
    return Side(ticket, person.number, person.name, person.town)


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


def _rounds(night: Night) -> Iterator[RoundView]:
    """The rounds drawn, the first to begin with."""
    waiting = corrections.waiting(night.rounds)
    open_before: set[TicketNumber] = set()
    for facts in night.drawn:
        yield _round(night, facts, waiting, open_before)
        open_before.update(ticket for pairing in facts.round.open for ticket in pairing.tickets)


def _round(
    night: Night,
    facts: RoundFacts,
    waiting: Collection[PairingRef] = (),
    open_before: Collection[TicketNumber] = (),
) -> RoundView:
    """A round; `open_before` are the tickets that have an open match in an earlier one."""
    return RoundView(
        slug=round_slug(facts.round.stage, facts.round.number),
        stage=facts.round.stage,
        number=facts.round.number,
        size=facts.round.size,
        pairings=tuple(
            _pairing(
                night,
                facts,
                pairing,
                waits=(*facts.key, pairing.number) in waiting,
                unsure=frozenset(ticket for ticket in pairing.tickets if ticket in open_before),
            )
            for pairing in facts.round.pairings
        ),
        announced_at=facts.announced_at,
        drawn_at=facts.drawn_at,
        commitment=commitment(facts.seed) if facts.seed else None,
        seed=facts.seed.hex() if facts.seed and facts.drawn_at else None,
        word=facts.word,
        order=tuple(night.person[player].name for player in facts.order),
    )


def _pairing(
    night: Night, facts: RoundFacts, pairing: Pairing, *, waits: bool, unsure: frozenset[TicketNumber]
) -> PairingView:
    result = facts.results[pairing.number]
    return PairingView(
        round=round_slug(facts.round.stage, facts.round.number),
        number=pairing.number,
        left=side(night, pairing.left),
        right=None if pairing.right is None else side(night, pairing.right),
        outcome=pairing.outcome,
        winner=pairing.winner,
        games_won=result.games_won,
        games=result.games,
        table=result.table,
        since=facts.drawn_at or facts.announced_at,
        decided_at=result.decided_at,
        revision=result.revision,
        waits=waits,
        unsure=unsure,
    )
