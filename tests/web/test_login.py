"""The first password, the way in and out, and who is kept outside."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.desk.builders import account_names
from tests.web.conftest import NAME, PASSWORD
from tests.web.visitor import Visitor
from tournament.desk.acts import Desk

pytestmark = pytest.mark.usefixtures("account")


@pytest.mark.parametrize("path", ["/office/", "/office/new", "/office/1/sell", "/office/1/log"])
def test_whoever_is_not_signed_in_is_asked_to_and_then_led_back(stranger: Visitor, path: str) -> None:
    asked = stranger.open(path)

    assert asked.path == f"/login?next={path}"
    back = stranger.send_only(asked.form_with("password"), {"name": NAME, "password": PASSWORD})
    assert back.location == path


@pytest.mark.parametrize(
    "elsewhere",
    ["https://example.org/", "//example.org", "/\\example.org", "/%09/example.org", "/%0a/example.org"],
)
def test_nobody_is_led_to_another_site(stranger: Visitor, elsewhere: str) -> None:
    form = stranger.open("/login").form_with("password")

    shown = stranger.send_only(form, {"name": NAME, "password": PASSWORD}, to=f"/login?next={elsewhere}")

    assert shown.location == "/office/"


def test_a_wrong_password_is_said_at_its_field_and_the_name_stays(stranger: Visitor) -> None:
    shown = stranger.fill("/login", {"name": NAME, "password": "falsch"})

    assert shown.status == 422
    assert shown.errors == ["Name und Passwort passen nicht zusammen."]
    assert shown.form_with("name").fields["name"] == NAME
    assert "falsch" not in shown.source


def test_after_five_wrong_passwords_even_the_right_one_has_to_wait(stranger: Visitor) -> None:
    for _ in range(5):
        stranger.fill("/login", {"name": NAME, "password": "falsch"})

    shown = stranger.fill("/login", {"name": NAME, "password": PASSWORD})

    assert shown.status == 422
    assert "eine Minute" in " ".join(shown.errors)


def test_one_who_guesses_does_not_keep_others_out(app: Flask) -> None:
    guesser, other = Visitor(app, address="10.0.0.66"), Visitor(app, address="10.0.0.7")
    for _ in range(6):
        guesser.fill("/login", {"name": NAME, "password": "falsch"})

    assert other.fill("/login", {"name": NAME, "password": PASSWORD}).path == "/office/"


def test_the_right_password_leads_to_the_tournaments(stranger: Visitor) -> None:
    assert stranger.fill("/login", {"name": NAME, "password": PASSWORD}).path == "/office/"


def test_signing_out_closes_the_door(anna: Visitor) -> None:
    office = anna.open("/office/")
    anna.send(office.form_at("/logout"))

    assert anna.open("/office/").path.startswith("/login")


def test_nobody_is_signed_out_by_a_page_of_somebody_else(anna: Visitor) -> None:
    form = anna.open("/office/").form_at("/logout")

    refused = anna.send(form, {"csrf_token": "of another page"})

    assert "nichts" in refused.text
    assert anna.open("/office/").path == "/office/"


@pytest.mark.parametrize("typed", [NAME.lower(), NAME.upper()])
def test_capitals_do_not_matter_when_signing_in(stranger: Visitor, typed: str) -> None:
    assert stranger.fill("/login", {"name": typed, "password": PASSWORD}).path == "/office/"


def test_with_an_account_there_is_no_first_password_to_set(stranger: Visitor) -> None:
    assert stranger.open("/welcome").path == "/login"


class TestFirstStart:
    """Before anybody has an account."""

    @pytest.fixture
    def account(self) -> None:
        """Nobody has one yet."""

    def test_the_first_visitor_on_this_machine_sets_the_password(self, stranger: Visitor, desk: Desk) -> None:
        welcome = stranger.open("/office/")
        assert welcome.path == "/welcome"

        shown = stranger.send(
            welcome.form_with("again"), {"name": "Anna", "password": "drei Gänse", "again": "drei Gänse"}
        )

        assert shown.path == "/office/"
        assert account_names(desk.database) == ("Anna",)

    def test_from_another_machine_nobody_sets_it(self, app: Flask, desk: Desk) -> None:
        phone = Visitor(app, address="192.168.1.20")

        shown = phone.open("/office/")

        assert shown.status == 403
        assert "an dem Computer" in shown.text
        assert not any("password" in form.fields for form in shown.forms)
        here = Visitor(app).open("/welcome").form_with("again")
        sent = phone.send_only(here, {"name": "Dieb", "password": "12345678", "again": "12345678"})
        assert sent.status == 403
        assert account_names(desk.database) == ()

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ({"name": ""}, "Name"),
            ({"password": "kurz", "again": "kurz"}, "mindestens 8"),
            ({"again": "etwas anderes"}, "nicht dasselbe"),
        ],
    )
    def test_what_is_wrong_stands_at_its_field(
        self, stranger: Visitor, typed: dict[str, str], said: str
    ) -> None:
        good = {"name": "Anna", "password": "drei Gänse", "again": "drei Gänse"}

        shown = stranger.fill("/welcome", good | typed)

        assert shown.status == 422
        [error] = shown.errors
        assert said in error
