"""Tournaments as files: saved, brought back, checked before they are taken, and never there twice."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask

from tests.desk.builders import a_tournament, played_until
from tests.web.people import somebody
from tests.web.visitor import Shown, Visitor
from tournament.desk.acts import Desk
from tournament.desk.archive import archive_bytes, import_archive
from tournament.desk.board import read_board
from tournament.desk.office import Step, list_tournaments
from tournament.desk.users import Role

PAGE = "/office/archives"
CASES = Path(__file__).parent.parent / "cases"


def bring(anna: Visitor, data: bytes) -> Shown:
    return anna.send(anna.open(PAGE).form_with("csrf_token"), file=(BytesIO(data), "archive.json"))


def altered(data: bytes) -> bytes:
    archive = json.loads(data)
    archive["tournament"]["size"] = 4
    return json.dumps(archive).encode()


def without_times(data: bytes) -> bytes:
    """The archive with nothing but what its format promises of each round."""
    archive = json.loads(data)
    for round_ in archive["rounds"]:
        del round_["announced_at"], round_["drawn_at"]
        for pairing in round_["pairings"]:
            del pairing["decided_at"]
    return json.dumps(archive | {"log": []}).encode()


def test_a_night_that_tells_no_times_is_played_on_and_shows_none(anna: Visitor, desk: Desk) -> None:
    here = a_tournament(desk, sold=8)
    played_until(desk, here, "main-2")
    night = import_archive(desk.database, without_times(archive_bytes(desk.database, here)))
    pages = [f"/board/{night}{view}" for view in ("", "?q=hub", "/fair", "/wall")]
    pages += [f"/office/{night}{page}" for page in ("", "/results", "/draw")]

    for page in pages:
        assert "Huber 1" in anna.open(page).text
        assert not re.search(r"\d\d:\d\d|\d min|seit ", anna.open(page).text), page
    assert read_board(desk.database, night).newest[0].slug == "fifth-to-eighth-1"
    played_until(desk, night, Step.DONE)


def test_a_tournament_is_saved_as_a_file_byte_for_byte(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=13, name="Feuerwehrball")

    shown = anna.open(PAGE)
    saved = anna.client.get(f"/office/{night}/archive.json")

    assert "Feuerwehrball" in shown.text
    assert f'href="/office/{night}/archive.json"' in shown.source
    assert saved.data == archive_bytes(desk.database, night)
    assert saved.headers["Content-Disposition"] == 'attachment; filename="preisschnapsen-2026-12-05-1.json"'
    assert anna.client.get("/office/99/archive.json").status_code == 404


def test_an_archive_from_another_computer_is_added_after_a_backup(
    anna: Visitor, app: Flask, desk: Desk
) -> None:
    night = a_tournament(desk, sold=13)
    played_until(desk, night, "main-2")
    data = archive_bytes(desk.database, night)
    played_until(desk, night, "main-3")

    shown = bring(anna, data)

    assert (shown.status, shown.path) == (200, "/office/2")
    assert "Das Turnier ist jetzt da." in shown.text
    assert archive_bytes(desk.database, 2) == data
    assert [made.why for made in app.extensions["desk"].backups.list()] == ["import"]


def test_the_same_archive_twice_is_one_tournament(anna: Visitor, desk: Desk) -> None:
    data = archive_bytes(desk.database, a_tournament(desk, sold=3))

    shown = bring(anna, data)

    assert (shown.status, shown.path) == (200, "/office/1")
    assert "Dieses Turnier steht schon da." in shown.text
    assert len(list_tournaments(desk.database)) == 1


@pytest.mark.parametrize("case", ["archive-13.json", "archive-50.json"])
def test_the_same_tournament_is_found_again_however_its_archive_was_written(
    anna: Visitor, desk: Desk, case: str
) -> None:
    data = (CASES / case).read_bytes()
    bring(anna, data)

    for again in (data, b"\xef\xbb\xbf" + data, json.dumps(json.loads(data)).encode()):
        assert "Dieses Turnier steht schon da." in bring(anna, again).text

    assert len(list_tournaments(desk.database)) == 1


def test_an_archive_that_does_not_hold_is_refused_with_its_reasons(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=13)
    played_until(desk, night, "main-2")

    shown = bring(anna, altered(archive_bytes(desk.database, night)))

    assert shown.status == 422
    assert "stimmt nicht" in " ".join(shown.errors)
    assert len(list_tournaments(desk.database)) == 1


def test_what_is_no_archive_is_refused_in_a_sentence(anna: Visitor) -> None:
    for data in (b"", b"rubbish", b"[]", b"[" * 100_000):
        shown = bring(anna, data)
        assert shown.status == 422
        assert len(shown.errors) == 1
    assert anna.send(anna.open(PAGE).form_with("csrf_token")).errors == ["Bitte eine Datei auswählen."]


def test_only_the_management_saves_and_brings(anna: Visitor, app: Flask, desk: Desk) -> None:
    night = a_tournament(desk, sold=3)
    clerk = somebody(app, desk, Role.CASH_DESK)

    for path in (PAGE, f"/office/{night}/archive.json"):
        assert clerk.open(path).status == 403


def test_the_backups_and_the_archives_lead_to_each_other(anna: Visitor) -> None:
    assert f'href="{PAGE}"' in anna.open("/office/backups").source
    assert 'href="/office/backups"' in anna.open(PAGE).source


@pytest.mark.parametrize("name", ["archive-13", "archive-50"])
def test_an_archive_without_times_is_shown_on_every_page(anna: Visitor, name: str) -> None:
    bring(anna, (CASES / f"{name}.json").read_bytes())

    for page in ("", "/sell", "/draw", "/results", "/prizes", "/log", "/cash", "/terms", "/paper/"):
        assert anna.open(f"/office/1{page}").status == 200, page
    assert anna.open("/board/1").status == 200
