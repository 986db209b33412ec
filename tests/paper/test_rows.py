"""Lists with one row, and with many: no head stands alone at the foot, no last page is nearly empty."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from tests.desk.builders import a_tournament
from tests.paper.printing import a_night, printed
from tests.paper.reading import PrintedPage
from tournament.desk.acts import Desk
from tournament.desk.office import read_log
from tournament.paper.job import PAPERS

MANY = 120
DRAWN = r"\b\d+ Huber \d+ \d+"
ENTRY = r"^(\d+) 05\.12\.2026"
"""A row of the protocol, and one of the log."""


def rows(page: PrintedPage, row: str) -> list[str]:
    return re.findall(row, page.text, flags=re.MULTILINE)


def assert_each_page_has_its_head_and_rows(pages: Sequence[PrintedPage], head: str, row: str) -> None:
    for page in pages:
        above, found, under = page.text.partition(head)
        assert found
        assert re.search(row, under, flags=re.MULTILINE)
        assert not re.search(row, above, flags=re.MULTILINE)


def test_a_draw_of_many_cards_goes_on_under_its_head_to_the_signatures(desk: Desk) -> None:
    id_ = a_night(desk, sold=MANY)

    for paper in PAPERS:
        pages = printed(desk, id_, "protocol", paper=paper)

        assert len(pages) > 1
        assert sum(len(rows(page, DRAWN)) for page in pages) == MANY
        assert_each_page_has_its_head_and_rows(pages, "Topf Los", DRAWN)
        assert "Zeuge" in pages[-1].text


def test_a_log_of_many_acts_goes_on_under_its_head_to_the_signatures(desk: Desk) -> None:
    id_ = a_night(desk, "main-5", sold=MANY)
    acts = [entry.revision for entry in reversed(read_log(desk.database, id_))]
    assert len(acts) > 100

    for paper in PAPERS:
        pages = printed(desk, id_, "log", paper=paper)

        assert [int(number) for page in pages for number in rows(page, ENTRY)] == acts
        assert_each_page_has_its_head_and_rows(pages, "Eintrag Wann", ENTRY)
        assert "Ort, Datum" in pages[-1].text


def test_many_prizes_go_on_under_their_head_to_the_signatures(desk: Desk) -> None:
    prizes = [f"Preis {rank}" for rank in range(1, MANY + 1)]
    id_ = a_night(desk, None, prizes=prizes)

    for paper in PAPERS:
        pages = printed(desk, id_, "prizes", paper=paper)

        assert [prize for page in pages for prize in rows(page, r"Preis \d+")] == prizes
        assert_each_page_has_its_head_and_rows(pages, "Erhalten (Unterschrift)", r"Preis \d+")
        assert "Ort, Datum" in pages[-1].text


def test_one_row_stands_on_one_page_with_its_head_and_the_signatures(desk: Desk) -> None:
    id_ = a_tournament(desk, 0, capacity=8, prizes=["Gans"])

    for sheet, head, row in (("log", "Eintrag Wann", ENTRY), ("prizes", "Erhalten (Unterschrift)", "Gans")):
        [page] = printed(desk, id_, sheet)

        assert_each_page_has_its_head_and_rows([page], head, row)
        assert "Ort, Datum" in page.text


@pytest.mark.parametrize("sold", [3, 50, 64])
def test_a_usual_draw_has_its_protocol_with_the_signatures_on_one_page(desk: Desk, sold: int) -> None:
    [page] = printed(desk, a_night(desk, sold=sold), "protocol")

    assert len(rows(page, DRAWN)) == sold
    assert "Zeuge" in page.text
