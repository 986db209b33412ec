"""The desk keeps its promises on a real PostgreSQL, too: sold once, drawn once, closed once."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.desk.builders import KASSA, a_desk, a_tournament, account_names, snapshot
from tests.desk.crowds import PROGRAMS, at_once
from tests.desk.fresh import take_back
from tournament.desk.acts import Desk, Stamp
from tournament.desk.archive import archive_bytes, import_archive
from tournament.desk.backups import usual_backups
from tournament.desk.loading import load_night, read_night
from tournament.desk.players import parse_players
from tournament.desk.restoring import restore_file
from tournament.desk.selling import sell
from tournament.desk.simulate import simulate
from tournament.desk.users import add_first_user
from tournament.errors import RuleBroken
from tournament.store import queries
from tournament.store.backup import write_copy
from tournament.store.database import Database

INPUT = Path(__file__).parent.parent / "input"


@pytest.fixture(scope="module")
def programs() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(PROGRAMS, mp_context=get_context("spawn")) as pool:
        list(pool.map(time.sleep, [0.2] * PROGRAMS))
        yield pool


@pytest.fixture
def place(postgresql_desk: Desk) -> str:
    return postgresql_desk.database.url.render_as_string(hide_password=False)


def test_a_whole_night_is_the_same_to_the_byte_as_on_sqlite(postgresql_desk: Desk, desk: Desk) -> None:
    players = parse_players((INPUT / "night-50.csv").read_bytes(), limit=3)

    archives = [
        archive_bytes(database, simulate(database, players, seed=7))
        for database in (postgresql_desk.database, desk.database)
    ]

    assert archives[0] == archives[1]
    again = import_archive(postgresql_desk.database, archives[0])
    assert archive_bytes(postgresql_desk.database, again) == archives[0]


def test_hostile_names_come_back_unchanged(postgresql_desk: Desk) -> None:
    players = parse_players((INPUT / "hostile-names.csv").read_bytes(), limit=3)

    night = simulate(postgresql_desk.database, players, seed=1)

    names = {person.name for person in read_night(postgresql_desk.database, night).people}
    assert names == {row.name for row in players}


def buy(desk: Desk, tournament: int, person: int) -> str:
    return sell(desk, KASSA, tournament, f"Guest {person}", "", 1).act


def test_fifty_buyers_of_the_last_card_and_one_gets_it(
    postgresql_desk: Desk, place: str, programs: ProcessPoolExecutor
) -> None:
    tournament = a_tournament(postgresql_desk, 7, capacity=8)

    answers = at_once(programs, place, buy, tournament, range(50))

    assert sorted(answers) == ["RuleBroken"] * 49 + ["sell"]
    assert len(read_night(postgresql_desk.database, tournament).live_tickets) == 8


def send_the_same_form(desk: Desk, tournament: int, _: int) -> int:
    return sell(desk, Stamp("Kassa", key="one-form"), tournament, "Maria Huber", "", 1).revision


def test_the_same_form_sent_ten_times_at_once_is_one_sale_and_one_answer(
    postgresql_desk: Desk, place: str, programs: ProcessPoolExecutor
) -> None:
    tournament = a_tournament(postgresql_desk, 4)

    answers = at_once(programs, place, send_the_same_form, tournament, range(10))

    assert len(set(answers)) == 1
    assert len(read_night(postgresql_desk.database, tournament).live_tickets) == 5


def become_the_first(desk: Desk, _: int, person: int) -> str:
    add_first_user(desk, f"User {person}", "Herzass-sticht")
    return "first"


def test_one_of_many_becomes_the_first_user(
    postgresql_desk: Desk, place: str, programs: ProcessPoolExecutor
) -> None:
    answers = at_once(programs, place, become_the_first, 0, range(8))

    assert sorted(answers) == ["RuleBroken"] * 7 + ["first"]
    assert len(account_names(postgresql_desk.database)) == 1


def test_who_reads_sees_one_moment_whatever_is_written_meanwhile(postgresql_desk: Desk, place: str) -> None:
    night = a_tournament(postgresql_desk, 4)
    other = a_desk(place)

    with postgresql_desk.database.reading() as session:
        before = load_night(session, night).tickets
        sell(other, KASSA, night, "Maria Huber", "", 1)
        assert queries.count_sold(session, night) == len(before)

    assert len(read_night(postgresql_desk.database, night).tickets) == len(before) + 1
    other.database.close()


def test_who_writes_holds_the_write_lock_from_the_start(postgresql_desk: Desk, place: str) -> None:
    other = Database(place)
    held = text(
        "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database "
        "WHERE locktype = 'advisory' AND granted AND datname = current_database()"
    )

    with postgresql_desk.database.writing(), other.reading() as session:
        assert session.scalar(held) == 1

    other.close()


def test_a_connection_that_was_lost_is_made_again(postgresql_desk: Desk, place: str) -> None:
    night = a_tournament(postgresql_desk, 4)

    other = Database(place)
    with other.writing() as session:
        everybody_else = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        )
        session.execute(text(everybody_else))
    other.close()

    assert len(read_night(postgresql_desk.database, night).tickets) == 4


def test_whoever_fails_leaves_no_trace_and_lets_the_next_one_write(postgresql_desk: Desk) -> None:
    night = a_tournament(postgresql_desk, 8, capacity=8)
    before = snapshot(postgresql_desk, night)

    with pytest.raises(RuleBroken):
        sell(postgresql_desk, KASSA, night, "Maria Huber", "", 1)

    assert snapshot(postgresql_desk, night) == before
    take_back(postgresql_desk, KASSA, night, 1)


def test_backups_are_left_to_its_own_tools_and_that_is_said(postgresql_desk: Desk, tmp_path: Path) -> None:
    database = postgresql_desk.database

    with pytest.raises(RuleBroken, match="pg_dump"):
        write_copy(database, tmp_path / "backup.sqlite")
    with pytest.raises(RuleBroken, match="pg_dump"):
        restore_file(postgresql_desk, KASSA, tmp_path / "backup.sqlite")
    assert usual_backups(database) is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_it_is_named_as_its_own_tools_name_it(postgresql_desk: Desk, place: str, scheme: str) -> None:
    database = Database(f"{scheme}:{place.partition(':')[2]}")

    assert account_names(database) == ()
    database.close()


def test_a_server_that_does_not_answer_is_told_in_a_sentence_without_its_password() -> None:
    with pytest.raises(RuleBroken, match="cannot be opened") as caught:
        Database("postgresql://resi:secret@127.0.0.1:1/desk").migrate()

    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)
