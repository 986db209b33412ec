"""Voiding a draw, opening a finished night again, and a player who comes back."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.desk.builders import KASSA, a_tournament, play, played_until
from tests.desk.changed import decided, half_played, loser_of, match, office, path_of
from tests.desk.fresh import collect_prize
from tests.desk.real_pots import draw_all
from tests.web.people import somebody
from tests.web.visitor import Shown, Visitor
from tournament.desk.acts import Desk
from tournament.desk.by_hand import take_pots
from tournament.desk.drawing import draw_rounds
from tournament.desk.late import sell_late
from tournament.desk.office import Step, read_log
from tournament.desk.users import Role
from tournament.desk.withdrawing import withdraw
from tournament.knockout.rounds import Outcome


def void_page(anna: Visitor, night: int, slug: str) -> Shown:
    return anna.open(f"/office/{night}/draw/{slug}/void")


def test_a_draw_without_results_is_void_at_once(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=13)
    played_until(desk, night, "main-1")
    assert f'href="/office/{night}/draw/main-1/void"' in anna.open(f"/office/{night}/draw").source

    shown = void_page(anna, night, "main-1")
    assert "Es ist noch nichts gespielt" in shown.text
    assert not any("name" in form.fields for form in shown.forms)
    done = anna.send(shown.form_with("rounds"))

    assert "Die Auslosung ist widerrufen: Achtelfinale. Es steht alles wie davor." in done.text
    assert office(desk, night).board.rounds == ()
    assert "Auslosung ankündigen" in done.text


def test_cards_sold_late_are_said_to_stay_and_to_leave_fewer_byes(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=11, capacity=16)
    played_until(desk, night, "main-1")
    sell_late(desk, KASSA, night, "Spät Kommer", "", 2)

    shown = void_page(anna, night, "main-1")

    assert "Nur die spät verkauften Karten bleiben verkauft: 12, 13." in shown.text
    assert "Es gibt dann 3 Freilose." in shown.text
    anna.send(shown.form_with("rounds"))
    drawn = played_until(desk, night, "main-1").board.round("main-1")
    assert drawn
    assert sum(pairing.right is None for pairing in drawn.pairings) == 3


def test_lots_typed_in_from_real_pots_are_counted_before_they_go(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=13)
    played_until(desk, night, Step.ANNOUNCE)
    take_pots(desk, KASSA, night)
    draw_all(desk, night)
    draw_rounds(desk, KASSA, night)

    assert "13 Lose, die aus echten Töpfen eingetippt sind, sind dann weg." in (
        void_page(anna, night, "main-1").text
    )


def test_a_draw_of_the_computer_has_no_lots_that_anybody_typed(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=13)
    played_until(desk, night, "main-1")

    assert "eingetippt" not in void_page(anna, night, "main-1").text


def test_results_that_would_be_lost_are_listed_and_the_rounds_name_must_be_typed(
    anna: Visitor, desk: Desk
) -> None:
    night = half_played(desk)
    lost = decided(desk, night, "main-2")

    shown = void_page(anna, night, "main-2")
    assert "2 Ergebnisse gehen verloren" in shown.text
    for pairing in lost:
        assert f"Viertelfinale, Begegnung {pairing.number}" in shown.text
    refused = anna.send(shown.form_with("rounds"), {"name": "Finale"})
    assert refused.status == 422
    assert refused.errors == ["Bitte den Namen so eintippen, wie er hier steht: Viertelfinale"]
    assert len(decided(desk, night, "main-2")) == 2
    done = anna.send(refused.form_with("rounds"), {"name": " viertelfinale "})

    assert "widerrufen" in done.text
    assert office(desk, night).board.round("main-2") is None
    assert len(decided(desk, night, "main-1")) == 8


def test_in_english_the_english_name_is_typed(app: Flask, anna: Visitor, desk: Desk) -> None:
    night = half_played(desk)
    anna.language = "en"

    shown = void_page(anna, night, "main-2")
    assert "To be sure, type: Quarter-final" in shown.text
    done = anna.send(shown.form_with("rounds"), {"name": "Quarter-final"})

    assert "The draw is void" in done.text


def test_what_was_drawn_from_it_falls_with_it(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    played_until(desk, night, "main-2")

    shown = void_page(anna, night, "main-1")

    assert "Damit fallen auch weg: Halbfinale, Plätze 5 bis 8." in shown.text
    assert "4 Ergebnisse gehen verloren" in shown.text


def test_a_result_recorded_meanwhile_is_not_lost_unseen(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    played_until(desk, night, "main-1")
    shown = void_page(anna, night, "main-1")
    play(desk, night, office(desk, night).open[0])

    late = anna.send(shown.form_with("rounds"))

    assert late.status == 409
    assert "Ergebnisse, die verloren gehen" in late.text
    assert len(decided(desk, night, "main-1")) == 1


def test_leaving_the_shown_results_out_does_not_trick_it(anna: Visitor, desk: Desk) -> None:
    night = half_played(desk)
    shown = void_page(anna, night, "main-2")

    for results in ("", "main-2/1", "unfug", "main-2/x /"):
        sent = anna.send(shown.form_with("rounds"), {"results": results, "name": "Viertelfinale"})
        assert sent.status == 409

    assert len(decided(desk, night, "main-2")) == 2


@pytest.mark.parametrize("results", ["main-1/" + "9" * 5000, "main-1/²", "/", "main-1/-1"])
def test_results_no_page_wrote_are_others_than_those_that_would_be_lost(
    anna: Visitor, desk: Desk, results: str
) -> None:
    night = half_played(desk)
    form = void_page(anna, night, "main-2").form_with("rounds")

    shown = anna.send(form, {"name": "Viertelfinale", "results": results})

    assert shown.status == 409
    assert len(decided(desk, night, "main-2")) == 2


def test_a_round_that_does_not_exist_cannot_be_void(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=8)

    assert void_page(anna, night, "main-1").status == 404
    assert void_page(anna, night, "unfug").status == 404


@pytest.mark.parametrize("role", [Role.REFEREE, Role.CASH_DESK])
def test_only_the_management_voids_and_reopens(app: Flask, account: None, desk: Desk, role: Role) -> None:
    night = half_played(desk)
    clerk = somebody(app, desk, role)

    assert void_page(clerk, night, "main-2").status == 403
    assert clerk.open(f"/office/{night}/prizes/reopen").status == 403


@pytest.fixture
def ended(desk: Desk) -> int:
    """A finished night with two prizes, the first of them collected."""
    night = a_tournament(desk, sold=4, prizes=["Gans", "Schinken"])
    played_until(desk, night, Step.AWARD)
    collect_prize(desk, KASSA, night, 1)
    return night


def test_opening_the_end_again_says_what_it_means_for_prizes(anna: Visitor, desk: Desk, ended: int) -> None:
    winner = office(desk, ended).board.prizes[0].side
    assert winner
    assert f'href="/office/{ended}/prizes/reopen"' in anna.open(f"/office/{ended}/prizes").source

    shown = anna.open(f"/office/{ended}/prizes/reopen")

    assert "1 Preis ist schon abgeholt" in shown.text
    assert f"1. Preis: Gans {winner.ticket} {winner.name}" in shown.text
    assert "steht auf der Seite „Plätze und Preise“, wer ihn zurückgeben muss" in shown.text
    assert office(desk, ended).night.finished


def test_opened_again_a_result_is_corrected_and_a_prize_that_stays_is_still_ticked(
    anna: Visitor, desk: Desk, ended: int
) -> None:
    shown = anna.open(f"/office/{ended}/prizes/reopen")
    done = anna.send(shown.form_at(f"/office/{ended}/prizes/reopen"))
    assert "Das Turnier ist wieder offen" in done.text
    assert done.path == f"/office/{ended}/results"

    third = decided(desk, ended, "third-1")[0]
    page = anna.open(path_of(ended, third))
    anna.send(page.form_with("games"), {"answer": f"{loser_of(third).ticket} 2:0"}, to=page.path)
    finish = anna.open(f"/office/{ended}/prizes")
    anna.send(finish.form_at("/prizes/finish"))

    stands = office(desk, ended)
    assert stands.night.finished
    assert [bool(prize.collected_at) for prize in stands.board.prizes] == [True, False]
    assert stands.board.places[2].side == loser_of(third)


def test_a_draw_of_a_finished_night_is_opened_again_first(anna: Visitor, desk: Desk, ended: int) -> None:
    shown = void_page(anna, ended, "main-1")

    assert "disabled" in shown.source
    assert f'href="/office/{ended}/prizes/reopen"' in shown.source


def test_a_night_that_is_not_finished_is_not_opened_again(anna: Visitor, desk: Desk) -> None:
    night = half_played(desk)

    assert "Das Turnier ist nicht beendet." in anna.open(f"/office/{night}/prizes/reopen").text


@pytest.fixture
def gone(desk: Desk) -> int:
    """Round one of sixteen is drawn, and player 1 has gone home."""
    night = a_tournament(desk, sold=16)
    played_until(desk, night, "main-1")
    withdraw(desk, KASSA, night, 1)
    return night


def test_who_went_home_can_come_back_and_his_match_is_open_again(
    anna: Visitor, desk: Desk, gone: int
) -> None:
    path = f"/office/{gone}/players/1/back"
    assert f'href="{path}"' in anna.open(f"/office/{gone}").source
    [missed] = decided(desk, gone, "main-1")

    shown = anna.open(path)
    assert "Huber 1 ist doch da?" in shown.text
    assert f"Achtelfinale, Begegnung {missed.number}" in shown.text
    done = anna.send(shown.form_at(path))

    assert "Huber 1 ist wieder da." in done.text
    assert match(desk, gone, "main-1", missed.number).outcome is None
    assert "Huber 1 ist zurückgekommen." in anna.open(f"/office/{gone}/log").text


def test_after_another_draw_the_page_says_why_he_cannot_come_back(
    anna: Visitor, desk: Desk, gone: int
) -> None:
    played_until(desk, gone, "main-2")
    path = f"/office/{gone}/players/1/back"

    shown = anna.open(path)

    assert "kann nicht mehr zurückkommen" in shown.text
    assert "disabled" in shown.source
    sent = anna.send(anna.open(f"/office/{gone}/sell").forms[0], to=path)
    assert sent.status == 422


def test_whoever_is_here_cannot_come_back(anna: Visitor, desk: Desk, gone: int) -> None:
    shown = anna.open(f"/office/{gone}/players/2/back")

    assert "Huber 2 spielt ohnehin mit." in shown.text
    assert anna.open(f"/office/{gone}/players/99/back").status == 404


def test_going_home_twice_leads_to_coming_back(anna: Visitor, desk: Desk, gone: int) -> None:
    shown = anna.open(f"/office/{gone}/players/1/withdraw")

    assert f'href="/office/{gone}/players/1/back"' in shown.source
    assert "disabled" in shown.source


def test_a_walkover_of_somebody_gone_home_is_no_result_to_be_lost(
    anna: Visitor, desk: Desk, gone: int
) -> None:
    assert decided(desk, gone, "main-1")[0].outcome is Outcome.WALKOVER

    assert "Es ist noch nichts gespielt" in void_page(anna, gone, "main-1").text
    assert read_log(desk.database, gone)[0].act == "withdraw"
