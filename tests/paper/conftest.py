"""The desks whose nights are printed."""

from __future__ import annotations

from tests.desk.conftest import database_file, desk, empty_database

__all__ = ["database_file", "desk", "empty_database"]
