"""A database of every version there ever was opens, is brought up to date, holds, and goes on.

The files are made by `python -m tests.store.schemas.make`, once for each version, before it lands.
"""

from __future__ import annotations

import gzip
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory

from tests.desk.builders import KASSA, a_desk, account_names, played_until
from tests.store.schemas import make
from tournament.desk.acts import Desk
from tournament.desk.archive import archive_bytes, export_archive, import_archive
from tournament.desk.loading import read_night
from tournament.desk.night import State
from tournament.desk.office import Step, read_log, read_office
from tournament.desk.restoring import restore_file
from tournament.desk.verify import verify
from tournament.store.database import Database, sqlite_url
from tournament.store.files import fits_together, is_sound

FINISHED, RUNNING = 1, 2


def revisions() -> list[str]:
    """All versions of the schema, the oldest first."""
    scripts = ScriptDirectory.from_config(Database("sqlite://").alembic())
    return [script.revision for script in scripts.walk_revisions()][::-1]


REVISIONS = revisions()


@pytest.fixture(params=REVISIONS)
def old(request: pytest.FixtureRequest, file: Path) -> Path:
    """The database file of a version."""
    packed = make.HERE / f"{request.param}.sqlite.gz"
    file.write_bytes(gzip.decompress(packed.read_bytes()))
    return file


@pytest.fixture
def opened(old: Path) -> Iterator[Desk]:
    """A desk at that file, brought up to date; its chance is another than that which made the file."""
    desk = replace(a_desk(old), entropy=os.urandom)
    desk.database.migrate()
    yield desk
    desk.database.close()


def schema(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as connection:
        return {
            " ".join(sql.split()) for (sql,) in connection.execute("SELECT sql FROM sqlite_master") if sql
        }


@pytest.mark.parametrize("revision", REVISIONS)
def test_each_version_has_its_file(revision: str) -> None:
    assert (make.HERE / f"{revision}.sqlite.gz").is_file(), "python -m tests.store.schemas.make"


def test_there_is_no_file_without_its_version() -> None:
    assert {file.name.split(".")[0] for file in make.HERE.glob("*.gz")} == set(REVISIONS)


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_file_is_as_its_version_made_it(revision: str, file: Path, tmp_path: Path) -> None:
    """Whoever alters a migration that has landed parts the databases there are from those to come."""
    file.write_bytes(gzip.decompress((make.HERE / f"{revision}.sqlite.gz").read_bytes()))
    made = Database(sqlite_url(tmp_path / "made.sqlite"))
    command.upgrade(made.alembic(), revision)
    made.close()

    assert schema(file) == schema(tmp_path / "made.sqlite")


def test_it_opens_and_is_brought_up_to_date(opened: Desk, old: Path) -> None:
    assert opened.database.versions() == (REVISIONS[-1],)
    assert is_sound(old)
    assert fits_together(old)
    assert account_names(opened.database) == ("Resi",)


@pytest.mark.parametrize("night", [FINISHED, RUNNING])
def test_its_nights_hold(opened: Desk, night: int) -> None:
    assert verify(export_archive(opened.database, night)) == ()


def test_the_finished_night_has_its_winners_and_its_archive_goes_out_and_in(opened: Desk) -> None:
    night = read_night(opened.database, FINISHED)
    assert night.state is State.FINISHED
    assert [prize.text for prize in night.prizes] == list(make.PRIZES)
    assert [prize.collected_at is not None for prize in night.prizes] == [True, False, False]
    assert night.awards[0].ticket == night.places[0].ticket
    assert "Þórdís d'Angelo" in {person.name for person in night.people}

    archive = archive_bytes(opened.database, FINISHED)
    assert archive_bytes(opened.database, import_archive(opened.database, archive)) == archive


def test_the_running_night_goes_on_to_its_end(opened: Desk) -> None:
    before = read_log(opened.database, RUNNING)
    assert read_office(opened.database, RUNNING).step is Step.PLAY

    played_until(opened, RUNNING, Step.DONE)

    assert read_log(opened.database, RUNNING)[-len(before) :] == before
    assert read_night(opened.database, RUNNING).state is State.FINISHED
    assert verify(export_archive(opened.database, RUNNING)) == ()


def test_it_can_be_restored_as_a_backup_of_an_older_version(old: Path, tmp_path: Path) -> None:
    desk = a_desk(tmp_path / "new.sqlite")

    restored = restore_file(desk, KASSA, old)

    assert restored.tournaments == 2
    assert verify(export_archive(desk.database, RUNNING)) == ()
    desk.database.close()


def test_late_cards_of_the_first_version_are_late_in_the_next(file: Path) -> None:
    file.write_bytes(gzip.decompress((make.HERE / "0001.sqlite.gz").read_bytes()))
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE lot SET late_seed = x'00' WHERE id IN (3, 5)")
    database = Database(sqlite_url(file))

    database.migrate()

    database.close()
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT id FROM lot WHERE late ORDER BY id").fetchall() == [(3,), (5,)]
