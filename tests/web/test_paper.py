"""Printing: for whom, what comes first, and that each link leads to a PDF. What stands on it: tests/paper."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from flask.testing import FlaskClient

from tests.conftest import PHONE, OpenPage
from tests.desk.builders import play, played_until
from tests.paper.reading import read_pdf
from tests.web.board_fixtures import HALL, HOSTILE, House, a_house, sign_in
from tournament.desk.office import Step
from tournament.knockout.draw import TicketNumber
from tournament.paper.sheets import SHEETS

PRIZES = ("Gansl", "Schinken", "Torte")
EIGHT = [f"Huber {n}" for n in range(1, 9)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for all: each test has a tournament of its own."""
    with a_house(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture(scope="module")
def address(house: House) -> Iterator[str]:
    with house.served() as address:
        yield address


@pytest.fixture
def maria(house: House) -> FlaskClient:
    return house.visitor(user="Maria")


@pytest.fixture(scope="module")
def playing(house: House) -> int:
    """A night in its semi-finals, with the matches for fifth to eighth place beside them."""
    return house.night(EIGHT, "main-2")


def index(house: House, id_: int, query: str = "") -> str:
    return house.text(f"/office/{id_}/paper/{query}", user="Maria")


def offered(page: str) -> list[str]:
    """The sheets of the page, in its order."""
    return re.findall(r'href="/office/\d+/paper/([a-z-]+)\.pdf', page)


@pytest.mark.parametrize("path", ["", "letterhead", *(f"{name}.pdf" for name in SHEETS)])
def test_paper_is_for_the_desk_only(house: House, path: str) -> None:
    id_ = house.night(HALL, "main-1")

    answer = house.visitor().get(f"/office/{id_}/paper/{path}")

    assert answer.status_code == 302
    assert "Huber" not in answer.text


@pytest.mark.parametrize(
    ("until", "first"),
    [
        (Step.SELL, "before"),
        (Step.PLAY, "round"),
        (Step.ANNOUNCE, "round"),
        (Step.AWARD, "prize-giving"),
        (Step.DONE, "prize-giving"),
    ],
)
def test_the_print_of_this_moment_comes_first(house: House, until: Step, first: str) -> None:
    id_ = house.night(EIGHT, prizes=() if until is Step.DONE else PRIZES)
    if until is Step.ANNOUNCE:
        for pairing in played_until(house.desk, id_, Step.PLAY).open:
            play(house.desk, id_, pairing)
    played_until(house.desk, id_, until)

    assert offered(index(house, id_))[0] == first


@pytest.mark.parametrize(
    ("until", "language"),
    [(Step.SELL, "de"), ("main-1", "en"), ("main-3", "de"), (Step.AWARD, "de"), (Step.AWARD, "en")],
)
def test_every_print_that_is_offered_is_a_pdf(house: House, until: Step | str, language: str) -> None:
    id_ = house.night([*HOSTILE, *EIGHT], until, prizes=PRIZES)
    visitor = house.visitor(language, user="Maria")
    page = visitor.get(f"/office/{id_}/paper/").text
    links = re.findall(r'href="(/office/\d+/paper/[^"]*\.pdf[^"]*)"', page)
    assert links

    for link in links:
        answer = visitor.get(link.replace("&amp;", "&"))
        assert answer.status_code == 200, link
        assert answer.mimetype == "application/pdf"
        assert read_pdf(answer.data), link


def test_blank_cards_are_offered_while_some_are_sold_and_others_are_not(
    house: House, maria: FlaskClient
) -> None:
    full, selling, closed = house.night(EIGHT), house.night([*EIGHT, "Zach"]), house.night(EIGHT, "main-1")

    for id_, blank in ((full, False), (selling, True), (closed, False)):
        assert (f'href="/office/{id_}/paper/tickets.pdf?blank=1"' in index(house, id_)) == blank
    [page] = read_pdf(maria.get(f"/office/{selling}/paper/tickets.pdf?blank=1").data)
    assert "Huber" not in page.text


def test_what_needs_a_draw_is_not_offered_and_not_there_before_it(house: House, maria: FlaskClient) -> None:
    id_ = house.night(HALL)

    assert not {"draw-sheet", "names", "slips"} & set(offered(index(house, id_)))
    for name in ("draw-sheet", "names", "slips", "round", "draw-sheet.pdf?round=main-9"):
        assert maria.get(f"/office/{id_}/paper/{name}.pdf").status_code == 404


def test_the_print_of_a_round_is_draw_sheet_list_and_slips_in_one_file(
    house: House, maria: FlaskClient
) -> None:
    id_ = house.night(EIGHT, "main-1")

    pages = read_pdf(maria.get(f"/office/{id_}/paper/round.pdf").data)

    assert ["Auslosungsblatt" in page.text for page in pages] == [True, False, False]
    assert ["Liste nach Namen" in page.text for page in pages] == [False, True, False]
    assert all(f"Huber {n}" in pages[2].text for n in range(1, 9))


def test_earlier_rounds_can_be_printed_again(house: House, maria: FlaskClient) -> None:
    id_ = house.night(EIGHT, "main-2")

    assert f'href="/office/{id_}/paper/draw-sheet.pdf?round=main-1"' in index(house, id_)
    [page] = read_pdf(maria.get(f"/office/{id_}/paper/draw-sheet.pdf?round=main-1").data)
    assert "Viertelfinale" in page.text


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("round.pdf", "main-2-round"),
        ("slips.pdf", "main-2-slips"),
        ("names.pdf?round=fifth-to-eighth-1", "fifth-to-eighth-1-names"),
        ("results.pdf?round=main-1", "main-1-results"),
        ("results.pdf", "results"),
        ("cash.pdf", "cash"),
        ("archive.pdf", "archive"),
    ],
)
def test_a_file_is_called_after_the_round_that_is_printed_and_after_none_where_it_is_about_the_night(
    house: House, maria: FlaskClient, playing: int, asked: str, name: str
) -> None:
    answer = maria.get(f"/office/{playing}/paper/{asked}")

    date = house.office(playing).board.date
    assert answer.headers["Content-Disposition"] == f'inline; filename="{date}-{name}.pdf"'


