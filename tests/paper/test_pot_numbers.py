"""The numbers of the two pots, to be cut out."""

from __future__ import annotations

import re

import pytest

from tests.paper.printing import a_night, printed
from tests.paper.reading import PrintedPage
from tournament.desk.acts import Desk
from tournament.paper.cutting import turns_into_another


def numbers(page: PrintedPage) -> list[int]:
    return [int(number) for number in re.findall(r"^\d+\b", page.text, flags=re.MULTILINE)]


def test_each_pot_has_every_number_once_on_pages_of_its_own(desk: Desk) -> None:
    pages = printed(desk, a_night(desk, sold=100), "pot-numbers")

    left, right = ([page for page in pages if pot in page.text] for pot in ("Linker Topf", "Rechter Topf"))
    assert [*left, *right] == list(pages)
    for pot in (left, right):
        assert [number for page in pot for number in numbers(page)] == list(range(1, 65))


def test_every_number_says_of_which_pot_it_is(desk: Desk) -> None:
    left, right = printed(desk, a_night(desk, sold=50), "pot-numbers")

    assert (left.text.count("Linker Topf"), left.text.count("Rechter Topf")) == (32, 0)
    assert (right.text.count("Linker Topf"), right.text.count("Rechter Topf")) == (0, 32)


def test_while_cards_are_sold_there_are_numbers_for_the_whole_house(desk: Desk) -> None:
    id_ = a_night(desk, None, sold=3, capacity=16)

    left, right = printed(desk, id_, "pot-numbers")

    assert numbers(left) == numbers(right) == list(range(1, 9))


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_the_largest_numbers_stay_between_the_cuts(desk: Desk, paper: str) -> None:
    pages = printed(desk, a_night(desk, None, sold=0, capacity=4096), "pot-numbers", paper=paper)

    assert len(pages) == 2 * 2048 // 32
    last = pages[-1]
    assert 2048 in numbers(last)
    for cut in range(1, 4):
        middle = last.width * cut / 4
        assert not [box for box in last.letters if box[2] > middle - 3 and box[0] < middle + 3]


def test_numbers_that_are_others_upside_down_are_known() -> None:
    marked = [number for number in range(1, 100) if turns_into_another(number)]

    assert marked == [6, 9, 16, 18, 19, 61, 66, 68, 81, 86, 89, 91, 98, 99]


def test_only_a_number_that_is_another_one_upside_down_has_a_line_under_it(desk: Desk) -> None:
    left, _ = printed(desk, a_night(desk, sold=16), "pot-numbers", codes=True)

    lines = {number: _is_underlined(left, number) for number in range(1, 9)}

    assert [number for number, line in lines.items() if line] == [6]


def _is_underlined(page: PrintedPage, number: int) -> bool:
    """Whether there is ink from end to end just below the digit of this place, in the first two rows."""
    row, column = divmod(number - 1, 4)
    boxes = [
        box
        for box in page.letters
        if box[3] - box[1] > 6
        and int(box[0] / page.width * 4) == column
        and int(box[1] / page.height * 8) == row
    ]
    [(left, _, right, bottom)] = boxes
    dots = page.image.width / page.width
    strip = page.image.convert("L").crop(
        (
            round((left + 0.5) * dots),
            round((bottom + 0.3) * dots),
            round((right - 0.5) * dots),
            round((bottom + 3) * dots),
        )
    )
    rows = [strip.crop((0, y, strip.width, y + 1)).tobytes() for y in range(strip.height)]
    return any(max(row) < 128 for row in rows)
