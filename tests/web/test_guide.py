"""If something does not work: a page that opens even without a password, and prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright._impl._api_structures import PdfMargins

from tests.conftest import OpenPage
from tests.desk.builders import a_tournament
from tests.paper.reading import read_pdf
from tests.web.visitor import Visitor
from tournament.cli import main
from tournament.desk.acts import Desk

MARGINS: PdfMargins = {"top": "12mm", "bottom": "12mm", "left": "14mm", "right": "14mm"}
TROUBLES = ("wrong-winner", "left", "late", "printer", "wifi", "laptop", "password", "backup")


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_guide_opens_for_everybody_in_both_languages(
    stranger: Visitor, account: None, language: str
) -> None:
    stranger.language = language

    shown = stranger.open("/office/help")

    assert shown.status == 200
    assert all(f'id="{trouble}"' in shown.source for trouble in TROUBLES)
    assert ("Der falsche Sieger" in shown.text) == (language == "de")


def test_each_page_of_the_desk_leads_to_the_guide(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=5)

    for page in ("", "/sell", "/draw", "/results", "/prizes", "/cash", "/log", "/terms", "/paper/"):
        assert 'href="/office/help"' in anna.open(f"/office/{night}{page}").source, page


def test_whoever_has_forgotten_the_password_finds_the_guide_before_signing_in(
    stranger: Visitor, account: None
) -> None:
    assert 'href="/office/help#password"' in stranger.open("/login").source


def test_the_commands_of_the_guide_exist(stranger: Visitor, capsys: pytest.CaptureFixture[str]) -> None:
    commands = re.findall(r"<kbd>\S*tournament ([a-z ]+) [A-Z]", stranger.open("/office/help").source)

    assert {"user password", "backup", "restore"} == set(commands)
    for command in commands:
        with pytest.raises(SystemExit) as left:
            main([*command.split(), "--help"])
        assert left.value.code == 0
    capsys.readouterr()


def test_the_commands_are_named_as_they_work_on_this_machine(
    stranger: Visitor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "<kbd>.venv/bin/tournament restore " in stranger.open("/office/help").source

    (tmp_path / "tournament").touch(mode=0o755)

    assert "<kbd>tournament restore " in stranger.open("/office/help").source


def test_only_what_is_done_on_this_computer_names_its_database(anna: Visitor) -> None:
    commands = re.findall(r"<kbd>(.*?)</kbd>", anna.open("/office/help").source)

    named = {command.split()[1]: "--database" in command for command in commands}
    assert named == {"restore": False, "user": True, "backup": True}


def test_the_guide_says_how_each_backup_goes_to_a_stick_by_itself(stranger: Visitor) -> None:
    assert "TOURNAMENT_BACKUPS=" in stranger.open("/office/help").text


def test_the_guide_fits_one_sheet(address: str, account: None, page: OpenPage) -> None:
    shown = page()
    shown.goto(f"{address}/office/help")
    assert shown.get_by_role("button", name="Diese Seite vorher ausdrucken").is_visible()

    for paper in ("A4", "Letter"):
        [sheet] = read_pdf(shown.pdf(format=paper, margin=MARGINS))
        assert "Der falsche Sieger" in sheet.text
        assert "vorher ausdrucken" not in sheet.text
