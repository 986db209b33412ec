"""A draw typed in from real pots: what the rules of the two pots allow, lot by lot."""

from __future__ import annotations

import random
from collections import Counter
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.errors import RuleBroken
from tournament.knockout.by_hand import (
    draws_again,
    in_the_middle,
    late_lot,
    next_lot,
    pot_in_turn,
    still_to_draw,
)
from tournament.knockout.draw import Lot, PlayerId, Pot, TicketNumber
from tournament.knockout.rounds import pair
from tournament.knockout.sales import draw_size

ANNA, BERTA, CILLI = PlayerId(1), PlayerId(2), PlayerId(3)


def cards(*numbers: int) -> list[TicketNumber]:
    return [TicketNumber(number) for number in numbers]


FIVE = {ANNA: cards(1, 4), BERTA: cards(2), CILLI: cards(3, 5)}
"""Five cards in a draw of eight: four numbers in each pot."""


def drawn(*lots: tuple[PlayerId, int]) -> list[Lot]:
    found: list[Lot] = []
    for player, number in lots:
        found.append(next_lot(8, FIVE, found, player, number))
    return found


def test_a_player_draws_for_his_cards_in_ascending_order_first_from_the_left_pot() -> None:
    lots = drawn((ANNA, 3), (ANNA, 1), (CILLI, 2), (CILLI, 4), (BERTA, 2))

    assert [(lot.ticket, lot.pot, lot.number) for lot in lots] == [
        (1, Pot.LEFT, 3),
        (4, Pot.LEFT, 1),
        (3, Pot.LEFT, 2),
        (5, Pot.LEFT, 4),
        (2, Pot.RIGHT, 2),
    ]
    assert still_to_draw(FIVE, lots) == {}


@pytest.mark.parametrize("number", [0, -1, 5, 10**9])
def test_a_number_that_no_pot_holds_is_refused(number: int) -> None:
    with pytest.raises(RuleBroken, match="numbers 1 to 4"):
        drawn((ANNA, number))


def test_a_number_that_is_gone_is_refused_and_its_card_named() -> None:
    with pytest.raises(RuleBroken, match="Card 1 has drawn this number already"):
        drawn((ANNA, 3), (ANNA, 3))


def test_a_number_of_the_left_pot_is_in_the_right_pot_once_more() -> None:
    lots = drawn((ANNA, 3), (ANNA, 1), (CILLI, 2), (CILLI, 4))

    assert pot_in_turn(8, lots) is Pot.RIGHT
    assert next_lot(8, FIVE, lots, BERTA, 3).pot is Pot.RIGHT


def test_nobody_draws_while_another_player_is_in_the_middle() -> None:
    lots = drawn((ANNA, 3))

    assert in_the_middle(FIVE, lots) == ANNA
    with pytest.raises(RuleBroken, match="Somebody else"):
        next_lot(8, FIVE, lots, BERTA, 1)


@pytest.mark.parametrize("player", [BERTA, PlayerId(9)])
def test_who_has_nothing_to_draw_is_refused(player: PlayerId) -> None:
    with pytest.raises(RuleBroken, match="drawn for all cards"):
        next_lot(8, FIVE, drawn((BERTA, 1)), player, 2)


def test_his_own_number_is_set_aside_while_others_are_left() -> None:
    lots = drawn((BERTA, 1), (ANNA, 2), (ANNA, 3), (CILLI, 4))

    with pytest.raises(RuleBroken, match="set it aside"):
        next_lot(8, FIVE, lots, CILLI, 4)
    assert next_lot(8, FIVE, lots, CILLI, 1) == Lot(TicketNumber(5), Pot.RIGHT, 1)


def test_his_own_number_from_the_right_pot_is_set_aside_too() -> None:
    """Two lots from the left pot were taken back after the right one was begun."""
    lots = [*drawn((BERTA, 1), (CILLI, 2), (CILLI, 3)), Lot(TicketNumber(1), Pot.RIGHT, 4)]
    assert pot_in_turn(8, lots[1:]) is Pot.LEFT

    with pytest.raises(RuleBroken, match="from the other pot"):
        next_lot(8, FIVE, lots[1:], ANNA, 4)
    assert next_lot(8, FIVE, lots[1:], ANNA, 1) == Lot(TicketNumber(4), Pot.LEFT, 1)
    assert next_lot(8, FIVE, lots, ANNA, 4) == Lot(TicketNumber(4), Pot.LEFT, 4)


