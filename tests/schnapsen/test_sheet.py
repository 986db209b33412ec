"""The sheet at the table: one line a deal, in the winner's column."""

from __future__ import annotations

import pytest

from tournament.errors import RuleBroken
from tournament.schnapsen.game import Deal
from tournament.schnapsen.match import Pair
from tournament.schnapsen.rules import Rules, rules_from
from tournament.schnapsen.sheet import (
    Agreed,
    Banked,
    Dealt,
    Disputed,
    Entry,
    NextMatch,
    Sheet,
    Struck,
    possible_results,
    read_sheet,
)
from tournament.schnapsen.side import Side

A, B = Side.A, Side.B


def deals(*columns: str) -> list[Entry]:
    """Deals as typed by their winners: "A3", "B1"."""
    return [Dealt(Deal(Side(c[0]), int(c[1])), by=Side(c[0])) for c in columns]


A_WINS_A_GAME = [*deals("A3", "A3", "A1"), Banked()]
DECIDED = [*A_WINS_A_GAME, *deals("B2", "A3", "A3", "A2"), Banked()]


def sheet(*entries: Entry) -> Sheet:
    return read_sheet(Rules(), A, entries)


def test_a_deal_counts_for_its_winner_and_the_other_deals_next() -> None:
    read = sheet(*deals("A3", "B2"))
    assert read.score.games[-1].points == (3, 2)
    assert read.score.dealer is A


def test_a_player_writes_only_in_his_own_column() -> None:
    with pytest.raises(RuleBroken, match="own column"):
        sheet(Dealt(Deal(A, 2), by=B))


def test_the_desk_writes_in_either_column() -> None:
    assert sheet(Dealt(Deal(A, 2), by=None)).score.games[-1].points == (2, 0)


def test_at_seven_the_game_is_banked_before_the_next_begins() -> None:
    reached = sheet(*deals("A3", "A3", "A1"))
    assert reached.to_bank
    with pytest.raises(RuleBroken, match="bank it first"):
        reached.with_entry(*deals("B1"))
    assert sheet(*A_WINS_A_GAME, *deals("B1")).score.hung == (1, 0)


def test_nothing_is_banked_before_seven() -> None:
    with pytest.raises(RuleBroken, match="reached 7"):
        sheet(*deals("A3"), Banked())


def test_the_last_deal_is_struck_by_whose_column_it_stands_in_or_by_the_desk() -> None:
    entries = deals("A3", "B2")
    assert sheet(*entries, Struck(by=B)).score.games[-1].points == (3, 0)
    assert sheet(*entries, Struck(by=None)).score.games[-1].points == (3, 0)
    with pytest.raises(RuleBroken, match="own column"):
        sheet(*entries, Struck(by=A))


def test_striking_the_deal_that_ended_a_banked_game_takes_it_off_the_counter() -> None:
    struck = sheet(*A_WINS_A_GAME, Struck(by=A))
    assert struck.banked == 0
    assert not struck.to_bank
    assert struck.score.games[-1].points == (6, 0)


def test_a_decided_match_takes_no_further_deal() -> None:
    with pytest.raises(RuleBroken, match="decided"):
        sheet(*DECIDED, *deals("B1"))


def test_a_result_is_reported_when_both_have_agreed() -> None:
    assert not sheet(*DECIDED, Agreed(A)).reported
    assert sheet(*DECIDED, Agreed(A), Agreed(B)).reported


def test_nobody_agrees_to_a_match_that_is_still_played() -> None:
    with pytest.raises(RuleBroken, match="not decided"):
        sheet(*deals("A3"), Agreed(A))


def test_a_dispute_keeps_the_version_of_who_disagrees_and_takes_his_word_back() -> None:
    read = sheet(*DECIDED, Agreed(A), Agreed(B), Disputed(B, (1, 2)))
    assert read.disputes == (Disputed(B, (1, 2)),)
    assert not read.reported


def test_striking_a_deal_takes_back_what_was_said_of_the_result() -> None:
    read = sheet(*DECIDED, Agreed(A), Disputed(B, (1, 2)), Struck(by=None))
    assert read.agreed == frozenset()
    assert read.disputes == ()


def test_a_private_sheet_counts_matches_and_the_deal_goes_on_alternating() -> None:
    read = sheet(*DECIDED, NextMatch())
    assert read.matches == (1, 0)
    assert read.score.deals == ()
    assert read.score.dealer is B


def test_a_match_counted_by_mistake_is_taken_back_by_striking() -> None:
    assert sheet(*DECIDED, NextMatch(), Struck(by=B)) == sheet(*DECIDED)


def test_striking_the_first_deal_of_the_second_match_leaves_the_first_counted() -> None:
    assert sheet(*DECIDED, NextMatch(), *deals("B1"), Struck(by=B)).matches == (1, 0)


def test_nothing_is_struck_from_an_empty_sheet() -> None:
    with pytest.raises(RuleBroken, match="no deal"):
        sheet(Struck(by=None))


def test_the_current_game_is_the_one_in_play_the_one_to_bank_and_at_the_end_the_last() -> None:
    assert sheet().current.points == (0, 0)
    assert sheet(*deals("A3", "A3", "A1")).current.points == (7, 0)
    assert sheet(*A_WINS_A_GAME).current.points == (0, 0)
    assert sheet(*DECIDED).current.points == (8, 2)


def test_only_banked_games_are_on_the_counter() -> None:
    assert sheet(*A_WINS_A_GAME[:-1]).hung_on_counter == (0, 0)
    assert sheet(*A_WINS_A_GAME).hung_on_counter == (1, 0)


def test_two_who_dispute_alike_say_the_same() -> None:
    read = sheet(*DECIDED, Disputed(A, (1, 2)), Disputed(B, (1, 2)))
    assert read.settled == (1, 2)
    assert read.reported


def test_who_confirms_after_all_takes_back_the_dispute() -> None:
    read = sheet(*DECIDED, Disputed(B, (1, 2)), Agreed(B))
    assert read.version_of(B) == (2, 0)
    assert read.disputes == ()


@pytest.mark.parametrize(
    ("options", "results"),
    [
        ({}, [(2, 0), (2, 1), (1, 2), (0, 2)]),
        ({"bummerl_to_win": 1}, [(1, 0), (0, 1)]),
        ({"bummerl_to_win": 1, "schneider_bummerl": 2}, [(2, 0), (1, 0), (0, 1), (0, 2)]),
        ({"schneider_bummerl": 2}, [(3, 0), (2, 0), (3, 1), (2, 1), (1, 2), (1, 3), (0, 2), (0, 3)]),
    ],
)
def test_the_results_a_match_can_have(options: dict[str, object], results: list[Pair]) -> None:
    assert list(possible_results(rules_from(options))) == results
