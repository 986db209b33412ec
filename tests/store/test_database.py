"""Opening a database says what is wrong in a sentence; its transactions are whole or nothing."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread, Timer
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from tournament.errors import RuleBroken
from tournament.store import queries
from tournament.store.database import Database, sqlite_url
from tournament.store.models import LoginAttempt, Setting

NOBODY = 65534


@pytest.fixture
def own(file: Path) -> Iterator[Database]:
    database = Database(sqlite_url(file))
    database.migrate()
    yield database
    database.close()


@pytest.fixture
def sealed(own: Database, file: Path) -> Iterator[Path]:
    """A folder with a database in which nobody may write, on a path that everybody may walk."""
    own.close()
    folder = Path(tempfile.mkdtemp())
    copy = Path(shutil.copy(file, folder / "desk.sqlite"))
    copy.chmod(0o444)
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@contextmanager
def without_privileges() -> Iterator[None]:
    """Root may write everywhere: as root, go on as somebody who may not."""
    user = os.geteuid()
    os.seteuid(user or NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)


def complaint(url: str) -> str:
    """What opening this database says."""
    with pytest.raises(RuleBroken) as caught:
        Database(url).migrate()
    return str(caught.value)


def test_an_empty_folder_gets_a_database(file: Path) -> None:
    database = Database(sqlite_url(file))
    database.migrate()
    database.close()

    assert file.stat().st_size > 0


def test_a_first_start_waits_for_another_that_is_at_it(file: Path) -> None:
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    done = Timer(0.2, lambda: other.execute("COMMIT"))
    done.start()

    database = Database(sqlite_url(file))
    database.migrate()
    database.close()

    done.join()
    other.close()


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    said = complaint(sqlite_url(tmp_path / "nowhere" / "desk.sqlite"))

    assert said == f"There is no folder {tmp_path / 'nowhere'} for the database."


def test_a_folder_that_cannot_be_written_is_named(sealed: Path) -> None:
    with without_privileges():
        said = complaint(sqlite_url(sealed / "new.sqlite"))

    assert said == f"The database {sealed / 'new.sqlite'} cannot be written: choose another place."


def test_a_database_that_cannot_be_written_is_named(sealed: Path) -> None:
    with without_privileges():
        said = complaint(sqlite_url(sealed / "desk.sqlite"))

    assert said == f"The database {sealed / 'desk.sqlite'} cannot be written: choose another place."


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert "choose another place" in complaint(sqlite_url(tmp_path))


@pytest.mark.parametrize("content", [b"Name;Ort;Karten\n", b"SQLite format 3\x00" + bytes(range(256)) * 9])
def test_a_file_that_is_no_database_is_named_and_left_alone(file: Path, content: bytes) -> None:
    file.write_bytes(content)

    assert complaint(sqlite_url(file)) == f"The file {file} is no database: choose another one."
    assert file.read_bytes() == content


def test_a_database_of_another_program_is_left_alone(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE bookmarks (url)")
    connection.close()

    assert "another program" in complaint(sqlite_url(file))


@pytest.mark.parametrize("url", ["", "foo://x", "mysql://user:secret@localhost/x"])
def test_what_is_no_address_of_a_database_is_refused_without_telling_its_password(url: str) -> None:
    said = complaint(url)

    assert "This is no database" in said
    assert "secret" not in said
    assert "secret" not in complaint(url)


def test_each_commit_is_on_the_disk_and_readers_never_wait(own: Database) -> None:
    with own.reading() as session:
        settings = {name: session.scalar(text(f"PRAGMA {name}")) for name in ("synchronous", "journal_mode")}
        assert settings == {"synchronous": 2, "journal_mode": "wal"}
        assert session.scalar(text("PRAGMA foreign_keys")) == 1


def note(database: Database, name: str) -> None:
    with database.writing() as session:
        session.add(Setting(name=name, value=""))


def noted(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(Setting)) or 0


def test_a_reader_sees_one_moment_whatever_is_written_meanwhile(own: Database) -> None:
    with own.reading() as session:
        before = noted(session)
        note(own, "a")
        assert noted(session) == before
    with own.reading() as session:
        assert noted(session) == before + 1


def test_what_fails_leaves_no_trace(own: Database) -> None:
    def write_and_fail() -> None:
        with own.writing() as session:
            session.add(Setting(name="a", value=""))
            session.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_and_fail()

    with own.reading() as session:
        assert noted(session) == 0
    note(own, "a")


def test_a_reader_cannot_leave_anything_behind(own: Database) -> None:
    with own.reading() as session:
        session.add(Setting(name="a", value=""))
        session.flush()

    with own.reading() as session:
        assert noted(session) == 0


def test_a_second_writer_waits_for_the_first_and_sees_what_it_wrote(own: Database) -> None:
    seen, started = [], Event()

    def second() -> None:
        started.set()
        with own.writing() as session:
            seen.append(noted(session))

    thread = Thread(target=second)
    with own.writing() as session:
        assert noted(session) == 0
        thread.start()
        started.wait()
        thread.join(0.1)
        assert seen == []
        session.add(Setting(name="a", value=""))
    thread.join()

    assert seen == [1]


def test_nobody_else_writes_from_the_start_of_a_transaction_that_writes(own: Database, file: Path) -> None:
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as other:
        with own.writing(), pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.execute("BEGIN IMMEDIATE")


def test_writing_within_writing_is_refused_at_once_and_hinders_nobody_afterwards(own: Database) -> None:
    with own.writing(), pytest.raises(RuntimeError):
        note(own, "a")

    note(own, "b")
    with own.reading() as session:
        assert noted(session) == 1


def test_times_come_back_as_the_same_moment_in_utc(own: Database) -> None:
    vienna = datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=ZoneInfo("Europe/Vienna"))
    with own.writing() as session:
        session.add(LoginAttempt(source="x", at=vienna))

    with own.reading() as session:
        at = session.scalars(select(LoginAttempt.at)).one()

    assert (at, at.tzinfo) == (datetime(2026, 10, 25, 1, 30, tzinfo=UTC), UTC)


def test_a_number_larger_than_any_column_is_simply_not_there(own: Database) -> None:
    huge = 10**30
    with own.reading() as session:
        assert queries.tournament(session, huge) is None
        assert queries.player(session, 1, huge) is None
        assert queries.tickets_numbered(session, 1, [huge]) == []
        assert queries.pairing(session, 1, "main", huge, 1) is None
