"""Writes the database file of today's version: `python -m tests.store.schemas.make`.

Done once for each version, before it lands, and never again: later versions must open what it wrote.
`--again` writes it anew while its migration has not landed.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.desk.builders import KASSA, a_desk, a_tournament, key_of, play, played_until
from tests.desk.fresh import collect_prize, take_back
from tournament.desk.acts import Desk
from tournament.desk.office import Step, read_office
from tournament.desk.results import record_walkover
from tournament.desk.scoring import open_private_sheet
from tournament.desk.selling import sell, sell_unnamed
from tournament.desk.users import Role, add_user
from tournament.desk.withdrawing import withdraw
from tournament.store.backup import write_copy

HERE = Path(__file__).parent
PRIZES = ("Gans", "Schinken", "Korb")


def main() -> None:
    with TemporaryDirectory() as folder:
        desk = a_desk(Path(folder) / "desk.sqlite")
        desk.database.migrate()
        [version] = desk.database.versions()
        target = HERE / f"{version}.sqlite.gz"
        if target.exists() and "--again" not in sys.argv:
            sys.exit(f"{target} is there already")
        a_finished_night(desk)
        a_running_night(desk)
        add_user(desk.database, "Resi", "Herzass-sticht", Role.MANAGEMENT)
        open_private_sheet(desk, ("Resi", "Karl"), {"profile": "preisschnapsen-sharp"})
        write_copy(desk.database, Path(folder) / "fixture.sqlite")
        target.write_bytes(gzip.compress((Path(folder) / "fixture.sqlite").read_bytes(), mtime=0))
        desk.database.close()
    print(target)


def a_finished_night(desk: Desk) -> None:
    """Thirteen cards, one of them taken back and sold again, a correction, and a prize collected."""
    night = a_tournament(desk, 13, prizes=PRIZES, capacity=16)
    take_back(desk, KASSA, night, 7)
    sell(desk, KASSA, night, "Þórdís d'Angelo", "Öd", 1)
    first = played_until(desk, night, "main-1").open[0]
    play(desk, night, first, games_won=(2, 1))
    played_until(desk, night, Step.AWARD)
    collect_prize(desk, KASSA, night, 1)


def a_running_night(desk: Desk) -> None:
    """Presale, score sheets, three cards a player; in round two somebody was absent, another went home."""
    night = a_tournament(desk, 28, each=3, capacity=32, score_sheets=True)
    sell_unnamed(desk, KASSA, night, 1)
    take_back(desk, KASSA, night, 29)
    office = played_until(desk, night, "main-2")
    absent, home, played, *_ = office.open
    record_walkover(desk, KASSA, night, key_of(absent), seen=absent.revision, winner=absent.left.ticket)
    withdraw(desk, KASSA, night, home.left.player)
    still_open = {pairing.number for pairing in read_office(desk.database, night).open}
    if played.number in still_open:
        play(desk, night, played, games=[(7, 3), (5, 8), (7, 6)])


if __name__ == "__main__":
    main()
