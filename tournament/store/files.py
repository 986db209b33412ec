"""A database file seen from outside: whether it is one, and whole. SQLite only.

On POSIX whoever closes any handle of a file loses all locks that its program has on it. SQLite keeps its own
connections in order and knows of no others: after one plain `open` and `close` of a living database the next
other program that goes takes its write-ahead log along, and all that is written afterwards is lost. A file
that may be open here as a database is therefore asked through SQLite only.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

from tournament.store.engines import BUSY_TIMEOUT_SECONDS

MAGIC = b"SQLite format 3\x00"
COMPANIONS = ("", "-wal", "-shm")
"""What SQLite keeps beside a database file belongs to it and moves with it."""

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def is_sound(file: Path) -> bool:
    """Whether the pages of a database file are whole."""
    return _finds_nothing(file, "PRAGMA integrity_check(1)", [("ok",)])


def fits_together(file: Path) -> bool:
    """Whether each row of a database file finds those that it speaks of."""
    return _finds_nothing(file, "PRAGMA foreign_key_check", [])


def is_damaged(living: Path) -> bool:
    """Whether a file, perhaps open here, is an SQLite database that cannot be used any more."""
    return living.is_file() and not is_sound(living) and _begins_as_one(living, give_back=os.name == "nt")


def is_database(resting: Path) -> bool:
    """Whether a file that nobody has open here is, by its first bytes, an SQLite database.

    OSError if it cannot be read. What is no file (a folder, a pipe) is not waited for.
    """
    return stat.S_ISREG(resting.stat().st_mode) and _begins_as_one(resting, give_back=True)


def belongs_to(file: Path, living: Path) -> bool:
    """Whether a file is a living database or lies beside it as a part of it, by whatever name."""
    parts = (living.with_name(living.name + suffix) for suffix in COMPANIONS)
    return file.exists() and any(part.exists() and file.samefile(part) for part in parts)


def sync(path: Path) -> None:
    """Have it on the disk, not only on its way there. Some systems know no such thing for folders."""
    if path.is_dir() and os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    except OSError:
        if not path.is_dir():
            raise
    finally:
        os.close(handle)


def _begins_as_one(file: Path, *, give_back: bool) -> bool:
    """`give_back` is whether the handle may be closed; that of a living database stays open for good."""
    handle = os.open(file, os.O_RDONLY)
    try:
        return os.read(handle, len(MAGIC)) == MAGIC
    finally:
        if give_back:
            os.close(handle)


def _finds_nothing(file: Path, check: str, nothing: list[tuple[str]]) -> bool:
    try:
        with closing(sqlite3.connect(file, timeout=BUSY_TIMEOUT_SECONDS)) as connection:
            found: list[tuple[str]] = connection.execute(check).fetchall()
            return found == nothing
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in _DAMAGED:
            return False
        raise
