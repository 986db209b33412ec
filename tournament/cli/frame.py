"""What every command needs: the language of the terminal, its two streams, the database it is told."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tournament.errors import RuleBroken
from tournament.language import gettext, locale_from_environment, translate

if TYPE_CHECKING:
    from tournament.store.database import Database

DONE, WRONG, CANNOT = 0, 1, 2
"""Exit codes: done; checked and found wrong; used wrongly, or it could not be done at all."""

DATABASE = "TOURNAMENT_DATABASE"
DATABASE_FILES = (".sqlite", ".sqlite3", ".db")
"""A name that ends so is taken for a file, though there is none yet."""


def _(message: str, **values: object) -> str:
    """A text in the language of the terminal."""
    return gettext(message, locale_from_environment(), **values)


def told(broken: RuleBroken) -> str:
    """What a broken rule says, in the language of the terminal."""
    return translate(broken, locale_from_environment())


def say(line: str) -> None:
    print(line, flush=True)


def complain(*lines: str, code: int = CANNOT) -> int:
    """Write sentences to standard error, and answer the exit code."""
    for line in lines:
        print(line, file=sys.stderr)
    return code


def explain(error: OSError) -> str:
    """Why a file cannot be read or written, or whatever else the system refused."""
    from tournament.store.reasons import why

    if not error.filename:
        return told(why(error))
    if isinstance(error, FileNotFoundError):
        return _("%(file)s does not exist.", file=error.filename)
    if isinstance(error, PermissionError):
        return _("%(file)s must not be read or written by you.", file=error.filename)
    return _("%(file)s cannot be used: %(reason)s", file=error.filename, reason=told(why(error)))


def open_database(options: argparse.Namespace, otherwise: str | None = None) -> Database:
    """The database the command is told, brought up to date; `otherwise`, or the file in the data folder."""
    database = named_database(options, otherwise)
    database.migrate()
    return database


def named_database(options: argparse.Namespace, otherwise: str | None = None) -> Database:
    """The same database as it stands, of whatever version."""
    from tournament.store.database import Database, sqlite_url

    told = options.database or os.environ.get(DATABASE)
    url = _address_of(told) if told else otherwise
    if not url:
        file = data_folder() / "preisschnapsen" / "desk.sqlite"
        file.parent.mkdir(parents=True, exist_ok=True)
        url = sqlite_url(file)
    return Database(url)


def _address_of(told: str) -> str:
    """The address of a database as people name it: its own, or the plain path of a file."""
    from tournament.store.database import sqlite_url

    if "://" in told or not (Path(told).suffix in DATABASE_FILES or Path(told).is_file()):
        return told
    return sqlite_url(Path(told).absolute())


def data_folder() -> Path:
    """Where a program keeps a user's data on this system.

    Four lines of our own: a library for it would be one more to pin and to ship.
    """
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
