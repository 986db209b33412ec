"""The whole database as one file, and back, while people write. SQLite only: PostgreSQL has its own tools.

A copy is made in one step (a stepped one begins again with every write), checked, and appears under its name
complete or not at all. Restoring replaces all rows in one transaction of the living database: a server that
runs on it sees the old data until it sees the new, and whatever fails leaves the old.
"""

from __future__ import annotations

import re
import secrets
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from tournament.errors import RuleBroken
from tournament.store.database import Database, Session, sqlite_url
from tournament.store.engines import BUSY_TIMEOUT_SECONDS
from tournament.store.files import COMPANIONS, belongs_to, fits_together, is_database, is_sound, sync
from tournament.store.files import is_damaged as is_damaged
from tournament.store.models import Base, Setting
from tournament.store.peeking import glance
from tournament.store.reasons import why

SECRET_KEY, GENERATION = "secret_key", "generation"
"""Settings: what signs sessions stays that of this machine; a restored database is of a new generation."""


_LEFTOVER = re.compile(r"\.restore-[a-z0-9_]{8}|\..+\.[0-9a-f]{8}\.part(-journal)?")
_LEFT_SECONDS = 3600
"""What is as old as that nobody is writing any more: whoever began it was killed."""


class NoBackup(RuleBroken):
    """The file cannot be restored: it is damaged, of another program, or of a newer version."""


def file_to_back_up(database: Database) -> Path:
    """Where the database lies. RuleBroken if it is no file."""
    if database.file is None:
        raise no_file(database)
    return database.file


def no_file(database: Database) -> RuleBroken:
    """Why a database that is no file has no backups here."""
    if database.url.get_backend_name() == "postgresql":
        return RuleBroken("PostgreSQL keeps its own backups: use pg_dump and pg_restore.")
    return RuleBroken("This database lives in memory only: there is nothing to back up.")


def write_copy(database: Database, target: Path) -> None:
    """Write the whole database to a file, as it stands at this moment.

    RuleBroken, or OSError, if that cannot be done; what stood at `target` is still there then.
    """
    source, target = file_to_back_up(database), target.absolute()
    _refuse_target(source, target)
    _sweep(target.parent)
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        _copy(source, part)
        if not is_sound(part):
            raise RuleBroken("The database %(file)s is damaged.", file=source)
        sync(part)
        part.replace(target)
        sync(target.parent)
    except sqlite3.Error as error:
        raise RuleBroken(
            "The backup %(file)s cannot be written: %(reason)s", file=target, reason=why(error)
        ) from error
    finally:
        for leftover in (part, part.with_name(f"{part.name}-journal")):
            with suppress(OSError):
                leftover.unlink(missing_ok=True)


def keep(data: IO[bytes], target: Path) -> None:
    """Write a backup that comes from elsewhere to a new file. NoBackup if it is damaged, or none of ours."""
    _sweep(target.parent)
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as new:
            shutil.copyfileobj(data, new)
        if not glance(part).whole:
            raise NoBackup("The file is damaged, or no backup of this program.", field="file")
        sync(part)
        part.replace(target)
        sync(target.parent)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def fresh_copy(file: Path, living: Path) -> Iterator[Database]:
    """A copy of a backup, brought up to date, in a folder beside the living database.

    The backup is only read. NoBackup if it is no sound database of this program, or the living one itself;
    OSError if it cannot be read.
    """
    if belongs_to(file, living):
        raise NoBackup("The file %(file)s is the database itself, no backup of it.", file=file)
    if not is_database(file):
        raise NoBackup("The file %(file)s is no backup.", file=file)
    _sweep(living.parent)
    with TemporaryDirectory(dir=living.parent, prefix=".restore-", ignore_cleanup_errors=True) as within:
        copy = Path(within) / "fresh.sqlite"
        for suffix in COMPANIONS[:2]:
            beside = file.with_name(file.name + suffix)
            if not suffix or beside.is_file():
                shutil.copyfile(beside, copy.with_name(copy.name + suffix))
        _refuse_what_is_damaged(copy, file)
        fresh = Database(sqlite_url(copy))
        try:
            _bring_up_to_date(fresh, file)
            yield fresh
        finally:
            fresh.close()