def test_the_paper_chosen_stays_chosen_and_is_printed_on(house: House) -> None:
    id_ = house.night(EIGHT, "main-1")
    visitor = house.visitor(user="Maria")

    visitor.get(f"/office/{id_}/paper/?paper=us-letter")
    for odd in ("", "a0"):
        again = visitor.get(f"/office/{id_}/paper/", query_string={"paper": odd}).text
        assert re.search(r'aria-current="true">Papier: Letter<', again)
    [page] = read_pdf(visitor.get(f"/office/{id_}/paper/names.pdf").data)

    assert (round(page.width), round(page.height)) == (216, 279)


def test_the_slip_of_one_match_is_printed_from_its_page(house: House, maria: FlaskClient) -> None:
    id_ = house.night(EIGHT, "main-1")
    match = house.office(id_).open[1]

    page = maria.get(f"/office/{id_}/results/main-1/{match.number}").text
    [link] = re.findall(r'href="([^"]*slips\.pdf[^"]*)"', page)
    [sheet] = read_pdf(maria.get(link.replace("&amp;", "&")).data)

    assert re.findall(r"^Los (\d+)", sheet.text, flags=re.MULTILINE) == [str(match.number)]


def test_the_cards_of_one_player_are_printed_from_his_page(house: House, maria: FlaskClient) -> None:
    id_ = house.night([("Huber Anna", "", 2), *EIGHT])

    [link] = re.findall(r'href="([^"]*tickets\.pdf[^"]*)"', maria.get(f"/office/{id_}/players/1").text)
    [sheet] = read_pdf(maria.get(link).data)

    assert sheet.text.count("Huber Anna") == 4  # on stub and card of each
    assert not any(name in sheet.text for name in EIGHT)


@pytest.mark.parametrize(
    "sheet", ["tickets.pdf?player=77", "tickets.pdf?player=x", "slips.pdf?match=99", "slips.pdf?match=-1",
              f"slips.pdf?match={'9' * 5000}"]
)  # fmt: skip
def test_who_or_what_is_not_there_has_no_sheet(house: House, maria: FlaskClient, sheet: str) -> None:
    id_ = house.night(EIGHT, "main-1")

    assert maria.get(f"/office/{id_}/paper/{sheet}").status_code == 404


def test_codes_on_slips_lead_to_the_score_sheets(house: House) -> None:
    id_ = house.night(EIGHT, "main-1", score_sheets=True)
    maria = house.visitor(user="Maria")

    pages = read_pdf(maria.get(f"/office/{id_}/paper/slips.pdf").data, codes=True)

    codes = [code for page in pages for code in page.codes]
    assert len(codes) == 4
    for code in codes:
        assert maria.get("/table/" + code.rpartition("/table/")[2]).status_code == 200


def test_the_code_on_a_card_shows_where_its_player_plays(house: House) -> None:
    id_ = house.night(EIGHT, "main-1")
    maria, guest = house.visitor(user="Maria"), house.visitor()

    [page] = read_pdf(maria.get(f"/office/{id_}/paper/tickets.pdf").data, codes=True)

    links = [code for code in page.codes if "?q=" in code]
    pairings = {side.ticket: pairing for pairing in house.office(id_).open for side in pairing.sides}
    assert len(links) == len(pairings) == 8
    for link in links:
        shown = guest.get("/board/" + link.rpartition("/board/")[2]).text
        met = pairings[TicketNumber(int(link.rpartition("=")[2]))]
        assert all(side.name in shown for side in met.sides)


@pytest.mark.parametrize("viewport", [PHONE, (1280, 900)])
def test_the_page_can_be_used_by_everybody(
    house: House, address: str, page: OpenPage, viewport: tuple[int, int]
) -> None:
    id_ = house.night([*HOSTILE, *EIGHT], "main-2", prizes=PRIZES)
    desk = page(viewport=viewport)
    sign_in(desk, house, address)
    for path in ("", "letterhead"):
        desk.goto(f"{address}/office/{id_}/paper/{path}")

        violations = Axe().run(desk).response["violations"]

        assert [(v["id"], v["nodes"][0]["html"]) for v in violations] == []
        assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
