"""The two kinds of database there can be, SQLite and PostgreSQL, each made to keep the same promises.

Whoever writes holds the only right to write from the start of the transaction to its end, so that what an
act reads cannot change under it; whoever reads sees one moment. Both are asked for by the execution option
`writing`.

SQLite: the driver's own transaction handling is off and BEGIN is sent here, since its default loses
updates silently and a deferred BEGIN fails with "locked" when it turns into a writer. A writing
transaction takes the write lock at once (BEGIN IMMEDIATE).

A file can be put in the place of another (of a damaged one, by a restore): a connection that still holds the
old one is given up before it is used again, so that nothing is written where nobody will look.

PostgreSQL: a writing transaction takes an advisory lock first. Its statements then see all that was
committed before (READ COMMITTED), and no two acts can wait for each other's rows.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from tournament.errors import RuleBroken
from tournament.store.reasons import why

BUSY_TIMEOUT_SECONDS = 30
"""How long somebody who writes waits for the others."""

_WRITERS = 0x7072656973  # any number, the same in every version: the letters of "preis"


def engine_at(address: str) -> Engine:
    """The engine of a database's address. RuleBroken if it is none of ours."""
    try:
        url = _with_driver(make_url(address))
        if url.get_backend_name() not in ("sqlite", "postgresql"):
            raise ArgumentError(url.drivername)
        engine = create_engine(url, pool_pre_ping=url.get_backend_name() == "postgresql")
    except ModuleNotFoundError as error:
        raise RuleBroken(
            "The driver of PostgreSQL is missing: install preisschnapsen-desk[postgres]."
        ) from error
    except (ArgumentError, ImportError, ValueError) as error:
        raise RuleBroken(
            "This is no database: name a file like night.sqlite, or an address like postgresql://host/night."
        ) from error
    prepare = _prepare_sqlite if engine.dialect.name == "sqlite" else _prepare_postgresql
    prepare(engine)
    return engine


def reader_of(engine: Engine) -> Engine:
    """The same database, for transactions that see one moment from their first question to their last."""
    if engine.dialect.name == "postgresql":
        return engine.execution_options(isolation_level="REPEATABLE READ")
    return engine


def file_of(url: URL) -> Path | None:
    """The file of an SQLite database; None for one in memory, and for PostgreSQL."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(url.database).absolute()


def cannot_open(url: URL, reason: BaseException | None) -> RuleBroken:
    """Why a database cannot be opened, in words that help."""
    file = file_of(url)
    if isinstance(reason, sqlite3.Error) and file:
        match reason.sqlite_errorname:
            case "SQLITE_NOTADB":
                return RuleBroken("The file %(file)s is no database: choose another one.", file=file)
            case "SQLITE_CANTOPEN" if not file.parent.is_dir():
                return RuleBroken("There is no folder %(folder)s for the database.", folder=file.parent)
            case name if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY")):
                return RuleBroken("The database %(file)s cannot be written: choose another place.", file=file)
    return RuleBroken(
        "The database %(url)s cannot be opened: %(reason)s",
        url=url.render_as_string(),
        reason=why(reason),
    )


def _with_driver(url: URL) -> URL:
    """PostgreSQL as its own tools write it (postgresql://, postgres://) is spoken with psycopg."""
    if url.drivername in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    return url


def _prepare_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None
        for pragma in (
            f"busy_timeout = {BUSY_TIMEOUT_SECONDS * 1000}",
            "synchronous = FULL",
            "foreign_keys = ON",
        ):
            connection.execute(f"PRAGMA {pragma}")
        _write_ahead(connection)

    if file := file_of(engine.url):
        _notice_another_file(engine, file)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if _writes(connection) else "BEGIN")


def _notice_another_file(engine: Engine, file: Path) -> None:
    @event.listens_for(engine, "connect")
    def connect(_: object, record: ConnectionPoolEntry) -> None:
        record.info["file"] = _identity(file)

    @event.listens_for(engine, "checkout")
    def checkout(_: object, record: ConnectionPoolEntry, __: object) -> None:
        if record.info["file"] != _identity(file):
            raise DisconnectionError("another file lies there now")


def _identity(file: Path) -> tuple[int, int] | None:
    """Which file lies there; nothing that opens it, for the sake of its locks."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Let readers go on while somebody writes. The first switch does not wait for others by itself."""
    patience = time.monotonic() + BUSY_TIMEOUT_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if not error.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > patience:
                raise
            time.sleep(0.01)


def _prepare_postgresql(engine: Engine) -> None:
    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if _writes(connection):
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{BUSY_TIMEOUT_SECONDS}s'")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_WRITERS})")


def _writes(connection: Connection) -> bool:
    return bool(connection.get_execution_options().get("writing", False))
