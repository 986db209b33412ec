"""Nights in which the desk changed its mind often: their archives hold, and come back to the byte."""

from __future__ import annotations

import pytest

from tests.desk import fresh
from tests.desk.builders import KASSA, a_tournament, play, played_until
from tournament.desk.acts import Desk
from tournament.desk.archive import archive_bytes, import_archive
from tournament.desk.late import sell_late
from tournament.desk.loading import read_night
from tournament.desk.office import Step, read_office
from tournament.desk.prizing import reopen
from tournament.desk.selling import reopen_sales
from tournament.desk.undoing import undo
from tournament.desk.voiding import void_draw, would_be_lost
from tournament.desk.withdrawing import withdraw
from tournament.knockout.rounds import Stage


def comes_back(desk: Desk, night: int) -> bool:
    """Whether its archive is taken in, which it is only if it holds, and goes out again as it was."""
    data = archive_bytes(desk.database, night)
    return archive_bytes(desk.database, import_archive(desk.database, data)) == data


@pytest.mark.parametrize("how", ["played", "gone home"])
def test_the_only_bye_is_sold_late_a_second_time(desk: Desk, how: str) -> None:
    night = a_tournament(desk, sold=7)
    played_until(desk, night, "main-1")
    sale = sell_late(desk, KASSA, night, "Spät Sepp", "", 1)
    [seat] = sale.after["pairings"]
    match = next(p for p in read_office(desk.database, night).open if p.number == seat["pairing"])
    act = play(desk, night, match) if how == "played" else withdraw(desk, KASSA, night, sale.after["player"])
    undo(desk, KASSA, night, seen=act.revision)
    undo(desk, KASSA, night, seen=sale.revision)

    sell_late(desk, KASSA, night, "Maria Huber", "", 1)

    assert comes_back(desk, night)


def test_the_winner_of_a_prize_that_was_collected_gives_his_card_back(desk: Desk) -> None:
    night = a_tournament(desk, sold=8, prizes=("Gans",))
    played_until(desk, night, Step.AWARD)
    [award] = read_night(desk.database, night).awards
    assert award.ticket
    fresh.collect_prize(desk, KASSA, night, 1)
    reopen(desk, KASSA, night)
    lost = would_be_lost(read_night(desk.database, night), Stage.MAIN, 1)
    void_draw(desk, KASSA, night, Stage.MAIN, 1, seen=lost)
    reopen_sales(desk, KASSA, night)

    fresh.take_back(desk, KASSA, night, award.ticket)

    assert comes_back(desk, night)
