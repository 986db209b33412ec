"""Who writes in which column of a score sheet: each phone that took one, the desk or the host in both."""

from __future__ import annotations

from collections.abc import Mapping

from tournament.desk.acts import Desk
from tournament.desk.sheets import SheetView, Visitor, find_open, is_host, seat_of, standing_lines, view_of
from tournament.errors import RuleBroken
from tournament.schnapsen.side import Side
from tournament.store import models


def take_seat(desk: Desk, token: str, side: Side, phone: str) -> SheetView:
    """Let a phone write in a column. RuleBroken if another phone does."""
    with desk.database.writing() as session:
        row = find_open(session, token, lock=True)
        seats = {Side.A: row.seat_a, Side.B: row.seat_b}
        if seats[side] not in (None, phone):
            raise RuleBroken("Another phone writes in this column.", rule="4", field="side")
        if seats[side] is None:
            seats |= {side: phone, side.other: None if seats[side.other] == phone else seats[side.other]}
            _seat(row, seats)
        return view_of(session, row, Visitor(phone))


def leave_seat(desk: Desk, token: str, phone: str) -> None:
    """Give back the column of a phone, if it has one: somebody chose the wrong name."""
    with desk.database.writing() as session:
        row = find_open(session, token, lock=True)
        seats = {Side.A: row.seat_a, Side.B: row.seat_b}
        if phone in seats.values():
            _seat(row, {side: None if key == phone else key for side, key in seats.items()})


def free_seats(desk: Desk, token: str, visitor: Visitor) -> None:
    """Let other phones take the columns, for example when a battery is empty: the desk may, or the host."""
    with desk.database.writing() as session:
        row = find_open(session, token, lock=True)
        if not is_host(row, visitor):
            raise RuleBroken("Only the desk can free the columns.", rule="4", field="side")
        _seat(row, {Side.A: None, Side.B: None})


def choose_first_dealer(desk: Desk, token: str, side: Side, visitor: Visitor) -> None:
    """Say who deals first. RuleBroken for whoever only watches, and once something is written."""
    with desk.database.writing() as session:
        row = find_open(session, token, lock=True)
        refuse_watching(row, visitor)
        if standing_lines(row):
            raise RuleBroken("Who deals first is chosen before the first deal.", rule="4", field="dealer")
        if row.first_dealer != side:
            row.first_dealer = side.value
            row.revision += 1


def refuse_watching(row: models.Sheet, visitor: Visitor) -> None:
    """RuleBroken for whoever has neither a column nor both."""
    if seat_of(row, visitor) is None and not is_host(row, visitor):
        raise RuleBroken("This phone only watches: choose a column first.", rule="4", field="side")


def _seat(row: models.Sheet, seats: Mapping[Side, str | None]) -> None:
    row.seat_a, row.seat_b = seats[Side.A], seats[Side.B]
    row.revision += 1
