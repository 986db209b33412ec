"""The two seats at a table."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar

T = TypeVar("T")


class Side(StrEnum):
    """One of the two who play; a pair of values is always written A first."""

    A = "A"
    B = "B"

    @property
    def other(self) -> Side:
        """Who sits opposite."""
        return Side.B if self is Side.A else Side.A

    def of(self, pair: tuple[T, T]) -> T:
        """This side's half of a pair (A, B)."""
        return pair[0] if self is Side.A else pair[1]
