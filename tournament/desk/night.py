"""Where a tournament stands: its facts as plain values, and what the rules make of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property

from tournament.desk.handing import HandedOut, by_rank
from tournament.desk.names import told_apart
from tournament.desk.selling import TicketState
from tournament.desk.tournaments import Terms
from tournament.knockout.coming import (
    DueRound,
    PlacementTerms,
    draws_to_come,
    first_draw,
    first_round,
    is_over,
    next_rounds,
)
from tournament.knockout.draw import Lot, PlayerId, TicketNumber
from tournament.knockout.places import Place, places
from tournament.knockout.prizes import Award, award
from tournament.knockout.rounds import Pairing, Round, Stage

RoundKey = tuple[Stage, int]

COMPUTED, BY_HAND = "computed", "by-hand"
"""How a draw is made: from a seed, or from real pots. Rounds that need none have no method."""


class State(StrEnum):
    """How far a tournament has come, as its archive says it (formats, "The archive")."""

    SELLING = "selling"
    RUNNING = "running"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Person:
    """A player; `number` is his for good in this tournament, `withdrawn` that he has gone home."""

    number: PlayerId
    name: str
    town: str
    withdrawn: bool
    revision: int


@dataclass(frozen=True, slots=True)
class SoldTicket:
    """A ticket that was ever sold, returned ones too; without a player while it is in presale."""

    number: TicketNumber
    player: PlayerId | None
    state: TicketState
    price_cents: int
    revision: int


@dataclass(frozen=True, slots=True)
class Result:
    """What is known of how a pairing ended beyond its winner; pairs are (left, right)."""

    games_won: tuple[int, int] | None
    games: tuple[tuple[int, int], ...]
    table: str | None
    decided_at: datetime | None
    revision: int


@dataclass(frozen=True, slots=True)
class DrawnLot:
    """A lot; a late ticket has a draw of its own, with a `seed` if its number was computed."""

    lot: Lot
    late: bool = False
    seed: bytes | None = None


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A round as announced and drawn. `round.pairings` is empty until the draw is complete.

    An archive may tell no times: then `drawn_at` stays empty, and `announced_at` is no more than the day.
    """

    round: Round
    method: str | None
    seed: bytes | None
    word: str
    order: tuple[PlayerId, ...]
    lots: tuple[DrawnLot, ...]
    announced_at: datetime
    drawn_at: datetime | None
    results: dict[int, Result]

    @property
    def key(self) -> RoundKey:
        return self.round.stage, self.round.number


@dataclass(frozen=True)
class PrizeFacts:
    """A prize, and when it was collected."""

    rank: int
    text: str
    collected_at: datetime | None


@dataclass(frozen=True)
class BandFacts:
    """The order of equal losers from `place` on, for prizes: by lot with its seed, or after a play-off."""

    place: int
    seed: bytes | None
    tickets: tuple[TicketNumber, ...]


