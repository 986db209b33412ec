"""Limits when selling, and what closing sales would mean (rules, section 1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.knockout.nights import holding, singles
from tournament.errors import RuleBroken
from tournament.knockout.draw import PlayerId
from tournament.knockout.sales import check_capacity, check_sale, close, draw_size


@pytest.mark.parametrize(
    ("sold", "size"),
    [(2, 2), (3, 4), (4, 4), (5, 8), (8, 8), (9, 16), (50, 64), (64, 64), (65, 128), (4096, 4096)],
)
def test_the_draw_has_the_smallest_size_that_holds_the_tickets(sold: int, size: int) -> None:
    assert draw_size(sold) == size


@given(st.integers(2, 20_000))
def test_the_size_is_a_power_of_two_less_than_twice_the_tickets(sold: int) -> None:
    size = draw_size(sold)
    assert size.bit_count() == 1
    assert sold <= size < 2 * sold


@given(st.integers(2, 400))
def test_closing_sales_shows_four_numbers_that_fit_together(sold: int) -> None:
    closed = close(singles(sold))
    assert closed.sold == sold
    assert closed.byes == closed.size - sold
    assert closed.matches == sold - closed.size // 2
    assert closed.byes + closed.matches == closed.size // 2
    assert closed.matches > 0


def test_closing_sales_at_fifty_means_fourteen_byes_and_eighteen_matches() -> None:
    closed = close(holding(*[3] * 16, 2))
    assert (closed.sold, closed.size, closed.byes, closed.matches) == (50, 64, 14, 18)
    assert closed.forced == {}


def test_closing_sales_names_the_player_whom_the_size_forces_against_himself() -> None:
    assert close(holding(1, 5, 1)).forced == {PlayerId(2): 1}
    assert close(holding(1, 7)).forced == {PlayerId(2): 3}


def test_half_the_size_in_one_hand_forces_nobody_against_himself() -> None:
    assert close(holding(4, 2, 1)).forced == {}
    assert close(holding(2, 2)).forced == {}


@pytest.mark.parametrize("counts", [(), (1,)])
def test_sales_cannot_close_with_fewer_than_two_tickets(counts: tuple[int, ...]) -> None:
    with pytest.raises(RuleBroken, match="At least two cards") as refusal:
        close(holding(*counts))
    assert refusal.value.rule == "1"


@pytest.mark.parametrize("capacity", [4, 8, 32, 64, 128, 4096])
def test_a_capacity_is_a_power_of_two_and_the_limit_at_most_half_of_it(capacity: int) -> None:
    check_capacity(capacity, 1)
    check_capacity(capacity, capacity // 2)
    for limit in (-1, 0, capacity // 2 + 1):
        with pytest.raises(RuleBroken, match=f"half the capacity, {capacity // 2}") as refusal:
            check_capacity(capacity, limit)
        assert (refusal.value.rule, refusal.value.field) == ("1", "max_tickets_per_player")


@pytest.mark.parametrize("capacity", [-64, 0, 1, 2, 3, 6, 63, 65, 100, 4095, 8192])
def test_another_capacity_is_refused(capacity: int) -> None:
    with pytest.raises(RuleBroken, match="power of two from 4 to 4096") as refusal:
        check_capacity(capacity, 1)
    assert (refusal.value.rule, refusal.value.field) == ("1", "capacity")


def test_the_last_ticket_of_the_house_and_of_the_player_can_be_sold() -> None:
    check_sale(1, sold=63, capacity=64, held=2, limit=3)
    check_sale(3, sold=61, capacity=64, held=0, limit=3)


@pytest.mark.parametrize(
    ("wanted", "sold", "held", "message"),
    [
        (0, 10, 0, "At least one card"),
        (-1, 10, 2, "At least one card"),
        (4, 10, 0, "At most 3 cards per player; this player has 0"),
        (2, 10, 2, "At most 3 cards per player; this player has 2"),
        (1, 64, 0, "Only 0 of 64 cards are left"),
        (2, 63, 0, "Only 1 of 64 cards is left"),
    ],
)
def test_a_sale_above_a_limit_is_refused_with_the_limit(
    wanted: int, sold: int, held: int, message: str
) -> None:
    with pytest.raises(RuleBroken, match=message) as refusal:
        check_sale(wanted, sold=sold, capacity=64, held=held, limit=3)
    assert (refusal.value.rule, refusal.value.field) == ("1", "count")


def test_a_limit_of_one_card_is_told_in_the_singular() -> None:
    with pytest.raises(RuleBroken, match="At most one card per player; this player has 1"):
        check_sale(1, sold=3, capacity=64, held=1, limit=1)
