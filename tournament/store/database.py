"""Opening the database, and the two kinds of transaction: reading, and writing.

SQLite: the driver's own transaction handling is off and BEGIN is sent here, since its default loses
updates silently and a deferred BEGIN fails with "locked" when it turns into a writer. A writing
transaction takes the write lock at once (BEGIN IMMEDIATE). SQLite lets those who wait for it try again
and again, and the unlucky starve: within one program writers queue before they ask, and a program that
competes with others is patient.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from threading import RLock

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.orm import Session as Session

from tournament.errors import RuleBroken
from tournament.resources import migrations

_BUSY_TIMEOUT_SECONDS = 30


class Database:
    """One database, given by its SQLAlchemy URL. RuleBroken if it cannot be opened."""

    def __init__(self, url: str) -> None:
        try:
            self.url = make_url(url)
            self._engine = create_engine(self.url)
        except (ArgumentError, ImportError) as error:
            raise RuleBroken("This is no address of a database; sqlite:///night.sqlite is one.") from error
        self._turn: AbstractContextManager[object] = nullcontext()
        if self._engine.dialect.name == "sqlite":
            self._turn = RLock()
            _prepare_sqlite(self._engine)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """One consistent view of the data. Nothing is written."""
        with Session(self._engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction that holds the write lock from its start, and commits unless something is raised."""
        with (
            self._turn,
            self._engine.connect().execution_options(writing=True) as connection,
            Session(connection, expire_on_commit=False) as session,
            session.begin(),
        ):
            yield session

    def migrate(self) -> None:
        """Bring the schema up to date.

        RuleBroken if it is newer than this program, belongs to another one, or cannot be opened or written.
        """
        config = self.alembic()
        try:
            self._check_ours(config)
            command.upgrade(config, "head")
        except DBAPIError as error:
            raise _cannot_open(self.url, error.orig) from error

    def alembic(self) -> Config:
        """What Alembic needs to migrate this database."""
        config = Config(attributes={"engine": self._engine})
        config.set_main_option("script_location", str(migrations()).replace("%", "%%"))
        return config

    def close(self) -> None:
        self._engine.dispose()

    def _check_ours(self, config: Config) -> None:
        known = {revision.revision for revision in ScriptDirectory.from_config(config).walk_revisions()}
        with self._engine.connect() as connection:
            heads = MigrationContext.configure(connection).get_current_heads()
            if not known.issuperset(heads):
                raise RuleBroken("This database was written by a newer version of the program.")
            if not heads and set(inspect(connection).get_table_names()) - {"alembic_version"}:
                raise RuleBroken("This database belongs to another program: choose another one.")


def sqlite_url(path: Path) -> str:
    return f"sqlite:///{path}"


def _cannot_open(url: URL, reason: BaseException | None) -> RuleBroken:
    """Why a database cannot be opened, in words that help."""
    if isinstance(reason, sqlite3.Error) and url.database:
        file = Path(url.database).absolute()
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
        reason=str(reason).partition("\n")[0],
    )


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Let readers go on while somebody writes. The first switch does not wait for others by itself."""
    patience = time.monotonic() + _BUSY_TIMEOUT_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if not error.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > patience:
                raise
            time.sleep(0.01)


def _prepare_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None
        for pragma in (
            f"busy_timeout = {_BUSY_TIMEOUT_SECONDS * 1000}",
            "synchronous = FULL",
            "foreign_keys = ON",
        ):
            connection.execute(f"PRAGMA {pragma}")
        _write_ahead(connection)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get("writing", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
