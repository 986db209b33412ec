"""The poster of the whole night as it comes out of the printer."""

from __future__ import annotations

import pytest

from tests.desk.builders import KASSA, a_tournament, played_until
from tests.paper.printing import (
    a_hostile_night,
    a_night,
    assert_whole,
    from_left_to_right,
    lines_apart,
    printed,
    printed_pdf,
)
from tests.paper.reading import PrintedPage
from tournament.desk.acts import Desk
from tournament.desk.board import read_board
from tournament.desk.loading import read_night
from tournament.desk.office import Step
from tournament.desk.selling import sell
from tournament.errors import NotThere

A3, A2 = (297, 420), (420, 594)


def size_of(page: PrintedPage) -> tuple[int, int]:
    return round(page.width), round(page.height)


@pytest.mark.parametrize(("sold", "size"), [(2, A3), (13, A3), (64, A3), (65, A2), (128, A2)])
def test_every_card_of_the_night_stands_on_one_sheet(desk: Desk, sold: int, size: tuple[int, int]) -> None:
    [page] = printed(desk, a_night(desk, Step.DONE, sold=sold), "poster")

    assert size_of(page) == size
    lines = page.text.splitlines()
    assert {f"{k} Huber {k}" for k in range(1, sold + 1)} <= {
        words for line in lines for words in _cards(line)
    }
    for name in ("Preisschnapsen", "5. Dezember 2026 · Kirchenwirt", "Es gewinnt", "Finale"):
        assert name in page.text


def _cards(line: str) -> set[str]:
    words = line.split()
    return {" ".join(words[at : at + 3]) for at in range(len(words) - 2)}


def test_the_winner_stands_large(desk: Desk) -> None:
    id_ = a_night(desk, Step.DONE)
    winner = read_board(desk.database, id_).places[0].side

    [page] = printed(desk, id_, "poster")

    at = page.text.index("Es gewinnt")
    assert f"Karte {winner.ticket}" in page.text[at:]
    assert winner.name in page.text[at:]


def test_a_night_that_runs_has_empty_boxes_and_no_winner(desk: Desk) -> None:
    [page] = printed(desk, a_night(desk, "main-2"), "poster")

    assert "noch nicht beendet" in page.text
    assert "Es gewinnt" not in page.text
    for name in ("Achtelfinale", "Viertelfinale", "Halbfinale", "Finale", "Partie um Platz 3"):
        assert name in page.text


def test_a_larger_night_is_several_sheets_that_lead_to_the_first(desk: Desk) -> None:
    id_ = a_night(desk, Step.DONE, sold=130)

    crown, *parts = printed(desk, id_, "poster")

    assert {size_of(page) for page in (crown, *parts)} == {A2}
    assert "Es gewinnt" in crown.text
    assert [f"Teil {k} von 2" in part.text for k, part in enumerate(parts, start=1)] == [True] * 2
    found = {card for part in parts for line in part.text.splitlines() for card in _cards(line)}
    assert {f"{k} Huber {k}" for k in range(1, 131)} <= found
    board = read_board(desk.database, id_)
    linked = next(round_ for round_ in board.rounds if round_.size == 32)
    for pairing in linked.pairings:
        name = f"{pairing.left.ticket} {pairing.left.name}"
        assert name in crown.text
        assert any(name in part.text for part in parts)


def test_a_poster_needs_a_draw(desk: Desk) -> None:
    with pytest.raises(NotThere):
        printed_pdf(desk, a_night(desk, None), "poster")


@pytest.mark.parametrize(("paper", "size"), [("a4", A3), ("us-letter", (279, 432))])
def test_long_names_stay_whole(desk: Desk, paper: str, size: tuple[int, int]) -> None:
    id_ = a_hostile_night(desk, Step.DONE, name="Preisschnapsen " * 5)
    people = read_night(desk.database, id_).people

    pages = printed(desk, id_, "poster", paper=paper)

    assert [size_of(page) for page in pages] == [size]
    assert_whole(pages, from_left_to_right(person.name for person in people))


def test_no_letter_of_the_winner_reaches_down_to_his_town(desk: Desk) -> None:
    id_ = a_tournament(desk, 0, capacity=16, max_tickets_per_player=8)
    for _ in range(8):
        sell(desk, KASSA, id_, "Gypser Jörg", "Pfunds", 1)
    played_until(desk, id_, Step.DONE)

    [page] = printed(desk, id_, "poster")

    beside_the_final = [
        letter
        for letter in page.letters
        if letter[0] > page.width * 0.57 and page.height * 0.11 < letter[1] < page.height / 4
    ]
    assert lines_apart(beside_the_final) == len(("Es gewinnt", "Gypser Jörg", "Pfunds · Karte 1"))
