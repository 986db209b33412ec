"""Which rounds come next, and that nothing holds up the main one (rules, sections 3 and 5)."""

from __future__ import annotations

import pytest

from tests.knockout.builders import absent, bye, main_round, numbers, placement, still_open, walkover, won
from tests.knockout.nights import left_wins, play, singles
from tournament.knockout.coming import DueRound, PlacementTerms, first_round, is_over, next_rounds
from tournament.knockout.draw import TicketNumber
from tournament.knockout.rounds import Outcome, Pairing, Round, Stage, feeds, seat

TERMS = PlacementTerms()
NO_TERMS = PlacementTerms(third=False, fifth_to_eighth=False)

SEMIFINAL_OF_4 = DueRound(2, Stage.MAIN, 4, numbers(1, 2, 3, 4), drawn=True)
QUARTERFINAL = main_round(8, won(1, 5), won(2, 6), won(3, 7), won(4, 8))
LESSER = placement(Stage.FIFTH_TO_EIGHTH, won(5, 6), won(7, 8))
SEMIFINAL = main_round(4, won(1, 3), won(2, 4), number=2)
FINAL = main_round(2, won(1, 2), number=3)
THIRD = placement(Stage.THIRD, won(3, 4), number=2)
FIFTH = placement(Stage.FIFTH, won(5, 7))
SEVENTH = placement(Stage.SEVENTH, won(6, 8))


def test_round_one_is_drawn_and_a_field_of_two_starts_with_the_final() -> None:
    assert first_round(numbers(1, 2, 4)) == DueRound(1, Stage.MAIN, 4, numbers(1, 2, 4), drawn=True)
    assert first_round(numbers(1, 2)) == DueRound(1, Stage.MAIN, 2, numbers(1, 2), drawn=False)


def test_a_round_that_needs_no_draw_seats_the_lower_number_on_the_left() -> None:
    assert seat(numbers(7, 3)) == (Pairing(1, TicketNumber(3), TicketNumber(7)),)
    assert seat(numbers(7)) == (Pairing(1, TicketNumber(7), None),)


def test_while_a_pairing_is_open_nothing_comes_next() -> None:
    assert next_rounds([main_round(8, won(1, 5), won(2, 6), won(3, 7), still_open(4, 8))], TERMS) == ()


def test_after_a_round_its_winners_are_drawn_into_half_the_size() -> None:
    round_ = main_round(16, *(won(k, k + 8) for k in range(1, 9)))
    assert next_rounds([round_], TERMS) == (
        DueRound(2, Stage.MAIN, 8, numbers(1, 2, 3, 4, 5, 6, 7, 8), drawn=True),
    )


@pytest.mark.parametrize(
    ("pairings", "beside"),
    [
        ((bye(1), bye(2), bye(3), bye(4)), ()),
        ((won(1, 5), bye(2), bye(3), bye(4)), ()),
        (
            (won(1, 5), walkover(2, 6), bye(3), bye(4)),
            (DueRound(1, Stage.FIFTH, 2, numbers(5, 6), drawn=False),),
        ),
        (
            (won(1, 5), won(2, 6), won(3, 7), bye(4)),
            (DueRound(1, Stage.FIFTH_TO_EIGHTH, 4, numbers(5, 6, 7), drawn=True),),
        ),
        (
            (won(1, 5), won(2, 6), won(3, 7), walkover(4, 8)),
            (DueRound(1, Stage.FIFTH_TO_EIGHTH, 4, numbers(5, 6, 7, 8), drawn=True),),
        ),
    ],
    ids=["no loser", "one loser", "two losers", "three losers", "four losers"],
)
def test_the_losers_of_the_quarterfinal_play_beside_the_semifinal(
    pairings: tuple[Pairing, ...], beside: tuple[DueRound, ...]
) -> None:
    assert next_rounds([main_round(8, *pairings)], TERMS) == (SEMIFINAL_OF_4, *beside)


def test_who_was_absent_from_the_quarterfinal_plays_for_no_place() -> None:
    quarterfinal = main_round(8, won(1, 5), won(2, 6), absent(7, 8), bye(4))
    assert next_rounds([quarterfinal], TERMS) == (
        DueRound(2, Stage.MAIN, 4, numbers(1, 2, 4), drawn=True),
        DueRound(1, Stage.FIFTH, 2, numbers(5, 6), drawn=False),
    )


def test_the_winners_play_for_fifth_and_the_losers_for_seventh() -> None:
    semifinal = main_round(4, still_open(1, 3), still_open(2, 4), number=2)
    assert next_rounds([QUARTERFINAL, semifinal, LESSER], TERMS) == (
        DueRound(1, Stage.FIFTH, 2, numbers(5, 7), drawn=False),
        DueRound(1, Stage.SEVENTH, 2, numbers(6, 8), drawn=False),
    )


def test_of_three_losers_the_one_with_the_bye_plays_for_fifth_and_nobody_for_seventh() -> None:
    quarterfinal = main_round(8, won(1, 5), won(2, 6), won(3, 7), bye(4))
    lesser = placement(Stage.FIFTH_TO_EIGHTH, won(5, 6), bye(7))
    assert next_rounds([quarterfinal, lesser], TERMS) == (
        SEMIFINAL_OF_4,
        DueRound(1, Stage.FIFTH, 2, numbers(5, 7), drawn=False),
    )


