"""A look into a backup without bringing it up to date: whether it is whole, and what was done last in it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tournament.store.files import is_sound

_LAST = """
SELECT tournament.id, tournament.name, log_entry.act, log_entry.at, log_entry.before, log_entry.after
FROM log_entry JOIN tournament ON tournament.id = log_entry.tournament_id
ORDER BY log_entry.id DESC LIMIT 1
"""
_SIZES = "SELECT stage, number, size FROM round WHERE tournament_id = ?"


@dataclass(frozen=True, slots=True)
class Last:
    """The last act of a database: of which tournament, its name in the log, when, and its facts there."""

    tournament: str
    act: str
    at: datetime
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    sizes: Mapping[tuple[str, int], int]
    """Of each round there is, by stage and number."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What a look at a file shows. `last` is None where nothing was done yet, or nothing can be read."""

    whole: bool
    last: Last | None = None


def glance(file: Path) -> Glance:
    """Look into a database file of any version. It is only read, and nothing about it is an error."""
    try:
        if not is_sound(file):
            return Glance(whole=False)
        with closing(sqlite3.connect(file)) as connection:
            ours = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            return Glance(whole=bool(ours), last=_last(connection))
    except sqlite3.Error:
        return Glance(whole=False)


def _last(connection: sqlite3.Connection) -> Last | None:
    with suppress(sqlite3.Error, ValueError, TypeError):
        if found := connection.execute(_LAST).fetchone():
            id_, name, act, at, before, after = found
            sizes = {(stage, number): size for stage, number, size in connection.execute(_SIZES, (id_,))}
            moment = datetime.fromisoformat(at).replace(tzinfo=UTC)
            return Last(str(name), str(act), moment, dict(json.loads(before)), dict(json.loads(after)), sizes)
    return None
