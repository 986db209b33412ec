"""Empty score sheets for the tables."""

from __future__ import annotations

import re

import pytest

from tests.paper.printing import a_night, printed
from tournament.desk.acts import Desk

SHEETS_A_PAGE = 2


@pytest.mark.parametrize(("hung", "games"), [(1, 1), (2, 3), (3, 5)])
@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_two_sheets_on_a_page_have_a_block_for_each_game_that_can_be_needed(
    desk: Desk, hung: int, games: int, paper: str
) -> None:
    id_ = a_night(desk, None, sold=0, bummerl_to_win=hung)

    [page] = printed(desk, id_, "score-sheets", paper=paper)

    found = [int(number) for number in re.findall(r"(\d)\. Bummerl", page.text)]
    assert found == [*range(1, games + 1)] * SHEETS_A_PAGE
    middle = page.height / 2
    assert not [box for box in page.letters if box[3] > middle - 4 and box[1] < middle + 4]


@pytest.mark.parametrize(
    ("profile", "start", "said"),
    [("preisschnapsen-sharp", "7 7", "zieht dessen Punkte"), ("card-sunday", "0 0", "zählt dessen Punkte")],
)
def test_points_are_counted_as_the_tournament_counts_them(
    desk: Desk, profile: str, start: str, said: str
) -> None:
    id_ = a_night(desk, None, sold=0, rules={"profile": profile})

    [page] = printed(desk, id_, "score-sheets")

    text = " ".join(page.text.split())
    assert text.count(f"Bummerl B {start}") == 3 * SHEETS_A_PAGE
    assert text.count(said) == SHEETS_A_PAGE


@pytest.mark.parametrize(
    ("hung", "said"),
    [
        (1, "Wer ein Bummerl gewinnt, hat die Partie gewonnen."),
        (3, "Wer dem anderen zuerst 3 Bummerl anhängt, hat die Partie gewonnen."),
    ],
)
def test_a_newcomer_is_told_when_the_match_is_won(desk: Desk, hung: int, said: str) -> None:
    id_ = a_night(desk, None, sold=0, bummerl_to_win=hung)

    [page] = printed(desk, id_, "score-sheets")

    assert " ".join(page.text.split()).count(said) == SHEETS_A_PAGE


def test_there_is_a_line_for_both_names_and_cards_and_for_round_lot_and_table(desk: Desk) -> None:
    [page] = printed(desk, a_night(desk, None, sold=0, ticket_word="Standkarte"), "score-sheets")

    for label, times in {"Name": 2, "Standkarte": 2, "Runde": 1, "Los": 1, "Tisch": 1}.items():
        assert len(re.findall(rf"\b{label}\b", page.text)) == times * SHEETS_A_PAGE


def test_a_long_name_of_the_night_keeps_to_its_place(desk: Desk) -> None:
    [page] = printed(desk, a_night(desk, None, sold=0, name="Nacht " * 30), "score-sheets", paper="us-letter")

    assert page.text.count("Nacht") == 30 * SHEETS_A_PAGE
    assert not [box for box in page.letters if box[3] > page.height / 2 - 4 and box[1] < page.height / 2 + 4]


def test_score_sheets_are_told_in_english_too(desk: Desk) -> None:
    [page] = printed(desk, a_night(desk, None, sold=0), "score-sheets", locale="en")

    assert page.text.count("Match won by") == SHEETS_A_PAGE
