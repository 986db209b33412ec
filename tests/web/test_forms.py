"""Forms: nothing without the token, nothing twice, and what was typed stays where it was typed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask

from tests.desk.builders import a_tournament, played_until
from tests.web.visitor import PageForm, Visitor
from tournament.desk.acts import Desk
from tournament.desk.office import Step, read_log, read_office


@pytest.fixture
def night(desk: Desk) -> int:
    return a_tournament(desk, sold=0)


def sold(desk: Desk, tournament: int) -> int:
    return read_office(desk.database, tournament).closing.sold


def sale(visitor: Visitor, night: int) -> PageForm:
    form = visitor.open(f"/office/{night}/sell").form_with("count")
    form.fields |= {"name": "Maria Huber", "town": "Altdorf"}
    return form


@pytest.mark.parametrize("token", ["", "20990101000000##abc", "Unfug"])
def test_without_its_token_a_form_does_nothing(anna: Visitor, desk: Desk, night: int, token: str) -> None:
    shown = anna.send(sale(anna, night), {"csrf_token": token})

    assert shown.status == 422
    [error] = shown.errors
    assert error.startswith("Sie waren inzwischen abgemeldet. Es ist noch nichts geschehen")
    assert shown.form_with("count").fields["name"] == "Maria Huber"
    assert sold(desk, night) == 0


def test_the_page_that_refuses_has_a_token_that_works(anna: Visitor, desk: Desk, night: int) -> None:
    refused = anna.send(sale(anna, night), {"csrf_token": ""})

    anna.send(refused.form_with("count"))

    assert sold(desk, night) == 1


def test_the_token_of_another_browser_does_nothing(app: Flask, anna: Visitor, desk: Desk, night: int) -> None:
    other = Visitor(app)
    token = other.open("/login").form_with("password").fields["csrf_token"]

    assert anna.send(sale(anna, night), {"csrf_token": token}).status == 422
    assert sold(desk, night) == 0


def test_a_form_sent_twice_is_carried_out_once_and_says_so(anna: Visitor, desk: Desk, night: int) -> None:
    form = sale(anna, night)

    first, second = anna.send(form), anna.send(form)

    assert first.status == second.status == 200
    assert "Das war schon erledigt" in second.text
    assert "Das war schon erledigt" not in first.text
    assert sold(desk, night) == 1


@pytest.mark.parametrize(
    ("path", "field"), [("draw/main-1/void", "rounds"), ("players/1/merge?into=2", "seen")]
)
def test_a_form_that_did_away_with_its_own_subject_is_answered_as_kindly(
    anna: Visitor, desk: Desk, path: str, field: str
) -> None:
    tournament = a_tournament(desk, sold=8)
    if path.startswith("draw"):
        played_until(desk, tournament, "main-1")
    form = anna.open(f"/office/{tournament}/{path}").form_with(field)
    first, second = anna.send(form), anna.send(form)

    assert first.status == second.status == 200
    assert "Das war schon erledigt" in second.text
    assert "Das war schon erledigt" not in first.text


def test_a_form_sent_ten_times_at_once_is_carried_out_once(anna: Visitor, desk: Desk, night: int) -> None:
    form = sale(anna, night)
    before = len(read_log(desk.database, night))

    with ThreadPoolExecutor(10) as hands:
        answers = list(hands.map(lambda _: anna.send_only(form), range(10)))

    assert {answer.status for answer in answers} == {303}
    assert sold(desk, night) == 1
    assert len(read_log(desk.database, night)) == before + 1


def test_going_back_and_selling_to_somebody_else_is_another_sale(
    anna: Visitor, desk: Desk, night: int
) -> None:
    form = sale(anna, night)
    anna.send(form)

    anna.send(form, {"name": "Franz Zach"})

    assert sold(desk, night) == 2


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"name": "   "}, "Bitte einen Namen."),
        ({"name": "x" * 201}, "Höchstens 200 Zeichen."),
        ({"count": "zwei"}, "Bitte eine ganze Zahl."),
        ({"count": "0"}, "Mindestens eine Karte."),
        ({"count": "4"}, "Höchstens 3 Karten"),
        ({"count": ""}, "Bitte ausfüllen."),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_all_that_was_typed_stays(
    anna: Visitor, desk: Desk, night: int, typed: dict[str, str], said: str
) -> None:
    form = sale(anna, night)

    shown = anna.send(form, typed)

    assert shown.status == 422
    [error] = shown.errors
    assert said in error
    kept = shown.form_with("count").fields
    assert {name: kept[name] for name in ("name", "town", "count")} == {
        name: (form.fields | typed)[name] for name in ("name", "town", "count")
    }
    assert sold(desk, night) == 0


@pytest.mark.parametrize(
    ("typed", "cents"), [("5", 500), ("5,5", 550), ("5,50", 550), ("€ 7.05", 705), ("0", 0)]
)
def test_a_price_is_understood_as_people_write_it(anna: Visitor, desk: Desk, typed: str, cents: int) -> None:
    anna.fill("/office/new", {"ticket_price_cents": typed, "name": "Ball"})

    assert read_office(desk.database, 1).night.terms.ticket_price_cents == cents


@pytest.mark.parametrize("typed", ["fünf", "-1", "5,555", "", "1e3", "٣٤٥x"])
def test_a_price_that_is_none_is_refused_at_its_field(anna: Visitor, typed: str) -> None:
    shown = anna.fill("/office/new", {"ticket_price_cents": typed, "name": "Ball"})

    assert shown.status == 422
    assert shown.errors == ["Bitte einen Betrag wie 5 oder 5,50."]
    assert shown.form_with("name").fields["ticket_price_cents"] == typed


@pytest.mark.parametrize("seen", ["", "-1", "x", "9" * 30])
def test_a_tampered_revision_is_answered_kindly(anna: Visitor, desk: Desk, night: int, seen: str) -> None:
    form = anna.open(f"/office/{night}/terms").form_with("prizes")

    assert anna.send(form, {"seen": seen, "venue": "anderswo"}).status == 409


def test_a_form_with_nothing_in_it_is_refused_kindly(anna: Visitor, night: int) -> None:
    desk = f"/office/{night}"
    for path in (f"{desk}/sell", f"{desk}/terms", f"{desk}/import", f"{desk}/close", "/office/new", "/login"):
        assert anna.send_only(PageForm(path, "post")).status == 422


@pytest.mark.parametrize("seen", ["--5", "9" * 5000, "-", "1e9"])
def test_a_number_no_page_wrote_is_answered_in_the_language_of_the_page(
    anna: Visitor, night: int, seen: str
) -> None:
    form = anna.open(f"/office/{night}/terms").form_with("prizes")

    shown = anna.send(form, {"seen": seen, "venue": "anderswo"})

    assert shown.status == 409
    assert "invalid literal" not in shown.text
    assert "Exceeds the limit" not in shown.text


@pytest.mark.parametrize("count", ["9" * 5000, "--1", "1_0"])
def test_a_count_that_is_none_is_refused_in_the_language_of_the_page(
    anna: Visitor, night: int, count: str
) -> None:
    shown = anna.send(sale(anna, night), {"count": count})

    assert (shown.status, shown.errors) == (422, ["Bitte eine ganze Zahl."])


@pytest.mark.parametrize("number", ["9" * 19, "9" * 30, "9" * 5000])
@pytest.mark.parametrize(
    "path",
    [
        "/office/{}",
        "/office/{}/archive.json",
        "/office/1/players/{}",
        "/board/{}",
        "/office/1/cards/{}/move",
    ],
)
def test_an_address_with_a_number_nobody_counts_to_leads_nowhere(
    anna: Visitor, night: int, path: str, number: str
) -> None:
    assert anna.open(path.format(number)).status == 404


@pytest.mark.parametrize("number", ["9223372036854775808", "9" * 30])
def test_nothing_is_undone_in_a_night_nobody_counts_to(anna: Visitor, night: int, number: str) -> None:
    form = sale(anna, night)
    form.action = f"/office/{number}/undo"

    assert anna.send(form).status == 404


def test_a_form_sent_again_after_it_was_undone_says_so_and_does_it_only_when_sent_once_more(
    anna: Visitor, desk: Desk, night: int
) -> None:
    form = sale(anna, night)
    anna.send(form)
    anna.send(anna.open(f"/office/{night}/sell").form_at("/undo"))

    shown = anna.send(form)

    assert shown.status == 422
    assert shown.errors[0].startswith("Das war schon erledigt und wurde inzwischen rückgängig gemacht.")
    assert "bezahlt." not in shown.text
    assert sold(desk, night) == 0
    anna.send(shown.form_with("count"))
    assert sold(desk, night) == 1


def test_what_is_too_much_to_be_read_is_answered_with_a_page(anna: Visitor, desk: Desk, night: int) -> None:
    form = anna.open(f"/office/{night}/terms").form_with("notes")

    shown = anna.send(form, {"notes": "x" * 3_000_000})

    assert shown.status == 413
    assert "Anna abmelden" in shown.text


@pytest.mark.parametrize("action", ["/draw/pots", "/draw/announce"])
def test_what_is_wrong_with_a_form_that_stands_there_no_more_is_said_above_the_page(
    anna: Visitor, desk: Desk, action: str
) -> None:
    night = a_tournament(desk, sold=4)
    played_until(desk, night, Step.ANNOUNCE)
    form = anna.open(f"/office/{night}/draw").form_at(action)
    played_until(desk, night, "main-1")

    shown = anna.send(form)

    assert (shown.status, len(shown.errors)) == (422, 1)
    assert not [other for other in shown.forms if other.action.endswith(action)]
