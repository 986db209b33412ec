"""A migrated database file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tournament.store.database import Database, sqlite_url


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """Shared by the tests of a file, which take back what they write."""
    database = Database(sqlite_url(tmp_path_factory.mktemp("store") / "desk.sqlite"))
    database.migrate()
    yield database
    database.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "desk.sqlite"