class TestDrawsAgain:
    """Four cards in a draw of eight that was begun with more: the others have left it, and their lots."""

    FOUR: ClassVar = {ANNA: cards(1, 4), BERTA: cards(2), CILLI: cards(3)}

    def lots(self, *right: int, left: tuple[int, ...]) -> list[Lot]:
        numbers = [(Pot.LEFT, number) for number in left] + [(Pot.RIGHT, number) for number in right]
        return [Lot(TicketNumber(k), *lot) for k, lot in enumerate(numbers, start=1)]

    def test_a_card_without_a_counterpart_comes_first_then_the_newest(self) -> None:
        assert draws_again(8, self.FOUR, self.lots(3, 2, left=(1, 2))) == 3
        assert draws_again(8, self.FOUR, self.lots(1, 2, left=(1, 2))) == 4

    @pytest.mark.parametrize(
        ("right", "left"), [((), (1, 2, 3, 4)), ((), (1, 2, 3)), ((3,), (1, 2)), ((2, 3, 1), (1, 2))]
    )
    def test_nobody_does_while_others_draw_or_with_no_number_left(
        self, right: tuple[int, ...], left: tuple[int, ...]
    ) -> None:
        assert draws_again(8, self.FOUR, self.lots(*right, left=left)) is None


def test_a_card_from_the_right_pot_that_would_meet_nobody_is_never_left_out() -> None:
    lots = [Lot(TicketNumber(1), Pot.LEFT, 1), Lot(TicketNumber(2), Pot.RIGHT, 2)]

    with pytest.raises(RuleBroken, match="card 2 puts its number back"):
        pair(lots)


def test_with_nothing_but_his_own_numbers_left_he_meets_himself() -> None:
    alone = {ANNA: cards(1, 2)}
    lots = [next_lot(2, alone, [], ANNA, 1)]

    assert next_lot(2, alone, lots, ANNA, 1) == Lot(TicketNumber(2), Pot.RIGHT, 1)


@given(held=st.lists(st.integers(1, 6), min_size=1, max_size=12), seed=st.integers())
def test_whatever_is_drawn_by_these_rules_obeys_the_law_of_the_two_pots(held: list[int], seed: int) -> None:
    chance = random.Random(seed)
    numbers = iter(range(1, sum(held) + 1))
    holdings = {
        PlayerId(player): [TicketNumber(next(numbers)) for _ in range(count)]
        for player, count in enumerate(held, start=1)
    }
    size = max(2, draw_size(sum(held)))
    lots: list[Lot] = []
    while rest := still_to_draw(holdings, lots):
        player = in_the_middle(holdings, lots) or chance.choice(list(rest))
        lots.append(_drawn_somehow(size, holdings, lots, player, chance))

    owner = {ticket: player for player, tickets in holdings.items() for ticket in tickets}
    selves = Counter(owner[p.left] for p in pair(lots) if p.right and owner[p.left] == owner[p.right])
    for player, tickets in holdings.items():
        assert selves[player] == max(0, len(tickets) - size // 2)


def _drawn_somehow(
    size: int,
    holdings: dict[PlayerId, list[TicketNumber]],
    lots: list[Lot],
    player: PlayerId,
    chance: random.Random,
) -> Lot:
    """Draw until the rules take a number: each that they refuse goes aside."""
    pot = list(range(1, size // 2 + 1))
    chance.shuffle(pot)
    for number in pot:
        try:
            return next_lot(size, holdings, lots, player, number)
        except RuleBroken:
            continue
    raise AssertionError("no number is left")


ALL_DRAWN = ((ANNA, 3), (ANNA, 1), (CILLI, 2), (CILLI, 4), (BERTA, 2))


def test_a_late_card_drew_what_is_left_in_the_right_pot() -> None:
    assert late_lot(8, drawn(*ALL_DRAWN), (), TicketNumber(6), 4) == Lot(TicketNumber(6), Pot.RIGHT, 4)


@pytest.mark.parametrize(
    ("number", "reason"),
    [(2, "Card 2 has drawn this number already"), (5, "numbers 1 to 4"), (3, "set it aside")],
)
def test_a_number_that_no_late_card_of_anna_can_have_drawn_is_refused(number: int, reason: str) -> None:
    with pytest.raises(RuleBroken, match=reason) as caught:
        late_lot(8, drawn(*ALL_DRAWN), FIVE[ANNA], TicketNumber(6), number)

    assert caught.value.field == "number"


def test_a_late_card_meets_its_own_player_if_nothing_else_is_left() -> None:
    lots = [*drawn(*ALL_DRAWN), Lot(TicketNumber(6), Pot.RIGHT, 4)]

    assert late_lot(8, lots, FIVE[ANNA], TicketNumber(7), 1).number == 1
