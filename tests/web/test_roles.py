"""Who may reach what: one table, and nobody reaches what does not stand in it."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.desk import fresh
from tests.desk.builders import a_tournament, played_until
from tests.paper.reading import read_pdf
from tests.web.people import sign_in, somebody
from tests.web.visitor import Visitor
from tournament.desk import users
from tournament.desk.acts import Desk
from tournament.desk.office import Step
from tournament.desk.users import Role
from tournament.web import roles
from tournament.web.table.frame import visitor

pytestmark = pytest.mark.usefixtures("account")

CLERKS = (Role.CASH_DESK, Role.REFEREE)
EURO = re.compile(r"€|EUR")


def endpoints(app: Flask) -> list[str]:
    """All that is behind the password."""
    return sorted({rule.endpoint for rule in app.url_map.iter_rules() if not roles.is_open(rule.endpoint)})


def requests_to(app: Flask, endpoint: str) -> list[tuple[str, str]]:
    """Each way to ask for an endpoint: method and path, in tournament 1."""
    values = {
        "id_": 1,
        "player": 1,
        "ticket": 1,
        "number": 1,
        "rank": 1,
        "count": 1,
        "seen": 1,
        "slug": "main-1",
        "what": "collect",
    }
    found = []
    with app.test_request_context():
        for rule in app.url_map.iter_rules(endpoint):
            path = rule.build({n: values.get(n, "x") for n in rule.arguments})
            assert path
            found += [(method, path[1]) for method in sorted((rule.methods or set()) & {"GET", "POST"})]
    return found


def test_each_page_behind_the_password_stands_in_the_table_and_nothing_else_does(app: Flask) -> None:
    assert endpoints(app) == sorted(roles.MAY_REACH), "add it to tournament/web/roles.py: who may reach it?"


def test_the_management_reaches_everything(app: Flask) -> None:
    assert all(roles.reaches(Role.MANAGEMENT, endpoint) for endpoint in endpoints(app))


@pytest.mark.parametrize("role", CLERKS)
def test_a_page_that_nobody_thought_of_is_closed(role: Role) -> None:
    assert not roles.reaches(role, "office.something_new")


@pytest.mark.parametrize("role", CLERKS)
def test_each_endpoint_is_open_or_closed_to_a_role_as_the_table_says(
    app: Flask, desk: Desk, role: Role
) -> None:
    a_tournament(desk, sold=3)
    clerk = somebody(app, desk, role)

    for endpoint in endpoints(app):
        for method, path in requests_to(app, endpoint):
            answer = clerk.client.open(path, method=method)
            closed = role not in roles.MAY_REACH[endpoint]
            assert (answer.status_code == 403) == closed, (method, path)


def test_without_a_password_nothing_behind_it_is_shown_or_done(app: Flask, stranger: Visitor) -> None:
    for endpoint in endpoints(app):
        for method, path in requests_to(app, endpoint):
            answer = stranger.client.open(path, method=method)
            assert answer.status_code == (401 if method == "POST" else 302), (method, path)


def test_a_closed_door_says_in_a_sentence_who_can_open_it(app: Flask, desk: Desk) -> None:
    night = a_tournament(desk, sold=3)
    referee = somebody(app, desk, Role.REFEREE)

    shown = referee.open(f"/office/{night}/sell")

    assert shown.status == 403
    assert "Sie sind als referee angemeldet (Schiedsrichter/in). Bitten Sie die Turnierleitung" in shown.text


STEPS = (Step.SELL, Step.ANNOUNCE, Step.PLAY, Step.FINISH, Step.AWARD)


@pytest.mark.parametrize("until", STEPS)
@pytest.mark.parametrize("role", CLERKS)
def test_no_page_leads_a_role_to_a_closed_door(app: Flask, desk: Desk, role: Role, until: Step) -> None:
    night = a_tournament(desk, sold=5, capacity=8, prizes=["Gans"])
    played_until(desk, night, until)
    clerk = somebody(app, desk, role)
    todo, seen = ["/office/"], set[str]()

    while todo:
        path = todo.pop().partition("#")[0]
        if path in seen or not path.startswith("/office/") or path.endswith(".pdf"):
            continue
        seen.add(path)
        shown = clerk.open(path)
        assert shown.status == 200, path
        todo += [link.replace("&amp;", "&") for link in re.findall(r'href="(/office/[^"]*)"', shown.source)]
        for form in shown.forms:
            for action in (form.action, *form.buttons.values()):
                assert _opens(app, role, action, form.method), (path, action)
    assert len(seen) > 5


def _opens(app: Flask, role: Role, address: str, method: str) -> bool:
    """Whether a form that is sent there would get in."""
    endpoint, _ = app.url_map.bind("localhost").match(address.partition("?")[0], method=method.upper())
    return roles.is_open(endpoint) or roles.reaches(role, endpoint)


@pytest.mark.parametrize("until", STEPS)
def test_a_referee_sees_no_money_anywhere(app: Flask, desk: Desk, until: Step) -> None:
    night = a_tournament(desk, sold=5, capacity=8, prizes=["Gans"])
    played_until(desk, night, until)
    referee = somebody(app, desk, Role.REFEREE)
    mine = [e for e in endpoints(app) if Role.REFEREE in roles.MAY_REACH[e] and e != "paper.rules"]

    for endpoint in mine:
        for method, path in requests_to(app, endpoint):
            if method == "GET" and not path.endswith(".pdf"):
                assert not EURO.search(referee.open(path).source), path


@pytest.mark.parametrize("until", [Step.SELL, Step.PLAY, Step.AWARD])
def test_a_referee_reads_of_no_money_on_paper(app: Flask, desk: Desk, until: Step) -> None:
    night = a_tournament(desk, sold=5, capacity=8, prizes=["Gans"])
    played_until(desk, night, until)
    referee = somebody(app, desk, Role.REFEREE)
    source = referee.open(f"/office/{night}/paper/").source
    links = {link for link in re.findall(r'href="(/office/[^"]*\.pdf)"', source) if "/rules" not in link}
    assert links

    for link in links:
        pages = read_pdf(referee.client.get(link).data)
        assert not any(EURO.search(page.text) for page in pages), link


def test_the_cash_desk_sees_the_money_and_sells(app: Flask, desk: Desk) -> None:
    night = a_tournament(desk, sold=3)
    clerk = somebody(app, desk, Role.CASH_DESK)

    shown = clerk.fill(f"/office/{night}/sell", {"count": "2", "name": "Maria Huber"})

    assert "€ 10,00 bezahlt" in shown.text
    assert "Verkauf schließen" not in shown.text


def test_a_role_that_changes_counts_at_once(app: Flask, desk: Desk) -> None:
    night = a_tournament(desk, sold=3)
    clerk = somebody(app, desk, Role.CASH_DESK)
    assert clerk.open(f"/office/{night}/sell").status == 200

    fresh.change_role(desk.database, "cash-desk", Role.REFEREE)

    assert clerk.open(f"/office/{night}/sell").status == 403


def test_whoever_is_removed_or_has_a_new_password_is_out_at_once(app: Flask, desk: Desk) -> None:
    clerk, referee = somebody(app, desk, Role.CASH_DESK), somebody(app, desk, Role.REFEREE)

    fresh.remove_user(desk.database, "cash-desk")
    users.change_password(desk.database, "referee", "0815")

    assert clerk.open("/office/").path.startswith("/login")
    assert referee.open("/office/").path.startswith("/login")
    assert sign_in(app, "referee", "0815").open("/office/").status == 200


def test_the_page_that_renews_itself_tells_a_role_nothing_of_another(app: Flask, desk: Desk) -> None:
    night = a_tournament(desk, sold=3)
    clerk = somebody(app, desk, Role.CASH_DESK)
    first = clerk.client.get(f"/office/{night}/now")
    fresh.change_role(desk.database, "cash-desk", Role.REFEREE)

    again = clerk.client.get(f"/office/{night}/now", headers={"If-None-Match": first.headers["ETag"]})

    assert again.status_code == 200
    assert "€" not in again.text


def test_only_who_records_results_writes_on_the_sheets_of_others(app: Flask, desk: Desk) -> None:
    for role, name in ((Role.CASH_DESK, ""), (Role.REFEREE, "referee")):
        clerk = somebody(app, desk, role)
        with clerk.client:
            clerk.open("/office/")
            assert visitor().desk == name