def test_after_a_double_walkover_for_places_the_lower_number_plays_for_fifth() -> None:
    lesser = placement(Stage.FIFTH_TO_EIGHTH, absent(6, 5), won(8, 7))
    assert next_rounds([QUARTERFINAL, SEMIFINAL, FINAL, THIRD, lesser], TERMS) == (
        DueRound(1, Stage.FIFTH, 2, numbers(5, 8), drawn=False),
        DueRound(1, Stage.SEVENTH, 2, numbers(6, 7), drawn=False),
    )


def test_after_the_semifinal_come_the_final_and_the_match_for_third() -> None:
    assert next_rounds([QUARTERFINAL, SEMIFINAL, LESSER, FIFTH, SEVENTH], TERMS) == (
        DueRound(3, Stage.MAIN, 2, numbers(1, 2), drawn=False),
        DueRound(2, Stage.THIRD, 2, numbers(3, 4), drawn=False),
    )


@pytest.mark.parametrize("second", [bye(2), absent(2, 4)], ids=["a bye", "a double walkover"])
def test_a_single_loser_of_the_semifinal_plays_no_match_for_third(second: Pairing) -> None:
    due = next_rounds(
        [QUARTERFINAL, main_round(4, won(1, 3), second, number=2), LESSER, FIFTH, SEVENTH], TERMS
    )
    assert [d.stage for d in due] == [Stage.MAIN]


def test_open_matches_for_places_hold_up_no_main_round() -> None:
    lesser = placement(Stage.FIFTH_TO_EIGHTH, still_open(5, 6), still_open(7, 8))
    assert next_rounds([QUARTERFINAL, lesser], TERMS) == (SEMIFINAL_OF_4,)
    third = placement(Stage.THIRD, still_open(3, 4), number=2)
    due = next_rounds([QUARTERFINAL, SEMIFINAL, lesser, third], TERMS)
    assert [(d.stage, d.size) for d in due] == [(Stage.MAIN, 2)]


def test_matches_for_places_that_nobody_has_started_hold_up_no_main_round() -> None:
    due = next_rounds([QUARTERFINAL, SEMIFINAL], TERMS)
    assert [d.stage for d in due] == [Stage.MAIN, Stage.THIRD, Stage.FIFTH_TO_EIGHTH]


def test_switched_off_matches_for_places_do_not_come() -> None:
    rounds = [QUARTERFINAL, SEMIFINAL]
    only_third = next_rounds(rounds, PlacementTerms(fifth_to_eighth=False))
    only_fifth = next_rounds(rounds, PlacementTerms(third=False))
    assert [d.stage for d in only_third] == [Stage.MAIN, Stage.THIRD]
    assert [d.stage for d in only_fifth] == [Stage.MAIN, Stage.FIFTH_TO_EIGHTH]
    assert [d.stage for d in next_rounds(rounds, NO_TERMS)] == [Stage.MAIN]


def test_a_night_is_over_when_the_final_and_every_match_for_places_is_decided() -> None:
    whole = [QUARTERFINAL, SEMIFINAL, FINAL, THIRD, LESSER, FIFTH, SEVENTH]
    assert is_over(whole, TERMS)
    for missing in (FINAL, THIRD, FIFTH, SEVENTH):
        assert not is_over([round_ for round_ in whole if round_ is not missing], TERMS)
    open_fifth = placement(Stage.FIFTH, still_open(5, 7))
    assert not is_over([open_fifth if round_ is FIFTH else round_ for round_ in whole], TERMS)
    assert is_over([QUARTERFINAL, SEMIFINAL, FINAL], NO_TERMS)
    assert not is_over([], TERMS)


def nobody_comes_to_table_one(round_: Round, pairing: Pairing) -> tuple[Outcome, TicketNumber | None]:
    if round_.number == 1 and round_.stage is Stage.MAIN and pairing.number == 1:
        return Outcome.DOUBLE_WALKOVER, None
    return left_wins(round_, pairing)


def test_after_a_double_walkover_the_next_draw_is_short_of_a_ticket_and_has_a_bye_again() -> None:
    night = play(singles(16), decide=nobody_comes_to_table_one)
    second = night.main[1]
    assert (second.size, len(second.entrants), len(second.pairings)) == (8, 7, 4)
    assert [sum(p.outcome is Outcome.BYE for p in round_.pairings) for round_ in night.main] == [0, 1, 0, 0]


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        (QUARTERFINAL, SEMIFINAL),
        (QUARTERFINAL, LESSER),
        (QUARTERFINAL, FIFTH),
        (SEMIFINAL, FINAL),
        (SEMIFINAL, THIRD),
        (LESSER, FIFTH),
        (LESSER, SEVENTH),
    ],
)
def test_a_round_feeds_those_made_from_its_results(earlier: Round, later: Round) -> None:
    assert feeds(earlier, later)
    assert not feeds(later, earlier)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [(QUARTERFINAL, FINAL), (QUARTERFINAL, THIRD), (SEMIFINAL, FIFTH), (LESSER, THIRD), (FIFTH, SEVENTH)],
)
def test_a_round_does_not_feed_the_others(earlier: Round, later: Round) -> None:
    assert not feeds(earlier, later)
