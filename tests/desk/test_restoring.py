"""Going back to a backup: checked in a fresh copy, put in place whole, while people work; or not at all."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path
from threading import Barrier, Event, Thread
from typing import Any

import pytest
from sqlalchemy import text

from tests.desk.builders import EVENING, KASSA, a_desk, a_tournament, account_names, played_until, snapshot
from tests.desk.dumps import everything
from tournament.desk import restoring
from tournament.desk.acts import Desk
from tournament.desk.archive import archive_bytes, export_archive
from tournament.desk.backups import Backups
from tournament.desk.loading import read_night
from tournament.desk.office import read_log, read_office
from tournament.desk.restoring import generation, restore, restore_file
from tournament.desk.selling import rename, sell
from tournament.desk.users import Role, add_user, secret_key
from tournament.desk.verify import verify
from tournament.errors import NotThere, Overtaken, RuleBroken
from tournament.store.backup import NoBackup, write_copy


@pytest.fixture
def backup(desk: Desk, tmp_path: Path) -> Path:
    """A backup of the first of two nights, at the quarter-finals, with an account."""
    add_user(desk.database, "Resi", "Herzass-sticht", Role.MANAGEMENT)
    played_until(desk, a_tournament(desk, 13), "main-2")
    a_tournament(desk, 4)
    folder = tmp_path / "stick"
    folder.mkdir()
    write_copy(desk.database, folder / "backup.sqlite")
    return folder / "backup.sqlite"


def altered(file: Path, statement: str) -> None:
    """Change a database file behind the program's back, its guards off."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(statement)
        connection.commit()


def test_the_night_stands_as_it_stood_and_its_log_says_so(desk: Desk, backup: Path) -> None:
    before, log = snapshot(desk, 1)
    later = played_until(desk, 1, "main-3").night

    restored = restore_file(desk, KASSA, backup)

    night, told = snapshot(desk, 1)
    assert replace(night, revision=0) == replace(before, revision=0)
    assert told[1:] == log
    assert (told[0].act, told[0].by, told[0].after["file"]) == ("restore-backup", "Kassa", "backup.sqlite")
    assert told[0].revision == night.revision == later.revision + 1
    assert restored.tournaments == 2
    assert restored.doubts == ()
    assert verify(export_archive(desk.database, 1)) == ()


def test_a_night_that_did_not_change_is_not_touched(desk: Desk, backup: Path) -> None:
    unchanged = snapshot(desk, 2), archive_bytes(desk.database, 2)
    played_until(desk, 1, "main-3")

    restore_file(desk, KASSA, backup)

    assert (snapshot(desk, 2), archive_bytes(desk.database, 2)) == unchanged


def test_the_night_goes_on_from_there_to_its_end(desk: Desk, backup: Path) -> None:
    played_until(desk, 1, "main-4")
    restore_file(desk, KASSA, backup)

    played_until(desk, 1, "main-4")

    assert [
        facts.round.number for facts in read_night(desk.database, 1).drawn if facts.round.stage == "main"
    ] == [1, 2, 3, 4]
    assert verify(export_archive(desk.database, 1)) == ()


def test_what_stood_there_is_kept_and_can_be_gone_back_to(desk: Desk, backup: Path) -> None:
    played_until(desk, 1, "main-3")
    last = read_night(desk.database, 1)
    kept = replace(desk, backups=Backups(desk.database, backup.parent))

    restored = restore_file(kept, KASSA, backup)
    [newest] = [made for made in Backups(desk.database).list() if made.why == "before-restore"]
    restore(kept, KASSA, newest.name, seen=generation(desk.database))

    assert restored.kept == newest.file
    assert replace(read_night(desk.database, 1), revision=0) == replace(last, revision=0)
    assert [entry.act for entry in read_log(desk.database, 1)].count("restore-backup") == 1


def test_a_form_from_before_is_not_taken_for_a_new_one(desk: Desk, backup: Path) -> None:
    person = read_night(desk.database, 2).people[0]
    rename(desk, KASSA, 2, person.number, "Maria Huber", "", seen=person.revision)
    typed_at = read_night(desk.database, 2).people[0].revision
    restore_file(desk, KASSA, backup)
    rename(desk, KASSA, 2, person.number, "Franz Zach", "", seen=person.revision)

    with pytest.raises(Overtaken):
        rename(desk, KASSA, 2, person.number, "Resi Grabner", "", seen=typed_at)


