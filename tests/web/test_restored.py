"""After a restore no page that was kept of the data before is taken for a new one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desk.builders import KASSA, play
from tests.web.board_fixtures import HALL, House, a_house
from tournament.desk.restoring import restore_file
from tournament.store.backup import write_copy


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with a_house(tmp_path) as house:
        yield house


def test_the_board_shows_the_night_of_the_backup_at_once(house: House, tmp_path: Path) -> None:
    id_ = house.night(HALL, "main-1")
    write_copy(house.desk.database, tmp_path / "backup.sqlite")
    before = house.visitor("de").get(f"/board/{id_}").data
    play(house.desk, id_, house.office(id_).open[0])
    later = house.visitor("de").get(f"/board/{id_}")

    restore_file(house.desk, KASSA, tmp_path / "backup.sqlite")
    asked = house.visitor("de").get(f"/board/{id_}", headers={"If-None-Match": later.headers["ETag"]})

    assert later.data != before
    assert (asked.status_code, asked.data) == (200, before)


def test_another_tournament_that_takes_the_number_of_a_lost_one_is_not_mistaken_for_it(
    house: House, tmp_path: Path
) -> None:
    write_copy(house.desk.database, tmp_path / "backup.sqlite")
    lost = house.night(HALL, "main-1")
    shown = house.visitor("de").get(f"/board/{lost}")
    restore_file(house.desk, KASSA, tmp_path / "backup.sqlite")

    again = house.night(HALL, "main-1")
    asked = house.visitor("de").get(f"/board/{again}", headers={"If-None-Match": shown.headers["ETag"]})

    assert again == lost
    assert asked.status_code == 200
