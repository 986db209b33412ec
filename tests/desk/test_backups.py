"""Backups by themselves and by hand: whole or not at all, and never in the way of the night."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from threading import Event, Thread

import pytest

from tests.desk.builders import EVENING, KASSA, a_desk, a_tournament, played_until
from tests.desk.dumps import everything
from tournament.desk import backups
from tournament.desk.acts import Desk, Stamp
from tournament.desk.archive import archive_bytes, bring_in_once, export_archive
from tournament.desk.backups import NEWEST, Backups, Why, usual_backups
from tournament.desk.drawing import announce_draw, draw_rounds
from tournament.desk.glancing import Look, look_into
from tournament.desk.loading import read_night
from tournament.desk.office import Step
from tournament.desk.selling import sell
from tournament.desk.undoing import undo
from tournament.desk.verify import verify
from tournament.desk.voiding import void_draw, would_be_lost
from tournament.errors import NotThere, RuleBroken
from tournament.knockout.rounds import Stage
from tournament.language import GERMAN, show_date_time
from tournament.store.backup import write_copy
from tournament.store.database import Database
from tournament.store.files import MAGIC


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A second folder, as a USB stick would be."""
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def kept(desk: Desk, stick: Path) -> Desk:
    """The desk with its backups on the stick."""
    return replace(desk, backups=Backups(desk.database, stick))


def backups_of(desk: Desk) -> Backups:
    assert desk.backups
    return desk.backups


def whys(desk: Desk) -> list[str]:
    """Why each backup was made, the newest first."""
    return [made.why for made in backups_of(desk).list()]


def make_before_a_draw(desk: Desk, moment: datetime) -> None:
    with backups_of(desk).before(Why.DRAW, moment):
        pass


def draw_twice(desk: Desk, night: int) -> None:
    """A draw, voided and made again: three backups."""
    played_until(desk, night, "main-1")
    lost = would_be_lost(read_night(desk.database, night), Stage.MAIN, 1)
    void_draw(desk, KASSA, night, Stage.MAIN, 1, seen=lost)
    played_until(desk, night, "main-1")


