"""Several desks at the same moment, as threads of one program and as programs, on a real file."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from tests.desk.builders import KASSA, a_tournament, key_of, play, played_until
from tests.desk.crowds import PROGRAMS, at_once
from tests.desk.fresh import pay, take_back
from tournament.desk.acts import Desk, Stamp
from tournament.desk.drawing import announce_draw, draw_rounds
from tournament.desk.loading import read_night
from tournament.desk.night import Night
from tournament.desk.office import Step, read_log, read_office
from tournament.desk.results import record_result
from tournament.desk.selling import rename, sell
from tournament.errors import Overtaken

WRITERS, ACTS, READERS = 4, 200, 20
READING_SECONDS = 1.0
RENAMED = 1
"""The player whom every desk renames."""


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(PROGRAMS, mp_context=get_context("spawn")) as pool:
        list(pool.map(time.sleep, [0.2] * PROGRAMS))
        yield pool


@pytest.fixture(params=["threads", "programs"])
def programs(request: pytest.FixtureRequest, pool: ProcessPoolExecutor) -> ProcessPoolExecutor | None:
    return pool if request.param == "programs" else None


def sell_pay_rename_take_back(desk: Desk, tournament: int, person: int) -> list[int]:
    """Two hundred acts; the numbers of the cards taken back."""
    return [_act(desk, tournament, person, turn) for turn in range(ACTS // 4)]


def _act(desk: Desk, tournament: int, person: int, turn: int) -> int:
    [card] = sell(desk, KASSA, tournament, f"Desk {person}", "", 1, paid=False).after["tickets"]
    _rename(desk, tournament, f"Huber {person}/{turn}")
    if turn % 2:
        pay(desk, KASSA, tournament, [card])
    else:
        sell(desk, KASSA, tournament, f"Guest {person}/{turn}", "", 1)
    take_back(desk, KASSA, tournament, card)
    return int(card)


def _rename(desk: Desk, tournament: int, name: str) -> None:
    """Rename the player as read, again while somebody else does it first."""
    while True:
        seen = read_night(desk.database, tournament).people[0].revision
        try:
            rename(desk, KASSA, tournament, RENAMED, name, "", seen=seen)
        except Overtaken:
            continue
        return


def read_until_all_is_written(desk: Desk, tournament: int, _: int) -> int:
    """How often the desk's page was read, each time as it was at one moment."""
    reads = 0
    while (night := read_office(desk.database, tournament).night).revision < 2 + WRITERS * ACTS:
        assert newest_row(night) == night.revision
        reads += 1
        time.sleep(READING_SECONDS)
    return reads


def newest_row(night: Night) -> int:
    return max(*(person.revision for person in night.people), *(ticket.revision for ticket in night.tickets))


def write_or_read(desk: Desk, tournament: int, person: int) -> Any:
    if person < WRITERS:
        return sell_pay_rename_take_back(desk, tournament, person)
    return read_until_all_is_written(desk, tournament, person)


