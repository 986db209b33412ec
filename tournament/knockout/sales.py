"""Selling: limits, and the size of the draw that follows from what was sold (rules, section 1)."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.errors import RuleBroken
from tournament.knockout.draw import Holdings, PlayerId

SMALLEST_CAPACITY, LARGEST_CAPACITY = 4, 4096
USUAL_LIMIT = 3


@dataclass(frozen=True, slots=True)
class ClosedSales:
    """The four numbers shown before sales close, and the pairings of a player with himself they force."""

    sold: int
    size: int
    byes: int
    matches: int
    forced: dict[PlayerId, int]


def draw_size(sold: int) -> int:
    """The smallest power of two that holds the tickets sold."""
    return 1 << max(0, sold - 1).bit_length()


def close(holdings: Holdings) -> ClosedSales:
    """What closing sales now would mean. RuleBroken with fewer than two tickets."""
    sold = sum(map(len, holdings.values()))
    if sold < 2:
        raise RuleBroken("At least two cards must be sold before the draw.", rule="1")
    size = draw_size(sold)
    forced = {player: len(held) - size // 2 for player, held in holdings.items() if len(held) > size // 2}
    return ClosedSales(sold, size, byes=size - sold, matches=sold - size // 2, forced=forced)


def check_capacity(capacity: int, limit: int) -> None:
    """RuleBroken unless the capacity is a power of two, 4 … 4096, and the limit at most half of it."""
    if not SMALLEST_CAPACITY <= capacity <= LARGEST_CAPACITY or capacity.bit_count() != 1:
        raise RuleBroken(
            "The capacity must be a power of two from %(least)s to %(most)s.",
            rule="1",
            field="capacity",
            least=SMALLEST_CAPACITY,
            most=LARGEST_CAPACITY,
        )
    if not 1 <= limit <= capacity // 2:
        raise RuleBroken(
            "The limit per player must be from 1 to half the capacity, %(most)s.",
            rule="1",
            field="max_tickets_per_player",
            most=capacity // 2,
        )


def check_sale(wanted: int, *, sold: int, capacity: int, held: int, limit: int) -> None:
    """RuleBroken unless `wanted` more tickets fit the house and, with those `held`, the player's limit."""
    if wanted < 1:
        raise RuleBroken("At least one card.", rule="1", field="count")
    if held + wanted > limit:
        raise _above_limit(limit, held)
    if sold + wanted > capacity:
        raise _house_full(capacity - sold, capacity)


def _house_full(left: int, capacity: int) -> RuleBroken:
    if left == 1:
        return RuleBroken("Only 1 of %(capacity)s cards is left.", rule="1", field="count", capacity=capacity)
    return RuleBroken(
        "Only %(left)s of %(capacity)s cards are left.",
        rule="1",
        field="count",
        left=left,
        capacity=capacity,
    )


def _above_limit(limit: int, held: int) -> RuleBroken:
    if limit == 1:
        return RuleBroken(
            "At most one card per player; this player has %(held)s.", rule="1", field="count", held=held
        )
    return RuleBroken(
        "At most %(limit)s cards per player; this player has %(held)s.",
        rule="1",
        field="count",
        limit=limit,
        held=held,
    )
