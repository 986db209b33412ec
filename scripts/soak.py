"""The long version of three tests: desks that press at once, that change their mind, and sudden ends."""

from __future__ import annotations

import argparse
import random
import secrets
import time
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.desk.builders import a_desk, a_tournament, played_until
from tests.desk.changing_minds import change_minds
from tests.desk.contests import TwoDesks, play_a_night
from tests.desk.sudden_ends import (
    assert_nothing_is_missing,
    killed_at_random,
    killed_while_restoring,
    power_cuts,
)
from tests.postgresql import a_database_at, a_postgresql
from tournament.store.backup import write_copy
from tournament.store.database import sqlite_url

CUTS_A_NIGHT = 25
"""A fresh database after so many power cuts: each copy is looked through from its first night on."""


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("what", nargs="*", help=f"some of {', '.join(SOAKS)}; all of them without any")
    asked.add_argument("--rounds", type=int, default=1000, help="nights of two desks, on each database")
    asked.add_argument("--moments", type=int, default=200, help="kills and power cuts")
    asked.add_argument("--seed", type=int, default=secrets.randbelow(10**6), help="of the moments")
    options = asked.parse_args()
    print(f"seed: {options.seed}")
    for name in options.what or SOAKS:
        with TemporaryDirectory() as folder:
            begin = time.monotonic()
            told = SOAKS[name](Path(folder), options)
            print(f"{name}: {told} ({time.monotonic() - begin:.0f} s)", flush=True)


def desks_on_sqlite(folder: Path, options: argparse.Namespace) -> str:
    return _desks(sqlite_url(folder / "desk.sqlite"), options.rounds)


def desks_on_postgresql(folder: Path, options: argparse.Namespace) -> str:
    with a_postgresql() as server:
        return _desks(a_database_at(server), options.rounds)


def _desks(place: str, rounds: int) -> str:
    """Nights of five contests each; what is not as it must be raises."""
    desk = a_desk(place)
    desk.database.migrate()
    ends: Counter[str] = Counter()
    with TwoDesks(place) as two:
        for _ in range(rounds):
            ends += play_a_night(desk, two)
    desk.database.close()
    return f"{rounds} rounds, sold once, drawn once, closed once; {dict(ends)}"


def minds(folder: Path, options: argparse.Namespace) -> str:
    empty, nights = _fresh(folder / "empty.sqlite"), options.rounds // 2
    (folder / "night").mkdir()
    change_minds(empty, folder / "night", nights, always_the_same=False)
    return f"{nights} nights of changing minds, nothing lost, each undone act as if it had never been"


def kills(folder: Path, options: argparse.Namespace) -> str:
    chance, acts = _chance(options), 0
    for moment in range(options.moments):
        file = _fresh(folder / f"{moment}.sqlite")
        told = killed_at_random(file, chance)
        assert_nothing_is_missing(file, told)
        acts += len(told)
        _clear(folder)
    return f"{options.moments} kills, {acts} acts confirmed, none missing"


def power(folder: Path, options: argparse.Namespace) -> str:
    chance, acts, left = _chance(options), 0, options.moments
    while left > 0:
        for copy, told in islice(power_cuts(_fresh(folder / "desk.sqlite"), CUTS_A_NIGHT, chance), left):
            assert_nothing_is_missing(copy, told)
            acts += len(told)
            left -= 1
        _clear(folder)
    return f"{options.moments} power cuts, {acts} acts confirmed before them, none missing"


def restores(folder: Path, options: argparse.Namespace) -> str:
    chance, desk = _chance(options), a_desk(_fresh(folder / "desk.sqlite"))
    (folder / "stick").mkdir()
    one, other = folder / "stick" / "one.sqlite", folder / "stick" / "other.sqlite"
    played_until(desk, a_tournament(desk, 13), "main-2")
    write_copy(desk.database, one)
    played_until(desk, 1, "main-3")
    write_copy(desk.database, other)
    desk.database.close()
    for _ in range(options.moments // 4):
        killed_while_restoring(folder / "desk.sqlite", one, other, chance)
        assert_nothing_is_missing(folder / "desk.sqlite", [(1, 1, "open-tournament")])
    return f"{options.moments // 4} kills while restoring, one or the other night stood there whole"


def _chance(options: argparse.Namespace) -> random.Random:
    return random.Random(options.seed)  # noqa: S311 (moments that can be repeated, no secret)


def _fresh(file: Path) -> Path:
    desk = a_desk(file)
    desk.database.migrate()
    desk.database.close()
    return file


def _clear(folder: Path) -> None:
    for file in folder.iterdir():
        file.unlink()


SOAKS: dict[str, Callable[[Path, argparse.Namespace], str]] = {
    "kills": kills,
    "power": power,
    "minds": minds,
    "restores": restores,
    "sqlite": desks_on_sqlite,
    "postgresql": desks_on_postgresql,
}

if __name__ == "__main__":
    main()
