"""Whole nights in memory, by the rules of the knock-out alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from tournament.knockout.coming import DueRound, PlacementTerms, first_round, next_rounds
from tournament.knockout.draw import FirstRoundOrder, PlayerId, TicketNumber, draw, holdings_of
from tournament.knockout.places import Place, places
from tournament.knockout.rounds import Outcome, Pairing, Round, decided, pair, seat, settle
from tournament.knockout.seed import Stream

Decide = Callable[[Round, Pairing], tuple[Outcome, TicketNumber | None]]


@dataclass
class Night:
    """The rounds of a night played to its end, and who held which ticket."""

    rounds: list[Round]
    holders: Mapping[TicketNumber, PlayerId]
    terms: PlacementTerms

    @property
    def main(self) -> list[Round]:
        return [r for r in self.rounds if r.stage == "main"]

    @property
    def places(self) -> tuple[Place, ...]:
        return places(self.rounds, self.terms)

    def played(self) -> int:
        return sum(p.outcome is Outcome.PLAYED for r in self.rounds for p in r.pairings)


def holding(*counts: int) -> dict[PlayerId, list[TicketNumber]]:
    """Players 1, 2, 3 … holding so many tickets each, numbered as if they had bought in this order."""
    numbers = iter(range(1, sum(counts) + 1))
    return {
        PlayerId(k): [TicketNumber(next(numbers)) for _ in range(count)]
        for k, count in enumerate(counts, start=1)
    }


def singles(count: int) -> dict[PlayerId, list[TicketNumber]]:
    return holding(*[1] * count)


def left_wins(_: Round, pairing: Pairing) -> tuple[Outcome, TicketNumber | None]:
    return Outcome.PLAYED, pairing.left


def play(
    holdings: Mapping[PlayerId, list[TicketNumber]],
    *,
    seed: int = 1,
    decide: Decide = left_wins,
    terms: PlacementTerms | None = None,
) -> Night:
    """Draw and decide every round until nothing is due."""
    terms = terms or PlacementTerms()
    holders = {ticket: player for player, tickets in holdings.items() for ticket in tickets}
    night = Night([], holders, terms)
    stream = Stream(seed.to_bytes(32, "big"))
    due: tuple[DueRound, ...] = (first_round(tuple(holders)),)
    while due:
        night.rounds += [_played(started(d, holders, stream), holders, decide) for d in due]
        due = next_rounds(night.rounds, terms)
    return night


def started(due: DueRound, holders: Mapping[TicketNumber, PlayerId], stream: Stream) -> Round:
    """The round as it stands when its lots are drawn, or its two tickets are seated."""
    if not due.drawn:
        return Round(due.number, due.stage, due.size, seat(due.tickets))
    holdings = holdings_of(due.tickets, holders)
    order = FirstRoundOrder.RANDOM if due.number == 1 and due.stage == "main" else None
    return Round(due.number, due.stage, due.size, pair(draw(due.size, holdings, stream, order).lots))


def _played(round_: Round, holders: Mapping[TicketNumber, PlayerId], decide: Decide) -> Round:
    round_ = settle(round_, holders, ())
    return replace(
        round_,
        pairings=tuple(
            pairing if pairing.outcome else decided(pairing, *decide(round_, pairing))
            for pairing in round_.pairings
        ),
    )
