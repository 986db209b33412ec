"""A draw from real pots, as the desk types it in."""

from __future__ import annotations

import pytest

from tests.desk.builders import KASSA, a_tournament, play, played_until
from tests.desk.real_pots import draw_all, drawing, night
from tests.web.visitor import Shown, Visitor
from tournament.desk.acts import Desk
from tournament.desk.by_hand import pots, take_pots, type_lot
from tournament.desk.loading import read_night
from tournament.knockout.rounds import Stage

__all__ = ["drawing", "night"]


def page(anna: Visitor, night: int) -> Shown:
    return anna.open(f"/office/{night}/draw")


def enter(anna: Visitor, night: int, number: str, who: str | None = None) -> Shown:
    form = page(anna, night).form_at("/lot")
    return anna.send(form, {"number": number} | ({} if who is None else {"who": who}))


def typed(desk: Desk, night: int) -> list[tuple[int, int]]:
    """Card and number of each lot, the first first."""
    [now] = pots(read_night(desk.database, night))
    return [(side.ticket, lot.number) for side, lot in reversed(now.lots)]


def test_a_whole_draw_is_typed_in_by_name_and_by_card(anna: Visitor, desk: Desk, night: int) -> None:
    shown = anna.send(page(anna, night).form_at("/pots"))
    assert "linker Topf" in shown.text

    shown = enter(anna, night, "3", who="Huber 2")
    assert "Es zieht: Huber 2 , Karte 4" in shown.text
    enter(anna, night, "1")
    enter(anna, night, "2", who="7")
    enter(anna, night, "4", who="1")
    shown = enter(anna, night, "4")
    assert "eigene Nummer aus dem anderen Topf" in " ".join(shown.errors)
    assert "rechter Topf" in shown.text
    enter(anna, night, "3")
    enter(anna, night, "1", who="huber 3")
    shown = enter(anna, night, "4")
    assert typed(desk, night) == [(3, 3), (4, 1), (7, 2), (1, 4), (2, 3), (5, 1), (6, 4)]

    anna.send(shown.form_at("/draw"))

    [facts] = read_night(desk.database, night).drawn
    assert [(p.left, p.right) for p in facts.round.pairings] == [(4, 5), (7, None), (3, 2), (1, 6)]


