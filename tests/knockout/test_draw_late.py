"""A ticket sold after the draw: it takes a bye and moves nobody (rules, sections 1 and 2)."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.knockout.fields import Field, fields, holders_of, seeds
from tests.knockout.nights import holding, singles
from tournament.errors import RuleBroken
from tournament.knockout.draw import FirstRoundOrder, Lot, PlayerId, Pot, TicketNumber, draw, draw_late
from tournament.knockout.rounds import pair
from tournament.knockout.sales import draw_size
from tournament.knockout.seed import Stream

LATE = TicketNumber(10_000)

ANY_FIELD = settings(max_examples=150)


def round_one(field: Field, seed: bytes) -> tuple[int, list[Lot]]:
    size = draw_size(len(holders_of(field)))
    return size, list(draw(size, field, Stream(seed), FirstRoundOrder.RANDOM).lots)


def byes(lots: list[Lot]) -> dict[int, TicketNumber]:
    return {pairing.number: pairing.left for pairing in pair(lots) if pairing.right is None}


@ANY_FIELD
@given(fields(3), seeds, st.data())
def test_a_late_ticket_meets_a_bye_and_not_its_own_player_while_it_can(
    field: Field, seed: bytes, data: st.DataObject
) -> None:
    size, lots = round_one(field, seed)
    free = byes(lots)
    assume(free)
    own = field[data.draw(st.sampled_from(sorted(field)))]
    lot = draw_late(size, lots, own, LATE, Stream(seed))
    assert (lot.ticket, lot.pot) == (LATE, Pot.RIGHT)
    assert free[lot.number] not in own or set(free.values()) <= set(own)


@ANY_FIELD
@given(fields(3), seeds)
def test_a_late_ticket_leaves_every_other_pairing_as_it_was(field: Field, seed: bytes) -> None:
    size, lots = round_one(field, seed)
    assume(byes(lots))
    before = {pairing.number: pairing for pairing in pair(lots)}
    lot = draw_late(size, lots, (), LATE, Stream(seed))
    after = {pairing.number: pairing for pairing in pair([*lots, lot])}
    filled, was = after.pop(lot.number), before.pop(lot.number)
    assert after == before
    assert filled.tickets == (was.left, LATE)


@settings(max_examples=40)
@given(fields(3, 64), seeds)
def test_late_tickets_are_sold_until_no_bye_is_left_and_then_refused(field: Field, seed: bytes) -> None:
    size, lots = round_one(field, seed)
    for k in range(size - len(lots)):
        lots.append(draw_late(size, lots, (), TicketNumber(LATE + k), Stream(seed)))
    assert byes(lots) == {}
    with pytest.raises(RuleBroken, match="No bye is left") as refusal:
        draw_late(size, lots, (), TicketNumber(LATE + size), Stream(seed))
    assert (refusal.value.rule, refusal.value.field) == ("1", "count")


def test_a_late_ticket_can_meet_every_bye() -> None:
    size, lots = round_one(singles(11), bytes(32))
    met = {draw_late(size, lots, (), LATE, Stream(k.to_bytes(32, "big"))).number for k in range(100)}
    assert met == set(byes(lots))


def test_a_late_ticket_meets_its_own_player_if_only_his_bye_is_left() -> None:
    field = holding(2, 1)
    lots = [
        Lot(TicketNumber(1), Pot.LEFT, 1),
        Lot(TicketNumber(2), Pot.LEFT, 2),
        Lot(TicketNumber(3), Pot.RIGHT, 1),
    ]
    assert draw_late(4, lots, field[PlayerId(1)], LATE, Stream(bytes(32))).number == 2


def test_a_second_late_ticket_does_not_meet_the_first_again() -> None:
    """The first stands in the right pot; its number is gone for everybody, its own player included."""
    size, lots = round_one(singles(5), bytes(32))
    first = draw_late(size, lots, (), LATE, Stream(bytes(32)))
    second = draw_late(size, [*lots, first], (LATE,), TicketNumber(LATE + 1), Stream(bytes(32)))
    assert second.number in set(byes(lots)) - {first.number}
