"""Who is placed where, round by round (rules, section 5)."""

from __future__ import annotations

import pytest

from tests.knockout.builders import (
    absent,
    bye,
    handed_in,
    line_up,
    main_round,
    placement,
    still_open,
    walkover,
    won,
)
from tests.knockout.nights import play, singles
from tournament.knockout.coming import PlacementTerms
from tournament.knockout.places import Place, places
from tournament.knockout.rounds import Pairing, Round, Stage

TERMS = PlacementTerms()

QUARTERFINAL = main_round(8, won(1, 5), won(2, 6), won(3, 7), won(4, 8))
SEMIFINAL = main_round(4, won(1, 3), won(2, 4), number=2)
FINAL = main_round(2, won(1, 2), number=3)
THIRD = placement(Stage.THIRD, won(3, 4), number=2)
LESSER = placement(Stage.FIFTH_TO_EIGHTH, won(5, 6), won(7, 8))
FIFTH = placement(Stage.FIFTH, won(5, 7))
SEVENTH = placement(Stage.SEVENTH, won(6, 8))
LAST_EIGHT = [QUARTERFINAL, SEMIFINAL, FINAL, THIRD, LESSER, FIFTH, SEVENTH]


def instead(rounds: list[Round], *others: Round) -> list[Round]:
    """The rounds, each of `others` in place of the one of its stage and number."""
    replaced = {(r.stage, r.number): r for r in others}
    return [replaced.get((r.stage, r.number), r) for r in rounds]


def bands(found: tuple[Place, ...]) -> list[tuple[int, int]]:
    return sorted({(place.place, place.to) for place in found})


def test_the_last_eight_play_for_eight_places() -> None:
    assert places(LAST_EIGHT, TERMS) == line_up(1, 2, 3, 4, 5, 7, 6, 8)


def test_the_order_in_which_the_rounds_are_given_does_not_matter() -> None:
    assert places(LAST_EIGHT[::-1], TERMS) == places(LAST_EIGHT, TERMS)


def test_the_losers_of_earlier_rounds_share_a_band() -> None:
    night = play(singles(64))
    assert bands(night.places) == [(k, k) for k in range(1, 9)] + [(9, 16), (17, 32), (33, 64)]
    shared = [place.ticket for place in night.places if place.place == 17]
    assert shared == sorted(shared)


def test_the_last_band_ends_with_the_last_ticket() -> None:
    assert bands(play(singles(50)).places)[-2:] == [(17, 32), (33, 50)]
    assert bands(play(singles(33)).places)[-2:] == [(17, 32), (33, 33)]


def test_a_place_is_shared_only_in_a_band() -> None:
    assert not Place(3, 3, play(singles(3)).places[2].ticket).shared
    assert play(singles(16)).places[8].shared


def test_without_a_match_for_third_the_losers_of_the_semifinal_share_the_band() -> None:
    rounds = [r for r in LAST_EIGHT if r is not THIRD]
    found = places(rounds, PlacementTerms(third=False))
    assert found == line_up(1, 2, (3, 4), 5, 7, 6, 8)


def test_without_matches_for_fifth_to_eighth_the_losers_of_the_quarterfinal_share_the_band() -> None:
    found = places([QUARTERFINAL, SEMIFINAL, FINAL, THIRD], PlacementTerms(fifth_to_eighth=False))
    assert found == line_up(1, 2, 3, 4, (5, 6, 7, 8))


def test_a_band_of_present_and_absent_losers_is_one_band() -> None:
    semifinal = main_round(4, won(2, 3), absent(1, 4))
    found = places([semifinal, main_round(2, bye(2), number=2)], PlacementTerms(third=False))
    assert found == line_up(2, (1, 3, 4))


def test_of_three_losers_the_loser_of_the_one_match_is_seventh() -> None:
    rounds = [
        main_round(8, won(1, 5), won(2, 6), won(3, 7), bye(4)),
        placement(Stage.FIFTH_TO_EIGHTH, won(6, 7), bye(5)),
        placement(Stage.FIFTH, won(5, 6)),
    ]
    assert [(p.place, p.ticket) for p in places(rounds, TERMS)] == [(5, 5), (6, 6), (7, 7)]


