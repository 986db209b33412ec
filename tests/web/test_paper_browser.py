"""The sheets as a real browser prints them.

The geometry is looked at in the browser as it stands for print, and pages are counted in the PDF it makes:
no library to read PDFs is needed. Their text is what the page says, and test_paper.py reads it there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import ceil

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.conftest import PHONE, OpenPage
from tests.web.board_fixtures import HOSTILE, House, a_house, sign_in

SHEETS = ("draw-sheet", "names", "results", "prizes")
PRIZES = ("Ein lebendes Ferkel, abzuholen beim Wirt in Unterneukirchen", "W" * 60, "Gansl", *"ABCDE")
MM = 96 / 25.4
"""A millimetre in pixels of the style sheet."""
SIDE_MARGINS, TOP_AND_BOTTOM = 28, 30
"""In millimetres, as the style sheet of the sheets has them."""
FORMATS = {"A4": (210, 297), "Letter": (215.9, 279.4)}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for all: each test has a tournament of its own."""
    with a_house(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture(scope="module")
def address(house: House) -> Iterator[str]:
    with house.served() as address:
        yield address


@pytest.fixture(scope="module")
def nights(house: House) -> dict[int, int]:
    """Tournaments by the number of their cards."""
    return {
        field: house.night(
            [*HOSTILE, *(f"Grubermüller Theresia {n}" for n in range(field - len(HOSTILE)))],
            "main-1",
            prizes=PRIZES,
        )
        for field in (13, 64, 512)
    }


def as_printed(page: Page, paper: str) -> None:
    """Show the page as wide as it is printed on this paper."""
    width, height = FORMATS[paper]
    page.emulate_media(media="print")
    page.set_viewport_size({"width": int((width - SIDE_MARGINS) * MM), "height": int(height * MM)})


def cut_off(page: Page) -> list[str]:
    """Cells whose text is wider than they are, and all that stands out of the page."""
    found: list[str] = page.evaluate(
        """[...document.querySelectorAll(".page *")]
           .filter(e => e.checkVisibility() && (e.getBoundingClientRect().right > innerWidth + 0.5
                        || (/^(TD|TH|P|H1|DIV)$/.test(e.tagName) && e.scrollWidth > e.clientWidth + 1)))
           .map(e => e.outerHTML.slice(0, 120))"""
    )
    return found


def pages_in(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


@pytest.mark.parametrize("paper", FORMATS)
@pytest.mark.parametrize("field", [13, 64, 512])
@pytest.mark.parametrize("name", SHEETS)
def test_names_are_whole_rows_are_not_split_and_no_page_is_empty(
    nights: dict[int, int], house: House, address: str, page: OpenPage, name: str, field: int, paper: str
) -> None:
    desk = page()
    sign_in(desk, house, address)
    desk.goto(f"{address}/office/{nights[field]}/paper/{name}")
    as_printed(desk, paper)

    assert cut_off(desk) == []
    rows = desk.locator(".paper-table > tbody > tr")
    assert set(rows.evaluate_all("rows => rows.map(r => getComputedStyle(r).breakInside)")) == {"avoid"}
    tallest, head, body = desk.evaluate(
        """[Math.max(...[...document.querySelectorAll(".page tr tr, .signatures")].map(r => r.offsetHeight)),
            document.querySelector(".sheet > thead").offsetHeight
              + document.querySelector(".paper-table > thead").offsetHeight,
            document.querySelector(".sheet > tbody").offsetHeight]"""
    )
    room = (FORMATS[paper][1] - TOP_AND_BOTTOM) * MM - head
    assert tallest < room / 4
    pages = pages_in(desk.pdf(format=paper))
    assert body / (room + head) <= pages <= ceil(body / (room - tallest))


@pytest.mark.parametrize("name", ["", *SHEETS])
@pytest.mark.parametrize("viewport", [PHONE, (1280, 900)])
def test_a_sheet_can_be_read_by_everybody_on_a_screen_too(
    nights: dict[int, int],
    house: House,
    address: str,
    page: OpenPage,
    name: str,
    viewport: tuple[int, int],
) -> None:
    desk = page(viewport=viewport)
    sign_in(desk, house, address)
    desk.goto(f"{address}/office/{nights[13]}/paper/{name}")

    violations = Axe().run(desk).response["violations"]

    assert [(v["id"], v["nodes"][0]["html"]) for v in violations] == []
    assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
