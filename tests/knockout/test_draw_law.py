"""The draw with two pots, for every size and any holdings (rules, section 2)."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.knockout.fields import Field, dealt_out, fields, holders_of, seeds
from tests.knockout.nights import holding
from tournament.knockout.draw import Draw, FirstRoundOrder, PlayerId, Pot, draw
from tournament.knockout.rounds import pair
from tournament.knockout.sales import draw_size
from tournament.knockout.seed import Stream

orders = st.sampled_from([FirstRoundOrder.RANDOM, FirstRoundOrder.PURCHASE, None])
spare_doublings = st.sampled_from([0, 0, 0, 1, 2])
"""How often a round is twice as big as its tickets need: after double walkovers a later round can be."""

ANY_FIELD = settings(max_examples=150)


def drawn_size(field: Field, doublings: int) -> int:
    return draw_size(sum(map(len, field.values()))) << doublings


def against_himself(field: Field, drawn: Draw) -> Counter[PlayerId]:
    holders = holders_of(field)
    return Counter(
        holders[p.left]
        for p in pair(drawn.lots)
        if p.right is not None and holders[p.left] == holders[p.right]
    )


def forced(field: Field, size: int) -> Counter[PlayerId]:
    """What the law says: h − M/2 for the biggest holder if that is above nothing, nobody else."""
    player, held = max(field.items(), key=lambda item: len(item[1]))
    return +Counter({player: max(0, len(held) - size // 2)})


@pytest.mark.parametrize("order", [FirstRoundOrder.RANDOM, FirstRoundOrder.PURCHASE, None])
def test_the_law_holds_for_every_number_of_tickets_from_2_to_256(order: FirstRoundOrder | None) -> None:
    for sold in range(2, 257):
        size = draw_size(sold)
        for biggest in {1, Random(sold).randint(1, sold), size // 2 + 1}:
            field = dealt_out(sold, biggest, Random(sold))
            drawn = draw(size, field, Stream(sold.to_bytes(32, "big")), order)
            assert against_himself(field, drawn) == forced(field, size), (sold, biggest)


@ANY_FIELD
@given(fields(), seeds, orders, spare_doublings)
def test_only_the_biggest_holder_meets_himself_and_only_as_often_as_his_tickets_force(
    field: Field, seed: bytes, order: FirstRoundOrder | None, doublings: int
) -> None:
    size = drawn_size(field, doublings)
    assert against_himself(field, draw(size, field, Stream(seed), order)) == forced(field, size)


@ANY_FIELD
@given(fields(), seeds, orders)
def test_byes_are_the_size_less_the_tickets_sold(
    field: Field, seed: bytes, order: FirstRoundOrder | None
) -> None:
    size = drawn_size(field, 0)
    pairings = pair(draw(size, field, Stream(seed), order).lots)
    assert sum(pairing.right is None for pairing in pairings) == size - len(holders_of(field))


@ANY_FIELD
@given(fields(), seeds, orders, spare_doublings)
def test_every_ticket_is_paired_once_and_no_bye_meets_a_bye(
    field: Field, seed: bytes, order: FirstRoundOrder | None, doublings: int
) -> None:
    size = drawn_size(field, doublings)
    tickets = sorted(holders_of(field))
    pairings = pair(draw(size, field, Stream(seed), order).lots)
    assert sorted(ticket for pairing in pairings for ticket in pairing.tickets) == tickets
    assert len(pairings) == min(size // 2, len(tickets))


@ANY_FIELD
@given(fields(), seeds, orders, spare_doublings)
def test_each_pot_gives_each_number_once_and_the_left_is_emptied_before_the_right(
    field: Field, seed: bytes, order: FirstRoundOrder | None, doublings: int
) -> None:
    half = drawn_size(field, doublings) // 2
    lots = draw(2 * half, field, Stream(seed), order).lots
    left, right = lots[:half], lots[half:]
    assert {lot.pot for lot in left} == {Pot.LEFT}
    assert {lot.pot for lot in right} <= {Pot.RIGHT}
    for pot in (left, right):
        assert len({lot.number for lot in pot}) == len(pot)
        assert {lot.number for lot in pot} <= set(range(1, half + 1))


@ANY_FIELD
@given(fields(), seeds, orders)
def test_players_draw_one_after_another_each_all_his_tickets_ascending(
    field: Field, seed: bytes, order: FirstRoundOrder | None
) -> None:
    drawn = draw(drawn_size(field, 0), field, Stream(seed), order)
    holders = holders_of(field)
    turns = [
        (player, [lot.ticket for lot in lots])
        for player, lots in groupby(drawn.lots, key=lambda lot: holders[lot.ticket])
    ]
    assert turns == [(player, sorted(field[player])) for player in drawn.order]
    assert sorted(drawn.order) == sorted(field)


@ANY_FIELD
@given(fields(), seeds)
def test_in_later_rounds_players_with_several_tickets_draw_before_the_others(
    field: Field, seed: bytes
) -> None:
    drawn = draw(drawn_size(field, 0), field, Stream(seed), None)
    several = [len(field[player]) > 1 for player in drawn.order]
    assert several == sorted(several, reverse=True)


@ANY_FIELD
@given(fields(), seeds)
def test_by_order_of_purchase_the_lowest_ticket_number_draws_first(field: Field, seed: bytes) -> None:
    drawn = draw(drawn_size(field, 0), field, Stream(seed), FirstRoundOrder.PURCHASE)
    lowest = [min(field[player]) for player in drawn.order]
    assert lowest == sorted(lowest)


def test_in_later_rounds_both_groups_draw_in_every_order() -> None:
    field = holding(2, 2, 1, 1)
    seen = {draw(8, field, Stream(k.to_bytes(32, "big")), None).order for k in range(100)}
    assert seen == {(1, 2, 3, 4), (1, 2, 4, 3), (2, 1, 3, 4), (2, 1, 4, 3)}


@ANY_FIELD
@given(fields(), seeds, orders)
def test_the_same_seed_draws_the_same_lots(field: Field, seed: bytes, order: FirstRoundOrder | None) -> None:
    size = drawn_size(field, 0)
    backwards = {player: field[player][::-1] for player in reversed(field)}
    assert draw(size, field, Stream(seed), order) == draw(size, backwards, Stream(seed), order)