def test_of_three_losers_the_one_with_the_bye_can_still_be_sixth() -> None:
    rounds = [
        main_round(8, won(1, 5), won(2, 6), won(3, 7), bye(4)),
        placement(Stage.FIFTH_TO_EIGHTH, won(6, 7), bye(5)),
        placement(Stage.FIFTH, won(6, 5)),
    ]
    assert [(p.place, p.ticket) for p in places(rounds, TERMS)] == [(5, 6), (6, 5), (7, 7)]


def test_two_losers_play_one_match_for_fifth() -> None:
    rounds = [main_round(8, won(1, 5), won(2, 6), bye(3), bye(4)), placement(Stage.FIFTH, won(6, 5))]
    assert [(p.place, p.ticket) for p in places(rounds, TERMS)] == [(5, 6), (6, 5)]


def test_a_single_loser_of_the_quarterfinal_is_fifth() -> None:
    rounds = [main_round(8, won(1, 5), bye(2), bye(3), bye(4))]
    assert [(p.place, p.to, p.ticket) for p in places(rounds, TERMS)] == [(5, 5, 5)]


def test_a_single_loser_of_the_semifinal_is_third_without_a_match() -> None:
    assert places([main_round(4, won(1, 2), bye(3)), main_round(2, won(3, 1), number=2)], TERMS) == line_up(
        3, 1, 2
    )


def test_after_a_double_walkover_in_the_semifinal_who_follows_moves_up() -> None:
    """The final is a bye, the one loser who was there is second, the two absent follow by number."""
    rounds = instead(LAST_EIGHT, main_round(4, won(3, 1), absent(4, 2), number=2))
    rounds = [*(r for r in rounds if r not in (FINAL, THIRD)), main_round(2, bye(3), number=3)]
    assert places(rounds, TERMS) == line_up(3, 1, 2, 4, 5, 7, 6, 8)


def test_after_a_double_walkover_in_the_quarterfinal_the_absent_stand_behind_those_who_play() -> None:
    rounds = [
        main_round(8, won(1, 5), won(2, 6), won(3, 7), absent(8, 4)),
        placement(Stage.FIFTH_TO_EIGHTH, won(5, 6), bye(7)),
        placement(Stage.FIFTH, walkover(7, 5)),
    ]
    assert [(p.place, p.ticket) for p in places(rounds, TERMS)] == [(4, 7), (5, 5), (6, 6), (7, 4), (8, 8)]


@pytest.mark.parametrize("ended", [handed_in(3, 4), absent(4, 3)], ids=["against himself", "both absent"])
def test_where_no_match_for_third_can_be_played_the_lower_number_is_third(ended: Pairing) -> None:
    rounds = instead(LAST_EIGHT, placement(Stage.THIRD, ended, number=2))
    assert places(rounds, TERMS)[:4] == line_up(1, 2, 3, 4)


def test_a_player_against_himself_in_the_final_takes_both_places_the_lower_number_first() -> None:
    assert places(instead(LAST_EIGHT, main_round(2, handed_in(1, 2), number=3)), TERMS)[:2] == line_up(1, 2)


def test_a_field_of_two_has_two_places() -> None:
    assert places([main_round(2, won(2, 1))], TERMS) == line_up(2, 1)


def test_an_open_round_places_nobody() -> None:
    assert places([], TERMS) == ()
    assert places([main_round(8, won(1, 5), won(2, 6), won(3, 7), still_open(4, 8))], TERMS) == ()


def test_losers_who_still_play_for_their_places_have_none_yet() -> None:
    early = main_round(16, *(won(k, k + 8) for k in range(1, 9)), number=0)
    band = {(9, 16)}
    assert set(bands(places([early, QUARTERFINAL], TERMS))) == band
    assert set(bands(places([early, QUARTERFINAL, LESSER, FIFTH], TERMS))) == band
    decided = [early, QUARTERFINAL, LESSER, FIFTH, SEVENTH]
    assert set(bands(places(decided, TERMS))) == band | {(5, 5), (6, 6), (7, 7), (8, 8)}
    third_open = [*decided, SEMIFINAL, FINAL, placement(Stage.THIRD, still_open(3, 4), number=2)]
    assert {3, 4}.isdisjoint(place.place for place in places(third_open, TERMS))
    assert [place.place for place in places(third_open, TERMS)][:2] == [1, 2]
