"""What should be in the box, and what is."""

from __future__ import annotations

import pytest

from tests.desk.builders import KASSA, a_tournament, refused
from tests.desk.fresh import pay, take_back
from tournament.desk.acts import Desk
from tournament.desk.cash import CashSheet, count_cash, read_cash
from tournament.desk.office import read_log
from tournament.desk.selling import sell
from tournament.desk.undoing import undo
from tournament.errors import Overtaken, RuleBroken


@pytest.fixture
def night(desk: Desk) -> int:
    """Three cards paid, two reserved, at five euro."""
    night = a_tournament(desk, sold=3, capacity=16)
    sell(desk, KASSA, night, "Maria Huber", "", 2, paid=False)
    return night


def sheet(desk: Desk, night: int) -> CashSheet:
    return read_cash(desk.database, night)


def test_the_sheet_adds_up_what_was_sold(desk: Desk, night: int) -> None:
    cash = sheet(desk, night)

    assert (cash.paid_tickets, cash.takings) == (3, 1500)
    assert (cash.reserved_tickets, cash.reserved) == (2, 1000)
    assert (cash.opening, cash.closing, cash.difference) == (None, None, None)
    assert cash.expected == 1500


def test_a_reserved_card_counts_once_it_is_paid(desk: Desk, night: int) -> None:
    pay(desk, KASSA, night, [4])

    assert (sheet(desk, night).takings, sheet(desk, night).reserved) == (2000, 500)


def test_a_refund_was_taken_and_is_paid_out_again(desk: Desk, night: int) -> None:
    take_back(desk, KASSA, night, 1)
    take_back(desk, KASSA, night, 4)

    cash = sheet(desk, night)
    assert (cash.refunded, cash.takings) == (500, 1000)


def test_a_refund_that_was_undone_is_none(desk: Desk, night: int) -> None:
    entry = take_back(desk, KASSA, night, 1)
    undo(desk, KASSA, night, seen=entry.revision)

    cash = sheet(desk, night)
    assert (cash.refunded, cash.takings) == (0, 1500)


def test_the_difference_is_what_is_too_much_or_missing(desk: Desk, night: int) -> None:
    count_cash(desk, KASSA, night, 10000, 11400, seen=sheet(desk, night).counted)

    cash = sheet(desk, night)
    assert (cash.expected, cash.difference) == (11500, -100)


def test_a_card_sold_after_counting_shows_as_missing(desk: Desk, night: int) -> None:
    count_cash(desk, KASSA, night, 0, 1500, seen=sheet(desk, night).counted)
    sell(desk, KASSA, night, "Franz Zach", "", 1)

    assert sheet(desk, night).difference == -500


def test_two_who_count_at_once_do_not_overwrite_each_other(desk: Desk, night: int) -> None:
    seen = sheet(desk, night).counted
    count_cash(desk, KASSA, night, 10000, None, seen=seen)

    with refused(desk, night, Overtaken):
        count_cash(desk, KASSA, night, 5000, None, seen=seen)


@pytest.mark.parametrize(("opening", "closing", "field"), [(-1, None, "opening"), (0, -5, "closing")])
def test_money_in_the_box_is_never_negative(
    desk: Desk, night: int, opening: int, closing: int | None, field: str
) -> None:
    with refused(desk, night, RuleBroken, field=field):
        count_cash(desk, KASSA, night, opening, closing, seen=sheet(desk, night).counted)


def test_the_log_keeps_each_count_with_the_one_before(desk: Desk, night: int) -> None:
    count_cash(desk, KASSA, night, 10000, None, seen=sheet(desk, night).counted)
    count_cash(desk, KASSA, night, 10000, 11500, seen=sheet(desk, night).counted)

    entry = read_log(desk.database, night)[0]
    assert entry.before == {"opening_cents": 10000, "closing_cents": None}
    assert entry.after == {"opening_cents": 10000, "closing_cents": 11500}
