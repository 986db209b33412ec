"""A score sheet as its page draws it: two columns, each with its beads."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.desk.sheets import SheetView
from tournament.schnapsen.match import POINTS_TO_WIN
from tournament.schnapsen.side import Side


@dataclass(frozen=True, slots=True)
class Column:
    """One side of the sheet; `shown` is its score as this table counts, down or up."""

    side: Side
    name: str
    points: int
    shown: int
    games: int
    """On the counter."""
    deals_next: bool
    taken: bool
    mine: bool
    writes: bool
    """Whether the one who looks may write here."""

    @property
    def beads(self) -> int:
        """How many of the seven beads are pushed over."""
        return min(self.points, POINTS_TO_WIN)


def columns(view: SheetView) -> tuple[Column, Column]:
    a, b = (_column(view, side) for side in Side)
    return a, b


def _column(view: SheetView, side: Side) -> Column:
    sheet = view.sheet
    return Column(
        side=side,
        name=side.of(view.names),
        points=side.of(sheet.current.points),
        shown=side.of(sheet.current.shown(view.rules)),
        games=side.of(sheet.hung_on_counter),
        deals_next=not sheet.decided and sheet.score.dealer is side,
        taken=side in view.taken,
        mine=view.seat is side,
        writes=view.is_host or view.seat is side,
    )
