"""What the projector shows: as large as fits on one screen; what does not fit takes turns.

How much fits depends on how long the names are. Counted in lines, for a screen of 16:9; others are higher.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from tournament.desk.board import Board
from tournament.desk.matches import PairingView, RoundView

SECONDS_A_SCREEN = 12

Row = tuple[RoundView, PairingView]

_SPACE_BETWEEN = 0.6
_HEADING = 2.5


@dataclass(frozen=True, slots=True)
class Size:
    """A way to set the wall: its class in the style sheet, letters that fit in a line, lines on a screen."""

    name: str
    letters: int
    lines: float


SIZES = (Size("few", 50, 8), Size("usual", 24, 26), Size("dense", 26, 62))
"""From the largest to the smallest that can be read from the far end of the hall."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What is shown at once, `number` of `count` that take turns."""

    rounds: tuple[tuple[RoundView, tuple[PairingView, ...]], ...]
    number: int
    count: int
    size: str


def screen(board: Board, turn: int) -> Screen:
    """The screen of this turn: open pairings by number, or the last draw with its results if none is open.

    In each round those that wait for an earlier result come last.
    """
    rows = [(r, p) for r in board.current for p in ((*r.playing, *r.waiting) or r.pairings) if p.right]
    size = next((size for size in SIZES if _height(rows, size) <= size.lines), SIZES[-1])
    screens = list(_screens(rows, size)) or [[]]
    number = turn % len(screens)
    by_round = groupby(screens[number], key=lambda row: row[0].slug)
    rounds = ((shown[0][0], tuple(p for _, p in shown)) for shown in (list(part) for _, part in by_round))
    return Screen(tuple(rounds), number + 1, len(screens), size.name)


def _screens(rows: Iterable[Row], size: Size) -> Iterator[list[Row]]:
    """The rows, as many at a time as fit."""
    part: list[Row] = []
    for row in rows:
        if part and _height([*part, row], size) > size.lines:
            yield part
            part = []
        part.append(row)
    if part:
        yield part


def _height(rows: list[Row], size: Size) -> float:
    headings = len({round_.slug for round_, _ in rows}) - 1
    return headings * _HEADING + sum(_lines(pairing, size) for _, pairing in rows)


def _lines(pairing: PairingView, size: Size) -> float:
    names = sum(-(-len(side.name) // size.letters) + side.shares_name for side in pairing.sides)
    return names + _SPACE_BETWEEN
