"""Which draws and matches for places may still come, while rounds are being played (rules, section 5)."""

from __future__ import annotations

import pytest

from tests.knockout.builders import absent, bye, main_round, numbers, placement, still_open, won
from tests.knockout.nights import play, singles
from tournament.knockout.coming import (
    DueRound,
    PlacementTerms,
    draws_to_come,
    first_draw,
    possible_placements,
)
from tournament.knockout.rounds import Pairing, Stage

TERMS = PlacementTerms()
ALL = (Stage.THIRD, Stage.FIFTH_TO_EIGHTH, Stage.FIFTH, Stage.SEVENTH)

QUARTERFINAL = main_round(8, won(1, 5), won(2, 6), won(3, 7), won(4, 8))
SEMIFINAL = main_round(4, won(1, 3), won(2, 4), number=2)
LESSER = placement(Stage.FIFTH_TO_EIGHTH, won(5, 6), won(7, 8))


def test_the_main_round_of_two_is_the_final_and_a_match_for_a_single_place_is_not() -> None:
    assert main_round(2, won(1, 2)).is_final
    assert not SEMIFINAL.is_final
    assert not placement(Stage.FIFTH, won(5, 7)).is_final


@pytest.mark.parametrize(
    ("terms", "stages"),
    [
        (TERMS, ALL),
        (PlacementTerms(third=False), ALL[1:]),
        (PlacementTerms(fifth_to_eighth=False), ALL[:1]),
        (PlacementTerms(third=False, fifth_to_eighth=False), ()),
    ],
)
def test_before_the_first_draw_every_match_for_places_that_the_terms_promise_is_possible(
    terms: PlacementTerms, stages: tuple[Stage, ...]
) -> None:
    assert possible_placements([], terms, 32) == stages


@pytest.mark.parametrize(("size", "stages"), [(2, ()), (4, ALL[:1]), (8, ALL)])
def test_a_small_night_has_no_match_for_places_nobody_is_left_for(
    size: int, stages: tuple[Stage, ...]
) -> None:
    assert possible_placements([], TERMS, size) == stages


@pytest.mark.parametrize(
    ("quarterfinal", "stages"),
    [
        ((bye(1), bye(2), bye(3), bye(4)), ALL[:1]),
        ((still_open(1, 5), bye(2), bye(3), bye(4)), ALL[:1]),
        ((still_open(1, 5), won(2, 6), bye(3), bye(4)), (Stage.THIRD, Stage.FIFTH)),
        ((still_open(1, 5), won(2, 6), still_open(3, 7), bye(4)), ALL[:3]),
        ((still_open(1, 5), still_open(2, 6), still_open(3, 7), won(4, 8)), ALL),
    ],
)
def test_byes_of_the_quarter_finals_leave_fewer_matches_for_places(
    quarterfinal: tuple[Pairing, ...], stages: tuple[Stage, ...]
) -> None:
    assert possible_placements([main_round(8, *quarterfinal)], TERMS, 8) == stages


def test_where_both_were_absent_neither_plays_for_a_place_and_the_semi_finals_are_one_short() -> None:
    quarterfinal = main_round(8, absent(1, 5), still_open(2, 6), still_open(3, 7), still_open(4, 8))

    assert possible_placements([quarterfinal], TERMS, 8) == (Stage.FIFTH_TO_EIGHTH, Stage.FIFTH)


def test_a_match_for_places_that_has_started_stays() -> None:
    rounds = [QUARTERFINAL, SEMIFINAL, LESSER]

    assert possible_placements(rounds, PlacementTerms(fifth_to_eighth=False), 8) == ALL[:2]


@pytest.mark.parametrize("sold", [4, 5, 6, 7, 8, 13, 16])
def test_after_a_whole_night_exactly_those_are_possible_that_were_played(sold: int) -> None:
    night = play(singles(sold))
    played = [stage for stage in Stage if stage in {r.stage for r in night.rounds} - {Stage.MAIN}]

    size = night.main[0].size

    assert possible_placements(night.rounds, TERMS, size) == tuple(played)
    assert possible_placements(night.main, TERMS, size) == tuple(played)


def test_before_round_one_its_draw_is_known_with_those_who_have_a_ticket() -> None:
    sold = numbers(1, 2, 3)

    assert first_draw(sold, 64) == (DueRound(1, Stage.MAIN, 64, sold, drawn=True),)
    assert first_draw(numbers(1, 2), 2) == ()


def test_while_a_round_is_played_the_next_draw_is_known_with_those_who_are_through() -> None:
    playing = main_round(16, won(1, 5), bye(2), still_open(3, 7), still_open(4, 8))

    assert draws_to_come([playing], TERMS) == (DueRound(2, Stage.MAIN, 8, numbers(1, 2), drawn=True),)


def test_whoever_goes_on_from_a_match_that_is_open_again_is_not_sure_to_be_in_the_next_draw() -> None:
    first = main_round(16, still_open(1, 9), *(won(n, n + 8) for n in range(2, 9)))
    second = main_round(8, bye(1), won(2, 3), won(4, 5), won(6, 7), number=2)

    [due] = draws_to_come([first, second], PlacementTerms(fifth_to_eighth=False))

    assert due.tickets == numbers(2, 4, 6)


def test_while_the_quarter_finals_are_played_the_draw_of_their_losers_is_known_with_those_who_have_lost() -> (
    None
):
    playing = main_round(8, won(1, 5), bye(2), still_open(3, 7), still_open(4, 8))
    semifinals = DueRound(2, Stage.MAIN, 4, numbers(1, 2), drawn=True)

    for_places = DueRound(1, Stage.FIFTH_TO_EIGHTH, 4, numbers(5), drawn=True)
    assert draws_to_come([playing], TERMS) == (semifinals, for_places)
    assert draws_to_come([playing], PlacementTerms(fifth_to_eighth=False)) == (semifinals,)


def test_too_few_who_can_lose_a_quarter_final_draw_no_lots_among_themselves() -> None:
    playing = main_round(8, won(1, 5), bye(2), bye(3), still_open(4, 8))

    assert [due.stage for due in draws_to_come([playing], TERMS)] == [Stage.MAIN]


def test_whoever_has_lost_and_whose_earlier_match_is_open_again_is_not_sure_to_play_for_a_place() -> None:
    first = main_round(16, still_open(1, 9), *(won(n, n + 8) for n in range(2, 9)))
    second = main_round(8, won(2, 1), won(4, 3), won(6, 5), won(8, 7), number=2)

    [_semifinals, for_places] = draws_to_come([first, second], TERMS)

    assert for_places.tickets == numbers(3, 5, 7)


def test_the_draw_for_fifth_to_eighth_is_there_until_it_is_drawn() -> None:
    semifinals = DueRound(2, Stage.MAIN, 4, numbers(1, 2, 3, 4), drawn=True)
    for_places = DueRound(1, Stage.FIFTH_TO_EIGHTH, 4, numbers(5, 6, 7, 8), drawn=True)

    assert draws_to_come([QUARTERFINAL], TERMS) == (semifinals, for_places)
    assert draws_to_come([QUARTERFINAL, LESSER], TERMS) == (semifinals,)


def test_no_lots_are_drawn_for_the_final_or_a_match_for_a_single_place() -> None:
    playing = main_round(4, won(1, 3), still_open(2, 4), number=2)
    final = main_round(2, still_open(1, 2), number=3)

    for rounds in ([QUARTERFINAL, playing, LESSER], [QUARTERFINAL, SEMIFINAL, LESSER, final]):
        assert draws_to_come(rounds, TERMS) == ()
