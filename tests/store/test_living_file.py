"""A database file that several programs have open at once: nothing that one does costs another its data.

On POSIX whoever closes any handle of a file loses every lock its whole program has on it. SQLite keeps
count among its own; a plain `open` beside them is enough, and the next other program that goes takes the
write-ahead log along while this one still writes to it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.desk.builders import KASSA, a_desk, a_tournament
from tournament.desk.acts import Desk
from tournament.desk.backups import Backups
from tournament.desk.restoring import restore_file
from tournament.desk.selling import sell
from tournament.errors import RuleBroken
from tournament.store import backup, files

OTHER = """
import sys
from tournament.desk.loading import read_night
from tournament.store.database import Database, sqlite_url

database = Database(sqlite_url(sys.argv[1]))
print(*sorted(person.name for person in read_night(database, 1).people), sep=chr(10))
database.close()
"""
"""Another program that reads who plays, and goes again: the last to close tidies up."""

RESTORE = """
import sys
from pathlib import Path
from tournament.desk.acts import Desk, Stamp
from tournament.desk.restoring import restore_file
from tournament.store.database import Database, sqlite_url

restore_file(Desk(Database(sqlite_url(sys.argv[1]))), Stamp("restore"), Path(sys.argv[2]))
"""


@pytest.fixture
def desk(file: Path) -> Iterator[Desk]:
    """A server at work, with a connection open, in this process."""
    desk = a_desk(file)
    desk.database.migrate()
    a_tournament(desk, 0)
    yield desk
    desk.database.close()


DAMAGE = """
import sqlite3, sys

connection = sqlite3.connect(sys.argv[1])
connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
with open(sys.argv[1], "r+b") as file:
    file.seek(4096 * 3)
    file.write(bytes([255]) * 4096 * 8)
"""


def other_program(script: str, *files: Path) -> list[str]:
    """The lines it prints."""
    command = [sys.executable, "-c", script, *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def other_program_sees(file: Path) -> list[str]:
    return other_program(OTHER, file)


def make(desk: Desk, _: Path) -> None:
    Backups(desk.database).make(desk.now())


def go_back(desk: Desk, file: Path) -> None:
    backup.write_copy(desk.database, file.with_name("old.sqlite"))
    restore_file(desk, KASSA, file.with_name("old.sqlite"))


def go_back_by_the_list(desk: Desk, file: Path) -> None:
    kept = Backups(desk.database)
    made = kept.make(desk.now())
    assert kept.named(made.name) == made
    restore_file(desk, KASSA, made.file)


def go_back_to_itself(desk: Desk, file: Path) -> None:
    with pytest.raises(RuleBroken):
        restore_file(desk, KASSA, file)


def go_back_to_a_link(desk: Desk, file: Path) -> None:
    hard, soft = file.with_name("hard.sqlite"), file.with_name("soft.sqlite")
    hard.hardlink_to(file)
    soft.symlink_to(file)
    for link in (hard, soft):
        with pytest.raises(RuleBroken):
            restore_file(desk, KASSA, link)


def back_up_onto_itself(desk: Desk, file: Path) -> None:
    file.with_name("link.sqlite").hardlink_to(file)
    for name in ("link.sqlite", file.name, f"{file.name}-wal", f"{file.name}-shm"):
        with pytest.raises(RuleBroken):
            backup.write_copy(desk.database, file.with_name(name))


def look_whether_it_is_whole(_: Desk, file: Path) -> None:
    assert not files.is_damaged(file)
    assert files.is_sound(file)
    assert files.fits_together(file)


def refuse_what_is_none(desk: Desk, file: Path) -> None:
    letter = file.with_name("letter.sqlite")
    letter.write_text("Liebe Resi, " * 99, "utf-8")
    with suppress(RuleBroken):
        restore_file(desk, KASSA, letter)


@pytest.mark.parametrize(
    "done",
    [
        make,
        go_back,
        go_back_by_the_list,
        go_back_to_itself,
        go_back_to_a_link,
        back_up_onto_itself,
        look_whether_it_is_whole,
        refuse_what_is_none,
    ],
)
def test_whatever_is_done_with_the_file_all_programs_see_what_is_sold_afterwards(
    desk: Desk, file: Path, done: Callable[[Desk, Path], None]
) -> None:
    sell(desk, KASSA, 1, "Maria Huber", "", 1)
    done(desk, file)
    assert other_program_sees(file) == ["Maria Huber"]

    for guest in range(3):
        sell(desk, KASSA, 1, f"Zach {guest}", "", 1)

    assert other_program_sees(file) == ["Maria Huber", "Zach 0", "Zach 1", "Zach 2"]
    desk.database.close()
    assert files.is_sound(file)
    assert other_program_sees(file) == ["Maria Huber", "Zach 0", "Zach 1", "Zach 2"]


def test_a_server_goes_on_with_the_file_that_another_program_put_in_the_place_of_a_damaged_one(
    desk: Desk, file: Path
) -> None:
    sell(desk, KASSA, 1, "Maria Huber", "", 1)
    backup.write_copy(desk.database, file.with_name("old.sqlite"))
    other_program(DAMAGE, file)

    other_program(RESTORE, file, file.with_name("old.sqlite"))
    sell(desk, KASSA, 1, "Zach", "", 1)

    assert other_program_sees(file) == ["Maria Huber", "Zach"]
