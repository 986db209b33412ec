"""Kill -9 and power cuts at random moments: a few here, two hundred with scripts/soak."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.desk.builders import a_tournament, played_until
from tests.desk.sudden_ends import (
    assert_nothing_is_missing,
    killed_at_random,
    killed_while_restoring,
    power_cuts,
)
from tournament.desk.acts import Desk
from tournament.store.backup import write_copy

MOMENTS = 4


@pytest.mark.parametrize("moment", range(MOMENTS))
def test_nothing_confirmed_is_missing_after_a_kill(database_file: Path, moment: int) -> None:
    told = killed_at_random(database_file, random.Random(moment))

    assert told
    assert_nothing_is_missing(database_file, told)


def test_nothing_confirmed_is_missing_after_a_power_cut(database_file: Path) -> None:
    cuts = list(power_cuts(database_file, 2 * MOMENTS, random.Random(1)))

    for copy, told in cuts:
        assert_nothing_is_missing(copy, told)
    assert len(cuts) == 2 * MOMENTS


def test_a_lost_act_would_be_seen(database_file: Path) -> None:
    told = killed_at_random(database_file, random.Random(7))

    with pytest.raises(AssertionError):
        assert_nothing_is_missing(database_file, [*told, (1, 9999, "sell")])


@pytest.mark.parametrize("moment", range(2))
def test_a_kill_while_restoring_leaves_one_or_the_other(
    desk: Desk, database_file: Path, tmp_path: Path, moment: int
) -> None:
    (tmp_path / "stick").mkdir()
    one, other = tmp_path / "stick" / "one.sqlite", tmp_path / "stick" / "other.sqlite"
    played_until(desk, a_tournament(desk, 13), "main-2")
    write_copy(desk.database, one)
    played_until(desk, 1, "main-3")
    write_copy(desk.database, other)

    killed_while_restoring(database_file, one, other, random.Random(moment))

    assert_nothing_is_missing(database_file, [(1, 1, "open-tournament")])
