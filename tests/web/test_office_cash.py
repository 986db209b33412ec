"""The cash sheet: page and print."""

from __future__ import annotations

import pytest

from tests.desk.builders import KASSA, a_tournament
from tests.desk.fresh import take_back
from tests.web.visitor import Visitor
from tournament.desk.acts import Desk
from tournament.desk.cash import read_cash
from tournament.desk.selling import sell


@pytest.fixture
def night(desk: Desk) -> int:
    """Ten cards paid, two reserved, one of the paid ones taken back."""
    night = a_tournament(desk, sold=10, capacity=16)
    sell(desk, KASSA, night, "Maria Huber", "", 2, paid=False)
    take_back(desk, KASSA, night, 1)
    return night


def count(anna: Visitor, night: int, opening: str, closing: str) -> str:
    return anna.fill(f"/office/{night}/cash", {"opening": opening, "closing": closing}).text


def test_the_page_says_how_the_amount_that_should_be_there_comes_about(anna: Visitor, night: int) -> None:
    count(anna, night, "100", "")

    text = anna.open(f"/office/{night}/cash").text

    assert "Wechselgeld zu Beginn € 100,00" in text
    assert "9 Karten bezahlt + € 45,00" in text
    assert "Kassiert und wieder zurückgezahlt € 5,00" in text
    assert "Soll in der Kassa € 145,00" in text
    assert "2 Karten € 10,00" in text
    assert "keine Registrierkassa" in text


@pytest.mark.parametrize(
    ("closing", "said"),
    [
        ("145", "Die Kassa stimmt genau."),
        ("140,50", "In der Kassa fehlen € 4,50."),
        ("€ 150", "Es sind € 5,00 zu viel in der Kassa."),
    ],
)
def test_the_page_says_in_words_whether_it_is_right(
    anna: Visitor, night: int, closing: str, said: str
) -> None:
    assert said in count(anna, night, "100", closing)


def test_what_is_missing_is_written_with_a_real_minus(anna: Visitor, night: int) -> None:
    text = count(anna, night, "100", "140,50")

    assert "Differenz −€ 4,50" in text
    assert "-€" not in text


def test_what_is_not_counted_stays_open(anna: Visitor, desk: Desk, night: int) -> None:
    count(anna, night, "", "")

    cash = read_cash(desk.database, night)
    assert (cash.opening, cash.closing) == (None, None)


def test_an_amount_that_is_none_is_refused_at_its_field_and_stays(anna: Visitor, night: int) -> None:
    shown = anna.fill(f"/office/{night}/cash", {"opening": "viel", "closing": "100"})

    assert (shown.status, len(shown.errors)) == (422, 1)
    assert shown.form_with("opening").fields["opening"] == "viel"


@pytest.mark.parametrize("first", ["", "100"])
def test_two_who_count_at_once_see_both_amounts(anna: Visitor, desk: Desk, night: int, first: str) -> None:
    count(anna, night, first, "")
    form = anna.open(f"/office/{night}/cash").form_with("opening")
    count(anna, night, "200", "")

    shown = anna.send(form, {"opening": "300"})

    assert shown.status == 409
    assert "Wechselgeld zu Beginn € 300,00 € 200,00" in shown.text
    assert read_cash(desk.database, night).opening == 20000


def test_a_count_can_be_corrected_and_the_log_keeps_the_old_one(anna: Visitor, night: int) -> None:
    count(anna, night, "100", "")
    count(anna, night, "90", "145")

    text = anna.open(f"/office/{night}/log").text
    assert "Kassa gezählt: zu Beginn € 90,00, am Ende € 145,00. Vorher: € 100,00, nicht gezählt." in text
