"""`tournament paper`: sheets from an archive, as people type it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scripts.messages import TREE
from tests.paper.reading import read_pdf
from tests.test_cli import CASES, assert_refused, tournament
from tournament import cli
from tournament.paper.job import PAPERS
from tournament.paper.sheets import SHEETS, Sheet

ARCHIVE = CASES / "archive-50.json"


def test_command_and_docs_name_all_sheets_there_are() -> None:
    [row] = re.findall(r"SHEET is one of (.*)", (TREE / "docs" / "formats.md").read_text(encoding="utf-8"))

    assert set(re.findall(r"`([a-z-]+)`", row)) == set(cli.SHEETS) == set(SHEETS)
    assert cli.PAPERS == PAPERS


def test_docs_show_every_sheet() -> None:
    shown = {file.stem for file in (TREE / "docs" / "paper").glob("*.png")}

    assert shown == {name for name, sheet in SHEETS.items() if isinstance(sheet, Sheet)}


@pytest.mark.parametrize("sheet", sorted(set(SHEETS) - {"addendum"}))
def test_each_sheet_of_a_finished_night_is_printed_from_its_archive(sheet: str, tmp_path: Path) -> None:
    file = tmp_path / "it.pdf"

    assert cli.main(["paper", str(ARCHIVE), sheet, str(file), "--language", "de"]) == 0
    assert read_pdf(file.read_bytes())


def test_a_sheet_on_which_nothing_would_stand_is_refused(tmp_path: Path) -> None:
    assert_refused(tournament("paper", ARCHIVE, "addendum", tmp_path / "it.pdf"), 1)
    assert not (tmp_path / "it.pdf").exists()


def test_round_language_and_paper_can_be_chosen(tmp_path: Path) -> None:
    choices = ("--round", 2, "--language", "en", "--paper", "us-letter")

    tournament("paper", ARCHIVE, "draw-sheet", tmp_path / "it.pdf", *choices)

    [page] = read_pdf((tmp_path / "it.pdf").read_bytes())
    assert "Draw sheet" in page.text
    assert "Round 2" in page.text
    assert round(page.height) == 279


@pytest.mark.parametrize("sheet", ["draw-sheet", "slips"])
def test_without_a_choice_it_prints_what_was_drawn_last_though_no_times_are_told(
    sheet: str, tmp_path: Path
) -> None:
    tournament("paper", ARCHIVE, sheet, tmp_path / "it.pdf", "--language", "en")

    [page] = read_pdf((tmp_path / "it.pdf").read_bytes())
    assert "Final" in page.text
    assert not re.search(r"Round|Semi-final|called|drawn|01:00", page.text)


def test_without_a_choice_it_speaks_the_language_of_the_terminal(tmp_path: Path) -> None:
    tournament("paper", ARCHIVE, "rules", tmp_path / "it.pdf", LANG="de_AT.UTF-8")

    assert "gespielt" in read_pdf((tmp_path / "it.pdf").read_bytes())[0].text


def test_a_round_that_was_never_drawn_is_refused(tmp_path: Path) -> None:
    assert_refused(tournament("paper", ARCHIVE, "names", tmp_path / "it.pdf", "--round", 9), 1)


def test_an_archive_that_does_not_hold_is_not_printed(tmp_path: Path) -> None:
    altered = json.loads(ARCHIVE.read_text(encoding="utf-8"))
    altered["rounds"][0]["draw"]["lots"][0]["number"] += 1
    file = tmp_path / "altered.json"
    file.write_text(json.dumps(altered), encoding="utf-8")

    ran = tournament("paper", file, "poster", tmp_path / "it.pdf")

    assert ran.returncode == 1
    assert "Traceback" not in ran.stderr
    assert not (tmp_path / "it.pdf").exists()


@pytest.mark.parametrize("typed", [("tombola",), ("names", "--round", "x"), ("names", "--paper", "b5")])
def test_what_is_no_sheet_round_or_paper_is_used_wrongly(typed: tuple[str, ...], tmp_path: Path) -> None:
    sheet, *more = typed

    ran = tournament("paper", ARCHIVE, sheet, tmp_path / "it.pdf", *more)

    assert ran.returncode == 2
    assert "usage" in ran.stderr


def test_an_archive_is_never_written_over_by_its_own_print(tmp_path: Path) -> None:
    archive = tmp_path / "night.json"
    archive.write_bytes(ARCHIVE.read_bytes())

    assert_refused(tournament("paper", archive, "rules", archive), 2)
    assert archive.read_bytes() == ARCHIVE.read_bytes()


def test_an_earlier_print_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "it.pdf"
    for sheet in ("rules", "cash"):
        assert cli.main(["paper", str(ARCHIVE), sheet, str(file), "--language", "en"]) == 0

    assert "Cash sheet" in read_pdf(file.read_bytes())[0].text
    assert [left.name for left in tmp_path.iterdir()] == ["it.pdf"]


def test_a_folder_that_is_not_there_is_named_in_one_sentence(tmp_path: Path) -> None:
    assert_refused(tournament("paper", ARCHIVE, "rules", tmp_path / "nowhere" / "it.pdf"), 2)
    assert_refused(tournament("paper", tmp_path / "none.json", "rules", tmp_path / "it.pdf"), 2)