def test_each_restore_begins_a_new_generation(desk: Desk, backup: Path) -> None:
    generations = [generation(desk.database)]
    for _ in range(2):
        restore_file(desk, KASSA, backup)
        generations.append(generation(desk.database))

    assert len(set(generations)) == 3


def test_of_two_who_go_back_at_once_one_does_and_the_other_is_told(
    desk: Desk, database_file: Path, backup: Path
) -> None:
    kept = replace(desk, backups=Backups(desk.database, backup.parent))
    names = [Backups(desk.database, backup.parent).make(EVENING).name for _ in range(2)]
    played_until(desk, 1, "main-3")
    seen, together, answers = generation(desk.database), Barrier(2), list[str]()

    def go_back(name: str) -> None:
        together.wait()
        try:
            restore(kept, KASSA, name, seen=seen)
            answers.append("done")
        except RuleBroken as refused:
            answers.append(refused.message)

    people = [Thread(target=go_back, args=[name]) for name in names]
    for person in people:
        person.start()
    for person in people:
        person.join()

    done, told = sorted(answers, key=len)
    assert done == "done"
    assert "Somebody has gone back" in told
    assert len(list(database_file.parent.glob("*-before-restore.sqlite"))) == 1
    assert [entry.act for entry in read_log(desk.database, 1)].count("restore-backup") == 1


def test_nobody_is_signed_out_and_accounts_are_those_of_the_backup(desk: Desk, backup: Path) -> None:
    key = secret_key(desk.database)
    add_user(desk.database, "Karl", "Eichel-Ober-7", Role.MANAGEMENT)

    restore_file(desk, KASSA, backup)

    assert secret_key(desk.database) == key
    assert account_names(desk.database) == ("Resi",)


def test_desks_and_phones_go_on_meanwhile_and_see_one_or_the_other(
    desk: Desk, database_file: Path, backup: Path
) -> None:
    done, holds = Event(), list[bool]()

    def sell_on() -> None:
        other = a_desk(database_file)
        new = a_tournament(other, 0, capacity=4096)
        for guest in count():
            if done.is_set():
                break
            try:
                sell(other, KASSA, new, f"Guest {guest}", "", 1)
            except NotThere:
                new = a_tournament(other, 0, capacity=4096)
        other.database.close()

    def look_on() -> None:
        other = a_desk(database_file)
        while not done.is_set():
            holds.append(verify(export_archive(other.database, 1)) == ())
        other.database.close()

    people = [Thread(target=sell_on), Thread(target=look_on)]
    for person in people:
        person.start()
    try:
        for _ in range(5):
            restore_file(desk, KASSA, backup)
    finally:
        done.set()
        for person in people:
            person.join()

    assert holds
    assert all(holds)


@pytest.mark.parametrize("length", [0, 50, 100, 1000, 4096, 4096 * 5, -4096, -1])
def test_a_truncated_file_is_refused_and_nothing_changes(
    desk: Desk, database_file: Path, backup: Path, length: int
) -> None:
    backup.write_bytes(backup.read_bytes()[:length])

    assert_refused(desk, database_file, backup)


def bookmarks(file: Path) -> None:
    file.unlink()
    altered(file, "CREATE TABLE bookmarks (url)")


def nothing_in_it(file: Path) -> None:
    file.unlink()
    altered(file, "VACUUM")


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda file: file.write_text("Name;Ort;Karten\n" * 999, "utf-8"), "no backup"),
        (lambda file: file.write_bytes(bytes(8192)), "no backup"),
        (lambda file: file.write_bytes(b"SQLite format 3\x00" + bytes(8192)), "damaged"),
        (lambda file: file.write_bytes(b"\xff" * 4096 + file.read_bytes()[4096:]), "no backup"),
        (bookmarks, "another program"),
        (nothing_in_it, "no backup"),
        (lambda file: altered(file, "UPDATE alembic_version SET version_num = '9999'"), "newer version"),
        (lambda file: altered(file, "DELETE FROM alembic_version"), "another program"),
        (lambda file: altered(file, 'UPDATE pairing SET "left" = 99 WHERE number = 1'), "damaged"),
        (lambda file: altered(file, "UPDATE pairing SET outcome = 'draw' WHERE number = 1"), "cannot be"),
        (lambda file: altered(file, "UPDATE tournament SET capacity = 5"), "damaged"),
        (lambda file: altered(file, "DROP TABLE lot"), "damaged"),
    ],
)
def test_a_file_that_is_none_of_ours_is_refused_with_a_sentence_and_nothing_changes(
    desk: Desk, database_file: Path, backup: Path, spoil: Callable[[Path], object], says: str
) -> None:
    spoil(backup)

    assert says in assert_refused(desk, database_file, backup)


