"""Prints nights, and says of every sheet what must be true of all: `printed(desk, id_, "slips")`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

from tests.desk.builders import EVENING, KASSA, a_tournament, key_of, played_until, terms_for
from tests.desk.changed import half_played, origin, take_back
from tests.paper.reading import Box, PrintedPage, read_pdf, squeezed
from tournament.desk.acts import Desk
from tournament.desk.board import read_board
from tournament.desk.correcting import consequences_of_withdrawal
from tournament.desk.matches import PairingView
from tournament.desk.office import Step
from tournament.desk.players import import_players, parse_players
from tournament.desk.printing import read_for_paper
from tournament.desk.tournaments import open_tournament
from tournament.language import GERMAN
from tournament.paper.job import Job, Links
from tournament.paper.sheets import print_sheet

LINKS = Links(
    board="http://192.168.1.7:8000/board/1", sheet=lambda token: f"http://192.168.1.7:8000/table/{token}"
)
HOSTILE = Path(__file__).parent.parent / "input" / "hostile-names.csv"
MARGIN = 5
"""In millimetres: no printer reaches nearer to the edge."""
HEAD_AND_FOOT = 14
"""In millimetres: so near to the edges small heads and page numbers stand."""
RIGHT_TO_LEFT = re.compile("[\u0590-\u06ff]")


def a_night(desk: Desk, until: str | Step | None = "main-1", *, sold: int = 13, **terms: Any) -> int:
    """A night of so many Huber, played on until there."""
    id_ = a_tournament(desk, sold, **terms)
    if until is not None:
        played_until(desk, id_, until)
    return id_


def a_hostile_night(desk: Desk, until: str | Step | None = "main-1", **terms: Any) -> int:
    """A night of people whose names test every sheet: long ones, other scripts, markup."""
    long = "W" * 60
    rows = parse_players(HOSTILE.read_bytes() + f"{long};{long};1\nשלום כהן;חיפה;1\n".encode(), limit=4)
    id_ = open_tournament(desk, KASSA, terms_for(16, **terms)).tournament
    import_players(desk, KASSA, id_, rows, paid=True)
    if until is not None:
        played_until(desk, id_, until)
    return id_


def a_waiting_night(desk: Desk) -> tuple[int, PairingView, PairingView]:
    """A night in whose quarter-finals a match waits, and the match of the round before that is open again."""
    id_ = half_played(desk)
    waiting = read_board(desk.database, id_).open[0]
    earlier = origin(desk, id_, "main-1", waiting)
    take_back(desk, id_, earlier, consequences_of_withdrawal(desk.database, id_, key_of(earlier)).cost)
    return id_, waiting, earlier


def printed_pdf(desk: Desk, id_: int, sheet: str, *, locale: str = GERMAN, **job: Any) -> bytes:
    job = {"links": LINKS} | job
    return print_sheet(sheet, Job(read_for_paper(desk.database, id_), locale, EVENING, **job))


def printed(desk: Desk, id_: int, sheet: str, *, codes: bool = False, **job: Any) -> tuple[PrintedPage, ...]:
    """The pages of a sheet of this night, read back from its PDF."""
    pages = read_pdf(printed_pdf(desk, id_, sheet, **job), codes=codes)
    assert_on_the_paper(pages)
    return pages


def assert_on_the_paper(pages: Sequence[PrintedPage]) -> None:
    """Nothing reaches the edge of a page, none is empty but for head and foot, and all is black on white."""
    for page in pages:
        assert any(is_between_head_and_foot(page, letter) for letter in page.letters)
        assert page.is_grey
        lefts, tops, rights, bottoms = zip(*page.letters, strict=True)
        assert min(*lefts, *tops) >= MARGIN
        assert max(rights) <= page.width - MARGIN
        assert max(bottoms) <= page.height - MARGIN


def is_between_head_and_foot(page: PrintedPage, letter: Box) -> bool:
    _left, top, _right, bottom = letter
    return top > HEAD_AND_FOOT and bottom < page.height - HEAD_AND_FOOT


def lines_apart(letters: Iterable[Box]) -> int:
    """In how many lines these letters stand, as far as there is a millimetre between two."""
    lines, foot = 0, -1.0
    for _left, top, _right, bottom in sorted(letters, key=itemgetter(1)):
        lines += top > foot + 1
        foot = max(foot, bottom)
    return lines


def from_left_to_right(texts: Iterable[str]) -> list[str]:
    """Those that can be read back: one from right to left turns round the order of the words beside it."""
    return [text for text in texts if not RIGHT_TO_LEFT.search(text)]


def assert_whole(pages: Sequence[PrintedPage], texts: Iterable[str]) -> None:
    """Each of these texts stands on some page, letter by letter."""
    on_paper = [page.squeezed for page in pages]
    for text in texts:
        assert any(squeezed(text) in page for page in on_paper), text
