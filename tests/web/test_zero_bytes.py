"""A zero byte, which no page sends, stops at the door: PostgreSQL takes none, no backup with one returns."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.desk.builders import a_desk, a_tournament
from tests.postgresql import a_database_at
from tests.web.conftest import NAME, PASSWORD
from tests.web.visitor import Visitor
from tournament.desk import users
from tournament.desk.acts import Desk
from tournament.desk.loading import read_night
from tournament.web import create_app

SENTENCE = "Dieser Text enthält Zeichen, die sich nicht drucken lassen."
FORMS = [
    ("terms", "notes"),
    ("terms", "venue"),
    ("terms", "prizes"),
    ("sell", "name"),
    ("sell", "town"),
    ("waiting", "town"),
    ("paper/letterhead", "sponsors"),
]
ADDRESSES = [
    "/table/%00",
    "/office/accounts/change?name=%00",
    "/office/backups/restore?backup=%00",
    "/office/{}/log?text=%00",
    "/office/{}/results?find=%00",
    "/office/{}/results/%00/1",
    "/board/{}?find=%00",
]


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest) -> Iterator[tuple[Visitor, Desk, int]]:
    """Anna, and a night with one card left, on each of the two databases."""
    if request.param == "sqlite":
        desk, app = request.getfixturevalue("desk"), request.getfixturevalue("app")
    else:
        url = a_database_at(request.getfixturevalue("postgresql"))
        desk = a_desk(url)
        desk.database.migrate()
        app = create_app(url)
    users.add_first_user(desk, NAME, PASSWORD)
    anna = Visitor(app)
    anna.fill("/login", {"name": NAME, "password": PASSWORD})
    yield anna, desk, a_tournament(desk, sold=7, capacity=8)
    for database in (desk.database, app.extensions["desk"].database):
        database.close()


def test_no_form_and_no_address_takes_one(place: tuple[Visitor, Desk, int]) -> None:
    anna, desk, night = place
    before = read_night(desk.database, night)

    for page, field in FORMS:
        shown = anna.fill(f"/office/{night}/{page}", {field: "a\0b"})
        assert shown.status == 422
        assert SENTENCE in shown.errors, (page, field)
    for address in ADDRESSES:
        assert anna.open(address.format(night)).status == 404, address

    assert read_night(desk.database, night) == before


def test_nobody_signs_in_with_one(place: tuple[Visitor, Desk, int]) -> None:
    anna, _desk, _night = place
    stranger = Visitor(anna.client.application)

    shown = stranger.fill("/login", {"name": "Anna\0", "password": PASSWORD})

    assert (shown.status, shown.errors) == (422, [SENTENCE])


def test_nobody_is_known_by_a_cookie_with_one(place: tuple[Visitor, Desk, int]) -> None:
    anna, _desk, _night = place
    anna.client.set_cookie("phone", '"a\\000b"', path="/table")

    assert anna.client.get("/table/abc").status_code == 404
