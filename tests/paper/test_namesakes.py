"""Two people of the same name on paper: on no sheet does the name stand without its town."""

from __future__ import annotations

import re

import pytest

from tests.desk.builders import KASSA, played_until, terms_for
from tests.paper.printing import printed
from tournament.desk.acts import Desk
from tournament.desk.late import sell_late
from tournament.desk.office import Step
from tournament.desk.players import PlayerRow, import_players
from tournament.desk.selling import sell
from tournament.desk.tournaments import open_tournament
from tournament.paper.sheets import MOMENTS, SHEETS

SHARED = "Huber Franz"
BARE = re.compile(rf"{SHARED}(?!\W*(?:Ötz|Umhausen))")
NO_ROOM = "Sankt Johann im Pongau hinter der alten Kirche beim Brunnen auf der Sonnseite"
TREES = ("last-eight", "poster")
PRINTED: dict[str | Step, tuple[str, ...]] = {
    Step.SELL: ("tickets", "blank-draw-sheet"),
    "main-1": ("draw-sheet", "names", "slips", "addendum", "protocol"),
    Step.AWARD: ("results", "log", "prizes", "certificates", *TREES),
}
"""Where a night stands, and what is printed then."""
NAMELESS = {"score-sheets", "pot-numbers", "rules", "cash"}


def a_night(desk: Desk, until: str | Step, town: str = "Au") -> int:
    """A night with two of the same name, and others from this town."""
    terms = terms_for(9, prizes=["Sau"] * 9, one_prize_per_player=True)
    night = open_tournament(desk, KASSA, terms).tournament
    sell(desk, KASSA, night, SHARED, "Ötz", 2)
    sell(desk, KASSA, night, SHARED, "Umhausen", 1)
    others = [PlayerRow(k, f"Zach {k}", town, 1) for k in range(1, 7)]
    import_players(desk, KASSA, night, others, paid=True)
    played_until(desk, night, until)
    if until == "main-1":
        sell_late(desk, KASSA, night, SHARED, "Ötz", 1)
    return night


def printed_text(desk: Desk, night: int, sheet: str) -> str:
    return " ".join(" ".join(page.text.split()) for page in printed(desk, night, sheet))


def bare_names(text: str) -> list[str]:
    """Where the name stands alone, with what is around it."""
    return [text[max(0, found.start() - 40) : found.end() + 40] for found in BARE.finditer(text)]


@pytest.mark.parametrize("until", PRINTED)
def test_on_every_sheet_the_town_stands_with_a_name_that_two_bear(desk: Desk, until: str | Step) -> None:
    night = a_night(desk, until)

    for sheet in PRINTED[until]:
        text = printed_text(desk, night, sheet)
        assert SHARED in text, sheet
        assert bare_names(text) == [], sheet


@pytest.mark.parametrize("sheet", TREES)
def test_a_tree_without_room_for_all_towns_has_those_that_are_needed(desk: Desk, sheet: str) -> None:
    text = printed_text(desk, a_night(desk, Step.FINISH, NO_ROOM), sheet)

    assert "Zach 1" in text
    assert bare_names(text) == []


def test_every_sheet_is_looked_at_unless_nobody_is_named_on_it() -> None:
    looked_at = {sheet for sheets in PRINTED.values() for sheet in sheets}

    assert looked_at | NAMELESS == SHEETS.keys() - {moment.name for moment in MOMENTS}
