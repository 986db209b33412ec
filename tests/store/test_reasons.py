"""What the system says, said again in sentences: no English word on a German page."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tournament.errors import RuleBroken
from tournament.language import GERMAN, translate
from tournament.store.reasons import why


def of(cause: Callable[[], object]) -> str:
    with pytest.raises((OSError, sqlite3.Error)) as caught:
        cause()
    return translate(why(caught.value), GERMAN)


def full(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA max_page_count = 1")
        connection.execute("CREATE TABLE much (more)")


def test_what_the_system_refuses_is_said_in_german(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Liebe Resi, " * 99, "utf-8")
    (tmp_path / "circle").symlink_to(tmp_path / "circle")

    assert of(tmp_path.read_bytes) == "Das ist ein Ordner, keine Datei."
    assert of((tmp_path / ("x" * 300)).read_bytes) == "Der Name ist zu lang."
    assert of((tmp_path / "circle").read_bytes) == "Die Verknüpfungen führen im Kreis."
    assert of((tmp_path / "letter" / "x").read_bytes) == "Was ein Ordner sein sollte, ist keiner."
    assert of((tmp_path / "nothing").read_bytes) == "Es ist nicht da."


def test_what_the_database_refuses_is_said_in_german(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Liebe Resi, " * 99, "utf-8")

    assert of(lambda: full(tmp_path / "full")) == "Der Datenträger ist voll."
    assert (
        of(lambda: sqlite3.connect(tmp_path / "letter").execute("PRAGMA user_version"))
        == "Das ist keine Datenbank."
    )
    assert of(lambda: sqlite3.connect(tmp_path)) == "Die Datei lässt sich nicht öffnen oder anlegen."


@pytest.mark.parametrize("name", ["SQLITE_IOERR", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHORT_READ"])
def test_every_kind_of_a_broken_disk_is_one(name: str) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = name

    assert str(why(error)) == str(why(OSError(errno.EIO, "Input/output error")))


def test_what_nobody_knows_is_said_in_the_words_of_the_system() -> None:
    assert "Wombat" in str(why(OSError(9999, "Wombat")))
    assert "Wombat" in str(why(sqlite3.OperationalError("Wombat\nand more")))
    assert "more" not in str(why(sqlite3.OperationalError("Wombat\nand more")))
    broken = RuleBroken("The disk is full.")
    assert why(broken) is broken
