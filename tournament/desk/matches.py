"""Rounds and their matches as everybody may see them: who sits where, what is open, what waits."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from tournament.desk.names import phone_book
from tournament.desk.night import Night, RoundFacts, round_slug
from tournament.knockout import corrections
from tournament.knockout.corrections import PairingRef
from tournament.knockout.draw import PlayerId, TicketNumber
from tournament.knockout.rounds import FINAL_SIZE, Outcome, Pairing, Stage
from tournament.knockout.seed import commitment


@dataclass(frozen=True, slots=True)
class Side:
    """A ticket and the person who plays it, `called` so where the town does not stand beside."""

    ticket: TicketNumber
    player: PlayerId
    name: str
    town: str
    called: str

    @property
    def shares_name(self) -> bool:
        """Whether another has the same name, so that the town must stand beside it everywhere."""
        return self.called != self.name

    @property
    def sort_key(self) -> tuple[object, ...]:
        return (*phone_book(self.name, self.town), self.ticket)


@dataclass(frozen=True, slots=True)
class PairingView:
    """A pairing; `number` is its lot. `since` is when it could start, if that is told.

    Pairs of points are (left, right).
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
    since: datetime | None
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
    """A round; without pairings while its draw is only announced. `seed` is public once it is drawn.

    Without `drawn_at` nobody has told when it was drawn, nor when it was announced.
    """

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


def side(night: Night, ticket: TicketNumber) -> Side:
    """The ticket with the person who plays it, or has last held it."""
    person = night.person[night.last_holders[ticket]]
    return Side(ticket, person.number, person.name, person.town, night.called[person.number])


def drawn_rounds(night: Night) -> Iterator[RoundView]:
    """The rounds drawn, as everybody sees them, the first to begin with."""
    waiting = corrections.waiting(night.rounds)
    open_before: set[TicketNumber] = set()
    for facts in night.drawn:
        yield round_view(night, facts, waiting, open_before)
        open_before.update(ticket for pairing in facts.round.open for ticket in pairing.tickets)


def round_view(
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
        seed=facts.seed.hex() if facts.seed and facts.round.pairings else None,
        word=facts.word,
        order=tuple(night.called[player] for player in facts.order),
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
        since=facts.drawn_at,
        decided_at=result.decided_at,
        revision=result.revision,
        waits=waits,
        unsure=unsure,
    )
