"""The draw with two pots (rules, section 2).

Both pots hold the numbers 1 … size/2. Players draw one after another, each all his tickets in ascending
order: from the left pot until it is empty, then from the right. Equal numbers meet; a number left over
in the right pot is a bye for the ticket that drew it from the left.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from tournament.errors import RuleBroken
from tournament.knockout.seed import Stream

TicketNumber = NewType("TicketNumber", int)
PlayerId = NewType("PlayerId", int)
Holdings = Mapping[PlayerId, Sequence[TicketNumber]]


class Pot(StrEnum):
    """One of the two pots; the left one is emptied first (rules, section 2)."""

    LEFT = "left"
    RIGHT = "right"


class FirstRoundOrder(StrEnum):
    """Who draws first in round one: chance, or whoever bought first."""

    RANDOM = "random"
    PURCHASE = "purchase"


@dataclass(frozen=True, slots=True)
class Lot:
    """One number one ticket drew from one pot."""

    ticket: TicketNumber
    pot: Pot
    number: int


@dataclass(frozen=True, slots=True)
class Draw:
    """The outcome of one draw: the players in their order of drawing, the lots in the order drawn."""

    order: tuple[PlayerId, ...]
    lots: tuple[Lot, ...]


def holdings_of(
    tickets: Iterable[TicketNumber], holders: Mapping[TicketNumber, PlayerId]
) -> dict[PlayerId, list[TicketNumber]]:
    """Who holds which of these tickets."""
    holdings: dict[PlayerId, list[TicketNumber]] = {}
    for ticket in tickets:
        holdings.setdefault(holders[ticket], []).append(ticket)
    return holdings


def draw(size: int, holdings: Holdings, stream: Stream, first_round: FirstRoundOrder | None) -> Draw:
    """Draw every ticket of `holdings` into a round of `size` places, a power of two.

    `first_round` says who draws first in round one and is None in later rounds. The law: if the biggest
    holder has h tickets, exactly max(0, h − size/2) pairings are of him with himself and no others.
    """
    order = order_of_drawing(holdings, stream, first_round)
    return Draw(tuple(order), tuple(_draw_lots(size, [sorted(holdings[p]) for p in order], stream)))


def order_of_drawing(
    holdings: Holdings, stream: Stream, first_round: FirstRoundOrder | None
) -> list[PlayerId]:
    """Round one: random or by purchase. Later: players with several live tickets first, then the others."""
    players = sorted(holdings, key=lambda player: min(holdings[player]))
    if first_round is FirstRoundOrder.PURCHASE:
        return players
    if first_round is FirstRoundOrder.RANDOM:
        return stream.shuffled(players)
    several = [player for player in players if len(holdings[player]) > 1]
    single = [player for player in players if len(holdings[player]) == 1]
    return stream.shuffled(several) + stream.shuffled(single)


def draw_late(
    size: int, lots: Iterable[Lot], own: Collection[TicketNumber], ticket: TicketNumber, stream: Stream
) -> Lot:
    """The lot of a ticket sold after the draw: a number left in the right pot, not the player's own.

    `own` are the tickets its player already has in this round. RuleBroken if no bye is left.
    """
    lots = list(lots)
    taken = {lot.number for lot in lots if lot.pot is Pot.RIGHT}
    pot = [number for number in range(1, size // 2 + 1) if number not in taken]
    if not pot:
        raise RuleBroken("No bye is left: the draw is full.", rule="1", field="count")
    mine = {lot.number for lot in lots if lot.pot is Pot.LEFT and lot.ticket in own}
    return Lot(ticket, Pot.RIGHT, _draw_avoiding(pot, mine, stream))


def _draw_lots(
    size: int, tickets_in_order: Iterable[Sequence[TicketNumber]], stream: Stream
) -> Iterable[Lot]:
    left = list(range(1, size // 2 + 1))
    right = list(left)
    for tickets in tickets_in_order:
        mine: set[int] = set()
        for ticket in tickets:
            if left:
                number = left.pop(stream.below(len(left)))
                mine.add(number)
                yield Lot(ticket, Pot.LEFT, number)
            else:
                yield Lot(ticket, Pot.RIGHT, _draw_avoiding(right, mine, stream))


def _draw_avoiding(pot: list[int], mine: Collection[int], stream: Stream) -> int:
    """Take a number from the pot; a number of `mine` is set aside while others remain, then goes back."""
    others = sum(number not in mine for number in pot) if mine else len(pot)
    aside = []
    while (number := pot.pop(stream.below(len(pot)))) in mine and others:
        aside.append(number)
    for kept in aside:
        insort(pot, kept)
    return number
