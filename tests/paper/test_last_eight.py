"""The tree of the last eight as it comes out of the printer."""

from __future__ import annotations

import re

import pytest

from tests.desk.builders import KASSA, a_tournament, key_of, play, played_until
from tests.paper.printing import (
    a_hostile_night,
    a_night,
    a_waiting_night,
    assert_whole,
    from_left_to_right,
    printed,
)
from tournament.desk.acts import Desk
from tournament.desk.board import read_board
from tournament.desk.office import Step
from tournament.desk.players import PlayerRow, import_players
from tournament.desk.results import record_walkover

MATCHES = ("Viertelfinale", "Halbfinale", "Finale")
FOR_PLACES = ("Partie um Platz 3", "Plätze 5 bis 8", "Partie um Platz 5", "Partie um Platz 7")


def on_one_page(desk: Desk, id_: int) -> str:
    [page] = printed(desk, id_, "last-eight")
    assert page.width > page.height
    return page.text


def test_every_match_of_the_last_eight_stands_with_cards_names_and_games(desk: Desk) -> None:
    id_ = a_night(desk, "main-3", sold=16)
    played_until(desk, id_, "main-4")
    final = read_board(desk.database, id_).round("main-4")
    assert final
    play(desk, id_, final.pairings[0], games_won=(2, 1))
    played_until(desk, id_, Step.DONE)

    text = on_one_page(desk, id_)

    for name in (*MATCHES, *FOR_PLACES, "Plätze"):
        assert name in text
    for place in read_board(desk.database, id_).places[:8]:
        assert text.count(f"{place.side.ticket} {place.side.name}") >= 3 - (place.place > 4)


@pytest.mark.parametrize("until", [None, "main-1"])
def test_before_the_quarter_finals_it_is_empty_to_write_in(desk: Desk, until: str | None) -> None:
    text = on_one_page(desk, a_night(desk, until, sold=16))

    assert "Huber" not in text
    assert "noch nicht beendet" in text
    for name in (*MATCHES, *FOR_PLACES):
        assert name in text
    for place in range(1, 9):
        assert f"{place}." in text


def test_a_tournament_of_four_begins_with_the_semi_finals(desk: Desk) -> None:
    text = on_one_page(desk, a_night(desk, Step.DONE, sold=4))

    assert "Viertelfinale" not in text
    assert "Partie um Platz 3" in text
    assert "Platz 5" not in text
    assert not re.search(r"^5\.", text.replace("5. Dezember", ""), flags=re.MULTILINE)


def test_matches_that_byes_made_needless_are_left_out(desk: Desk) -> None:
    text = on_one_page(desk, a_night(desk, Step.DONE, sold=5))

    assert text.count("Freilos") == 3
    assert "Partie um Platz" in text
    assert "Plätze 5 bis 8" not in text


def test_three_losers_of_the_quarter_finals_leave_no_match_for_seventh_place(desk: Desk) -> None:
    id_ = a_night(desk, sold=8)
    first, *_ = read_board(desk.database, id_).rounds[0].pairings
    record_walkover(desk, KASSA, id_, key_of(first), seen=first.revision, winner=None)
    played_until(desk, id_, Step.DONE)

    text = on_one_page(desk, id_)

    assert "w.o." in text
    assert "Partie um Platz 5" in text
    assert "Plätze 5 bis 8" in text
    assert "Partie um Platz 7" not in text


def test_matches_the_terms_leave_out_are_left_out_and_places_shared(desk: Desk) -> None:
    text = on_one_page(desk, a_night(desk, Step.DONE, sold=8, third_place_match=False, fifth_to_eighth=False))

    assert not any(name in text for name in FOR_PLACES)
    assert text.count("5.–8.") == 4


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_long_names_stay_whole(desk: Desk, paper: str) -> None:
    id_ = a_hostile_night(desk, Step.DONE)

    pages = printed(desk, id_, "last-eight", paper=paper)

    assert len(pages) == 1
    places = read_board(desk.database, id_).places[:8]
    assert_whole(pages, from_left_to_right(place.side.name for place in places))


@pytest.mark.parametrize("tree", ["last-eight", "poster"])
def test_marks_in_a_tree_are_explained_under_it_and_without_any_nothing_is(desk: Desk, tree: str) -> None:
    marked, plain = a_night(desk, "main-1", sold=8), a_night(desk, "main-1", sold=8)
    first = read_board(desk.database, marked).open[0]
    record_walkover(desk, KASSA, marked, key_of(first), seen=first.revision, winner=first.left.ticket)

    explained = printed(desk, marked, tree)[0].text
    assert "w.o.: kampflos" in explained
    assert "abg." not in explained
    assert "w.o." not in printed(desk, plain, tree)[0].text


@pytest.mark.parametrize(("tree", "matches_before"), [("last-eight", 0), ("poster", 1)])
def test_nobody_stands_in_a_tree_where_an_earlier_match_decides_who_plays(
    desk: Desk, tree: str, matches_before: int
) -> None:
    id_, waiting, earlier = a_waiting_night(desk)
    assert waiting.right

    text = printed(desk, id_, tree)[0].text

    def times(card: int) -> int:
        return len(re.findall(rf"\b{card} Huber {card}\b", text))

    assert [times(side.ticket) for side in earlier.sides] == [matches_before] * 2
    assert times(waiting.right.ticket) == matches_before + 1


@pytest.mark.parametrize("tree", ["last-eight", "poster"])
@pytest.mark.parametrize(
    ("longest", "towns"), [("Huber Franz", 8), ("Hinterseer-Unterwurzacher Maximilian", 0)]
)
def test_a_tree_shows_all_towns_or_none(desk: Desk, tree: str, longest: str, towns: int) -> None:
    id_ = a_tournament(desk, sold=0, capacity=8)
    names = [longest, *(f"Gast {letter}" for letter in "ABCDEFG")]
    import_players(
        desk, KASSA, id_, [PlayerRow(line, name, "Ried", 1) for line, name in enumerate(names, 1)], paid=True
    )
    played_until(desk, id_, "main-1")

    assert printed(desk, id_, tree)[0].text.count("Ried") == towns
