"""A night whose clock was set back between two draws is the same night after an import."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.desk.builders import a_tournament, key_of, play, played_until
from tests.desk.changed import loser_of, match
from tournament.desk.acts import Desk
from tournament.desk.archive import archive_bytes, export_archive, import_archive
from tournament.desk.correcting import consequences
from tournament.desk.loading import read_night
from tournament.desk.office import Step
from tournament.desk.verify import verify
from tournament.knockout.rounds import Outcome


@pytest.fixture
def night(desk: Desk) -> int:
    """The second round of eight cards was drawn three hours before the first, by the clock."""
    night = a_tournament(desk, sold=8)
    played_until(desk, night, Step.DRAW)
    for pairing in played_until(desk, night, "main-1").open:
        play(desk, night, pairing)
    set_back = replace(desk, now=lambda: desk.now() - timedelta(hours=3))
    played_until(set_back, night, "main-2")
    return night


def test_the_rounds_keep_their_order_and_the_archive_its_bytes(desk: Desk, night: int) -> None:
    data = archive_bytes(desk.database, night)

    again = import_archive(desk.database, data)

    keys = [[facts.key for facts in read_night(desk.database, id_).drawn] for id_ in (night, again)]
    assert keys[0] == keys[1]
    assert archive_bytes(desk.database, again) == data


def test_a_correction_costs_the_same_and_leaves_the_night_whole(desk: Desk, night: int) -> None:
    again = import_archive(desk.database, archive_bytes(desk.database, night))
    pairing = match(desk, again, "main-1", 1)
    loser = loser_of(pairing).ticket

    here, there = (
        consequences(desk.database, id_, key_of(pairing), Outcome.PLAYED, loser) for id_ in (night, again)
    )
    play(desk, again, pairing, loser, confirmed=there.cost)

    assert there.cost == here.cost != ""
    assert verify(export_archive(desk.database, again)) == ()


def test_a_whole_night_comes_back_with_its_rounds_as_they_were_drawn(desk: Desk) -> None:
    night = a_tournament(desk, sold=16)
    played_until(desk, night, Step.DONE)

    again = import_archive(desk.database, archive_bytes(desk.database, night))

    keys = [[facts.key for facts in read_night(desk.database, id_).drawn] for id_ in (night, again)]
    assert keys[0] == keys[1]
