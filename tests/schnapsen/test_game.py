"""Deals to games to a match, on one sheet (rules.md, sections 4 and 9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.schnapsen.deals import tables
from tournament.errors import RuleBroken
from tournament.schnapsen.game import Deal, Game, MatchScore, bummerl_of, dealers, hung_by
from tournament.schnapsen.match import Pair, game_winner, match_result
from tournament.schnapsen.rules import Rules, rules_from
from tournament.schnapsen.side import Side

A, B = Side.A, Side.B


def deals(written: str) -> list[Deal]:
    """Deals in short: "A3 B1" is three points for A, then one for B."""
    return [Deal(Side(each[0]), int(each[1])) for each in written.split()]


def a_game(written: str) -> Game:
    game = Game()
    for deal in deals(written):
        game = game.with_deal(deal)
    return game


def a_match(written: str, **options: Any) -> MatchScore:
    score = MatchScore(rules_from(options), A)
    for deal in deals(written):
        score = score.with_deal(deal)
    return score


def refusal(asked: Callable[[], object]) -> str:
    """Section, field and reason, in one line."""
    with pytest.raises(RuleBroken) as refused:
        asked()
    return f"{refused.value.rule} {refused.value.field}: {refused.value}"


@pytest.mark.parametrize("points", [0, 4, -1])
def test_a_deal_is_worth_one_two_or_three(points: int) -> None:
    assert refusal(lambda: Deal(A, points)) == f"4 deals: A deal is worth 1, 2 or 3, not {points}."


@pytest.mark.parametrize(
    ("written", "points", "winner", "down", "up"),
    [
        ("", (0, 0), None, (7, 7), (0, 0)),
        ("A3 B1", (3, 1), None, (4, 6), (3, 1)),
        ("A3 A3", (6, 0), None, (1, 7), (6, 0)),
        ("A3 A3 A1", (7, 0), A, (0, 7), (7, 0)),
        ("B3 B3 A2 B3", (2, 9), B, (5, 0), (2, 9)),
    ],
)
def test_a_game_is_won_at_seven_and_shown_counting_down_or_up(
    written: str, points: Pair, winner: Side | None, down: Pair, up: Pair
) -> None:
    game = a_game(written)

    assert (game.points, game.winner) == (points, winner)
    assert (game.shown(Rules(count="down")), game.shown(Rules(count="up"))) == (down, up)


def test_no_deal_follows_when_the_game_is_over() -> None:
    assert refusal(lambda: a_game("A3 A3 A1 B1")) == "4 deals: The game is over at 7; no deal follows."


@pytest.mark.parametrize(
    ("game", "schneider", "hung"), [((7, 1), 2, 1), ((7, 0), 1, 1), ((7, 0), 2, 2), ((0, 9), 2, 2)]
)
def test_only_a_schneider_can_count_twice_and_only_where_it_does(
    game: Pair, schneider: Any, hung: int
) -> None:
    assert bummerl_of(game, Rules(schneider_bummerl=schneider)) == hung


@pytest.mark.parametrize(
    ("games", "options", "hung"),
    [
        ([], {}, (0, 0)),
        ([(7, 3)], {}, (1, 0)),
        ([(7, 0)], {"schneider_bummerl": 2}, (2, 0)),
        ([(7, 3), (0, 7), (8, 6)], {"bummerl_to_win": 3, "schneider_bummerl": 2}, (2, 2)),
    ],
)
def test_bummerl_are_hung_game_by_game(games: list[Pair], options: dict[str, Any], hung: Pair) -> None:
    assert hung_by(games, rules_from(options)) == hung


@pytest.mark.parametrize(
    ("options", "score"), [({"bummerl_to_win": 1}, "1:0"), ({"schneider_bummerl": 2}, "2:0")]
)
def test_no_game_follows_when_the_match_is_decided(options: dict[str, Any], score: str) -> None:
    reason = refusal(lambda: hung_by([(7, 0), (7, 3)], rules_from(options)))

    assert reason == f"4 games: The match was decided at {score}; no game follows."


def test_the_deal_alternates_over_the_end_of_a_game_too() -> None:
    score = a_match("A3 A3 A1")

    assert dealers(A, 4) == (A, B, A, B)
    assert score.dealer is B
    assert score.with_deal(Deal(A, 1)).dealer is A


def test_a_match_is_its_games_and_the_next_begins_with_its_first_deal() -> None:
    score = a_match("A3 A3 A1")

    assert [game.points for game in score.games] == [(7, 0)]
    assert [game.points for game in score.with_deal(Deal(B, 2)).games] == [(7, 0), (0, 2)]
    assert score.with_deal(Deal(B, 2)).finished_games == ((7, 0),)
    assert a_match("").games == (Game(),)


def test_a_match_is_won_by_whoever_first_hangs_two() -> None:
    score = a_match("A3 A3 B2 A2  B3 B3 B1  A3 B3 A3 A3")

    assert score.finished_games == ((8, 2), (0, 7), (9, 3))
    assert (score.hung, score.winner) == ((2, 1), A)


def test_no_deal_follows_when_the_match_is_decided() -> None:
    reason = refusal(lambda: a_match("A3 A3 A1 B1", bummerl_to_win=1))

    assert reason == "4 deals: The match is decided; no deal follows."


def test_striking_the_last_deal_brings_back_the_match_before_it() -> None:
    before = a_match("A3 A3")

    assert before.with_deal(Deal(A, 1)).without_last_deal() == before


def test_there_is_nothing_to_strike_before_the_first_deal() -> None:
    assert refusal(a_match("").without_last_deal) == "4 deals: There is no deal to strike."


@given(st.lists(st.builds(Deal, st.sampled_from(Side), st.sampled_from([1, 2, 3]))), tables())
def test_a_sheet_and_its_result_tell_the_same(played: list[Deal], rules: Rules) -> None:
    score = MatchScore(rules, A)
    for deal in played:
        score = score if score.winner else score.with_deal(deal)

    assert sum(side.of(score.hung) for side in Side) >= len(score.finished_games)
    assert all(game_winner(game) for game in score.finished_games)
    if score.winner and rules.schneider_bummerl == 1:
        result = match_result(rules.bummerl_to_win, games=score.finished_games)
        assert (result.winner, result.games_won) == (score.winner, score.hung)
