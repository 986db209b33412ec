"""The announcement, the draw protocol and the cash sheet on paper."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import Any

import pytest

from tests.desk.builders import KASSA, a_tournament, played_until
from tests.desk.fresh import take_back
from tests.desk.real_pots import draw_all
from tests.paper.printing import (
    a_hostile_night,
    a_night,
    assert_whole,
    from_left_to_right,
    printed,
    printed_pdf,
)
from tournament.desk.acts import Desk
from tournament.desk.by_hand import take_pots
from tournament.desk.cash import count_cash, read_cash
from tournament.desk.drawing import draw_rounds
from tournament.desk.late import sell_late
from tournament.desk.loading import read_night
from tournament.desk.office import Step
from tournament.desk.selling import sell
from tournament.desk.tournaments import USUAL_PRIZES
from tournament.errors import NotThere
from tournament.knockout.draw import Pot


def said(desk: Desk, id_: int, sheet: str, **job: Any) -> str:
    """All words of a sheet, on one line."""
    return " ".join(" ".join(page.text for page in printed(desk, id_, sheet, **job)).split())


class TestAnnouncement:
    def test_it_names_all_that_people_ask(self, desk: Desk) -> None:
        id_ = a_night(
            desk, None, name="Kirtagschnapsen", prizes=["Ferkel"], capacity=64, ticket_word="Lebenskarte"
        )

        text = said(desk, id_, "rules")

        for words in ("Kirtagschnapsen", "5. Dezember 2026 · Kirchenwirt", "€ 5,00", "Lebenskarte", "Ferkel"):
            assert words in text
        assert "zwei Bummerl anhängt" in text

    @pytest.mark.parametrize(
        ("word", "locale", "price"),
        [
            ("", "de_AT", "€ 5,00 je Karte"),
            ("", "en", "€5.00 per card"),
            ("Lebenskarte", "de_AT", "€ 5,00 je Lebenskarte"),
        ],
    )
    def test_its_figures_name_the_tickets_once_as_the_tournament_calls_them(
        self, desk: Desk, word: str, locale: str, price: str
    ) -> None:
        text = said(desk, a_night(desk, None, ticket_word=word), "rules", locale=locale)

        figures, _, _ = text.partition("Ablauf" if locale == "de_AT" else "How the night goes")
        assert price in figures.replace("\xa0", " ")
        assert "Karten" not in figures
        assert "cards" not in figures

    @pytest.mark.parametrize(
        ("terms", "words"),
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
    def test_each_term_is_said_in_a_sentence(self, desk: Desk, terms: dict[str, Any], words: str) -> None:
        assert words in said(desk, a_night(desk, None, **terms), "rules")

    def test_it_says_which_state_of_the_terms_it_is_and_when_it_was_printed(self, desk: Desk) -> None:
        assert "Stand 2, gedruckt 05.12.2026, 19:00" in said(desk, a_night(desk, None), "rules")

    def test_it_speaks_english_too(self, desk: Desk) -> None:
        text = said(desk, a_night(desk, None), "rules", locale="en")

        assert "We play sharp" in text
        assert "The losers of the semi-finals play for third place." in text

    @pytest.mark.parametrize("paper", ["a4", "us-letter"])
    def test_with_many_prizes_and_notes_it_fits_one_sheet(self, desk: Desk, paper: str) -> None:
        prizes = [f"Preis Nummer {n} mit Beilagen" for n in range(1, USUAL_PRIZES + 1)]
        notes = "Beginn 18 Uhr, Kartenverkauf ab 17 Uhr.\nFür Speis ist gesorgt."
        id_ = a_night(desk, None, prizes=prizes, notes=notes)

        pages = printed(desk, id_, "rules", paper=paper)

        assert len(pages) == 1
        assert_whole(pages, [*prizes, *notes.split("\n")])

    def test_hostile_terms_are_only_text(self, desk: Desk) -> None:
        hostile = '#import "x"; *not bold* $x$ <img>'
        id_ = a_night(desk, None, name=hostile, venue=hostile, notes=hostile, prizes=[hostile])

        assert_whole(printed(desk, id_, "rules"), [hostile])


class TestDrawProtocol:
    def test_it_holds_all_that_makes_the_draw_again(self, desk: Desk) -> None:
        id_ = a_hostile_night(desk)
        night = read_night(desk.database, id_)
        [facts] = night.drawn
        assert facts.seed

        name = {ticket: night.called[player] for ticket, player in night.holders.items()}
        left, right = (
            [f"{d.lot.ticket}{name[d.lot.ticket]}{d.lot.number}" for d in facts.lots if d.lot.pot is pot]
            for pot in Pot
        )
        lines = ["".join(both) for both in zip_longest(left, right, fillvalue="")]
        assert_whole(printed(desk, id_, "protocol"), [facts.seed.hex(), *from_left_to_right(lines)])

    def test_a_late_card_shows_its_own_seed(self, desk: Desk) -> None:
        id_ = a_night(desk)
        sell_late(desk, KASSA, id_, "Spät Sepp", "", 1)
        [late] = [drawn for drawn in read_night(desk.database, id_).drawn[0].lots if drawn.seed]
        assert late.seed

        assert_whole(printed(desk, id_, "protocol"), [late.seed.hex(), "Spät Sepp"])

    def test_what_is_said_of_a_late_card_stands_right_under_its_name(self, desk: Desk) -> None:
        feet = []
        for name in ("Spät Sepp", "Spät Maximiliane"):
            id_ = a_night(desk)
            sell_late(desk, KASSA, id_, name, "", 1)
            [page] = printed(desk, id_, "protocol")
            feet.append(max(bottom for _left, _top, _right, bottom in page.letters))

        assert feet[0] == pytest.approx(feet[1], abs=0.5)

    def test_a_draw_by_hand_speaks_of_no_seed_and_says_which_late_cards_came_from_the_pot(
        self, desk: Desk
    ) -> None:
        id_ = a_tournament(desk, 11, capacity=16)
        played_until(desk, id_, Step.ANNOUNCE)
        take_pots(desk, KASSA, id_)
        draw_all(desk, id_)
        draw_rounds(desk, KASSA, id_)
        bye, *_ = [p.number for p in read_night(desk.database, id_).rounds[0].pairings if p.right is None]
        sell_late(desk, KASSA, id_, "Spät Sepp", "", 1, drawn=[bye])

        text = said(desk, id_, "protocol")

        assert re.search(r"Ausgelost \S+ \S+ · von Hand aus zwei Töpfen", text)
        assert "Spät Sepp" in text
        assert "Spätkarte, aus dem Topf gezogen" in text
        assert not any(word in text for word in ("Startwert", "Fingerabdruck", "Publikum"))

    def test_a_draw_that_is_only_announced_keeps_its_seed_secret(self, desk: Desk) -> None:
        id_ = a_night(desk, Step.DRAW, sold=8)

        with pytest.raises(NotThere):
            printed_pdf(desk, id_, "protocol")

    def test_each_draw_has_pages_of_its_own(self, desk: Desk) -> None:
        id_ = a_night(desk, "main-2", sold=8)

        pages = printed(desk, id_, "protocol")
        [alone] = printed(desk, id_, "protocol", round="main-1")

        assert len(pages) == 3
        assert "Viertelfinale" in alone.text


class TestCashSheet:
    def test_it_says_how_the_amount_that_should_be_there_comes_about(self, desk: Desk) -> None:
        id_ = a_night(desk, None, sold=10, capacity=16)
        sell(desk, KASSA, id_, "Maria Huber", "", 2, paid=False)
        take_back(desk, KASSA, id_, 1)
        count_cash(desk, KASSA, id_, 10000, 14000, seen=read_cash(desk.database, id_).counted)

        text = said(desk, id_, "cash")

        for words in (
            "zu Beginn € 100,00",
            "+ € 45,00",
            "zurückgezahlt € 5,00",
            "€ 145,00",
            "€ 140,00",
            "−€ 5,00",
            "2 Karten",
        ):
            assert words in text, words
        assert "keine Registrierkassa" in text

    def test_it_has_a_line_for_each_note_and_coin(self, desk: Desk) -> None:
        text = said(desk, a_night(desk, None), "cash")

        assert "€ 500,00" in text
        assert "€ 0,01" in text

    def test_notes_and_coins_of_another_currency_are_written_in_by_hand(self, desk: Desk) -> None:
        text = said(desk, a_night(desk, None, currency="CHF"), "cash")

        assert "500,00" not in text
        assert "CHF 5,00" in text


class TestAddendum:
    def test_it_shows_the_match_of_a_late_card_alone(self, desk: Desk) -> None:
        id_ = a_night(desk)
        sell_late(desk, KASSA, id_, "Spät Sepp", "Öd", 1)

        text = said(desk, id_, "addendum")

        assert "Spät Sepp" in text
        assert text.count("Huber") == 1

    def test_without_a_late_card_there_is_none(self, desk: Desk) -> None:
        with pytest.raises(NotThere, match="No card was sold after the draw"):
            printed_pdf(desk, a_night(desk), "addendum")