@dataclass(frozen=True)
class Night:
    """One tournament at one revision: the facts, and what follows from them, computed once.

    `handed_out` are the prizes that had been handed out when it was opened again to correct it.
    """

    id: int
    revision: int
    terms_revision: int
    terms: Terms
    size: int | None
    finished: bool
    practice: bool
    people: tuple[Person, ...]
    tickets: tuple[SoldTicket, ...]
    all_rounds: tuple[RoundFacts, ...]
    prizes: tuple[PrizeFacts, ...]
    bands: tuple[BandFacts, ...]
    handed_out: tuple[HandedOut, ...] = ()

    @cached_property
    def state(self) -> State:
        return state_of(self.size, self.finished)

    @cached_property
    def placement(self) -> PlacementTerms:
        return PlacementTerms(self.terms.third_place_match, self.terms.fifth_to_eighth)

    @cached_property
    def person(self) -> dict[PlayerId, Person]:
        return {person.number: person for person in self.people}

    @cached_property
    def called(self) -> dict[PlayerId, str]:
        """Each player's name, with the town if another has the same: for wherever no town stands beside."""
        names = told_apart([(person.name, person.town) for person in self.people])
        return dict(zip(self.person, names, strict=True))

    @cached_property
    def live_tickets(self) -> tuple[SoldTicket, ...]:
        return tuple(ticket for ticket in self.tickets if ticket.state is not TicketState.RETURNED)

    @cached_property
    def holders(self) -> dict[TicketNumber, PlayerId]:
        return {t.number: t.player for t in self.live_tickets if t.player is not None}

    @cached_property
    def last_holders(self) -> dict[TicketNumber, PlayerId]:
        """The holders, and who last held the cards that are taken back."""
        return {t.number: t.player for t in self.tickets if t.player is not None}

    @cached_property
    def withdrawn(self) -> frozenset[PlayerId]:
        return frozenset(person.number for person in self.people if person.withdrawn)

    @cached_property
    def drawn(self) -> tuple[RoundFacts, ...]:
        return tuple(facts for facts in self.all_rounds if facts.round.pairings)

    @cached_property
    def announced(self) -> tuple[RoundFacts, ...]:
        """Rounds whose draw is announced and not complete; not those that a correction made needless."""
        due = {(round_.stage, round_.number) for round_ in self.due}
        return tuple(f for f in self.all_rounds if not f.round.pairings and f.key in due)

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        return tuple(facts.round for facts in self.drawn)

    @cached_property
    def due(self) -> tuple[DueRound, ...]:
        """The rounds that can start now."""
        if self.size is None:
            return ()
        if not self.rounds:
            return (first_round(tuple(self.holders)),)
        return next_rounds(self.rounds, self.placement)

    @cached_property
    def draws_to_come(self) -> tuple[DueRound, ...]:
        """The draws that come next, with the tickets that are sure to be in them.

        As long as tickets are sold there is room for the whole house.
        """
        if self.rounds:
            return draws_to_come(self.rounds, self.placement)
        return first_draw(self.holders, self.size or self.terms.capacity)

    @cached_property
    def open(self) -> tuple[tuple[RoundFacts, Pairing], ...]:
        return tuple((facts, pairing) for facts in self.drawn for pairing in facts.round.open)

    @cached_property
    def is_over(self) -> bool:
        return is_over(self.rounds, self.placement)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        return places(self.rounds, self.placement)

    @cached_property
    def awards(self) -> tuple[Award, ...]:
        """Who is awarded what; nobody before the tournament is finished."""
        if not self.finished:
            return ()
        return award(
            [prize.rank for prize in self.prizes],
            self.places,
            self.holders,
            one_each=self.terms.one_prize_per_player,
            orders={band.place: band.tickets for band in self.bands},
        )

    @cached_property
    def winners(self) -> dict[int, PlayerId | None]:
        """By rank, the players who are awarded the prizes."""
        return {award.rank: award.player for award in self.awards}

    @cached_property
    def taken(self) -> dict[int, HandedOut]:
        """By rank, which of the prizes awarded had been handed out before a correction."""
        prizes = {prize.rank: prize.text for prize in self.prizes if prize.rank in self.winners}
        had = [one for one in self.handed_out if one.ticket in self.last_holders]
        return by_rank(had, prizes, winners=self.winners, holders=self.last_holders)

    def owes(self, prize: PrizeFacts) -> TicketNumber | None:
        """Whose ticket took this prize home though it is another player's now; None if nobody's did."""
        taken = self.taken.get(prize.rank)
        if taken is None or self.last_holders[taken.ticket] == self.winners[prize.rank]:
            return None
        return taken.ticket


def state_of(size: int | None, finished: bool) -> State:
    """A tournament sells until the size of its draw is fixed, and runs until it is finished."""
    if finished:
        return State.FINISHED
    return State.SELLING if size is None else State.RUNNING


def round_slug(stage: Stage, number: int) -> str:
    """A round's name in links, forms and the log: main-2, third-5."""
    return f"{stage.value}-{number}"


def round_key(slug: str) -> RoundKey:
    """Stage and number of the round of this name. ValueError if it is none."""
    stage, _, number = slug.rpartition("-")
    return Stage(stage), int(number)
