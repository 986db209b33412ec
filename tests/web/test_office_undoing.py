"""Undoing one's own last act, from a quiet button that says what it was."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.desk.builders import KASSA, a_tournament, play, played_until
from tests.desk.changed import match, office
from tests.desk.fresh import change_role
from tests.web.people import somebody
from tests.web.visitor import Shown, Visitor
from tournament.desk.acts import Desk
from tournament.desk.matches import PairingView
from tournament.desk.office import Step, read_log
from tournament.desk.undoing import _UNDO
from tournament.desk.users import Role
from tournament.web.roles import endpoint_of, reaches

OFFERED = "Letzte Handlung rückgängig:"


@pytest.fixture
def night(desk: Desk) -> int:
    night = a_tournament(desk, sold=16)
    played_until(desk, night, "main-1")
    return night


def record(anna: Visitor, desk: Desk, night: int) -> PairingView:
    pairing = office(desk, night).open[0]
    shown = anna.open(f"/office/{night}/results/{pairing.round}/{pairing.number}")
    anna.send(shown.form_with("games"), {"answer": f"{pairing.left.ticket} 2:0"}, to=shown.path)
    return pairing


def undo(anna: Visitor, shown: Shown) -> Shown:
    return anna.send(shown.form_at("/undo"))


def test_without_an_act_of_ones_own_nothing_is_offered(anna: Visitor, night: int) -> None:
    assert OFFERED not in anna.open(f"/office/{night}/results").text


def test_a_result_is_undone_and_the_button_said_which(anna: Visitor, desk: Desk, night: int) -> None:
    pairing = record(anna, desk, night)

    shown = anna.open(f"/office/{night}/results")
    assert f"{OFFERED} Achtelfinale, Begegnung {pairing.number}:" in shown.text
    done = undo(anna, shown)

    assert done.path == f"/office/{night}/results"
    assert "Rückgängig gemacht: Achtelfinale" in done.text
    assert match(desk, night, pairing.round, pairing.number).outcome is None
    assert OFFERED not in done.text
    assert read_log(desk.database, night)[0].act == "undo"


def test_a_correction_is_undone_to_the_result_before(anna: Visitor, desk: Desk, night: int) -> None:
    pairing = office(desk, night).open[0]
    play(desk, night, pairing, games_won=(2, 1))
    shown = anna.open(f"/office/{night}/results/{pairing.round}/{pairing.number}")
    right = pairing.sides[1].ticket
    anna.send(shown.form_with("games"), {"answer": f"{right} 2:0"}, to=shown.path)

    done = undo(anna, anna.open(f"/office/{night}/results"))

    assert "Rückgängig gemacht: Korrigiert:" in done.text
    assert match(desk, night, pairing.round, pairing.number).games_won == (2, 1)


def test_what_others_did_is_not_ones_own(app: Flask, anna: Visitor, desk: Desk, night: int) -> None:
    record(anna, desk, night)
    referee = somebody(app, desk, Role.REFEREE)

    assert OFFERED not in referee.open(f"/office/{night}/results").text
    assert OFFERED in anna.open(f"/office/{night}").text


def test_a_result_somebody_has_changed_since_is_not_undone(anna: Visitor, desk: Desk, night: int) -> None:
    pairing = record(anna, desk, night)
    shown = anna.open(f"/office/{night}/results")
    stands = match(desk, night, pairing.round, pairing.number)
    play(desk, night, stands, pairing.sides[1].ticket)

    refused = undo(anna, shown)

    assert refused.status == 422
    assert "inzwischen geändert" in " ".join(refused.errors)
    assert match(desk, night, pairing.round, pairing.number).winner == pairing.sides[1].ticket


def test_an_old_page_does_not_undo_something_newer(anna: Visitor, desk: Desk, night: int) -> None:
    record(anna, desk, night)
    old = anna.open(f"/office/{night}/results")
    newer = record(anna, desk, night)

    refused = undo(anna, old)

    assert refused.status == 422
    assert refused.errors == ["Das ist nicht mehr Ihre letzte Handlung."]
    assert match(desk, night, newer.round, newer.number).outcome is not None


def test_sent_twice_it_undoes_once(anna: Visitor, desk: Desk, night: int) -> None:
    record(anna, desk, night)
    record(anna, desk, night)
    shown = anna.open(f"/office/{night}/results")
    undo(anna, shown)

    again = undo(anna, shown)

    assert "doppelt" in again.text
    assert len(office(desk, night).open) == 7


def test_one_act_after_the_other_can_be_undone(anna: Visitor, desk: Desk, night: int) -> None:
    record(anna, desk, night)
    record(anna, desk, night)

    undo(anna, undo(anna, anna.open(f"/office/{night}/results")))

    assert len(office(desk, night).open) == 8


def test_a_draw_without_results_is_undone_with_its_announcement(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=16)
    played_until(desk, night, Step.ANNOUNCE)
    page = anna.open(f"/office/{night}/draw")
    page = anna.send(page.form_at("/draw/announce"))
    page = anna.send(page.form_with("word"), {"word": "Gans"})
    assert f"{OFFERED} Ausgelost: Achtelfinale" in page.text

    done = undo(anna, page)

    assert done.path == f"/office/{night}/draw"
    assert "Auslosung ankündigen" in done.text
    assert OFFERED not in done.text
    assert office(desk, night).board.announced == ()


def test_a_sale_is_not_offered_to_be_undone_once_the_sales_are_closed(
    app: Flask, anna: Visitor, desk: Desk
) -> None:
    night = a_tournament(desk, sold=4)
    cash_desk = somebody(app, desk, Role.CASH_DESK)
    cash_desk.fill(f"/office/{night}/sell", {"name": "Maria Huber", "count": "2"})
    assert OFFERED in cash_desk.open(f"/office/{night}").text

    played_until(desk, night, "main-1")

    assert OFFERED not in cash_desk.open(f"/office/{night}").text


def test_undoing_a_sale_leads_back_and_tells_the_card_taken_back(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=4)
    anna.fill(f"/office/{night}/sell", {"name": "Maria Huber", "count": "2"})

    done = undo(anna, anna.open(f"/office/{night}"))

    assert "Rückgängig gemacht: Verkauft an Maria Huber" in done.text
    assert len(office(desk, night).night.live_tickets) == 4


@pytest.mark.parametrize("back", ["", "unfug", "//boese.example", "accounts"])
def test_where_it_leads_back_to_cannot_be_chosen_freely(
    anna: Visitor, desk: Desk, night: int, back: str
) -> None:
    record(anna, desk, night)
    shown = anna.open(f"/office/{night}/results")

    done = anna.send(shown.form_at("/undo"), {"back": back})

    assert done.path == f"/office/{night}"


def test_prizes_ticked_off_by_mistake_are_undone(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=4, prizes=["Gans"])
    played_until(desk, night, Step.AWARD)
    shown = anna.open(f"/office/{night}/prizes")
    shown = anna.send(shown.form_at("/prizes/1/collect"))
    assert f"{OFFERED} 1. Preis abgeholt: Gans." in shown.text or OFFERED in shown.text

    done = undo(anna, shown)

    assert done.path == f"/office/{night}/prizes"
    assert not office(desk, night).board.prizes[0].collected_at
    assert read_log(desk.database, night)[0].by == "Anna" != KASSA.by


def test_where_one_press_does_not_help_it_says_why_and_leads_on(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=4)
    anna.fill(f"/office/{night}/sell", {"name": "Maria Huber", "count": "2"})
    played_until(desk, night, "main-1")

    shown = anna.open(f"/office/{night}")

    assert "Mit einem Druck geht das nicht rückgängig: Verkauft an Maria Huber" in shown.text
    assert "Der Verkauf ist geschlossen." in shown.text
    player = office(desk, night).night.people[-1].number
    assert f'<a href="/office/{night}/players/{player}">Zur Person und ihren Karten</a>' in shown.source


def test_a_refused_undoing_leads_to_the_page_that_can(anna: Visitor, desk: Desk, night: int) -> None:
    pairing = record(anna, desk, night)
    shown = anna.open(f"/office/{night}/results")
    played_until(desk, night, "main-3")

    refused = undo(anna, shown)

    assert refused.status == 422
    assert (
        f'<a href="/office/{night}/results/{pairing.round}/{pairing.number}">Ergebnis korrigieren</a>'
        in refused.source
    )


def test_whoever_has_another_role_by_now_undoes_nothing_that_it_does_not_do(
    app: Flask, anna: Visitor, desk: Desk
) -> None:
    night = a_tournament(desk, sold=6)
    boss = somebody(app, desk, Role.MANAGEMENT)
    boss.send(boss.open(f"/office/{night}/close").form_with("seen_sold"))
    boss.send(boss.open(f"/office/{night}/draw").form_at("/announce"))
    boss.send(boss.open(f"/office/{night}/draw").form_with("word"))
    form = boss.open(f"/office/{night}/draw").form_at("/undo")
    change_role(desk.database, Role.MANAGEMENT.value, Role.CASH_DESK)

    shown = boss.open(f"/office/{night}/sell")
    refused = boss.send(form)

    assert not [one for one in shown.forms if one.action.endswith("/undo")]
    assert "Das macht jemand mit einer anderen Aufgabe." in shown.text
    assert refused.status == 403
    assert len(office(desk, night).board.rounds) == 1


def test_every_act_that_can_be_undone_is_done_at_a_page_that_has_its_roles(app: Flask) -> None:
    known = {rule.endpoint for rule in app.url_map.iter_rules()}

    assert {act for act in _UNDO if endpoint_of(act) not in known} == set()


@pytest.mark.parametrize("act", ["sell", "record-result", "draw-rounds", "count-cash"])
def test_who_may_undo_is_who_may_do(act: str) -> None:
    may = {role for role in Role if reaches(role, endpoint_of(act))}

    expected = {
        "sell": {Role.MANAGEMENT, Role.CASH_DESK},
        "record-result": {Role.MANAGEMENT, Role.REFEREE},
        "draw-rounds": {Role.MANAGEMENT},
        "count-cash": {Role.MANAGEMENT, Role.CASH_DESK},
    }
    assert may == expected[act]
