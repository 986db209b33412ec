"""What a match can end with, and what is refused (rules.md, section 4)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tournament.errors import RuleBroken
from tournament.schnapsen.match import MatchResult, Pair, game_winner, match_result, parse_games
from tournament.schnapsen.side import Side


def test_a_winner_alone_leaves_the_games_unknown() -> None:
    assert match_result(2, winner=Side.B) == MatchResult(Side.B, None, ())


@pytest.mark.parametrize(("winner", "games_won"), [(Side.A, (1, 0)), (Side.B, (0, 1))])
def test_a_winner_alone_is_a_whole_result_when_one_game_decides(winner: Side, games_won: Pair) -> None:
    assert match_result(1, winner=winner) == MatchResult(winner, games_won)


@pytest.mark.parametrize(
    ("games_to_win", "games_won", "winner"),
    [
        (1, (1, 0), Side.A),
        (1, (0, 1), Side.B),
        (2, (2, 0), Side.A),
        (2, (2, 1), Side.A),
        (2, (0, 2), Side.B),
        (2, (1, 2), Side.B),
        (3, (3, 2), Side.A),
        (3, (0, 3), Side.B),
    ],
)
def test_the_games_won_name_the_winner(games_to_win: int, games_won: Pair, winner: Side) -> None:
    assert match_result(games_to_win, games_won=games_won) == MatchResult(winner, games_won)


def test_the_points_of_each_game_give_the_games_won_and_the_winner() -> None:
    games = [(7, 3), (5, 7), (7, 6)]

    assert match_result(2, games=games) == MatchResult(Side.A, (2, 1), ((7, 3), (5, 7), (7, 6)))


def test_all_three_depths_together_agree() -> None:
    result = match_result(2, winner=Side.B, games_won=(0, 2), games=[(0, 9), (6, 8)])

    assert result == MatchResult(Side.B, (0, 2), ((0, 9), (6, 8)))


@pytest.mark.parametrize("points", [7, 8, 9])
@pytest.mark.parametrize("other", range(7))
def test_a_game_ends_on_seven_eight_or_nine_against_nought_to_six(points: int, other: int) -> None:
    assert game_winner((points, other)) is Side.A
    assert game_winner((other, points)) is Side.B


@pytest.mark.parametrize(
    ("games_to_win", "told", "field", "reason"),
    [
        (2, {}, "winner", "Who won?"),
        (2, {"games_won": (2, 2)}, "games_won", "2:2 cannot be: the match ends when one side has 2."),
        (2, {"games_won": (3, 0)}, "games_won", "3:0 cannot be: the match ends when one side has 2."),
        (3, {"games_won": (2, 0)}, "games_won", "At 2:0 the match is not finished: it is played to 3."),
        (2, {"games_won": (1, 1)}, "games_won", "At 1:1 the match is not finished: it is played to 2."),
        (2, {"games_won": (2, -1)}, "games_won", "Games cannot be negative."),
        (2, {"games_won": (2, 0), "winner": Side.B}, "winner", "The result says that the other side won."),
        (
            2,
            {"games": [(7, 0), (7, 1)], "winner": Side.B},
            "winner",
            "The result says that the other side won.",
        ),
        (2, {"games": [(7, 0), (7, 1)], "games_won": (2, 1)}, "games_won", "The games played make 2:0."),
        (2, {"games": [(7, 3)]}, "games", "At 1:0 the match is not finished: it is played to 2."),
        (2, {"games": [(7, 3)], "games_won": (2, 0)}, "games_won", "The games played make 1:0."),
        (2, {"games": [(7, 3), (7, 5), (1, 7)]}, "games", "The match was decided at 2:0; no game follows."),
        (2, {"games": [(7, 7)]}, "games", "7:7 cannot be: a game ends as soon as one side has 7 points."),
        (2, {"games": [(10, 3)]}, "games", "10:3 cannot be: a game is won with 7, 8 or 9 points."),
        (2, {"games": [(6, 3)]}, "games", "At 6:3 the game is not finished: nobody has 7 points."),
        (2, {"games": [(7, -1)]}, "games", "Points cannot be negative."),
        (4, {"winner": Side.A}, "games_to_win", "A match is played to 1, 2 or 3 games."),
    ],
)
def test_an_impossible_result_is_refused_with_its_reason(
    games_to_win: int, told: dict[str, Any], field: str, reason: str
) -> None:
    with pytest.raises(RuleBroken, match=f"^{re.escape(reason)}$") as refused:
        match_result(games_to_win, **told)

    assert refused.value.field == field
    assert refused.value.rule == "4"


@pytest.mark.parametrize(
    "text",
    [
        "7:3 5:7 7:6",
        "7:3, 5:7, 7:6",
        "7:3;5:7;7:6",
        " 7-3  5–7\t7—6 ",
        "7 : 3 5 : 7 7 : 6",
        "7:3 , 5:7 ; 7:6;",
    ],
)
def test_games_are_read_however_somebody_writes_them(text: str) -> None:
    assert parse_games(text) == ((7, 3), (5, 7), (7, 6))


@pytest.mark.parametrize("text", ["", "   ", ","])
def test_nothing_written_means_no_games(text: str) -> None:
    assert parse_games(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "won",
        "X7:3 5:7",
        "7:3 5:7X",
        "7",
        "7:3:5",
        "7:3 5",
        "7:3 -5:7",
        "7:3,,5:7",
        "7:3 5:7x",
        "7::3",
        "1234:5",
        "7.3",
        "٧:٣",
    ],
)
def test_rubbish_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(RuleBroken, match=r"^Write the games like this: 7:3 5:7 7:6\.$") as refused:
        parse_games(text)

    assert (refused.value.field, refused.value.rule) == ("games", "4")


def test_a_side_knows_who_sits_opposite_and_its_half_of_a_pair() -> None:
    assert Side.A.other is Side.B
    assert Side.B.other is Side.A
    assert [side.of((7, 3)) for side in Side] == [7, 3]
