"""The sales after the draw: byes are sold until round two is drawn."""

from __future__ import annotations

import pytest

from tests.desk.builders import KASSA, a_tournament, played_until
from tests.desk.real_pots import drawn_from_pots
from tests.web.visitor import PageForm, Visitor
from tournament.desk.acts import Desk
from tournament.desk.loading import read_night
from tournament.desk.matches import PairingView
from tournament.desk.office import Step, read_log, read_office
from tournament.desk.voiding import void_draw, would_be_lost
from tournament.knockout.rounds import Stage


@pytest.fixture
def night(desk: Desk) -> int:
    night = a_tournament(desk, sold=11, capacity=16)
    played_until(desk, night, "main-1")
    return night


def test_the_selling_page_says_how_many_byes_are_left(anna: Visitor, night: int) -> None:
    assert "Spätkarte: noch 5 Freilose" in anna.open(f"/office/{night}/sell").text


def test_a_late_card_is_sold_and_the_page_says_whom_it_meets(anna: Visitor, desk: Desk, night: int) -> None:
    shown = anna.fill(f"/office/{night}/sell", {"count": "1", "name": "Maria Huber"})

    [late] = [p for p in read_office(desk.database, night).open if p.right and p.right.ticket == 12]
    assert "Maria Huber: Karte 12, € 5,00 bezahlt." in shown.text
    assert f"Los {late.number}, gegen {late.left.ticket} {late.left.name}." in shown.text
    assert "Spätkarte: noch 4 Freilose" in shown.text


def test_too_many_late_cards_are_refused_at_the_field_and_stay_typed(anna: Visitor, night: int) -> None:
    shown = anna.fill(f"/office/{night}/sell", {"count": "4", "name": "Maria Huber"})

    assert shown.status == 422
    assert len(shown.errors) == 1
    assert shown.form_with("count").fields["name"] == "Maria Huber"


def test_once_round_two_is_drawn_nothing_is_sold_and_the_reason_stands_there(
    anna: Visitor, desk: Desk, night: int
) -> None:
    form = anna.open(f"/office/{night}/sell").form_with("count")
    played_until(desk, night, "main-2")

    shown = anna.send(form, {"name": "Maria Huber"})

    assert (shown.status, shown.errors) == (422, ["Es ist kein Freilos mehr zu verkaufen."])
    assert "Der Verkauf ist geschlossen." in shown.text


def test_sending_a_late_sale_twice_sells_one_card(anna: Visitor, desk: Desk, night: int) -> None:
    form = anna.open(f"/office/{night}/sell").form_with("count")

    for _ in range(2):
        anna.send(form, {"name": "Maria Huber"})

    assert read_office(desk.database, night).closing.sold == 12


def sold_late(anna: Visitor, desk: Desk, night: int) -> tuple[PageForm, PairingView]:
    """The form that sold a late card, to be sent again, and the match of that card."""
    form = anna.open(f"/office/{night}/sell").form_with("count")
    anna.send(form, {"name": "Maria Huber"})
    return form, next(p for p in read_office(desk.database, night).open if p.sides[1].ticket == 12)


def test_sent_again_after_round_two_is_drawn_it_still_says_whom_the_card_met(
    anna: Visitor, desk: Desk, night: int
) -> None:
    form, late = sold_late(anna, desk, night)
    played_until(desk, night, "main-2")

    shown = anna.send(form, {"name": "Maria Huber"})

    assert f"Los {late.number}, gegen {late.left.ticket} {late.left.name}." in shown.text


def test_sent_again_after_its_draw_is_void_it_says_so(anna: Visitor, desk: Desk, night: int) -> None:
    form, _ = sold_late(anna, desk, night)
    lost = would_be_lost(read_night(desk.database, night), Stage.MAIN, 1)
    void_draw(desk, KASSA, night, Stage.MAIN, 1, seen=lost)

    shown = anna.send(form, {"name": "Maria Huber"})

    assert shown.status == 200
    assert "Die Auslosung von Karte 12 ist inzwischen widerrufen." in shown.text


def test_the_log_tells_which_match_a_late_card_got(anna: Visitor, desk: Desk, night: int) -> None:
    anna.fill(f"/office/{night}/sell", {"count": "1", "name": "Maria Huber"})
    number = read_log(desk.database, night)[0].after["pairings"][0]["pairing"]

    assert f"Spätkarte anstelle eines Freiloses: Los {number}." in anna.open(f"/office/{night}/log").text


def test_between_closing_and_draw_there_is_nothing_to_sell(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=11, capacity=16)
    played_until(desk, night, Step.ANNOUNCE)

    assert "Spätkarte" not in anna.open(f"/office/{night}/sell").text


def test_a_guest_who_has_waited_need_not_be_typed_again(anna: Visitor, night: int) -> None:
    shown = anna.open(f"/office/{night}/sell?name=Sepp&town=Ried&count=2&obj=x&state=y")

    fields = shown.form_with("count").fields
    assert [fields[name] for name in ("name", "town", "count", "state")] == ["Sepp", "Ried", "2", "paid"]


@pytest.fixture
def pots(desk: Desk) -> int:
    """Eleven cards, drawn from real pots: five byes."""
    return drawn_from_pots(desk, sold=11, capacity=16)


def test_what_a_late_guest_drew_from_the_real_pot_is_typed_in(anna: Visitor, desk: Desk, pots: int) -> None:
    bye = read_night(desk.database, pots).rounds[0].pairings[-1]

    shown = anna.fill(f"/office/{pots}/sell", {"name": "Maria Huber", "number": f" {bye.number}, "})

    assert f"Los {bye.number}, gegen {bye.left} " in shown.text


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("acht", "Bitte Zahlen wie 3 oder 3, 7."),
        ("1", "Diese Nummer hat schon Karte 7 gezogen."),
        ("7 8", "Bitte für jede Karte eine Zahl."),
    ],
)
def test_a_number_that_cannot_be_is_refused_at_its_field_and_stays_typed(
    anna: Visitor, pots: int, typed: str, sentence: str
) -> None:
    shown = anna.fill(f"/office/{pots}/sell", {"name": "Maria Huber", "number": typed})

    assert (shown.status, shown.errors) == (422, [sentence])
    assert shown.form_with("count").fields["number"] == typed


def test_after_a_computed_draw_nobody_is_asked_for_a_number(anna: Visitor, night: int) -> None:
    assert "number" not in anna.open(f"/office/{night}/sell").form_with("count").fields


def test_a_number_from_the_pot_is_refused_in_words_though_the_page_asks_for_none_any_more(
    anna: Visitor, desk: Desk
) -> None:
    night = drawn_from_pots(desk, sold=6)
    form = anna.open(f"/office/{night}/sell").form_with("number")
    seen = would_be_lost(read_night(desk.database, night), Stage.MAIN, 1)
    void_draw(desk, KASSA, night, Stage.MAIN, 1, seen=seen)
    played_until(desk, night, "main-1")

    shown = anna.send(form, {"name": "Maria Huber", "count": "1", "number": "4"})

    assert shown.errors == ["Diese Runde wurde nicht aus echten Töpfen gelost."]
    assert "number" not in shown.form_with("count").fields
    assert shown.form_with("count").fields["name"] == "Maria Huber"
