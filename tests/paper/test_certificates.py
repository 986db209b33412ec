"""Certificates as they come out of the printer."""

from __future__ import annotations

import pytest

from tests.desk.builders import KASSA, a_tournament, play, played_until
from tests.paper.printing import (
    a_hostile_night,
    a_night,
    assert_whole,
    from_left_to_right,
    lines_apart,
    printed,
    printed_pdf,
)
from tournament.desk.acts import Desk
from tournament.desk.board import read_board
from tournament.desk.letterhead import Letterhead, write_letterhead
from tournament.desk.office import Step
from tournament.desk.selling import sell
from tournament.errors import NotThere

PICTURE = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'


def test_each_of_the_first_eight_places_gets_one_the_first_place_first(desk: Desk) -> None:
    id_ = a_night(desk, Step.AWARD, prizes=("1 Gans", "1 Schinken"))

    pages = printed(desk, id_, "certificates")

    places = read_board(desk.database, id_).places[:8]
    assert len(pages) == 8
    for rank, (page, place) in enumerate(zip(pages, places, strict=True), start=1):
        assert f"{rank}. Platz" in page.text
        assert place.side.name in page.text
        assert f"Karte {place.side.ticket}" in page.text
        assert "errang den" in page.text
        assert "5. Dezember 2026 · Kirchenwirt" in page.text
        assert "Turnierleitung" in page.text
    assert ["Preis:" in page.text for page in pages] == [True] * 2 + [False] * 6
    assert "1 Gans" in pages[0].text


def test_one_player_with_several_places_gets_several(desk: Desk) -> None:
    pages = printed(desk, a_night(desk, Step.DONE, sold=8, each=4), "certificates")

    assert len(pages) == 8
    assert sum("Huber 1" in page.text for page in pages) == 4


def test_while_no_place_is_certain_there_is_none(desk: Desk) -> None:
    with pytest.raises(NotThere, match="certain"):
        printed_pdf(desk, a_night(desk, "main-2"), "certificates")


def test_a_place_gets_its_certificate_as_soon_as_it_is_certain(desk: Desk) -> None:
    id_ = a_night(desk, "main-3", sold=8)
    final = read_board(desk.database, id_).round("main-3")
    assert final
    play(desk, id_, final.pairings[0])

    pages = printed(desk, id_, "certificates")

    assert [page.text.count("1. Platz") + page.text.count("2. Platz") for page in pages] == [1, 1]


def test_places_that_are_shared_say_so_in_both_languages(desk: Desk) -> None:
    id_ = a_night(desk, Step.DONE, sold=8, third_place_match=False, fifth_to_eighth=False)

    german, english = (printed(desk, id_, "certificates", locale=locale) for locale in ("de_AT", "en"))

    assert sum("5.–8. Platz" in page.text for page in german) == 4
    assert sum("3rd–4th place" in page.text for page in english) == 2
    assert "1st place" in english[0].text


def test_fewer_than_eight_players_get_fewer(desk: Desk) -> None:
    assert len(printed(desk, a_night(desk, Step.DONE, sold=5), "certificates")) == 5


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_long_names_towns_and_prizes_fit_on_one_page_each(desk: Desk, paper: str) -> None:
    prizes = ["Geschenkkorb" * 8, *["ein sehr großer Geschenkkorb der Bäuerinnen von Altdorf"] * 7]
    id_ = a_hostile_night(desk, Step.AWARD, prizes=prizes, name="Preisschnapsen " * 5, venue="W" * 60)

    pages = printed(desk, id_, "certificates", paper=paper)

    assert len(pages) == 8
    for page, place in zip(pages, read_board(desk.database, id_).places, strict=False):
        assert_whole([page], from_left_to_right([place.side.name]))


def test_logo_and_sponsors_stand_on_each_without_another_page(desk: Desk) -> None:
    letterhead = Letterhead(PICTURE, "Mit Dank an " + "die Bäckerei Huber, " * 9)
    write_letterhead(desk.database, letterhead, seen=Letterhead().state)

    pages = printed(desk, a_night(desk, Step.DONE), "certificates")

    assert len(pages) == 8
    assert all("Bäckerei Huber" in page.text for page in pages)


def test_no_letter_of_a_large_name_reaches_down_to_the_town(desk: Desk) -> None:
    id_ = a_tournament(desk, 0, capacity=4)
    for _ in range(2):
        sell(desk, KASSA, id_, "Gypser Jörg", "Pfunds", 1)
    played_until(desk, id_, Step.DONE)

    page, _ = printed(desk, id_, "certificates")

    said = (
        "Urkunde",
        "Preisschnapsen",
        "5. Dezember",
        "Gypser",
        "Pfunds",
        "errang",
        "Platz",
        "Turnierleitung",
    )
    assert all(words in page.text for words in said)
    assert lines_apart(page.letters) == len(said)
