"""The announcement: what the terms promise, and how it is played, in sentences; and the terms that say so."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.conftest import OpenPage
from tests.desk.builders import KASSA, terms_for
from tests.web.conftest import NAME, PASSWORD
from tests.web.visitor import Shown, Visitor
from tournament.desk.acts import Desk
from tournament.desk.night import read_night
from tournament.desk.tournaments import USUAL_PRIZES, open_tournament
from tournament.schnapsen.rules import DEFAULT_PROFILE


def announced(desk: Desk, **terms: Any) -> int:
    usual: dict[str, Any] = {"name": "Kirtagschnapsen", "prizes": ["Ferkel", "Gans"], "capacity": 64}
    return open_tournament(desk, KASSA, terms_for(**usual | terms)).tournament


def sheet(visitor: Visitor, night: int) -> Shown:
    return visitor.open(f"/office/{night}/paper/rules")


def test_the_announcement_names_all_that_people_ask(anna: Visitor, desk: Desk) -> None:
    night = announced(desk, ticket_word="Lebenskarte", notes="Beginn 18 Uhr.")

    text = sheet(anna, night).text

    for said in (
        "Kirtagschnapsen",
        "5. Dezember 2026 · Kirchenwirt",
        "Lebenskarte € 5,00",
        "Ferkel",
        "Beginn",
    ):
        assert said in text
    assert "Karten höchstens je Spieler/in 3" in text
    assert "Karten höchstens insgesamt 64" in text
    assert "zwei Bummerl anhängt" in text


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        ({"first_round_order": "random"}, "in zufälliger Reihenfolge"),
        ({"first_round_order": "purchase"}, "in der Reihenfolge des Kartenkaufs"),
        ({"third_place_match": False}, "Um Platz 3 wird nicht gespielt"),
        ({"fifth_to_eighth": False}, "Um die Plätze 5 bis 8 wird nicht gespielt"),
        ({"one_prize_per_player": True}, "gewinnt nur einen Preis"),
        ({"one_prize_per_player": False}, "kann mehrere Preise gewinnen"),
        ({"bummerl_to_win": 3}, "drei Bummerl"),
        ({"rules": {"profile": "preisschnapsen-soft"}}, "weich"),
    ],
)
def test_each_term_is_said_in_a_sentence(anna: Visitor, desk: Desk, terms: dict[str, Any], said: str) -> None:
    assert said in sheet(anna, announced(desk, **terms)).text


def test_the_announcement_speaks_english_too(anna: Visitor, desk: Desk) -> None:
    anna.language = "en"

    text = sheet(anna, announced(desk)).text

    assert "We play sharp" in text
    assert "The losers of the semi-finals play for third place." in text


def test_the_announcement_fits_one_sheet(address: str, account: None, desk: Desk, page: OpenPage) -> None:
    prizes = [f"Preis Nummer {n} mit Beilagen" for n in range(1, USUAL_PRIZES + 1)]
    night = announced(
        desk, prizes=prizes, notes="Beginn 18 Uhr, Kartenverkauf ab 17 Uhr.\nFür Speis ist gesorgt."
    )
    shown = page()
    shown.goto(f"{address}/login?next=/office/{night}/paper/rules")
    shown.fill("[name=name]", NAME)
    shown.fill("[name=password]", PASSWORD)
    shown.keyboard.press("Enter")
    shown.wait_for_url("**/paper/rules")

    pdf = shown.pdf(prefer_css_page_size=True)

    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1


class TestFurtherRules:
    """The options in which inns differ, folded away."""

    def change(self, anna: Visitor, night: int, **typed: str) -> Shown:
        return anna.send(anna.open(f"/office/{night}/terms").form_with("capacity"), typed)

    def test_untouched_they_stay_the_usual_ones(self, anna: Visitor, desk: Desk) -> None:
        night = announced(desk)
        assert '<details class="further">' in anna.open(f"/office/{night}/terms").source

        self.change(anna, night, venue="Dorfwirt")

        assert read_night(desk.database, night).terms.rules == {"profile": DEFAULT_PROFILE}

    def test_what_differs_is_kept_shown_and_announced(self, anna: Visitor, desk: Desk) -> None:
        night = announced(desk)

        self.change(anna, night, last_trick="by_count", exchange_needs_trick="False", close_min_talon="2")

        assert read_night(desk.database, night).terms.rules == {
            "profile": DEFAULT_PROFILE,
            "last_trick": "by_count",
            "exchange_needs_trick": False,
            "close_min_talon": 2,
        }
        page = anna.open(f"/office/{night}/terms")
        assert page.form_with("capacity").fields["exchange_needs_trick"] == "False"
        assert '<details class="further" open>' in page.source
        assert "weder ganz scharf noch ganz weich" in sheet(anna, night).text

    def test_a_value_nobody_offers_is_refused(self, anna: Visitor, desk: Desk) -> None:
        assert self.change(anna, announced(desk), last_trick="maybe").status == 422

    def test_a_new_tournament_can_have_them(self, anna: Visitor, desk: Desk) -> None:
        anna.send(anna.open("/office/new").form_with("capacity"), {"name": "Neu", "claim": "automatic"})

        rules = read_night(desk.database, 1).terms.rules
        assert rules == {"profile": DEFAULT_PROFILE, "claim": "automatic"}
