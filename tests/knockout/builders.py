"""Rounds in a line each: `main_round(8, won(1, 3), bye(5))`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tournament.knockout.draw import TicketNumber
from tournament.knockout.places import Place
from tournament.knockout.rounds import Outcome, Pairing, Round, Stage


def numbers(*tickets: int) -> tuple[TicketNumber, ...]:
    return tuple(map(TicketNumber, tickets))


def still_open(left: int, right: int) -> Pairing:
    return Pairing(1, TicketNumber(left), TicketNumber(right))


def won(winner: int, loser: int, how: Outcome = Outcome.PLAYED) -> Pairing:
    return replace(still_open(winner, loser), outcome=how, winner=TicketNumber(winner))


def walkover(winner: int, loser: int) -> Pairing:
    return won(winner, loser, Outcome.WALKOVER)


def handed_in(lower: int, higher: int) -> Pairing:
    return won(lower, higher, Outcome.HANDED_IN)


def absent(left: int, right: int) -> Pairing:
    return replace(still_open(left, right), outcome=Outcome.DOUBLE_WALKOVER)


def bye(ticket: int) -> Pairing:
    return Pairing(1, TicketNumber(ticket), None, Outcome.BYE, TicketNumber(ticket))


def main_round(size: int, *pairings: Pairing, number: int = 1) -> Round:
    return Round(number, Stage.MAIN, size, _numbered(pairings))


def placement(stage: Stage, *pairings: Pairing, number: int = 1) -> Round:
    return Round(number, stage, 4 if stage is Stage.FIFTH_TO_EIGHTH else 2, _numbered(pairings))


def line_up(*groups: int | Iterable[int]) -> tuple[Place, ...]:
    """Places in order: a ticket alone has its own, tickets together share the band."""
    found: list[Place] = []
    for group in groups:
        tickets = numbers(*([group] if isinstance(group, int) else group))
        first = len(found) + 1
        found += [Place(first, first + len(tickets) - 1, ticket) for ticket in tickets]
    return tuple(found)


def _numbered(pairings: Iterable[Pairing]) -> tuple[Pairing, ...]:
    return tuple(replace(pairing, number=k) for k, pairing in enumerate(pairings, start=1))
