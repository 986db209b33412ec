"""The prize list as it comes out of the printer."""

from __future__ import annotations

import re

import pytest

from tests.desk.builders import KASSA, play
from tests.desk.changed import decided
from tests.desk.fresh import collect_prize
from tests.paper.printing import a_hostile_night, a_night, assert_whole, from_left_to_right, printed
from tests.paper.reading import PrintedPage
from tournament.desk.acts import Desk
from tournament.desk.board import read_board
from tournament.desk.office import Step
from tournament.desk.prizing import finish, reopen

PRIZES = ("1 Gans", "1 Schinken", "1 lebendes Ferkel")


def the_only(pages: tuple[PrintedPage, ...]) -> str:
    [page] = pages
    return page.text


def test_every_prize_stands_beside_its_winner_and_room_to_sign(desk: Desk) -> None:
    id_ = a_night(desk, Step.AWARD, prizes=PRIZES)

    text = the_only(printed(desk, id_, "prizes"))

    for prize in read_board(desk.database, id_).prizes:
        assert prize.side
        assert f"{prize.rank} {prize.text} {prize.side.ticket} {prize.side.name}" in text.replace("\n", " ")
    for label in ("Erhalten (Unterschrift)", "Turnierleitung", "Ort, Datum"):
        assert label in text
    assert "noch nicht beendet" not in text


def test_with_one_prize_for_each_the_list_counts_prizes_and_claims_no_places(desk: Desk) -> None:
    id_ = a_night(desk, Step.AWARD, sold=8, each=4, one_prize_per_player=True, prizes=PRIZES)
    second = read_board(desk.database, id_).prizes[1].side
    places = {place.side.ticket: place.place for place in read_board(desk.database, id_).places}
    assert second
    assert places[second.ticket] != 2

    text = the_only(printed(desk, id_, "prizes"))

    assert "Rang" in text
    assert "Platz" not in text


@pytest.mark.parametrize("until", [None, "main-2", Step.FINISH])
def test_before_the_end_prizes_have_no_winner_and_the_head_says_why(desk: Desk, until: str | None) -> None:
    text = the_only(printed(desk, a_night(desk, until, prizes=PRIZES), "prizes"))

    assert "noch nicht beendet" in text
    assert "1 lebendes Ferkel" in text
    assert "Huber" not in text


def test_a_prize_that_was_collected_says_when(desk: Desk) -> None:
    id_ = a_night(desk, Step.AWARD, prizes=PRIZES)
    collect_prize(desk, KASSA, id_, 2)

    text = the_only(printed(desk, id_, "prizes"))

    assert text.count("abgeholt ") == 1


def test_a_list_after_a_correction_says_which_it_replaces_and_who_has_to_give_a_prize_back(
    desk: Desk,
) -> None:
    id_ = a_night(desk, Step.AWARD, sold=8, prizes=PRIZES)
    before = the_only(printed(desk, id_, "prizes"))
    assert re.search(r"Fassung 1\b", before)
    assert "ersetzt" not in before
    first, second = (prize.side for prize in read_board(desk.database, id_).prizes[:2])
    assert first
    assert second
    collect_prize(desk, KASSA, id_, 1)
    reopen(desk, KASSA, id_)
    [final] = decided(desk, id_, "main-3")
    play(desk, id_, final, second.ticket)
    finish(desk, KASSA, id_)

    text = the_only(printed(desk, id_, "prizes"))

    assert re.search(r"Fassung 2 von .*, ersetzt Fassung 1\s", text)
    assert re.search(rf"hat noch {first.name}\s+{second.ticket} {second.name}", text)


def test_without_prizes_the_list_says_so(desk: Desk) -> None:
    assert "noch kein Preis" in the_only(printed(desk, a_night(desk), "prizes"))


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_long_prizes_and_names_are_whole(desk: Desk, paper: str) -> None:
    long = [f"{'Geschenkkorb' * 6} {rank}" for rank in range(1, 9)]
    id_ = a_hostile_night(desk, Step.AWARD, prizes=long)

    pages = printed(desk, id_, "prizes", paper=paper)

    winners = [prize.side for prize in read_board(desk.database, id_).prizes if prize.side]
    assert_whole(pages, [*long, *from_left_to_right(side.name for side in winners)])


@pytest.mark.parametrize("many", range(15, 20))
def test_the_signatures_never_stand_alone_on_a_page(desk: Desk, many: int) -> None:
    prizes = [f"Preis {rank}" for rank in range(1, many + 1)]

    *_, last = printed(desk, a_night(desk, prizes=prizes), "prizes")

    assert "Ort, Datum" in last.text
    assert prizes[-1] in last.text
