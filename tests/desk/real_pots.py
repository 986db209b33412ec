"""A draw from real pots for tests: a night that waits for one, and lots typed in by themselves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.desk.builders import KASSA, a_tournament, played_until
from tournament.desk.acts import Desk
from tournament.desk.by_hand import Pots, pots, take_pots, type_lot
from tournament.desk.drawing import draw_rounds
from tournament.desk.loading import read_night
from tournament.desk.office import Step
from tournament.errors import RuleBroken


@pytest.fixture
def night(desk: Desk) -> int:
    """Seven cards of four people, Huber 1 to 4, wait for the first draw: four numbers in each pot."""
    night = a_tournament(desk, sold=7, each=2)
    played_until(desk, night, Step.ANNOUNCE)
    return night


@pytest.fixture
def drawing(desk: Desk, night: int) -> int:
    take_pots(desk, KASSA, night)
    return night


def drawn_from_pots(desk: Desk, sold: int, **terms: Any) -> int:
    """A night whose first round was drawn from real pots, before anything is played."""
    night = a_tournament(desk, sold=sold, **terms)
    played_until(desk, night, Step.ANNOUNCE)
    take_pots(desk, KASSA, night)
    draw_all(desk, night)
    draw_rounds(desk, KASSA, night)
    return night


def draw_all(desk: Desk, night: int) -> None:
    """Type in a lot for every card that has none: the lowest number that the rules allow."""
    for one in pots(read_night(desk.database, night)):
        while not (now := pots_of(desk, night, one.slug)).complete:
            ticket = (now.drawing or now.waiting)[0].ticket
            _type_lowest(desk, night, now, ticket)


def pots_of(desk: Desk, night: int, slug: str) -> Pots:
    return next(one for one in pots(read_night(desk.database, night)) if one.slug == slug)


def _type_lowest(desk: Desk, night: int, now: Pots, ticket: int) -> None:
    for number in range(1, now.size // 2 + 1):
        try:
            type_lot(desk, KASSA, night, now.stage, now.number, ticket, number)
        except RuleBroken:
            continue
        return
    raise AssertionError("no number is left")
