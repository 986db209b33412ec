"""Two desks press the same button at once, on SQLite and on PostgreSQL; scripts/soak does it longer."""

from __future__ import annotations

import pytest

from tests.desk.contests import TwoDesks, play_a_night
from tournament.desk.acts import Desk

NIGHTS = 2


@pytest.fixture(params=["desk", "postgresql_desk"])
def any_desk(request: pytest.FixtureRequest) -> Desk:
    found: Desk = request.getfixturevalue(request.param)
    return found


def test_two_desks_that_press_at_once_sell_draw_and_close_once(any_desk: Desk) -> None:
    place = any_desk.database.url.render_as_string(hide_password=False)

    with TwoDesks(place) as two:
        ends = [play_a_night(any_desk, two) for _ in range(NIGHTS)]

    assert len(ends) == NIGHTS
