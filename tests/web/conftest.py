"""The pages on a database of their own, somebody at a browser, and a server for a real one."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from flask import Flask

from tests.desk.conftest import database_file, desk, empty_database
from tests.web.apps import an_app, serving
from tests.web.visitor import Visitor
from tournament.desk import users
from tournament.desk.acts import Desk
from tournament.store.database import sqlite_url

__all__ = ["database_file", "desk", "empty_database"]

NAME, PASSWORD = "Anna", "drei Gänse"


QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords are hashed in no time for whoever signs in here; what they cost is tested at the desk."""
    monkeypatch.setattr(users, "_hasher", QUICK)


@pytest.fixture
def app(database_file: Path) -> Flask:
    return an_app(sqlite_url(database_file))


@pytest.fixture
def stranger(app: Flask) -> Visitor:
    """Somebody who is not signed in."""
    return Visitor(app)


@pytest.fixture
def account(desk: Desk) -> None:
    users.add_first_user(desk, NAME, PASSWORD)


@pytest.fixture
def anna(app: Flask, account: None) -> Visitor:
    """Anna of the desk, signed in."""
    visitor = Visitor(app)
    assert visitor.fill("/login", {"name": NAME, "password": PASSWORD}).status == 200
    return visitor


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    """Where a real browser finds the pages."""
    with serving(app) as address:
        yield address


@pytest.fixture
def served(tmp_path: Path) -> Iterator[str]:
    """The address of a desk served by the command, on a database that does not exist yet."""
    database = sqlite_url(tmp_path / "night.sqlite")
    command = [sys.executable, "-m", "tournament", "serve", "--host", "127.0.0.1", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--database", database], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        yield _address_said(process)
    finally:
        process.terminate()
        process.communicate(timeout=20)


def _address_said(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    said: list[str] = []
    for line in process.stdout:
        said.append(line)
        if found := re.search(r"http://localhost:(\d+)", line):
            _wait_for(int(found[1]), process)
            return f"http://127.0.0.1:{found[1]}"
    raise AssertionError("".join(said))


def _wait_for(port: int, process: subprocess.Popen[str]) -> None:
    while process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise AssertionError("the server has stopped")
