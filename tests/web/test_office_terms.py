"""The terms: the options in which inns differ, folded away."""

from __future__ import annotations

from typing import Any

import pytest

from tests.desk.builders import KASSA, a_tournament, played_until, terms_for
from tests.paper.reading import read_pdf
from tests.web.visitor import Shown, Visitor
from tournament.desk.acts import Desk
from tournament.desk.loading import read_night
from tournament.desk.tournaments import open_tournament
from tournament.schnapsen.rules import DEFAULT_PROFILE


def announced(desk: Desk, **terms: Any) -> int:
    usual: dict[str, Any] = {"name": "Kirtagschnapsen", "prizes": ["Ferkel", "Gans"], "capacity": 64}
    return open_tournament(desk, KASSA, terms_for(**usual | terms)).tournament


def change(anna: Visitor, night: int, **typed: str) -> Shown:
    return anna.send(anna.open(f"/office/{night}/terms").form_with("capacity"), typed)


def test_untouched_they_stay_the_usual_ones(anna: Visitor, desk: Desk) -> None:
    night = announced(desk)
    assert '<details class="further">' in anna.open(f"/office/{night}/terms").source

    change(anna, night, venue="Dorfwirt")

    assert read_night(desk.database, night).terms.rules == {"profile": DEFAULT_PROFILE}


def test_what_differs_is_kept_shown_and_announced(anna: Visitor, desk: Desk) -> None:
    night = announced(desk)

    change(anna, night, last_trick="by_count", exchange_needs_trick="False", close_min_talon="2")

    assert read_night(desk.database, night).terms.rules == {
        "profile": DEFAULT_PROFILE,
        "last_trick": "by_count",
        "exchange_needs_trick": False,
        "close_min_talon": 2,
    }
    page = anna.open(f"/office/{night}/terms")
    assert page.form_with("capacity").fields["exchange_needs_trick"] == "False"
    assert '<details class="further" open>' in page.source
    pages = read_pdf(anna.client.get(f"/office/{night}/paper/rules.pdf").data)
    assert "weder ganz scharf noch ganz weich" in " ".join(pages[0].text.split())


def test_prizes_nobody_has_named_are_told_in_the_readers_language_and_stay_as_they_stand(
    anna: Visitor, desk: Desk
) -> None:
    anna.open("/language/en")
    anna.send(anna.open("/office/new").form_with("capacity"), {"name": "Neu"})
    stands = read_night(desk.database, 1).terms.prizes
    assert stands[:2] == ("Prize no. 1", "Prize no. 2")
    anna.open("/language/de")

    page = anna.open("/office/1/terms")
    change(anna, 1, venue="Dorfwirt", prizes=page.form_with("capacity").fields["prizes"])
    [rules, *_] = read_pdf(anna.client.get("/office/1/paper/rules.pdf").data)

    assert page.form_with("capacity").fields["prizes"].splitlines()[:2] == ["1. Preis", "2. Preis"]
    assert "8. Preis" in rules.text
    assert "Prize no." not in rules.text
    assert read_night(desk.database, 1).terms.prizes == stands


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"profile": "card-sunday"},
        {"profile": "squarescores-home", "claim": "automatic"},
        {"profile": DEFAULT_PROFILE, "revoke_points": 3},
        {"profile": DEFAULT_PROFILE, "bummerl_to_win": 2},
        {"bummerl_to_win": 3, "claim": "declared"},
    ],
)
def test_however_the_rules_are_written_the_rest_can_change_after_the_draw(
    anna: Visitor, desk: Desk, rules: dict[str, Any]
) -> None:
    """An archive may write them in other ways than the form does."""
    night = a_tournament(desk, 4, rules=rules)
    played_until(desk, night, "main-1")

    saved = change(anna, night, venue="Dorfwirt", notes="Beginn 19 Uhr", prizes="Ferkel")

    assert saved.status == 200, saved.text
    terms = read_night(desk.database, night).terms
    assert (terms.venue, terms.notes, terms.prizes) == ("Dorfwirt", "Beginn 19 Uhr", ("Ferkel",))
    assert terms.rules == rules


def test_rules_of_the_kitchen_table_that_stand_are_named_and_not_offered_otherwise(
    anna: Visitor, desk: Desk
) -> None:
    home = announced(desk, rules={"profile": "card-sunday"})

    assert "Daheim: 66 zählt von selbst" in anna.open(f"/office/{home}/terms").text
    assert "Daheim" not in anna.open(f"/office/{announced(desk)}/terms").text
    change(anna, home, profile="preisschnapsen-soft")
    assert read_night(desk.database, home).terms.rules == {"profile": "preisschnapsen-soft"}


def test_how_it_is_played_cannot_change_after_the_draw(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, 4, rules={"profile": "card-sunday"})
    played_until(desk, night, "main-1")

    assert change(anna, night, profile="preisschnapsen-soft").status == 422
    assert change(anna, night, claim="declared").status == 422


def test_a_value_nobody_offers_is_refused(anna: Visitor, desk: Desk) -> None:
    assert change(anna, announced(desk), last_trick="maybe").status == 422


def test_a_new_tournament_can_have_them(anna: Visitor, desk: Desk) -> None:
    anna.send(anna.open("/office/new").form_with("capacity"), {"name": "Neu", "claim": "automatic"})

    rules = read_night(desk.database, 1).terms.rules
    assert rules == {"profile": DEFAULT_PROFILE, "claim": "automatic"}
