"""All that a database file says, to compare one with another."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def everything(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        return "\n".join(connection.iterdump())
