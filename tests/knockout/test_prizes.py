"""Who is awarded which prize (rules, section 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.knockout.builders import line_up, numbers
from tests.knockout.fields import Field, chances, fields
from tests.knockout.wandering import wander
from tournament.knockout.draw import PlayerId, TicketNumber
from tournament.knockout.places import Place
from tournament.knockout.prizes import BandOrders, award, bands_to_order, in_order_by_lot

TOP_EIGHT = line_up(1, 2, 3, 4, 5, 6, 7, 8)
WITH_BAND = line_up(1, 2, 3, 4, 5, 6, 7, 8, range(9, 17), range(17, 33))
EIGHT = range(1, 9)


def holders(**several: Sequence[int]) -> dict[TicketNumber, PlayerId]:
    """Ticket k belongs to player k, except that those listed belong to the player of the first."""
    owned = {TicketNumber(k): PlayerId(k) for k in range(1, 65)}
    for tickets in several.values():
        owned |= {TicketNumber(ticket): PlayerId(tickets[0]) for ticket in tickets}
    return owned


def winners(
    ranks: Sequence[int],
    places: Sequence[Place],
    owned: Mapping[TicketNumber, PlayerId],
    *,
    one_each: bool = False,
    orders: BandOrders | None = None,
) -> dict[int, int | None]:
    """Which ticket wins the prize of each rank."""
    return {a.rank: a.ticket for a in award(ranks, places, owned, one_each=one_each, orders=orders or {})}


def bands(
    ranks: Sequence[int], places: Sequence[Place], owned: Mapping[TicketNumber, PlayerId], *, one_each: bool
) -> list[int]:
    """The first place of each band that must be put in order."""
    return [band[0].place for band in bands_to_order(ranks, places, owned, one_each=one_each)]


def test_eight_prizes_go_to_the_first_eight_places() -> None:
    assert winners(EIGHT, TOP_EIGHT, holders()) == {k: k for k in EIGHT}


def test_a_player_with_several_tickets_can_win_several_prizes() -> None:
    given = award(EIGHT, TOP_EIGHT, holders(anna=(2, 3, 8)), one_each=False, orders={})
    assert [(a.rank, a.ticket) for a in given if a.player == 2] == [(2, 2), (3, 3), (8, 8)]


def test_with_one_prize_per_player_he_keeps_his_best_and_every_later_prize_moves_up() -> None:
    found = winners(range(1, 6), TOP_EIGHT, holders(anna=(2, 3, 6)), one_each=True)
    assert found == {1: 1, 2: 2, 3: 4, 4: 5, 5: 7}


def test_prizes_that_move_up_reach_the_band_in_the_order_of_its_lot() -> None:
    lot = {9: numbers(12, 9, 16, 10, 11, 13, 14, 15)}
    found = winners(EIGHT, WITH_BAND, holders(anna=(1, 2, 3)), one_each=True, orders=lot)
    assert found == {1: 1, 2: 4, 3: 5, 4: 6, 5: 7, 6: 8, 7: 12, 8: 9}


def test_in_the_band_too_a_player_who_has_a_prize_is_passed_over() -> None:
    lot = {9: numbers(12, 9, 16, 10, 11, 13, 14, 15)}
    found = winners(EIGHT, WITH_BAND, holders(anna=(1, 2, 12), bert=(9, 16, 3)), one_each=True, orders=lot)
    assert found == {1: 1, 2: 3, 3: 4, 4: 5, 5: 6, 6: 7, 7: 8, 8: 10}


def test_ten_prizes_bring_the_first_two_of_the_band_theirs() -> None:
    ranks = range(1, 11)
    lot = {9: numbers(16, 15, 9, 10, 11, 12, 13, 14)}
    assert bands(ranks, WITH_BAND, holders(), one_each=False) == [9]
    found = winners(ranks, WITH_BAND, holders(), orders=lot)
    assert (found[8], found[9], found[10]) == (8, 16, 15)


def test_ten_prizes_within_a_band_go_by_its_order() -> None:
    lot = {17: numbers(*range(32, 16, -1))}
    found = winners(range(17, 27), WITH_BAND, holders(), orders=lot)
    assert found == {rank: 49 - rank for rank in range(17, 27)}


def test_the_tickets_of_an_awarded_band_have_their_own_players() -> None:
    (ninth,) = award([9], WITH_BAND, holders(anna=(4, 16)), one_each=False, orders={9: numbers(16, 9)})
    assert (ninth.rank, ninth.ticket, ninth.player) == (9, 16, 4)


def test_more_prizes_than_tickets_leave_the_last_prizes_to_nobody() -> None:
    found = award(range(1, 5), line_up(1, 2, 3), holders(), one_each=False, orders={})
    assert [(a.rank, a.ticket, a.player) for a in found] == [(1, 1, 1), (2, 2, 2), (3, 3, 3), (4, None, None)]


def test_with_one_each_more_prizes_than_players_leave_the_last_prizes_to_nobody() -> None:
    found = winners(range(1, 5), line_up(1, 2, 3, 4), holders(anna=(1, 2, 4)), one_each=True)
    assert found == {1: 1, 2: 3, 3: None, 4: None}


def test_ranks_with_gaps_award_nothing_in_between() -> None:
    assert winners([1, 3, 8], TOP_EIGHT, holders()) == {1: 1, 3: 3, 8: 8}


def test_prizes_are_listed_by_rank_however_they_were_announced() -> None:
    assert [a.rank for a in award([8, 1, 3], TOP_EIGHT, holders(), one_each=False, orders={})] == [1, 3, 8]


def test_without_prizes_nothing_is_awarded_and_nothing_needs_an_order() -> None:
    assert award([], WITH_BAND, holders(), one_each=True, orders={}) == ()
    assert bands([], WITH_BAND, holders(), one_each=True) == []


def test_prizes_for_single_places_need_no_lot() -> None:
    assert bands(EIGHT, WITH_BAND, holders(), one_each=False) == []
    assert bands(EIGHT, WITH_BAND, holders(), one_each=True) == []


def test_prizes_that_move_up_into_a_band_need_its_lot() -> None:
    assert bands(EIGHT, WITH_BAND, holders(anna=(1, 2)), one_each=True) == [9]


def test_a_band_that_a_gap_in_the_ranks_passes_over_needs_no_lot() -> None:
    assert bands([1, 20], WITH_BAND, holders(), one_each=False) == [17]
    assert bands([1, 20], WITH_BAND, holders(), one_each=True) == [17]


def test_a_band_whose_players_all_have_a_prize_is_passed_over() -> None:
    places = line_up(1, 2, (3, 4), (5, 6, 7, 8))
    owned = holders(anna=(1, 3), bert=(2, 4))
    assert bands(range(1, 4), places, owned, one_each=True) == [5]
    assert winners(range(1, 4), places, owned, one_each=True, orders={5: numbers(8, 7, 6, 5)})[3] == 8


def test_a_band_in_which_one_player_alone_can_win_needs_no_lot() -> None:
    places = line_up(1, 2, (3, 4, 5))
    assert bands(range(1, 4), places, holders(anna=(1, 3), bert=(2, 4)), one_each=True) == []
    assert winners(range(1, 4), places, holders(anna=(1, 3), bert=(2, 4)), one_each=True)[3] == 5
    assert bands(range(1, 6), places, holders(anna=(3, 4, 5)), one_each=False) == []


@given(st.binary(min_size=32, max_size=32), st.sets(st.integers(1, 4096), min_size=3, max_size=16))
def test_who_stays_in_a_band_stays_before_or_behind_the_others_whoever_comes_or_goes(
    seed: bytes, band: set[int]
) -> None:
    whole = in_order_by_lot(numbers(*band), seed)
    assert sorted(whole) == sorted(band)

    for gone in whole:
        rest = in_order_by_lot([ticket for ticket in sorted(whole) if ticket != gone], seed)
        assert rest == tuple(ticket for ticket in whole if ticket != gone)


def test_every_card_of_a_band_is_first_by_some_seed() -> None:
    firsts = {in_order_by_lot(numbers(*range(9, 17)), bytes([k] * 32))[0] for k in range(100)}
    assert firsts == set(range(9, 17))


@given(fields(2, 40), chances, st.sets(st.integers(1, 45)), st.booleans())
def test_every_prize_goes_to_the_right_place_whatever_the_night_was_like(
    field: Field, chance: Random, ranks: set[int], one_each: bool
) -> None:
    night = wander(field, chance)
    owned = night.holders
    reached = bands_to_order(sorted(ranks), night.places, owned, one_each=one_each)
    orders = {band[0].place: [place.ticket for place in reversed(band)] for band in reached}
    found = award(sorted(ranks), night.places, owned, one_each=one_each, orders=orders)
    awarded = [a for a in found if a.ticket is not None]
    place = {p.ticket: p.place for p in night.places}
    in_order = [place[a.ticket] for a in awarded if a.ticket is not None]
    assert in_order == sorted(in_order)
    assert len({a.ticket for a in awarded}) == len(awarded)
    assert len(awarded) == sum(rank <= (len(field) if one_each else len(owned)) for rank in ranks)
    if one_each:
        assert len({a.player for a in awarded}) == len(awarded)


@given(fields(2, 40), chances, st.sets(st.integers(1, 45)), st.booleans())
def test_only_bands_to_order_decide_which_player_wins(
    field: Field, chance: Random, ranks: set[int], one_each: bool
) -> None:
    """Any order of the other bands awards the same players: no lot is missing."""
    night = wander(field, chance)
    reached = {
        b[0].place for b in bands_to_order(sorted(ranks), night.places, night.holders, one_each=one_each)
    }
    others: dict[int, list[TicketNumber]] = {}
    for place in reversed(night.places):
        if place.place not in reached:
            others.setdefault(place.place, []).append(place.ticket)

    def players(orders: BandOrders) -> list[PlayerId | None]:
        found = award(sorted(ranks), night.places, night.holders, one_each=one_each, orders=orders)
        return [a.player for a in found]

    assert players({}) == players(others)