@pytest.mark.parametrize(
    ("who", "number", "said"),
    [
        ("1", "9", "die Nummern 1 bis 4"),
        ("1", "x", "ganze Zahl"),
        ("1", "", "ganze Zahl"),
        ("99", "1", "nicht in dieser Auslosung"),
        ("Zach", "1", "Niemand mit diesem Namen"),
        ("Huber", "1", "Das passt auf mehrere"),
        ("", "1", "Bitte Karte oder Name"),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_stays_typed(
    anna: Visitor, desk: Desk, drawing: int, who: str, number: str, said: str
) -> None:
    shown = enter(anna, drawing, number, who)

    assert shown.status == 422
    assert len([error for error in shown.errors if said in error]) == 1
    assert shown.form_at("/lot").fields | {"who": who, "number": number} == shown.form_at("/lot").fields
    assert typed(desk, drawing) == []


def test_the_newest_lot_is_struck(anna: Visitor, desk: Desk, drawing: int) -> None:
    enter(anna, drawing, "3", who="1")
    enter(anna, drawing, "2")

    anna.send(page(anna, drawing).form_at("/strike"))

    assert typed(desk, drawing) == [(1, 3)]


def test_the_button_says_why_nobody_is_seated_yet(anna: Visitor, desk: Desk, drawing: int) -> None:
    assert "Noch hat nicht jede Karte dieser Auslosung ihr Los" in page(anna, drawing).text

    draw_all(desk, drawing)

    assert "Gleiche Nummern treffen aufeinander" in page(anna, drawing).text


def test_a_complete_pot_is_seated_while_the_places_are_still_drawn(anna: Visitor, desk: Desk) -> None:
    """The losers of the quarter-finals do not hold up the semi-finals."""
    eight = a_tournament(desk, sold=8)
    for pairing in played_until(desk, eight, "main-1").open:
        play(desk, eight, pairing)
    take_pots(desk, KASSA, eight)
    assert not page(anna, eight).form_at("/draw").sends
    for ticket, number in zip(waiting(desk, eight), (1, 2, 1, 2), strict=True):
        type_lot(desk, KASSA, eight, Stage.MAIN, 2, ticket, number)

    shown = page(anna, eight)
    assert "Halbfinale: vollständig. Die andere Auslosung geht weiter." in shown.text
    anna.send(shown.form_at("/draw"))

    now = read_night(desk.database, eight)
    assert [round_.stage for round_ in now.rounds] == [Stage.MAIN, Stage.MAIN]
    assert [one.slug for one in pots(now)] == ["fifth-to-eighth-1"]


def test_the_page_says_whose_lot_goes_back_and_who_draws_again(anna: Visitor, desk: Desk) -> None:
    """The left 1 left the draw, and the right 1 would meet nobody."""
    eight = a_tournament(desk, sold=8, third_place_match=False, fifth_to_eighth=False)
    for pairing in played_until(desk, eight, "main-1").open:
        play(desk, eight, pairing)
    take_pots(desk, KASSA, eight)
    first, second, third, fourth = waiting(desk, eight)
    for ticket, number in ((first, 1), (second, 2), (third, 1), (fourth, 2)):
        type_lot(desk, KASSA, eight, Stage.MAIN, 2, ticket, number)
    gone = next(p for p in read_night(desk.database, eight).rounds[0].pairings if p.winner == first)
    absent = anna.open(f"/office/{eight}/results/main-1/{gone.number}").form_with("games")
    anna.send(absent, {"answer": "absent"})

    anna.send(page(anna, eight).form_at("/strike"))
    shown = page(anna, eight)
    assert f"Der linke Topf ist nicht leer: Die Nummer der Karte {third}" in " ".join(shown.errors)
    assert not shown.form_at("/draw").sends
    anna.send(shown.form_at("/strike"))
    enter(anna, eight, "1", who=str(third))
    anna.send(page(anna, eight).form_at("/draw"))

    drawn = read_night(desk.database, eight).rounds[1]
    assert [p.tickets for p in drawn.pairings] == [(third,), (second, fourth)]


def waiting(desk: Desk, night: int) -> list[int]:
    """The cards of those who draw for the next main round, each player having one."""
    return [side.ticket for side in pots(read_night(desk.database, night))[0].waiting]


def test_the_pots_are_put_away_again(anna: Visitor, desk: Desk, drawing: int) -> None:
    shown = anna.send(page(anna, drawing).form_at("/away"))

    assert pots(read_night(desk.database, drawing)) == ()
    assert "Lieber aus echten Töpfen ziehen" in shown.text


@pytest.mark.parametrize("path", ["board/{}", "board/{}/fair", "board/{}/wall"])
def test_everybody_sees_that_pots_are_drawn_from(anna: Visitor, drawing: int, path: str) -> None:
    assert "Jetzt wird aus den Töpfen gezogen" in anna.open("/" + path.format(drawing)).text


@pytest.mark.parametrize("path", ["main-1/lot", "main-1/strike", "main-9/lot"])
def test_without_pots_there_is_nothing_to_send(anna: Visitor, night: int, path: str) -> None:
    form = page(anna, night).form_at("/pots")

    assert anna.send(form, to=f"/office/{night}/draw/pots/{path}").status == 404


def test_a_draw_by_hand_is_one_that_was_drawn_and_can_be_voided(
    anna: Visitor, desk: Desk, drawing: int
) -> None:
    draw_all(desk, drawing)
    shown = anna.send(page(anna, drawing).form_at("/draw"))

    assert "Ausgelost." in shown.text
    assert "Diese Auslosung widerrufen …" in shown.text
    assert "Fingerabdruck" not in anna.open(f"/office/{drawing}/draw/main-1/void").text


def test_the_draw_by_hand_says_so_when_it_is_to_be_checked(anna: Visitor, desk: Desk, drawing: int) -> None:
    draw_all(desk, drawing)
    anna.send(page(anna, drawing).form_at("/draw"))

    assert "aus echten Töpfen" in anna.open(f"/board/{drawing}/fair").text
