"""The lists of a round as they come out of the printer."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from tests.desk.builders import KASSA, a_tournament, key_of, play, played_until
from tests.desk.changed import cost_of_the_other, half_played, loser_of, match, origin, take_back
from tests.paper.printing import (
    a_hostile_night,
    a_night,
    a_waiting_night,
    assert_whole,
    from_left_to_right,
    printed,
    printed_pdf,
)
from tests.paper.reading import squeezed
from tournament.desk.acts import Desk
from tournament.desk.board import read_board
from tournament.desk.correcting import consequences_of_withdrawal
from tournament.desk.late import sell_late
from tournament.desk.loading import read_night
from tournament.desk.selling import sell
from tournament.errors import NotThere

LISTS = ("draw-sheet", "names")
BELOW_THE_HEAD = 42
"""In millimetres from the upper edge."""


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
@pytest.mark.parametrize("sheet", LISTS)
def test_every_name_and_town_is_whole_in_every_script(desk: Desk, sheet: str, paper: str) -> None:
    id_ = a_hostile_night(desk)
    people = read_night(desk.database, id_).people
    texts = [text for person in people for text in (person.name, person.town) if text]

    pages = printed(desk, id_, sheet, paper=paper)

    assert_whole(pages, from_left_to_right(texts))
    letters = {letter for page in pages for letter in page.squeezed}
    assert letters >= {letter for text in texts for letter in squeezed(text)}


@pytest.mark.parametrize("sheet", LISTS)
def test_a_list_needs_a_draw(desk: Desk, sheet: str) -> None:
    id_ = a_night(desk, None)

    for round_ in (None, "main-1"):
        with pytest.raises(NotThere):
            printed_pdf(desk, id_, sheet, round=round_)


def test_the_draw_sheet_of_a_usual_round_fits_on_one_page(desk: Desk) -> None:
    [page] = printed(desk, a_night(desk, sold=64), "draw-sheet")

    assert "Runde 1" in page.text


@pytest.mark.parametrize("sheet", LISTS)
def test_the_head_of_a_list_comes_again_on_each_page_with_a_row_under_it(desk: Desk, sheet: str) -> None:
    id_ = a_night(desk, sold=500)

    pages = printed(desk, id_, sheet)

    assert len(pages) > 3
    for number, page in enumerate(pages, start=1):
        head, *rows = page.text.split("Huber")
        assert "Karte" in head
        assert len(rows) > 5
        assert f"{number} / {len(pages)}" in page.text


def test_the_list_by_name_is_sorted_as_a_phone_book(desk: Desk) -> None:
    [page] = printed(desk, a_night(desk, sold=8, each=2), "names")

    rows = re.findall(r"^Huber (\d) (\d)", page.text, flags=re.MULTILINE)

    assert rows == [
        ("1", "1"),
        ("1", "2"),
        ("2", "3"),
        ("2", "4"),
        ("3", "5"),
        ("3", "6"),
        ("4", "7"),
        ("4", "8"),
    ]


@pytest.mark.parametrize("sheet", LISTS)
def test_a_match_that_waits_for_an_earlier_result_says_so(desk: Desk, sheet: str) -> None:
    id_, waiting, _earlier = a_waiting_night(desk)

    [page] = printed(desk, id_, sheet, round="main-2")

    assert page.text.count("wartet") == {"draw-sheet": 1, "names": 2}[sheet]
    if sheet == "draw-sheet":
        assert re.search(rf"^{waiting.number}\s+wartet", page.text, flags=re.MULTILINE)


@pytest.mark.parametrize("sheet", [*LISTS, "slips", "protocol", "results"])
def test_the_first_print_of_a_draw_says_that_it_is_the_first(desk: Desk, sheet: str) -> None:
    page, *_ = printed(desk, a_night(desk), sheet, round="main-1")

    assert re.search(r"Fassung 1\b", page.text)
    assert "ersetzt" not in page.text


@pytest.mark.parametrize("sheet", LISTS)
def test_a_reprint_after_late_cards_says_that_it_replaces_every_version_before(
    desk: Desk, sheet: str
) -> None:
    id_ = a_night(desk)
    for name, said in (("Spät Sepp", "ersetzt Fassung 1"), ("Spät Leni", "ersetzt alle früheren")):
        number = sell_late(desk, KASSA, id_, name, "", 1).after["tickets"][-1] - 12

        [page] = printed(desk, id_, sheet)

        assert re.search(rf"Fassung {number} von \d\d:\d\d, {said}\s", page.text)
        assert name in page.text


@pytest.mark.parametrize("sheet", LISTS)
def test_of_rounds_on_one_sheet_each_has_its_own_version(desk: Desk, sheet: str) -> None:
    id_, _waiting, earlier = a_waiting_night(desk)
    open_again, cost = match(desk, id_, "main-1", earlier.number), cost_of_the_other(desk, id_, earlier)
    play(desk, id_, open_again, loser_of(earlier).ticket, confirmed=cost)
    again = match(desk, id_, "main-1", earlier.number)
    take_back(desk, id_, again, consequences_of_withdrawal(desk.database, id_, key_of(again)).cost)

    [page] = printed(desk, id_, sheet)

    first, later = re.findall(r"(?:Achtel|Viertel)finale\s+ausgelost [^·]* · (.*)", page.text)
    assert first.strip() == "Fassung 1"
    assert later.startswith("Fassung 2 von ")


def test_each_page_of_a_list_of_several_rounds_says_which_they_are(desk: Desk) -> None:
    id_ = half_played(desk, 128)
    won = read_board(desk.database, id_).open[0]
    earlier = origin(desk, id_, "main-1", won)
    take_back(desk, id_, earlier, consequences_of_withdrawal(desk.database, id_, key_of(earlier)).cost)

    _first, *more = printed(desk, id_, "draw-sheet")

    assert more
    for page in more:
        assert re.search(r"Runde 1: ausgelost .*, Fassung 1 · Runde 2: ausgelost .*, Fassung 1", page.text)


def test_rounds_drawn_together_are_printed_together_and_each_alone_when_asked_for(desk: Desk) -> None:
    id_ = a_night(desk, "main-2", sold=8)

    [together] = printed(desk, id_, "draw-sheet")
    assert all(name in together.text for name in ("Halbfinale", "Plätze 5 bis 8"))
    [page] = printed(desk, id_, "draw-sheet", round="main-1")
    assert "Viertelfinale" in page.text


@pytest.mark.parametrize("sheet", [*LISTS, "blank-draw-sheet", "addendum"])
def test_a_town_stands_beside_its_name_or_whole_under_it(desk: Desk, sheet: str) -> None:
    town = "Sankt Georgen am Ybbsfelde"
    id_ = a_tournament(desk, 4)
    sell(desk, KASSA, id_, "Maria Gruber", town, 1)
    sell(desk, KASSA, id_, "Maximiliane Auersberg zu Hohenstein", town, 1)
    sell(desk, KASSA, id_, "Franz Zach", "Ried", 1)
    played_until(desk, id_, "main-1")
    sell_late(desk, KASSA, id_, "Christoph Theophil Bauernfeind", town, 1)

    page, *_ = printed(desk, id_, sheet)

    assert page.text.count("Ybbsfelde") == page.text.count(town) > 0
    assert not re.search(rf"(Hohenstein|Bauernfeind)\s?{town}", page.text.replace("\r\n", "|"))
    if sheet != "addendum":
        assert re.search(r"Franz Zach\s+Ried", page.text.replace("\r\n", "|"))


@pytest.mark.parametrize(("sheet", "sold"), [("draw-sheet", 8), ("draw-sheet", 32), ("names", 8)])
def test_lot_numbers_and_names_of_a_row_stand_on_one_line(desk: Desk, sheet: str, sold: int) -> None:
    [page] = printed(desk, a_night(desk, sold=sold), sheet)

    feet = sorted({bottom for _left, top, _right, bottom in page.letters if top > BELOW_THE_HEAD})
    rows = 1 + sum(later - foot > 1 for foot, later in pairwise(feet))
    apart = [later - foot for foot, later in pairwise(feet) if 0.4 < later - foot <= 1]
    assert rows == {"draw-sheet": sold // 2, "names": sold}[sheet]
    assert apart == []


def test_lists_are_told_in_english_too(desk: Desk) -> None:
    [page] = printed(desk, a_night(desk), "draw-sheet", locale="en")

    assert "Draw sheet" in page.text
    assert "bye" in page.text


def test_a_list_that_fits_on_one_page_when_set_closer_has_no_second_one(desk: Desk) -> None:
    for sold, pages in ((30, 1), (42, 1), (64, 2)):
        id_ = a_night(desk, sold=sold)

        assert len(printed(desk, id_, "names")) == pages
