"""What a sheet and the helper at the table refuse, word for word, and what a word on the result undoes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tournament.errors import RuleBroken
from tournament.schnapsen.asking import ask
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


def refusal(asked: Callable[[], object]) -> str:
    """Section, field and reason, in one line."""
    with pytest.raises(RuleBroken) as refused:
        asked()
    return f"{refused.value.rule} {refused.value.field}: {refused.value}"


def a_game(winner: Side, loser_points: int = 0) -> list[Entry]:
    lost = [Dealt(Deal(winner.other, 1), by=None) for _ in range(loser_points)]
    return [*lost, *(Dealt(Deal(winner, points), by=None) for points in (3, 3, 1)), Banked()]


def sheet(*entries: Entry, **options: Any) -> Sheet:
    return read_sheet(rules_from(options), A, entries)


def decided(winner: Side = A) -> Sheet:
    """A match that `winner` won 2:1."""
    return sheet(*a_game(winner, 1), *a_game(winner.other, 2), *a_game(winner, 3))


@pytest.mark.parametrize(
    ("before", "entry", "reason"),
    [
        ([], Dealt(Deal(A, 2), by=B), "4 points: Each player writes only in his own column."),
        (a_game(A)[:-1], Dealt(Deal(B, 1), by=B), "4 points: The game is over: bank it first."),
        ([], Banked(), "4 bank: No game has reached 7 yet."),
        ([], Struck(by=A), "4 deals: There is no deal to strike."),
        (
            [Dealt(Deal(A, 2), by=A)],
            Struck(by=B),
            "4 strike: Each player strikes only what stands in his own column.",
        ),
        (a_game(A), Agreed(A), "4 result: The match is not decided yet."),
        (a_game(A), Disputed(A, (2, 0)), "4 result: The match is not decided yet."),
        (a_game(A), NextMatch(), "4 result: The match is not decided yet."),
        ([*a_game(A), *a_game(A)[:-1]], Agreed(A), "4 result: The match is not decided yet."),
    ],
)
def test_an_entry_where_it_cannot_stand_is_refused_with_its_field(
    before: list[Entry], entry: Entry, reason: str
) -> None:
    assert refusal(lambda: sheet(*before).with_entry(entry)) == reason


@pytest.mark.parametrize(
    ("hung", "reason"),
    [
        ((2, 2), "4 hung: No match ends like that."),
        ((1, 0), "4 hung: No match ends like that."),
        ((3, 0), "4 hung: No match ends like that."),
        ((2, 1), "4 hung: That is what the sheet says: confirm it."),
    ],
)
def test_a_dispute_names_a_result_that_can_be_and_is_another(hung: Pair, reason: str) -> None:
    assert refusal(lambda: decided().with_entry(Disputed(B, hung))) == reason


@pytest.mark.parametrize(
    ("options", "results"),
    [
        ({}, [(2, 0), (2, 1), (1, 2), (0, 2)]),
        ({"bummerl_to_win": 1}, [(1, 0), (0, 1)]),
        ({"bummerl_to_win": 1, "schneider_bummerl": 2}, [(2, 0), (1, 0), (0, 1), (0, 2)]),
        ({"schneider_bummerl": 2}, [(3, 0), (2, 0), (3, 1), (2, 1), (1, 2), (1, 3), (0, 2), (0, 3)]),
    ],
)
def test_a_match_can_end_so_and_not_otherwise_the_clearest_win_first(
    options: dict[str, Any], results: list[Pair]
) -> None:
    assert list(possible_results(rules_from(options))) == results


def test_a_side_that_agrees_takes_its_own_dispute_back_and_not_the_others() -> None:
    both = decided().with_entry(Disputed(A, (2, 0))).with_entry(Disputed(B, (1, 2)))

    agreed = both.with_entry(Agreed(A))

    assert agreed.disputes == (Disputed(B, (1, 2)),)
    assert (agreed.version_of(A), agreed.version_of(B)) == ((2, 1), (1, 2))


def test_a_side_that_disputes_again_is_heard_with_its_last_word() -> None:
    both = decided().with_entry(Disputed(A, (2, 0))).with_entry(Disputed(B, (1, 2)))

    again = both.with_entry(Disputed(A, (0, 2)))

    assert again.disputes == (Disputed(B, (1, 2)), Disputed(A, (0, 2)))
    assert again.settled is None


def test_two_who_tell_the_same_other_result_have_settled_it() -> None:
    both = decided().with_entry(Disputed(A, (1, 2))).with_entry(Disputed(B, (1, 2)))

    assert both.settled == (1, 2)
    assert both.reported


def test_before_a_word_is_said_a_side_has_no_version() -> None:
    assert decided().version_of(A) is None
    assert sheet(*a_game(A)).version_of(A) is None


@pytest.mark.parametrize(("winner", "matches"), [(A, (1, 0)), (B, (0, 1))])
def test_the_next_match_counts_the_last_for_its_winner_and_striking_first_thing_brings_it_back(
    winner: Side, matches: Pair
) -> None:
    before = decided(winner)

    following = before.with_entry(NextMatch())

    assert following.matches == matches
    assert following.score.rules == Rules()
    assert following.with_entry(Struck(by=None)) == before


def test_an_answer_that_its_question_does_not_have_is_refused() -> None:
    assert refusal(lambda: ask(Rules(), ["C"])) == "9 answer: This is no answer to the question."
    assert refusal(lambda: ask(Rules(), ["A", "yes"])) == "9 answer: This is no answer to the question."