def test_four_desks_write_while_twenty_people_read_and_no_act_is_lost(
    desk: Desk, database_file: Path, programs: ProcessPoolExecutor | None
) -> None:
    tournament = a_tournament(desk, 1, capacity=1024)

    answers = at_once(programs, database_file, write_or_read, tournament, range(WRITERS + READERS))

    night, log = read_night(desk.database, tournament), read_log(desk.database, tournament)[::-1]
    assert sum(isinstance(answer, int) and answer > 0 for answer in answers) == READERS
    returned = [card for answer in answers if isinstance(answer, list) for card in answer]
    assert [entry.revision for entry in log] == list(range(1, 3 + WRITERS * ACTS))
    assert [t.number for t in night.tickets] == list(range(1, 2 + WRITERS * ACTS // 4 * 3 // 2))
    assert sorted(returned) == [t.number for t in night.tickets if t.state == "returned"]
    renames = [entry for entry in log if entry.act == "rename"]
    assert len(renames) == WRITERS * ACTS // 4
    assert all(one.after == other.before for one, other in pairwise(renames))
    assert night.people[0].name == renames[-1].after["name"]


def buy(desk: Desk, tournament: int, person: int) -> str:
    return sell(desk, KASSA, tournament, f"Guest {person}", "", 1).act


def test_fifty_buyers_of_the_last_card_and_one_gets_it(
    desk: Desk, database_file: Path, programs: ProcessPoolExecutor | None
) -> None:
    tournament = a_tournament(desk, 7, capacity=8)

    answers = at_once(programs, database_file, buy, tournament, range(50))

    assert sorted(answers) == ["RuleBroken"] * 49 + ["sell"]
    assert len(read_night(desk.database, tournament).live_tickets) == 8


def record(desk: Desk, tournament: int, person: int) -> bool:
    """Record one of two open pairings; tell whether the round was complete then."""
    pairing = read_office(desk.database, tournament).board.rounds[0].pairings[person]
    play(desk, tournament, pairing)
    return not read_night(desk.database, tournament).open


@pytest.mark.parametrize("time_of_the_night", range(8))
def test_the_last_two_results_of_a_round_at_once_close_it_with_each_winner_once(
    desk: Desk, database_file: Path, programs: ProcessPoolExecutor | None, time_of_the_night: int
) -> None:
    tournament = a_tournament(desk, 4, capacity=4, each=1)
    office = played_until(desk, tournament, "main-1")

    answers = at_once(programs, database_file, record, tournament, range(2))

    assert any(answers)
    assert read_office(desk.database, tournament).step is Step.DRAW
    final = played_until(desk, tournament, "main-2").board.round("main-2")
    assert final
    [pairing] = final.pairings
    assert [side.ticket for side in pairing.sides] == sorted(p.left.ticket for p in office.open)
    assert [e.act for e in read_log(desk.database, tournament)].count("record-result") == 2


def draw_what_was_shown(desk: Desk, tournament: int, person: int) -> str:
    """Announce and draw round one, as a page offered it."""
    if person % 2:
        return announce_draw(desk, KASSA, tournament).act
    return draw_rounds(desk, KASSA, tournament, seen=["main-1"]).act


def test_two_desks_draw_at_once_and_there_is_one_draw(
    desk: Desk, database_file: Path, programs: ProcessPoolExecutor | None
) -> None:
    tournament = a_tournament(desk, 13)
    played_until(desk, tournament, Step.ANNOUNCE)

    announced = at_once(programs, database_file, draw_what_was_shown, tournament, range(1, 9, 2))
    drawn = at_once(programs, database_file, draw_what_was_shown, tournament, range(0, 8, 2))

    assert sorted(announced) == ["RuleBroken"] * 3 + ["announce-draw"]
    assert sorted(drawn) == ["Overtaken"] * 3 + ["draw-rounds"]
    [only] = read_night(desk.database, tournament).drawn
    assert len(only.round.entrants) == len(only.lots) == 13


def send_the_same_form(desk: Desk, tournament: int, _: int) -> tuple[int, dict[str, Any]]:
    pairing = read_office(desk.database, tournament).board.rounds[0].pairings[0]
    form = Stamp("Kassa", key="one-form")
    seen, winner = pairing.revision, pairing.left.ticket
    entry = record_result(desk, form, tournament, key_of(pairing), seen=seen, winner=winner, games_won=(2, 1))
    return entry.revision, entry.after


def test_the_same_form_sent_ten_times_at_once_is_one_result_and_one_answer(
    desk: Desk, database_file: Path, programs: ProcessPoolExecutor | None
) -> None:
    tournament = a_tournament(desk, 8)
    played_until(desk, tournament, "main-1")

    answers = at_once(programs, database_file, send_the_same_form, tournament, range(10))

    assert all(answer == answers[0] for answer in answers)
    assert [e.act for e in read_log(desk.database, tournament)].count("record-result") == 1
