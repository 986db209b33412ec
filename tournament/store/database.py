"""Opening the database, and the two kinds of transaction: reading, and writing.

SQLite lets those who wait for the write lock try again and again, and the unlucky starve: within one
program writers queue before they ask, and a program that competes with others is patient.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, RLock

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.orm import Session as Session

from tournament.errors import RuleBroken
from tournament.resources import migrations
from tournament.store.engines import cannot_open, engine_at, file_of, reader_of
from tournament.store.reasons import why

_MIGRATING = Lock()
"""Alembic knows one migration at a time, whichever database it is of."""


class Database:
    """One database, given by its SQLAlchemy URL. RuleBroken if it cannot be opened.

    `file` is where it lies, None for one in memory and for PostgreSQL.
    """

    def __init__(self, url: str) -> None:
        self._engine = engine_at(url)
        self._reader = reader_of(self._engine)
        self.url = self._engine.url
        self.file = file_of(self.url)
        self._turn = RLock()
        self._writes = False

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """One consistent view of the data. Nothing is written."""
        with Session(self._reader, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction that holds the write lock from its start, and commits unless something is raised.

        RuleBroken with the reason, and nothing written, if the disk is full or does not work. RuntimeError
        within another one, which it would wait for in vain.
        """
        try:
            with (
                self._alone(),
                self._engine.connect().execution_options(writing=True) as connection,
                Session(connection, expire_on_commit=False) as session,
                session.begin(),
            ):
                session.connection()  # a session begins nothing in the database before it is asked something
                yield session
        except OperationalError as error:
            raise RuleBroken("Nothing could be saved. %(reason)s", reason=why(error.orig)) from error

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """The only one in this program who writes here."""
        with self._turn:
            if self._writes:
                raise RuntimeError("a transaction that writes, within another one")
            self._writes = True
            try:
                yield
            finally:
                self._writes = False

    def migrate(self) -> None:
        """Bring the schema up to date.

        RuleBroken if it is newer than this program, belongs to another one, or cannot be opened or written.
        """
        config = self.alembic()
        try:
            self._check_ours(config)
            with _MIGRATING:
                command.upgrade(config, "head")
        except DBAPIError as error:
            raise cannot_open(self.url, error.orig) from error

    def alembic(self) -> Config:
        """What Alembic needs to migrate this database."""
        config = Config(attributes={"engine": self._engine})
        config.set_main_option("script_location", str(migrations()).replace("%", "%%"))
        return config

    def versions(self) -> tuple[str, ...]:
        """The versions of the schema, none before the first migration."""
        with self._engine.connect() as connection:
            return MigrationContext.configure(connection).get_current_heads()

    def close(self) -> None:
        self._engine.dispose()

    def _check_ours(self, config: Config) -> None:
        known = {revision.revision for revision in ScriptDirectory.from_config(config).walk_revisions()}
        # Tables first: a program that starts at the same moment commits them together with their version.
        with self._engine.connect() as connection:
            tables = set(inspect(connection).get_table_names()) - {"alembic_version"}
        heads = self.versions()
        if not known.issuperset(heads):
            raise RuleBroken("This database was written by a newer version of the program.")
        if tables and not heads:
            raise RuleBroken("This database belongs to another program: choose another one.")


def sqlite_url(path: Path) -> str:
    return f"sqlite:///{path}"
