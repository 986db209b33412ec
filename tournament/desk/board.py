"""What everybody may see: rounds, pairings, places, prizes; names and towns, nothing private.

One frozen `Board` feeds the phone, the wall, paper, archive and terminal, so that they cannot disagree.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from tournament.desk.drawing import round_slug
from tournament.desk.names import phone_book
from tournament.desk.night import Night, RoundFacts, State
from tournament.knockout.draw import PlayerId, TicketNumber
from tournament.knockout.rounds import Outcome, Pairing, Stage
from tournament.knockout.seed import commitment


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
    """A pairing; `number` is its lot. `since` is when it could start, pairs of points are (left, right)."""

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
    def open(self) -> tuple[PairingView, ...]:
        return tuple(pairing for pairing in self.pairings if pairing.outcome is None)

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
    """A prize, and whose it is once the tournament is finished."""

    rank: int
    text: str
    side: Side | None
    collected_at: datetime | None


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
    size: int | None
    rounds: tuple[RoundView, ...]
    """Those drawn, the newest first."""
    announced: tuple[RoundView, ...]
    places: tuple[PlaceView, ...]
    prizes: tuple[PrizeView, ...]

    def round(self, slug: str) -> RoundView | None:
        return next((view for view in self.rounds if view.slug == slug), None)

    @property
    def open(self) -> tuple[PairingView, ...]:
        """Every open pairing, those that wait longest first."""
        return tuple(sorted((p for r in self.rounds for p in r.open), key=lambda p: (p.since, p.number)))


@dataclass(frozen=True, slots=True)
class PlayerPairings:
    """One person's pairings of the night, the newest first."""

    player: PlayerId
    name: str
    town: str
    pairings: tuple[tuple[RoundView, PairingView, Side], ...]


def board(night: Night) -> Board:
    """The board of a tournament as it stands."""
    awards = {award.rank: award for award in night.awards}
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
        size=night.size,
        rounds=tuple(_round(night, facts) for facts in reversed(night.drawn)),
        announced=tuple(_round(night, facts) for facts in night.announced),
        places=tuple(PlaceView(p.place, p.to, side(night, p.ticket)) for p in night.places),
        prizes=tuple(
            PrizeView(
                prize.rank,
                prize.text,
                _winner(night, awards[prize.rank].ticket) if prize.rank in awards else None,
                prize.collected_at,
            )
            for prize in night.prizes
        ),
    )


def find_players(view: Board, text: str) -> tuple[PlayerPairings, ...]:
    """The players whose name, town or card number fits what was typed, with all their pairings."""
    wanted = phone_book(text)[0].split()
    found: dict[PlayerId, list[tuple[RoundView, PairingView, Side]]] = {}
    for round_ in view.rounds:
        for pairing in round_.pairings:
            for one in pairing.sides:
                if wanted and _fits(one, wanted):
                    found.setdefault(one.player, []).append((round_, pairing, one))
    people = (PlayerPairings(p, rows[0][2].name, rows[0][2].town, tuple(rows)) for p, rows in found.items())
    return tuple(sorted(people, key=lambda person: phone_book(person.name, person.town)))


def side(night: Night, ticket: TicketNumber) -> Side:
    """The ticket with the person who plays it."""
    person = night.person[night.holders[ticket]]
    return Side(ticket, person.number, person.name, person.town)


def _winner(night: Night, ticket: TicketNumber | None) -> Side | None:
    return None if ticket is None else side(night, ticket)


def _fits(one: Side, wanted: list[str]) -> bool:
    words = [word for part in phone_book(one.name, one.town)[:2] for word in part.split()]
    words.append(str(one.ticket))
    return all(any(word.startswith(part) for word in words) for part in wanted)


def _round(night: Night, facts: RoundFacts) -> RoundView:
    return RoundView(
        slug=round_slug(facts.round.stage, facts.round.number),
        stage=facts.round.stage,
        number=facts.round.number,
        size=facts.round.size,
        pairings=tuple(_pairing(night, facts, pairing) for pairing in facts.round.pairings),
        announced_at=facts.announced_at,
        drawn_at=facts.drawn_at,
        commitment=commitment(facts.seed) if facts.seed else None,
        seed=facts.seed.hex() if facts.seed and facts.drawn_at else None,
        word=facts.word,
        order=tuple(night.person[player].name for player in facts.order),
    )


def _pairing(night: Night, facts: RoundFacts, pairing: Pairing) -> PairingView:
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
    )
