"""Texts as long as the desk lets them be: nothing leaves the page, nothing lies on something else."""

from __future__ import annotations

from bisect import bisect
from operator import itemgetter

import pytest

from tests.desk.builders import played_until
from tests.paper.printing import a_night, printed
from tests.paper.reading import PrintedPage
from tournament.desk.acts import Desk
from tournament.desk.letterhead import Letterhead, write_letterhead
from tournament.desk.office import Step
from tournament.paper.job import PAPERS, Paper
from tournament.paper.sheets import SHEETS, Sheet

NAME = ("Großes Preisschnapsen der Freiwilligen Feuerwehr Unterwurzach " * 4)[:200].strip()
WORD = "Teilnahmeberechtigungskartenabschnitte"
SPONSORS = ("Bäckerei Obermoser, " * 11)[:200]
WHILE_PLAYING = ("draw-sheet", "names", "slips", "tickets", "blank-draw-sheet")
AFTERWARDS = tuple(
    name
    for name, sheet in SHEETS.items()
    if isinstance(sheet, Sheet) and name not in (*WHILE_PLAYING, "addendum")
)


def a_long_night(desk: Desk) -> int:
    id_ = a_night(
        desk, name=NAME, ticket_word=WORD, venue="Gasthof " * 25, bummerl_to_win=3, prizes=["Gans"] * 30
    )
    write_letterhead(desk.database, Letterhead(sponsors=SPONSORS), seen=Letterhead().state)
    return id_


def lying_on_others(page: PrintedPage) -> int:
    """How many letters cover much of another one."""
    letters = sorted(box for box in set(page.letters) if (box[2] - box[0]) * (box[3] - box[1]) > 0.3)
    return sum(
        covers(one, other)
        for at, one in enumerate(letters)
        for other in letters[at + 1 : bisect(letters, one[2], key=itemgetter(0))]
    )


def covers(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    smaller = min((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return width > 0 and height > 0 and width * height > 0.4 * smaller


@pytest.mark.parametrize("paper", PAPERS)
def test_long_words_and_names_stay_inside_every_sheet_of_a_round(desk: Desk, paper: Paper) -> None:
    id_ = a_long_night(desk)

    for sheet in WHILE_PLAYING:
        for page in printed(desk, id_, sheet, paper=paper):
            assert not lying_on_others(page), sheet


@pytest.mark.parametrize("paper", PAPERS)
def test_long_words_and_names_stay_inside_every_sheet_of_the_end(desk: Desk, paper: Paper) -> None:
    id_ = a_long_night(desk)
    played_until(desk, id_, Step.AWARD)

    for sheet in AFTERWARDS:
        for page in printed(desk, id_, sheet, paper=paper):
            assert not lying_on_others(page), sheet