def test_a_backup_holds_all_that_was_written_and_stands_alone(
    desk: Desk, database_file: Path, tmp_path: Path
) -> None:
    played_until(desk, a_tournament(desk, 13), "main-2")
    target = tmp_path / "backup.sqlite"

    write_copy(desk.database, target)

    assert everything(target) == everything(database_file)
    assert [file.name for file in tmp_path.glob("*backup*")] == ["backup.sqlite"]
    with closing(sqlite3.connect(target)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_backup_is_one_moment_while_a_desk_goes_on_selling(
    desk: Desk, database_file: Path, tmp_path: Path
) -> None:
    night, done = a_tournament(desk, 0, capacity=4096), Event()

    def sell_on() -> None:
        other = a_desk(database_file)
        for guest in count():
            if done.is_set():
                break
            sell(other, KASSA, night, f"Guest {guest}", "", 1)
        other.database.close()

    seller = Thread(target=sell_on)
    raised: list[tuple[int, int]] = []
    seller.start()
    try:
        for number in range(5):
            before = read_night(desk.database, night).revision
            write_copy(desk.database, tmp_path / f"{number}.sqlite")
            copy = a_desk(tmp_path / f"{number}.sqlite")
            assert verify(export_archive(copy.database, night)) == ()
            raised.append((before, read_night(copy.database, night).revision))
            copy.database.close()
    finally:
        done.set()
        seller.join()

    assert all(before <= backed_up for before, backed_up in raised)
    assert raised[-1][1] > raised[0][0]


def test_before_every_draw_void_and_import_there_is_a_backup(kept: Desk, stick: Path) -> None:
    draw_twice(kept, a_tournament(kept, 13))

    assert whys(kept) == ["draw", "void", "draw", "import"]
    assert {made.file.parent for made in backups_of(kept).list()} == {stick}
    assert backups_of(kept).trouble is None


@pytest.mark.parametrize("number", [1, 2])
def test_undoing_a_draw_or_its_voiding_makes_a_backup_of_its_own(kept: Desk, number: int) -> None:
    night = a_tournament(kept, 13)
    played_until(kept, night, "main-1")
    if number == 2:
        lost = would_be_lost(read_night(kept.database, night), Stage.MAIN, 1)
        void_draw(kept, KASSA, night, Stage.MAIN, 1, seen=lost)
    before = whys(kept)

    undo(kept, KASSA, night, seen=read_night(kept.database, night).revision)

    assert whys(kept) == ["undo", *before]


def test_undoing_an_import_makes_a_backup_and_undoing_a_sale_none(kept: Desk) -> None:
    night = a_tournament(kept, 13)
    sold = sell(kept, KASSA, night, "Maria Huber", "", 1)
    undo(kept, KASSA, night, seen=sold.revision)
    assert whys(kept) == ["import"]

    undo(kept, KASSA, night, seen=sold.revision - 1)

    assert whys(kept) == ["undo", "import"]


def test_a_form_that_is_sent_ten_times_makes_one_backup(kept: Desk) -> None:
    night = a_tournament(kept, 13)
    played_until(kept, night, Step.DRAW)
    before = whys(kept)

    for _ in range(10):
        draw_rounds(kept, Stamp("Kassa", key="one-form"), night)

    assert whys(kept) == ["draw", *before]


def test_what_is_refused_leaves_no_backup_and_puts_none_away(
    kept: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = a_tournament(kept, 13)
    played_until(kept, night, "main-1")
    before = backups_of(kept).list()
    monkeypatch.setattr(backups, "NEWEST", len(before))

    for _ in range(3):
        with pytest.raises(RuleBroken):
            draw_rounds(kept, KASSA, night)

    assert backups_of(kept).list() == before


def test_an_archive_that_stands_here_already_makes_no_backup(kept: Desk) -> None:
    data = archive_bytes(kept.database, a_tournament(kept, 13))

    bring_in_once(kept, data)

    assert whys(kept) == ["import"]
    bring_in_once(kept, data.replace(b"Kirchenwirt", b"Pfarrstadl"))
    assert whys(kept) == ["import", "import"]


def test_the_automatic_backup_is_as_it_stood_before(kept: Desk) -> None:
    night = a_tournament(kept, 13)
    before = played_until(kept, night, Step.DRAW).night

    draw_rounds(kept, KASSA, night)

    copy = a_desk(backups_of(kept).list()[0].file)
    assert read_night(copy.database, night) == before
    copy.database.close()


def test_without_a_stick_they_lie_beside_the_database(desk: Desk, database_file: Path) -> None:
    kept = replace(desk, backups=usual_backups(desk.database))

    draw_twice(kept, a_tournament(kept, 13))

    assert len(list((database_file.parent / "backups").iterdir())) == 4
    assert whys(kept) == ["draw", "void", "draw", "import"]


def test_the_second_folder_is_named_by_the_environment(
    desk: Desk, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOURNAMENT_BACKUPS", str(stick))
    found = usual_backups(desk.database)

    assert found
    assert found.folder == stick


def test_a_stick_that_is_away_is_told_and_the_night_goes_on(
    kept: Desk, stick: Path, database_file: Path
) -> None:
    night = a_tournament(kept, 13)
    for file in stick.iterdir():
        file.unlink()
    stick.rmdir()

    played_until(kept, night, "main-1")

    told = backups_of(kept).trouble
    assert told
    assert str(stick) in str(told)
    assert not stick.exists()
    assert [made.file.parent for made in backups_of(kept).list()] == [database_file.parent / "backups"]
    stick.mkdir()
    played_until(kept, night, "main-2")
    assert backups_of(kept).trouble is None


def test_a_night_goes_on_without_any_backup_and_says_so(desk: Desk, database_file: Path) -> None:
    kept = replace(desk, backups=usual_backups(desk.database))
    (database_file.parent / "backups").write_text("in the way", "utf-8")

    draw_twice(kept, a_tournament(kept, 13))

    assert "No backup could be written" in str(backups_of(kept).trouble)
    with pytest.raises(RuleBroken, match="No backup could be written"):
        backups_of(kept).make(kept.now())


def test_only_the_newest_automatic_ones_are_kept_and_all_by_hand(
    kept: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "NEWEST", 2)
    night = a_tournament(kept, 13)
    by_hand = backups_of(kept).make(kept.now())

    draw_twice(kept, night)
    newest = backups_of(kept).list()

    assert whys(kept) == ["draw", "void", "by-hand"]
    assert newest[-1] == by_hand
    assert [made.made_at for made in newest] == sorted((made.made_at for made in newest), reverse=True)


def test_what_else_lies_on_the_stick_is_left_alone(kept: Desk, stick: Path) -> None:
    others = ["holiday.jpg", "other-20261205T180000000000Z-draw.sqlite", "desk-yesterday.sqlite"]
    for name in others:
        (stick / name).write_bytes(b"x")

    made = backups_of(kept).make(kept.now())

    assert backups_of(kept).list() == (made,)
    assert all((stick / name).read_bytes() == b"x" for name in others)


@pytest.mark.parametrize("name", ["", "nothing", "../desk.sqlite", "desk.sqlite", "/etc/passwd"])
def test_only_a_backup_of_the_list_can_be_named(kept: Desk, name: str) -> None:
    made = backups_of(kept).make(kept.now())

    assert backups_of(kept).named(made.name) == made
    with pytest.raises(NotThere):
        backups_of(kept).named(name)


def test_a_new_backup_replaces_an_old_one_whole(desk: Desk, database_file: Path, tmp_path: Path) -> None:
    target = tmp_path / "backup.sqlite"
    write_copy(desk.database, target)
    a_tournament(desk, 4)

    write_copy(desk.database, target)

    assert everything(target) == everything(database_file)


def test_a_backup_goes_nowhere_else_than_to_a_file_of_its_own(
    desk: Desk, database_file: Path, tmp_path: Path
) -> None:
    a_tournament(desk, 4)
    letter = tmp_path / "letter.txt"
    letter.write_text("Liebe Resi", "utf-8")
    (tmp_path / "link.sqlite").symlink_to(database_file)
    before = everything(database_file)

    for target in (database_file, tmp_path / "link.sqlite", letter, tmp_path, tmp_path / "no" / "where"):
        with pytest.raises(RuleBroken):
            write_copy(desk.database, target)

    assert letter.read_text("utf-8") == "Liebe Resi"
    assert everything(database_file) == before


def test_a_damaged_database_does_not_replace_a_good_backup(
    desk: Desk, database_file: Path, tmp_path: Path
) -> None:
    played_until(desk, a_tournament(desk, 13), "main-2")
    write_copy(desk.database, tmp_path / "good.sqlite")
    good = (tmp_path / "good.sqlite").read_bytes()
    desk.database.close()
    with database_file.open("r+b") as file:
        file.seek(4096 * 3)
        file.write(b"\xff" * 4096 * 8)

    with pytest.raises(RuleBroken, match="damaged"):
        write_copy(desk.database, tmp_path / "good.sqlite")

    assert (tmp_path / "good.sqlite").read_bytes() == good
    assert [file.name for file in tmp_path.glob(".*")] == []


def test_a_database_that_is_no_file_has_nothing_to_back_up(tmp_path: Path) -> None:
    database = Database("sqlite://")
    database.migrate()

    assert usual_backups(database) is None
    with pytest.raises(RuleBroken, match="memory"):
        write_copy(database, tmp_path / "backup.sqlite")
    database.close()


def test_an_announcement_alone_is_not_backed_up(kept: Desk) -> None:
    night = a_tournament(kept, 13)
    played_until(kept, night, Step.ANNOUNCE)

    announce_draw(kept, KASSA, night)

    assert whys(kept) == ["import"]


@pytest.mark.parametrize(
    "name",
    [
        "desk-20261399T101010000000Z-by-hand.sqlite",
        "desk-00000101T101010000000Z-draw.sqlite",
        "desk-00010101T000000000000Z-draw.sqlite",
        "desk-99991231T235959999999Z-draw.sqlite",
        "desk-２０２６１２０５T180000000000Z-draw.sqlite",
        "desk-20261205T180000000000Z-draw.sqlite",
    ],
)
@pytest.mark.parametrize("kind", ["file", "link to nothing", "link in a circle", "folder", "pipe"])
def test_an_odd_name_on_the_stick_hinders_neither_list_nor_draw(
    kept: Desk, stick: Path, monkeypatch: pytest.MonkeyPatch, name: str, kind: str
) -> None:
    monkeypatch.setattr(backups, "NEWEST", 1)
    odd = stick / name
    match kind:
        case "file":
            odd.write_bytes(b"x")
        case "link to nothing":
            odd.symlink_to(stick / "nothing")
        case "link in a circle":
            odd.symlink_to(odd)
        case "folder":
            odd.mkdir()
        case "pipe":
            os.mkfifo(odd)

    played_until(kept, a_tournament(kept, 4), "main-1")
    made = backups_of(kept).make(kept.now())

    assert backups_of(kept).trouble is None
    assert made in backups_of(kept).list()
    assert all(show_date_time(made.made_at, GERMAN) for made in backups_of(kept).list())


def test_a_backup_that_was_just_made_is_kept_though_the_clock_was_set_back(kept: Desk) -> None:
    evening = [EVENING + timedelta(minutes=number) for number in range(NEWEST)]
    for moment in evening:
        make_before_a_draw(kept, moment)

    for minutes in (60, 59, 61):
        make_before_a_draw(kept, EVENING - timedelta(minutes=minutes))

    moments = [made.made_at for made in backups_of(kept).list()]
    assert len(moments) == NEWEST
    assert EVENING - timedelta(minutes=61) in moments
    assert moments[0] == evening[-1]


def test_two_backups_of_the_same_moment_are_two(kept: Desk) -> None:
    made = [backups_of(kept).make(EVENING) for _ in range(3)]

    assert set(backups_of(kept).list()) == set(made)
    assert len({one.file for one in made}) == 3


def test_an_old_backup_that_cannot_be_deleted_is_no_trouble(
    kept: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def held(file: Path, **_: object) -> None:
        raise PermissionError(13, "Permission denied", str(file))

    make_before_a_draw(kept, kept.now())
    monkeypatch.setattr(backups, "NEWEST", 1)
    with monkeypatch.context() as locked:
        locked.setattr(Path, "unlink", held)
        make_before_a_draw(kept, kept.now())

    assert backups_of(kept).trouble is None
    assert whys(kept) == ["draw", "draw"]


def test_what_a_killed_backup_left_on_the_stick_goes_with_the_next(kept: Desk, stick: Path) -> None:
    old, new = stick / ".desk-x.sqlite.0123abcd.part", stick / ".desk-y.sqlite.0123abcd.part"
    for file in (old, new, stick / ".hidden"):
        file.write_bytes(b"x")
        os.utime(file, (1, 1))
    new.touch()

    made = backups_of(kept).make(kept.now())

    assert sorted(stick.iterdir()) == sorted([new, stick / ".hidden", made.file])


def test_what_was_done_last_in_a_backup_is_told_of_it(kept: Desk) -> None:
    played_until(kept, a_tournament(kept, 13, name="Feuerwehrball"), "main-2")
    draw, first, sold = [made for made in backups_of(kept).list() if made.why in ("draw", "import")]

    looks = [look_into(backups_of(kept), made) for made in (draw, first, sold)]

    assert [look.whole for look in looks] == [True] * 3
    lasts = [look.last for look in looks if look.last]
    assert [(last.tournament, last.act) for last in lasts] == [
        ("Feuerwehrball", "announce-draw"),
        ("Feuerwehrball", "announce-draw"),
        ("Feuerwehrball", "open-tournament"),
    ]
    assert [last.rounds for last in lasts] == [((Stage.MAIN, 2, 8),), ((Stage.MAIN, 1, 16),), ()]
    assert lasts[-1].at == EVENING


def test_a_voided_draw_has_its_size_in_a_backup_where_its_round_is_no_more(kept: Desk) -> None:
    night = a_tournament(kept, 8)
    lost = would_be_lost(played_until(kept, night, "main-1").night, Stage.MAIN, 1)
    void_draw(kept, KASSA, night, Stage.MAIN, 1, seen=lost)
    made = backups_of(kept).make(kept.now())

    last = look_into(backups_of(kept), made).last

    assert last
    assert last.rounds == ((Stage.MAIN, 1, 8),)


@pytest.mark.parametrize("spoilt", [b"", b"rubbish" * 999, MAGIC + bytes(8192), None])
def test_a_damaged_backup_is_seen_without_going_back_to_it(kept: Desk, spoilt: bytes | None) -> None:
    made = backups_of(kept).make(kept.now())
    assert look_into(backups_of(kept), made).whole

    made.file.write_bytes(made.file.read_bytes()[:-4096] if spoilt is None else spoilt)

    assert look_into(backups_of(kept), made) == Look(whole=False, last=None)
    made.file.unlink()
    assert look_into(backups_of(kept), made) == Look(whole=False, last=None)
