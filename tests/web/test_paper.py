"""Print pages: for whom, what stands on them, and which come first."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from markupsafe import escape

from tests.desk.builders import EVENING, KASSA, play, played_until
from tests.web.board_fixtures import HALL, HOSTILE, House, a_house
from tournament.desk.office import Step
from tournament.desk.prizing import collect_prize
from tournament.language import show_date_time, show_time

ROUND_SHEETS = ("draw-sheet", "names", "results")
SHEETS = (*ROUND_SHEETS, "prizes")
PRIZES = ("Gansl", "Schinken", "Torte")
EIGHT = [f"Huber {n}" for n in range(1, 9)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for all: each test has a tournament of its own."""
    with a_house(tmp_path_factory.mktemp("house")) as house:
        yield house


def sheet(house: House, id_: int, name: str, language: str = "de") -> str:
    return house.text(f"/office/{id_}/paper/{name}", language, user="Maria")


def offered(page: str) -> list[str]:
    """The sheets of the list, in its order."""
    return re.findall(r'href="/office/\d+/paper/([a-z-]+)"', page)


def rows(page: str) -> list[str]:
    """The rows of all tables of a sheet, without the heads."""
    tables = page.split('<table class="paper-table')[1:]
    return [row for table in tables for row in table.split("<tr>")[2:]]


@pytest.mark.parametrize("name", ["", *SHEETS])
def test_paper_is_for_the_desk_only(house: House, name: str) -> None:
    id_ = house.night(HALL, "main-1")

    answer = house.visitor().get(f"/office/{id_}/paper/{name}")

    assert answer.status_code == 302
    assert "Huber" not in answer.text


def test_before_the_draw_the_list_says_what_will_come(house: House) -> None:
    id_ = house.night(HALL)

    page = sheet(house, id_, "")

    assert "Noch keine Runde zum Drucken" in page
    assert offered(page) == ["rules", "prizes", "cash", "log"]


@pytest.mark.parametrize(
    ("until", "first"), [(Step.PLAY, "draw-sheet"), (Step.ANNOUNCE, "results"), (Step.AWARD, "prizes")]
)
def test_the_sheet_for_this_moment_comes_first(house: House, until: Step, first: str) -> None:
    id_ = house.night(EIGHT, "main-1", prizes=PRIZES)
    if until is not Step.PLAY:
        for pairing in house.office(id_).open:
            play(house.desk, id_, pairing)
    played_until(house.desk, id_, until)

    page = sheet(house, id_, "")

    assert offered(page)[0] == first
    assert set(offered(page)) >= set(SHEETS)


@pytest.mark.parametrize("name", ROUND_SHEETS)
def test_a_sheet_of_a_round_needs_its_draw(house: House, name: str) -> None:
    id_ = house.night(HALL)
    maria = house.visitor(user="Maria")

    assert maria.get(f"/office/{id_}/paper/{name}").status_code == 404
    assert maria.get(f"/office/{id_}/paper/{name}?round=main-9").status_code == 404


@pytest.mark.parametrize("name", ROUND_SHEETS)
def test_a_sheet_names_night_round_and_version_of_its_draw(house: House, name: str) -> None:
    id_ = house.night(EIGHT, "main-1", name="Kirtagschnapsen")
    view = house.office(id_).board
    drawn_at = view.rounds[0].drawn_at
    assert drawn_at

    page = sheet(house, id_, name)

    assert "Kirtagschnapsen" in page
    assert "<b>Viertelfinale</b>" in page
    assert f"ausgelost {show_date_time(drawn_at, 'de_AT')}" in page
    assert f"Stand {view.revision}, gedruckt {show_time(EVENING)}" in page


def test_the_draw_sheet_has_each_pairing_by_number(house: House) -> None:
    id_ = house.night(HALL, "main-1")
    pairings = house.office(id_).board.rounds[0].pairings

    found = rows(sheet(house, id_, "draw-sheet"))

    assert len(found) == len(pairings)
    for pairing, row in zip(pairings, found, strict=True):
        assert f'<td class="no">{pairing.number}</td>' in row
        assert all(f">{escape(side.name)}</span>" in row for side in pairing.sides)
        assert ("Freilos" in row) == (pairing.right is None)


def test_the_list_by_name_has_a_row_for_each_card(house: House) -> None:
    id_ = house.night((("Zach", "Öd", 2), ("Österreicher", "", 1), ("Ofner", "", 1)), "main-1")

    names = [re.findall(r'class="name">([^<]*)', row)[0] for row in rows(sheet(house, id_, "names"))]

    assert names == ["Ofner", "Österreicher", "Zach", "Zach"]


def test_the_results_sheet_leaves_room_for_what_is_open(house: House) -> None:
    id_ = house.night(EIGHT, "main-1")

    assert sheet(house, id_, "results").count('<td class="score">:</td>') == 4


def test_the_results_sheet_shows_what_is_known_and_the_winner_in_bold(house: House) -> None:
    id_ = house.night(EIGHT, "main-1")
    first, second, *_ = house.office(id_).open
    assert second.right
    play(house.desk, id_, first, games_won=(2, 1))
    play(house.desk, id_, second, winner=second.right.ticket)

    one, two, *_ = rows(sheet(house, id_, "results"))

    assert '<td class="score">2:1</td>' in one
    assert one.index("half won") < one.index("score")
    assert "gewonnen →" in two
    assert two.index("half won") > two.index("score")


def test_rounds_drawn_together_are_printed_together_and_each_alone_when_asked_for(house: House) -> None:
    id_ = house.night(EIGHT, "main-2")

    together = sheet(house, id_, "draw-sheet")
    alone = sheet(house, id_, "draw-sheet?round=main-1")

    assert [*re.findall(r"<h2>([^<]*)", together)] == ["Halbfinale", "Plätze 5 bis 8"]
    assert "<b>Viertelfinale</b>" in alone
    assert "<h2>" not in alone


def test_the_prize_list_has_a_line_to_sign_on_before_the_end_too(house: House) -> None:
    id_ = house.night(EIGHT, "main-1", prizes=PRIZES)

    page = sheet(house, id_, "prizes")

    assert "noch nicht beendet" in page
    assert len(rows(page)) == 3
    assert 'class="name">Huber' not in page


def test_the_prize_list_names_the_winners_in_order_of_place(house: House) -> None:
    id_ = house.night(EIGHT, Step.AWARD, prizes=PRIZES)
    collect_prize(house.desk, KASSA, id_, 2)
    winners = [place.side.name for place in house.office(id_).board.places[:3]]

    found = rows(sheet(house, id_, "prizes"))

    assert [re.findall(r'class="name">(Huber \d)', row) for row in found] == [[name] for name in winners]
    assert ["abgeholt" in row for row in found] == [False, True, False]


@pytest.mark.parametrize("name", SHEETS)
def test_each_sheet_speaks_both_languages(house: House, name: str) -> None:
    id_ = house.night(EIGHT, "main-1", prizes=PRIZES)

    assert "gedruckt" in sheet(house, id_, name)
    assert "printed" in sheet(house, id_, name, "en")


@pytest.mark.parametrize("name", SHEETS)
def test_hostile_names_are_only_names_on_paper(house: House, name: str) -> None:
    id_ = house.night(HOSTILE, Step.AWARD, name=HOSTILE[0], prizes=HOSTILE, ticket_word="<i>Los")

    page = sheet(house, id_, f"{name}?round=main-1" if name != "prizes" else name)

    assert "<img" not in page
    assert "<script>" not in page
    assert "<i>Los" not in page
    assert all(escape(name) in page for name in HOSTILE)
