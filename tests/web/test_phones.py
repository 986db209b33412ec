"""Links for the phones in the hall: never to the laptop's own name for itself, and as QR codes."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
import segno
from flask import Flask

from tests.conftest import PHONE, OpenPage
from tests.desk.builders import a_tournament, played_until
from tests.web.conftest import NAME, PASSWORD
from tests.web.visitor import Visitor
from tournament.desk.acts import Desk
from tournament.desk.archive import archive_bytes, import_archive
from tournament.desk.sheets import sheet_tokens
from tournament.paper.codes import qr_image
from tournament.web import phones
from tournament.web.phones import phone_link


@pytest.mark.parametrize(
    ("host", "link"),
    [
        ("localhost:8000", "http://192.168.1.7:8000/board"),
        ("127.0.0.1:5000", "http://192.168.1.7:5000/board"),
        ("turnier.example:8000", "http://turnier.example:8000/board"),
    ],
)
def test_a_phone_is_never_sent_to_itself(
    app: Flask, monkeypatch: pytest.MonkeyPatch, host: str, link: str
) -> None:
    monkeypatch.setattr(phones, "network_address", lambda: "192.168.1.7")
    with app.test_request_context(base_url=f"http://{host}"):
        assert phone_link("board.index") == link


def test_without_a_network_the_link_stays_as_it_is(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phones, "network_address", lambda: None)
    with app.test_request_context(base_url="http://localhost:8000"):
        assert phone_link("board.index") == "http://localhost:8000/board"


def test_a_qr_code_is_a_drawing_of_the_whole_address_dark_on_white() -> None:
    address = "http://192.168.1.7:8000/table/0123456789ab"

    source = unquote(qr_image(address)).replace("'", '"')

    width, height = segno.make(address, error="m", micro=False).symbol_size(4, 3)
    assert source.startswith("data:image/svg+xml")
    assert f'width="{width}" height="{height}"' in source
    assert "#fff" in source


def test_a_night_that_came_as_a_file_says_how_its_open_matches_get_their_links(
    anna: Visitor, desk: Desk
) -> None:
    night = a_tournament(desk, sold=4, score_sheets=True)
    played_until(desk, night, "main-1")
    copy = import_archive(desk.database, archive_bytes(desk.database, night))

    shown = anna.open(f"/office/{copy}/sheets")

    assert "Die offenen Begegnungen haben noch keine Links" in shown.text
    assert "Keine Begegnung ist offen" not in shown.text


def test_each_open_match_has_its_link_and_code_at_the_desk(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=4, score_sheets=True)
    played_until(desk, night, "main-1")
    tokens = sheet_tokens(desk.database, night)

    shown = anna.open(f"/office/{night}/sheets")

    assert len(tokens) == 2
    assert all(f"/table/{token}" in shown.source for token in tokens.values())
    assert shown.source.count("data:image/svg+xml") == 2


def test_on_a_phone_the_codes_are_square_and_large_enough_to_scan(
    address: str, page: OpenPage, account: None, desk: Desk
) -> None:
    night = a_tournament(desk, sold=2, score_sheets=True)
    played_until(desk, night, "main-1")
    tab = page(viewport=PHONE)
    tab.goto(f"{address}/login?next=/office/{night}/sheets")
    tab.get_by_label("Name").fill(NAME)
    tab.get_by_label("Passwort").fill(PASSWORD)
    tab.keyboard.press("Enter")

    code = tab.get_by_alt_text("QR-Code").bounding_box()

    assert code
    assert code["width"] == code["height"] >= 120