@contextmanager
def replacing(database: Database) -> Iterator[Session]:
    """A writing transaction for `replace_rows`.

    NoBackup if the tables do not take the rows, RuleBroken if the disk does not; all is as it was then.
    """
    try:
        with database.writing() as session:
            yield session
    except (IntegrityError, DataError) as error:
        raise NoBackup("This file cannot be restored: its data contradict themselves.") from error
    except DBAPIError as error:
        raise RuleBroken(
            "The database %(file)s cannot be written: %(reason)s", file=database.file, reason=why(error.orig)
        ) from error


def replace_rows(session: Session, fresh: Database) -> None:
    """Put all rows of `fresh` in the place of those that this writing session finds."""
    tables = Base.metadata.sorted_tables
    kept = session.get(Setting, SECRET_KEY)
    key = kept.value if kept else None
    session.expunge_all()
    for table in reversed(tables):
        session.execute(delete(table))
    with fresh.reading() as reading:
        for table in tables:
            if rows := [dict(row) for row in reading.execute(select(table)).mappings()]:
                session.execute(insert(table), rows)
    session.merge(Setting(name=GENERATION, value=secrets.token_hex(8)))
    if key:
        session.merge(Setting(name=SECRET_KEY, value=key))
    session.flush()


def put_in_place(fresh: Database, file: Path, aside: Path) -> None:
    """Make `fresh` the database at `file`; the damaged one that stood there goes to `aside`."""
    copy = file_to_back_up(fresh)
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}.part")
    _copy(copy, part)
    sync(part)
    for suffix in COMPANIONS:
        old = file.with_name(file.name + suffix)
        if old.exists():
            old.replace(aside.with_name(aside.name + suffix))
    part.replace(file)
    sync(file.parent)


def _copy(source: Path, target: Path) -> None:
    """All pages in one step, into a file that stands alone: a stick that is read only opens it, too."""
    with (
        closing(sqlite3.connect(source, timeout=BUSY_TIMEOUT_SECONDS)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new, pages=-1)
        new.execute("PRAGMA journal_mode = DELETE")


def _sweep(folder: Path) -> None:
    """Remove what a copy or a restore that was killed has left in a folder."""
    with suppress(OSError):
        for file in folder.iterdir():
            if _LEFTOVER.fullmatch(file.name) and time.time() - file.lstat().st_mtime > _LEFT_SECONDS:
                if file.is_dir() and not file.is_symlink():
                    shutil.rmtree(file, ignore_errors=True)
                else:
                    file.unlink(missing_ok=True)


def _refuse_target(source: Path, target: Path) -> None:
    if not source.is_file():
        raise RuleBroken("There is no database %(file)s.", file=source)
    if not target.parent.is_dir():
        raise RuleBroken("There is no folder %(folder)s for the backup.", folder=target.parent)
    if target.is_dir():
        raise RuleBroken("%(file)s is a folder: name a file in it.", file=target)
    if not target.exists():
        return
    if belongs_to(target, source):
        raise RuleBroken("The backup must be another file than the database itself.")
    if target.stat().st_size and not is_database(target):
        raise RuleBroken("%(file)s is something else already: choose another name.", file=target)


def _refuse_what_is_damaged(copy: Path, file: Path) -> None:
    if not (is_sound(copy) and fits_together(copy)):
        raise NoBackup("The file %(file)s is damaged: it cannot be restored.", file=file)


def _bring_up_to_date(fresh: Database, file: Path) -> None:
    """A database of ours has a version (an empty one has none, and nothing to restore) and all its tables."""
    try:
        versions = fresh.versions()
        fresh.migrate()
        with fresh.reading() as reading:
            for table in Base.metadata.sorted_tables:
                reading.execute(select(table)).all()
    except RuleBroken as refused:
        raise NoBackup("This file cannot be restored. %(reason)s", reason=refused) from refused
    except (SQLAlchemyError, ValueError) as error:
        raise NoBackup("The file %(file)s is damaged: it cannot be restored.", file=file) from error
    if not versions:
        raise NoBackup("The file %(file)s is no backup.", file=file)