def assert_refused(desk: Desk, database_file: Path, backup: Path) -> str:
    """The restore is refused as a file that is no backup; the data and the folder are as before."""
    before, beside = everything(database_file), sorted(database_file.parent.iterdir())
    with pytest.raises(NoBackup) as caught:
        restore_file(desk, KASSA, backup)
    assert everything(database_file) == before
    assert sorted(file for file in database_file.parent.iterdir() if "-wal" not in file.name) == [
        file for file in beside if "-wal" not in file.name
    ]
    return str(caught.value)


def test_what_fails_in_the_middle_leaves_the_old_data(
    desk: Desk, database_file: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_until(desk, 1, "main-3")
    before = everything(database_file)
    monkeypatch.setattr(restoring, "_tell", lambda *_: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        restore_file(desk, KASSA, backup)

    assert everything(database_file) == before


def test_a_new_laptop_takes_a_backup_as_it_is_and_notes_that_it_did(
    backup: Path, desk: Desk, tmp_path: Path
) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    new = a_desk(folder / "desk.sqlite")

    restored = restore_file(new, KASSA, backup)

    assert restored.kept is None
    (night, told), (original, log) = snapshot(new, 1), snapshot(desk, 1)
    assert replace(night, revision=0) == replace(original, revision=0)
    assert told[1:] == log
    assert (told[0].act, told[0].by, told[0].after["file"]) == ("restore-backup", "Kassa", "backup.sqlite")
    assert verify(export_archive(new.database, 1)) == ()
    assert {file.name.split("-")[0] for file in folder.iterdir()} == {"desk.sqlite"}
    new.database.close()


def test_a_damaged_database_is_put_aside_and_the_backup_takes_its_place(
    desk: Desk, database_file: Path, backup: Path
) -> None:
    before = read_night(desk.database, 1)
    desk.database.close()
    with database_file.open("r+b") as file:
        file.seek(4096 * 2)
        file.write(b"\xff" * 4096 * 8)
    damaged = database_file.read_bytes()

    restored = restore_file(desk, KASSA, backup)

    assert restored.kept
    assert restored.kept.read_bytes() == damaged
    assert replace(read_night(desk.database, 1), revision=0) == replace(before, revision=0)
    assert read_log(desk.database, 1)[0].act == "restore-backup"


def test_a_file_that_is_no_database_does_not_become_one(backup: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Liebe Resi, " * 900, "utf-8")
    desk = a_desk(letter)

    with pytest.raises(RuleBroken, match="no database"):
        restore_file(desk, KASSA, backup)

    assert letter.read_text("utf-8").startswith("Liebe Resi")
    desk.database.close()


def test_a_copy_of_a_living_database_is_restored_with_its_write_ahead_log(
    desk: Desk, database_file: Path, tmp_path: Path
) -> None:
    night = a_tournament(desk, 4)
    copy = tmp_path / "copied.sqlite"
    for suffix in ("", "-wal"):
        shutil.copyfile(f"{database_file}{suffix}", f"{copy}{suffix}")
    played_until(desk, night, "main-1")

    restore_file(desk, KASSA, copy)

    assert read_office(desk.database, night).night.size is None
    assert len(read_night(desk.database, night).tickets) == 4


def test_a_backup_is_only_read(desk: Desk, backup: Path) -> None:
    before = backup.read_bytes()
    backup.chmod(0o444)

    restore_file(desk, KASSA, backup)

    assert backup.read_bytes() == before
    assert list(backup.parent.iterdir()) == [backup]


def test_a_backup_of_the_list_is_restored_by_its_name_only(desk: Desk, backup: Path) -> None:
    kept = replace(desk, backups=Backups(desk.database, backup.parent))
    with pytest.raises(NotThere):
        restore(desk, KASSA, "backup.sqlite", seen="")
    with pytest.raises(NotThere):
        restore(kept, KASSA, "backup.sqlite", seen="")
    with pytest.raises(FileNotFoundError):
        restore_file(desk, KASSA, backup.parent / "nothing.sqlite")


def test_what_did_not_hold_before_is_told_and_hinders_nobody(desk: Desk, backup: Path) -> None:
    altered(backup, "UPDATE ticket SET price_cents = price_cents + 1 WHERE number = 1")
    altered(backup, "UPDATE lot SET number = 99 WHERE id = 1")

    restored = restore_file(desk, KASSA, backup)

    assert [name for name, _ in restored.doubts] == ["Preisschnapsen"]


def test_a_disk_that_is_full_is_told_and_leaves_the_old_data(
    desk: Desk, database_file: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_until(desk, 1, "main-3")
    before, told = everything(database_file), restoring._tell
    with desk.database.reading() as session:
        pages = session.scalar(text("PRAGMA page_count"))

    def fill_the_disk(*arguments: Any) -> None:
        arguments[1].execute(text(f"PRAGMA max_page_count = {pages}"))
        add = "INSERT INTO setting VALUES ('much', hex(zeroblob(4000000)))"
        arguments[1].execute(text(add))
        told(*arguments)

    monkeypatch.setattr(restoring, "_tell", fill_the_disk)

    with pytest.raises(RuleBroken, match="The disk is full"):
        restore_file(desk, KASSA, backup)

    assert everything(database_file) == before


def test_a_file_whose_rows_our_tables_refuse_changes_nothing(
    desk: Desk, database_file: Path, backup: Path
) -> None:
    altered(backup, "DROP INDEX ix_login_attempt_source")
    altered(backup, "INSERT INTO login_attempt VALUES (1, 'x', '2026-12-05 18:00:00')")
    altered(backup, "CREATE TABLE other AS SELECT * FROM player")
    altered(backup, "INSERT INTO other SELECT id + 1000, tournament_id, number, name, town, 0, 0 FROM player")
    altered(backup, "DROP TABLE player")
    altered(backup, "ALTER TABLE other RENAME TO player")

    assert_refused(desk, database_file, backup)


def test_a_database_of_another_program_is_never_put_aside(backup: Path, tmp_path: Path) -> None:
    file = tmp_path / "bookmarks.sqlite"
    altered(file, "CREATE TABLE folder (id INTEGER PRIMARY KEY)")
    altered(file, "CREATE TABLE bookmark (folder REFERENCES folder)")
    altered(file, "INSERT INTO bookmark VALUES (99)")
    before, desk = everything(file), a_desk(file)

    with pytest.raises(RuleBroken, match="another program"):
        restore_file(desk, KASSA, backup)

    assert everything(file) == before
    assert list(tmp_path.glob("bookmarks-*")) == []
    desk.database.close()


def a_folder(file: Path) -> None:
    file.mkdir()


def a_pipe(file: Path) -> None:
    os.mkfifo(file)


def much_of_nothing(file: Path) -> None:
    with file.open("wb") as much:
        much.truncate(3_000_000_000)


@pytest.mark.parametrize("make", [a_folder, a_pipe, much_of_nothing])
def test_what_cannot_be_a_backup_is_refused_before_anything_is_copied(
    desk: Desk,
    database_file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[[Path], None],
) -> None:
    a_tournament(desk, 4)
    make(tmp_path / "odd")
    monkeypatch.setattr(shutil, "copyfile", lambda *_: pytest.fail("it was copied"))

    assert "no backup" in assert_refused(desk, database_file, tmp_path / "odd")


def test_what_a_killed_restore_left_beside_the_database_goes_with_the_next(
    desk: Desk, database_file: Path, backup: Path
) -> None:
    old, new = (database_file.parent / f".restore-{name}" for name in ("abcd_123", "efgh4567"))
    for folder in (old, new):
        folder.mkdir()
        (folder / "fresh.sqlite").write_bytes(b"x" * 9000)
    os.utime(old, (1, 1))

    restore_file(desk, KASSA, backup)

    assert list(database_file.parent.glob(".restore-*")) == [new]


def test_what_was_kept_of_an_earlier_restore_is_never_written_over(
    desk: Desk, database_file: Path, backup: Path
) -> None:
    stopped = replace(desk, now=lambda: EVENING)

    kept = {restore_file(stopped, KASSA, backup).kept for _ in range(3)}

    assert kept == set(database_file.parent.glob("desk-*-before-restore.sqlite"))
    assert len(kept) == 3
