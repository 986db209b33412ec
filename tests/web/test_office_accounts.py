"""Accounts: added, changed and removed by the management; forms that are sent after a session has ended."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from http.cookies import SimpleCookie

import pytest
from flask import Flask

from tests.desk.builders import a_tournament
from tests.web.conftest import NAME, PASSWORD
from tests.web.people import sign_in, somebody
from tests.web.visitor import Visitor
from tournament.desk import users
from tournament.desk.account_changes import list_changes
from tournament.desk.acts import Desk
from tournament.desk.office import read_office
from tournament.desk.users import Role


def role_of(desk: Desk, name: str) -> Role | None:
    account = users.find_account(desk.database, name)
    return account.role if account else None


def add(anna: Visitor, name: str, role: str, password: str) -> list[str]:
    return anna.fill("/office/accounts", {"name": name, "role": role, "password": password}).errors


@pytest.mark.parametrize("role", ["cash-desk", "referee"])
def test_a_clerk_gets_a_name_and_four_digits(app: Flask, anna: Visitor, desk: Desk, role: str) -> None:
    assert add(anna, "Resi", role, "4711") == []

    assert role_of(desk, "Resi") == role
    assert sign_in(app, "Resi", "4711").open("/office/").path == "/office/"


@pytest.mark.parametrize(
    ("role", "password", "said"),
    [
        ("management", "4711", "mindestens 8 Zeichen"),
        ("cash-desk", "471", "mindestens 4 Ziffern"),
        ("referee", "abcd", "mindestens 4 Ziffern"),
        ("referee", "", "Passwort"),
    ],
)
def test_a_password_that_is_too_short_is_said_at_its_field(
    anna: Visitor, desk: Desk, role: str, password: str, said: str
) -> None:
    [error] = add(anna, "Resi", role, password)

    assert said in error
    assert role_of(desk, "Resi") is None


def test_the_management_sees_who_changed_which_account(anna: Visitor) -> None:
    add(anna, "Resi", "referee", "4711")

    shown = anna.open("/office/accounts")

    assert "Konto für Resi angelegt: Schiedsrichter" in shown.text
    assert f"· {NAME}" in shown.text


def test_a_name_is_given_once(anna: Visitor) -> None:
    add(anna, "Resi", "referee", "4711")

    assert len(add(anna, "Resi", "referee", "4712")) == 1


def test_the_page_lists_who_may_sign_in_and_as_what(anna: Visitor) -> None:
    add(anna, "Resi", "cash-desk", "4711")

    text = anna.open("/office/accounts").text

    assert "Anna Turnierleitung" in text
    assert "Resi Kassa" in text


def change(anna: Visitor, name: str, **typed: str) -> list[str]:
    form = anna.open(f"/office/accounts/change?name={name}").form_with("role")
    return anna.send(form, typed).errors


def test_a_role_is_changed_and_the_password_stays(app: Flask, anna: Visitor, desk: Desk) -> None:
    add(anna, "Resi", "cash-desk", "4711")

    assert change(anna, "Resi", role="referee") == []

    assert role_of(desk, "Resi") is Role.REFEREE
    assert sign_in(app, "Resi", "4711").open("/office/").status == 200


@pytest.mark.parametrize("password", ["", "8888"])
def test_a_change_sent_twice_is_made_once_and_nobody_was_faster(
    anna: Visitor, desk: Desk, password: str
) -> None:
    add(anna, "Resi", "cash-desk", "4711")
    form = anna.open("/office/accounts/change?name=Resi").form_with("role")

    for _ in range(2):
        assert anna.send(form, {"role": "referee", "password": password}).status == 200

    assert anna.send(form, {"role": "referee", "password": "9999"}).status == 409
    assert role_of(desk, "Resi") is Role.REFEREE
    assert len(list_changes(desk.database)) == (4 if password else 3)


def test_a_pin_is_not_enough_to_become_management(anna: Visitor, desk: Desk) -> None:
    add(anna, "Resi", "cash-desk", "4711")

    assert len(change(anna, "Resi", role="management")) == 1
    assert change(anna, "Resi", role="management", password="vier Ober") == []
    assert role_of(desk, "Resi") is Role.MANAGEMENT


def test_whoever_changes_her_own_password_stays_signed_in(app: Flask, anna: Visitor) -> None:
    elsewhere = sign_in(app, NAME, PASSWORD)

    assert change(anna, NAME, password="vier Ober") == []

    assert anna.open("/office/").path == "/office/"
    assert elsewhere.open("/office/").path.startswith("/login")


def test_the_last_of_the_management_stays(anna: Visitor, desk: Desk) -> None:
    assert len(change(anna, NAME, role="referee")) == 1
    shown = anna.send(anna.open(f"/office/accounts/change?name={NAME}").form_at("/remove"))

    assert "letzte Konto der Turnierleitung" in shown.text
    assert role_of(desk, NAME) is Role.MANAGEMENT


def test_an_account_is_removed(anna: Visitor, desk: Desk) -> None:
    add(anna, "Resi", "cash-desk", "4711")

    shown = anna.send(anna.open("/office/accounts/change?name=Resi").form_at("/remove"))

    assert "Resi kann sich nicht mehr anmelden." in shown.text
    assert role_of(desk, "Resi") is None


def test_an_account_that_does_not_exist_is_not_there(anna: Visitor) -> None:
    assert anna.open("/office/accounts/change?name=Niemand").status == 404


class TestSessions:
    """A laptop that sleeps, and a form that is sent too late."""

    @pytest.fixture
    def night(self, desk: Desk) -> int:
        return a_tournament(desk, sold=0, capacity=64)

    def test_a_session_lasts_two_days_and_starts_anew_with_each_page(self, anna: Visitor) -> None:
        cookie = SimpleCookie(anna.client.get("/office/").headers["Set-Cookie"])["desk"]

        left = parsedate_to_datetime(cookie["expires"]) - datetime.now(UTC)
        assert abs(left - timedelta(days=2)) < timedelta(minutes=5)

    def test_what_was_typed_into_a_form_sent_too_late_comes_back_and_is_not_done(
        self, anna: Visitor, desk: Desk, night: int
    ) -> None:
        form = anna.open(f"/office/{night}/sell").form_with("count")
        anna.client.delete_cookie("desk")

        asked = anna.send_only(form, {"name": "Maria Huber", "town": "Öd", "count": "3"})
        assert (asked.status, "Ihre Eingaben sind aufgehoben" in asked.text) == (401, True)
        signed_in = anna.send(asked.form_with("password"), {"name": NAME, "password": PASSWORD})
        back = anna.send_only(signed_in.form_with("town"))

        fields = back.form_with("town").fields
        assert [fields[name] for name in ("name", "town", "count")] == ["Maria Huber", "Öd", "3"]
        assert "noch nichts geschehen" in " ".join(back.errors)
        assert read_office(desk.database, night).closing.sold == 0
        assert "Maria Huber: Karten 1, 2, 3" in anna.send(back.form_with("town")).text

    def test_a_wrong_password_meanwhile_loses_nothing(self, anna: Visitor, night: int) -> None:
        form = anna.open(f"/office/{night}/sell").form_with("count")
        anna.client.delete_cookie("desk")

        asked = anna.send_only(form, {"name": "Maria Huber"})
        again = anna.send(asked.form_with("password"), {"name": NAME, "password": "falsch"})
        signed_in = anna.send(again.form_with("password"), {"name": NAME, "password": PASSWORD})

        assert anna.send_only(signed_in.form_with("town")).form_with("town").fields["name"] == "Maria Huber"

    def test_no_password_travels_through_signing_in(self, anna: Visitor) -> None:
        form = anna.open("/office/accounts").form_with("role")
        anna.client.delete_cookie("desk")

        asked = anna.send_only(form, {"name": "Resi", "password": "geheim-4711"})

        assert "geheim-4711" not in asked.source
        assert "Resi" in asked.source

    def test_a_form_is_never_sent_on_to_another_site(self, anna: Visitor, night: int) -> None:
        form = anna.open(f"/office/{night}/sell").form_with("count")
        anna.client.delete_cookie("desk")
        asked = anna.send_only(form, {"name": "Maria Huber"})

        shown = anna.send_only(
            asked.form_with("password"), {"name": NAME, "password": PASSWORD}, to="/login?next=//example.org/"
        )

        assert shown.location == "/office/"

    def test_a_page_that_renews_itself_stays_as_it_is(self, stranger: Visitor, account: None) -> None:
        answer = stranger.client.get("/office/1/now", headers={"HX-Request": "true"})

        assert (answer.status_code, answer.text) == (204, "")

    def test_signing_in_as_another_role_does_not_open_a_closed_form(
        self, app: Flask, anna: Visitor, desk: Desk, night: int
    ) -> None:
        somebody(app, desk, Role.REFEREE)
        form = anna.open(f"/office/{night}/sell").form_with("count")
        anna.client.delete_cookie("desk")

        asked = anna.send_only(form, {"name": "Maria Huber"})
        signed_in = anna.send(asked.form_with("password"), {"name": "referee", "password": "4711"})

        assert anna.send_only(signed_in.form_with("town")).status == 403
