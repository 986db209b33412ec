"""A desk with a database file of its own for each test, its tables made once."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desk.builders import a_desk
from tests.postgresql import a_database_at
from tournament.desk.acts import Desk
from tournament.store.database import Database, sqlite_url


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("empty") / "desk.sqlite"
    database = Database(sqlite_url(path))
    database.migrate()
    database.close()
    return path


@pytest.fixture
def database_file(tmp_path: Path, empty_database: Path) -> Path:
    return Path(shutil.copy(empty_database, tmp_path / "desk.sqlite"))


@pytest.fixture
def desk(database_file: Path) -> Iterator[Desk]:
    desk = a_desk(database_file)
    yield desk
    desk.database.close()


@pytest.fixture
def postgresql_desk(postgresql: str) -> Iterator[Desk]:
    """A desk at a fresh database of that server."""
    desk = a_desk(a_database_at(postgresql))
    desk.database.migrate()
    yield desk
    desk.database.close()
