"""A match and its result: rules.md, section 4.

A result is known in three depths: who won; the games each side won; the points of every game. What is given
is checked, and more detail never contradicts less.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.errors import RuleBroken
from tournament.schnapsen.side import Side as Side

Pair = tuple[int, int]

POINTS_TO_WIN = 7
"""Game points that win a game."""

MOST_POINTS = 9
"""A deal brings at most three, so whoever stood on six ends on nine."""

GAMES_TO_WIN = (2, 1, 3)
"""How many games a match can be played to, the usual number first."""


@dataclass(frozen=True)
class MatchResult:
    """A decided match; `games_won` and each of `games` are pairs (A, B), `None` and `()` if not told."""

    winner: Side
    games_won: Pair | None = None
    games: tuple[Pair, ...] = ()


def match_result(
    games_to_win: int,
    *,
    winner: Side | None = None,
    games_won: Pair | None = None,
    games: Sequence[Pair] = (),
) -> MatchResult:
    """The result of a match to `games_to_win`, from whatever depth of it is known.

    A winner alone leaves `games_won` unknown, except in a match to one game, which can only have ended 1:0.
    Raises `RuleBroken` (section 4) with its reason and the field `games`, `games_won` or `winner`.
    """
    _refuse_unusual_length(games_to_win)
    counted = _count_games(games_to_win, games) if games else None
    won = _agreed(games_won, counted)
    if won is None:
        return _result_of_winner_alone(games_to_win, winner)
    field = "games" if counted else "games_won"
    _refuse_impossible_count(games_to_win, won, field)
    leader = Side.A if won[0] == games_to_win else Side.B
    if winner not in (None, leader):
        raise RuleBroken("The result says that the other side won.", rule="4", field="winner")
    return MatchResult(leader, won, tuple(games))


def game_winner(game: Pair) -> Side:
    """Who won a game that ended with these points (A, B).

    Raises `RuleBroken` (section 4, field `games`) for points no game can end with.
    """
    a, b = game
    if min(a, b) < 0:
        raise RuleBroken("Points cannot be negative.", rule="4", field="games")
    if min(a, b) >= POINTS_TO_WIN:
        raise RuleBroken(
            "%(a)s:%(b)s cannot be: a game ends as soon as one side has 7 points.",
            rule="4",
            field="games",
            a=a,
            b=b,
        )
    if max(a, b) < POINTS_TO_WIN:
        raise RuleBroken(
            "At %(a)s:%(b)s the game is not finished: nobody has 7 points.", rule="4", field="games", a=a, b=b
        )
    if max(a, b) > MOST_POINTS:
        raise RuleBroken(
            "%(a)s:%(b)s cannot be: a game is won with 7, 8 or 9 points.", rule="4", field="games", a=a, b=b
        )
    return Side.A if a > b else Side.B


_GAME = r"[0-9]{1,3} ?[:–—-] ?[0-9]{1,3}"
_GAMES = re.compile(rf"{_GAME}(?:(?: ?[,;] ?| ){_GAME})*")


def parse_games(text: str) -> tuple[Pair, ...]:
    """Games as somebody writes them, "7:3 5:7 7:6", as pairs (A, B); nothing written, no games.

    Between two games a space, comma or semicolon; within one a colon, hyphen or dash.
    Raises `RuleBroken` (field `games`) for anything else; whether the points can be is not asked here.
    """
    tidy = " ".join(text.split()).strip(",; ")
    if not tidy:
        return ()
    if not _GAMES.fullmatch(tidy):
        raise RuleBroken("Write the games like this: 7:3 5:7 7:6.", rule="4", field="games")
    numbers = [int(number) for number in re.findall(r"[0-9]+", tidy)]
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _refuse_unusual_length(games_to_win: int) -> None:
    if games_to_win not in GAMES_TO_WIN:
        raise RuleBroken("A match is played to 1, 2 or 3 games.", rule="4", field="games_to_win")


def _count_games(games_to_win: int, games: Sequence[Pair]) -> Pair:
    """Games won (A, B), each game possible in itself and none played after the match was decided."""
    won = [0, 0]
    for game in games:
        if games_to_win in won:
            raise RuleBroken(
                "The match was decided at %(a)s:%(b)s; no game follows.",
                rule="4",
                field="games",
                a=won[0],
                b=won[1],
            )
        won[game_winner(game) is Side.B] += 1
    return won[0], won[1]


def _agreed(told: Pair | None, counted: Pair | None) -> Pair | None:
    if told is not None and counted is not None and told != counted:
        raise RuleBroken(
            "The games played make %(a)s:%(b)s.", rule="4", field="games_won", a=counted[0], b=counted[1]
        )
    return counted if told is None else told


def _result_of_winner_alone(games_to_win: int, winner: Side | None) -> MatchResult:
    if winner is None:
        raise RuleBroken("Who won?", rule="4", field="winner")
    return MatchResult(winner, _one_to_nil(winner) if games_to_win == 1 else None)


def _one_to_nil(winner: Side) -> Pair:
    return (1, 0) if winner is Side.A else (0, 1)


def _refuse_impossible_count(games_to_win: int, won: Pair, field: str) -> None:
    a, b = won
    if min(won) < 0:
        raise RuleBroken("Games cannot be negative.", rule="4", field=field)
    if max(won) < games_to_win:
        raise RuleBroken(
            "At %(a)s:%(b)s the match is not finished: it is played to %(n)s.",
            rule="4",
            field=field,
            a=a,
            b=b,
            n=games_to_win,
        )
    if max(won) > games_to_win or a == b:
        raise RuleBroken(
            "%(a)s:%(b)s cannot be: the match ends when one side has %(n)s.",
            rule="4",
            field=field,
            a=a,
            b=b,
            n=games_to_win,
        )
