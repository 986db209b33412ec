"""Each draw a round has had bears a version of its own on paper, also when an earlier one comes back."""

from __future__ import annotations

import re
from pathlib import Path

from tests.desk.builders import KASSA, a_tournament, play, played_until
from tests.desk.changed import cost_of_the_other, decided, loser_of
from tests.paper.printing import printed
from tournament.desk import undoing
from tournament.desk.acts import Desk
from tournament.desk.late import sell_late
from tournament.desk.loading import read_night
from tournament.desk.office import Step, read_log
from tournament.desk.printing import draw_versions, read_for_paper
from tournament.desk.prizing import reopen
from tournament.desk.restoring import restore_file
from tournament.desk.voiding import void_draw, would_be_lost
from tournament.knockout.rounds import Stage
from tournament.store.backup import write_copy


def void(desk: Desk, night: int, number: int) -> None:
    lost = would_be_lost(read_night(desk.database, night), Stage.MAIN, number)
    void_draw(desk, KASSA, night, Stage.MAIN, number, seen=lost)


def undo(desk: Desk, night: int) -> None:
    last = undoing.last_act(desk.database, night, KASSA.by)
    assert last
    undoing.undo(desk, KASSA, night, seen=last.entry.revision)


def versions(desk: Desk, night: int, slug: str = "main-1") -> list[str]:
    return [told.act for told in draw_versions(reversed(read_log(desk.database, night)), slug)]


def said(desk: Desk, night: int, slug: str) -> str:
    """The version line of a draw sheet."""
    [page] = printed(desk, night, "draw-sheet", round=slug)
    found = re.search(r"Fassung .*", page.text)
    assert found
    return found[0].strip()


def test_a_voided_draw_that_comes_back_is_another_version_than_the_one_that_had_replaced_it(
    desk: Desk,
) -> None:
    night = a_tournament(desk, sold=8)
    played_until(desk, night, "main-1")
    void(desk, night, 1)
    played_until(desk, night, "main-1")

    undo(desk, night)
    undo(desk, night)

    assert versions(desk, night) == ["draw-rounds", "draw-rounds", "undo"]


def test_a_round_that_was_only_announced_has_no_version_when_its_voiding_is_undone(desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    played_until(desk, night, Step.DRAW)
    void(desk, night, 1)

    undo(desk, night)

    assert versions(desk, night) == []


def test_undoing_a_late_card_or_an_exchange_begins_another_version(desk: Desk) -> None:
    night = a_tournament(desk, sold=7)
    played_until(desk, night, "main-1")
    sell_late(desk, KASSA, night, "Spät Sepp", "", 1)
    undo(desk, night)
    played_until(desk, night, "main-2")
    wrong = decided(desk, night, "main-1")[0]
    cost = cost_of_the_other(desk, night, wrong)
    play(desk, night, wrong, loser_of(wrong).ticket, confirmed=cost)

    undo(desk, night)

    assert versions(desk, night) == ["draw-rounds", "sell-late", "undo"]
    assert versions(desk, night, "main-2") == ["draw-rounds", "record-result", "undo"]


def test_after_going_back_to_a_backup_a_sheet_replaces_whatever_was_printed_before(
    desk: Desk, tmp_path: Path
) -> None:
    night = a_tournament(desk, sold=8)
    played_until(desk, night, "main-2")
    write_copy(desk.database, tmp_path / "backup.sqlite")
    wrong = decided(desk, night, "main-1")[0]
    play(desk, night, wrong, loser_of(wrong).ticket, confirmed=cost_of_the_other(desk, night, wrong))
    assert said(desk, night, "main-2").endswith("ersetzt Fassung 1")

    restore_file(desk, KASSA, tmp_path / "backup.sqlite")

    assert re.fullmatch(r"Fassung 2 von \d\d:\d\d, ersetzt alle früheren", said(desk, night, "main-2"))
    played_until(desk, night, "main-3")
    assert versions(desk, night, "main-3") == ["draw-rounds"]


def test_after_going_back_to_a_backup_the_list_of_prizes_is_another_version_too(
    desk: Desk, tmp_path: Path
) -> None:
    night = a_tournament(desk, sold=8, prizes=("Geselchtes",))
    played_until(desk, night, Step.AWARD)
    write_copy(desk.database, tmp_path / "backup.sqlite")
    reopen(desk, KASSA, night)

    restore_file(desk, KASSA, tmp_path / "backup.sqlite")

    assert [told.act for told in read_for_paper(desk.database, night).endings] == ["finish", "restore-backup"]
