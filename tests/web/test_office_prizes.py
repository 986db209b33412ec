"""The page of places and prizes: who won by lot, and who has to give a prize back."""

from __future__ import annotations

from tests.desk.builders import KASSA, a_tournament, play, played_until
from tests.desk.changed import decided, loser_of
from tests.desk.fresh import collect_prize
from tests.web.visitor import Visitor
from tournament.desk.acts import Desk
from tournament.desk.matches import Side
from tournament.desk.office import Step, read_office
from tournament.desk.prizing import finish, reopen

PRIZES = ["Ferkel", "Gans", "Schinken", "Würste"]


def corrected_after_collecting(desk: Desk) -> tuple[int, Side, Side]:
    """The fourth has his prize already; then he becomes third. The night, he, and the new fourth."""
    night = a_tournament(desk, sold=8, prizes=PRIZES)
    played_until(desk, night, Step.AWARD)
    collect_prize(desk, KASSA, night, 4)
    reopen(desk, KASSA, night)
    [wrong] = decided(desk, night, "third-2")
    play(desk, night, wrong, loser_of(wrong).ticket)
    finish(desk, KASSA, night)
    third, fourth = (place.side for place in read_office(desk.database, night).board.places[2:4])
    return night, third, fourth


def test_who_has_to_give_a_prize_back_is_named_and_to_whom_it_belongs(anna: Visitor, desk: Desk) -> None:
    night, had, winner = corrected_after_collecting(desk)

    shown = anna.open(f"/office/{night}/prizes")

    assert (
        f"4. Preis: Würste: {had.ticket} {had.name} hat ihn vor der Korrektur abgeholt "
        "und muss ihn zurückgeben. "
        f"Jetzt gehört er {winner.ticket} {winner.name}." in shown.text
    )
    assert f"Den Preis hat noch {had.ticket} {had.name}." in shown.text


def test_a_prize_given_back_is_ticked_off_as_such(anna: Visitor, desk: Desk) -> None:
    night, had, _ = corrected_after_collecting(desk)

    shown = anna.press(anna.open(f"/office/{night}/prizes"), "Zurückgegeben Würste")

    assert "Zurückgegeben: Würste." in shown.text
    assert "hat noch" not in shown.text
    said = f"Preis 4 von {had.ticket} {had.name} zurückgegeben: Würste."
    assert said in anna.open(f"/office/{night}/log").text


def test_handed_on_to_whom_it_belongs_the_log_tells_who_had_it(anna: Visitor, desk: Desk) -> None:
    night, had, _ = corrected_after_collecting(desk)

    collect_prize(desk, KASSA, night, 4)

    assert "hat noch" not in anna.open(f"/office/{night}/prizes").text
    said = f"Preis 4 abgeholt: Würste. Vor der Korrektur hatte ihn {had.ticket} {had.name}."
    assert said in anna.open(f"/office/{night}/log").text


def test_a_prize_won_by_lot_says_so(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=16, prizes=[f"Preis {rank}" for rank in range(1, 10)])
    played_until(desk, night, Step.AWARD)

    shown = anna.open(f"/office/{night}/prizes")

    assert shown.text.count("durch das Los unter den Plätzen 9–16") == 1
    assert "Turnier beendet. Los unter den Plätzen 9–16:" in anna.open(f"/office/{night}/log").text


def test_a_play_off_is_typed_where_prizes_reach_shared_places(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=16, prizes=[f"Preis {rank}" for rank in range(1, 11)])
    office = played_until(desk, night, Step.FINISH)
    band = [place.side.ticket for place in office.board.places if place.place == 9]

    shown = anna.fill(f"/office/{night}/prizes", {"play_off": "12, Huber"})
    assert (shown.status, shown.form_with("play_off").fields["play_off"]) == (422, "12, Huber")
    shown = anna.send(shown.form_with("play_off"), {"play_off": str(band[3])})
    assert (shown.status, shown.form_with("play_off").fields["play_off"]) == (422, str(band[3]))
    assert "Stechen unter den Plätzen 9–16: Bitte auch die Karten eintragen" in shown.text
    anna.send(shown.form_with("play_off"), {"play_off": f"{band[3]}, {band[4]}"})

    ninth, tenth = (prize.side for prize in read_office(desk.database, night).board.prizes[8:])
    assert ninth
    assert tenth
    assert (ninth.ticket, tenth.ticket) == (band[3], band[4])
    said = f"Stechen unter den Plätzen 9–16: {band[3]} {ninth.name}, {band[4]} {tenth.name}."
    assert said in anna.open(f"/office/{night}/log").text


def test_without_shared_places_no_play_off_is_asked_for(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=16, prizes=PRIZES)
    played_until(desk, night, Step.FINISH)

    assert "play_off" not in anna.open(f"/office/{night}/prizes").source


def test_before_it_is_opened_again_it_is_said_that_the_lot_stands(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=16, prizes=[f"Preis {rank}" for rank in range(1, 10)])
    played_until(desk, night, Step.AWARD)

    assert "bleibt gültig; es wird nicht neu gezogen" in anna.open(f"/office/{night}/prizes/reopen").text


def test_a_prize_that_is_called_nothing_but_a_prize_is_not_named_twice(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=2, prizes=["1. Preis"])
    played_until(desk, night, Step.AWARD)

    assert "1. Preis: 1. Preis" not in anna.open(f"/office/{night}/prizes").text


def test_a_prize_nobody_has_named_is_called_by_its_rank_in_the_readers_language(
    anna: Visitor, desk: Desk
) -> None:
    night = a_tournament(desk, sold=2, prizes=["Prize no. 1", "Prize no. 2"])
    played_until(desk, night, Step.AWARD)

    shown = anna.press(anna.open(f"/office/{night}/prizes"), "Abgeholt 1. Preis")

    assert "Abgeholt: 1. Preis." in shown.text
    assert "Preis 1 abgeholt: 1. Preis." in anna.open(f"/office/{night}/log").text
    for page in (f"/office/{night}/prizes", f"/board/{night}", f"/board/{night}/wall"):
        text = anna.open(page).text
        assert "2. Preis" in text, page
        assert "Prize no." not in text, page


def test_a_prize_nobody_won_has_no_button(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=2, prizes=PRIZES[:3])
    played_until(desk, night, Step.AWARD)
    for rank in (1, 2):
        collect_prize(desk, KASSA, night, rank)

    shown = anna.open(f"/office/{night}/prizes")

    assert "Alle Preise sind übergeben" in shown.text
    assert "/prizes/3/" not in shown.source
