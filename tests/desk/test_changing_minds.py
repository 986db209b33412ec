"""The desk changes its mind and loses nothing: a few random nights here, many with scripts/soak."""

from __future__ import annotations

from pathlib import Path

from tests.desk.changing_minds import change_minds

NIGHTS = 6


def test_random_nights_of_changing_minds_stay_whole(empty_database: Path, tmp_path: Path) -> None:
    change_minds(empty_database, tmp_path, NIGHTS, always_the_same=True)
