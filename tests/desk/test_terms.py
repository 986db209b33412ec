"""The terms of a tournament: opened, changed while they may, and fixed by the draw (rules, section 8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.desk.builders import KASSA, a_tournament, played_until, refused, terms_for
from tests.desk.fresh import collect_prize
from tournament.desk.acts import Desk, Entry, Stamp
from tournament.desk.loading import read_night
from tournament.desk.office import Step, list_tournaments, read_office
from tournament.desk.selling import sell
from tournament.desk.tournaments import change_terms, open_tournament
from tournament.errors import Overtaken, RuleBroken


def change(desk: Desk, tournament: int, **changes: Any) -> Entry:
    night = read_night(desk.database, tournament)
    return change_terms(desk, KASSA, tournament, replace(night.terms, **changes), seen=night.terms_revision)


def test_a_new_tournament_sells_at_revision_one_with_its_terms_in_the_log(desk: Desk) -> None:
    terms = terms_for(capacity=64, prizes=[" Gans ", "Schinken"], name=" Preisschnapsen der Feuerwehr ")

    entry = open_tournament(desk, KASSA, terms)

    night = read_night(desk.database, entry.tournament)
    assert (night.revision, night.terms_revision, night.state) == (1, 1, "selling")
    assert (night.terms.name, night.terms.prizes) == ("Preisschnapsen der Feuerwehr", ("Gans", "Schinken"))
    assert (entry.act, entry.after["capacity"], entry.after["date"]) == ("open-tournament", 64, "2026-12-05")


def test_several_tournaments_stand_side_by_side_with_numbers_of_their_own(desk: Desk) -> None:
    first, second = a_tournament(desk, 2), a_tournament(desk, 3, name="Übung")

    assert [line.id for line in list_tournaments(desk.database)] == [second, first]
    assert [t.number for t in read_night(desk.database, second).tickets] == [1, 2, 3]


def test_opening_by_the_same_form_twice_opens_one(desk: Desk) -> None:
    form = Stamp("Kassa", key="open")

    first, again = open_tournament(desk, form, terms_for()), open_tournament(desk, form, terms_for())

    assert (first.tournament, first.after) == (again.tournament, again.after)
    assert len(list_tournaments(desk.database)) == 1


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"name": "  "}, "name"),
    ({"name": "a\x00b"}, "name"),
    ({"venue": "x" * 201}, "venue"),
    ({"notes": "x" * 2001}, "notes"),
    ({"notes": "Beginn\x00"}, "notes"),
    ({"notes": "\ud800"}, "notes"),
    ({"notes": "zur\u202eück"}, "notes"),
    ({"capacity": 48}, "capacity"),
    ({"capacity": 8192}, "capacity"),
    ({"capacity": 2}, "capacity"),
    ({"capacity": 10**30}, "capacity"),
    ({"max_tickets_per_player": 5}, "max_tickets_per_player"),
    ({"max_tickets_per_player": 0}, "max_tickets_per_player"),
    ({"ticket_price_cents": -1}, "ticket_price_cents"),
    ({"ticket_price_cents": 10**30}, "ticket_price_cents"),
    ({"first_round_order": "alphabetical"}, "first_round_order"),
    ({"bummerl_to_win": 4}, "bummerl_to_win"),
    ({"prizes": ["Gans", " "]}, "prizes"),
]


@pytest.mark.parametrize(("terms", "field"), IMPOSSIBLE)
def test_terms_that_cannot_be_are_refused_at_their_field(
    desk: Desk, terms: dict[str, Any], field: str
) -> None:
    with pytest.raises(RuleBroken) as caught:
        open_tournament(desk, KASSA, terms_for(**{"capacity": 8} | terms))
    assert caught.value.field == field
    assert list_tournaments(desk.database) == ()

    tournament = a_tournament(desk, 0)
    with refused(desk, tournament, field=field):
        change(desk, tournament, **terms)


@pytest.mark.parametrize("profile", [{"profile": "no such"}, {"profile": "preisschnapsen-sharp", "claim": 7}])
def test_rules_of_the_card_game_that_do_not_exist_are_refused(desk: Desk, profile: dict[str, Any]) -> None:
    with pytest.raises(RuleBroken):
        open_tournament(desk, KASSA, terms_for(rules=profile))


def test_while_cards_are_sold_every_term_can_change(desk: Desk) -> None:
    tournament = a_tournament(desk, 5, prizes=["Gans", "Schinken"])

    entry = change(
        desk,
        tournament,
        name="Neu",
        capacity=16,
        ticket_price_cents=800,
        max_tickets_per_player=8,
        bummerl_to_win=3,
        third_place_match=False,
        first_round_order="purchase",
        prizes=["Ferkel"],
    )

    night = read_night(desk.database, tournament)
    assert (night.terms.name, night.terms.capacity, night.terms.prizes) == ("Neu", 16, ("Ferkel",))
    assert night.terms_revision == night.revision == entry.revision
    assert (entry.before["prizes"], entry.after["prizes"]) == (["Gans", "Schinken"], ["Ferkel"])


def test_a_new_price_holds_for_the_cards_sold_from_then_on(desk: Desk) -> None:
    tournament = a_tournament(desk, 1, ticket_price_cents=500)
    change(desk, tournament, ticket_price_cents=800)
    sell(desk, KASSA, tournament, "Zach", "", 1)

    assert [t.price_cents for t in read_night(desk.database, tournament).tickets] == [500, 800]


def test_a_full_house_can_be_doubled(desk: Desk) -> None:
    tournament = a_tournament(desk, 8, capacity=8)
    change(desk, tournament, capacity=16)

    assert sell(desk, KASSA, tournament, "Zach", "", 1).after["tickets"] == [9]


def test_house_and_limit_cannot_fall_below_what_is_sold(desk: Desk) -> None:
    tournament = a_tournament(desk, 9, each=3)

    with refused(desk, tournament, field="capacity"):
        change(desk, tournament, capacity=8)
    with refused(desk, tournament, field="max_tickets_per_player"):
        change(desk, tournament, max_tickets_per_player=2)


def test_terms_from_an_old_page_are_refused_with_both_values(desk: Desk) -> None:
    tournament = a_tournament(desk, 0)
    night = read_night(desk.database, tournament)
    change(desk, tournament, name="Theirs", prizes=["Gans"])

    with refused(desk, tournament, Overtaken) as caught:
        change_terms(
            desk,
            KASSA,
            tournament,
            replace(night.terms, name="Mine", prizes=("Ferkel",)),
            seen=night.terms_revision,
        )

    assert isinstance(caught.value, Overtaken)
    mine, theirs = caught.value.mine, caught.value.theirs
    assert isinstance(mine, dict)
    assert isinstance(theirs, dict)
    assert (mine["name"], theirs["name"]) == ("Mine", "Theirs")
    assert (mine["prizes"], theirs["prizes"]) == (["Ferkel"], ["Gans"])
    assert mine.keys() == theirs.keys()


def test_a_sale_does_not_make_the_page_of_the_terms_stale(desk: Desk) -> None:
    tournament = a_tournament(desk, 0)
    night = read_night(desk.database, tournament)
    sell(desk, KASSA, tournament, "Huber", "", 1)

    change_terms(desk, KASSA, tournament, night.terms, seen=night.terms_revision)


@pytest.mark.parametrize(
    "fixed",
    [
        {"capacity": 16},
        {"bummerl_to_win": 1},
        {"third_place_match": False},
        {"fifth_to_eighth": False},
        {"first_round_order": "purchase"},
        {"one_prize_per_player": True},
        {"rules": {"profile": "preisschnapsen-soft"}},
    ],
)
def test_what_touches_the_matches_cannot_change_after_the_draw(desk: Desk, fixed: dict[str, Any]) -> None:
    tournament = a_tournament(desk, 8)
    played_until(desk, tournament, Step.DRAW)

    with refused(desk, tournament, field=next(iter(fixed))):
        change(desk, tournament, **fixed)


@pytest.mark.parametrize(
    ("stands", "written"),
    [
        ({}, {"profile": "preisschnapsen-sharp", "claim": "declared"}),
        ({"profile": "preisschnapsen-sharp", "bummerl_to_win": 1}, {}),
        (
            {"profile": "card-sunday"},
            {
                "profile": "preisschnapsen-soft",
                "claim": "automatic",
                "failed_close": "flat_two",
                "exchange_min_talon": 3,
                "count": "up",
            },
        ),
    ],
)
def test_the_same_rules_written_otherwise_are_no_change(
    desk: Desk, stands: dict[str, Any], written: dict[str, Any]
) -> None:
    tournament = a_tournament(desk, 8, rules=stands)
    played_until(desk, tournament, Step.DRAW)

    change(desk, tournament, rules=written, venue="Saal")

    assert read_night(desk.database, tournament).terms.venue == "Saal"


def test_texts_date_price_and_prizes_can_change_after_the_draw(desk: Desk) -> None:
    tournament = a_tournament(desk, 8, prizes=["Gans"])
    played_until(desk, tournament, "main-2")

    change(desk, tournament, name="Neu", venue="Saal", notes="Zwei Zeilen\nText", prizes=["Gans", "Ferkel"])

    assert read_night(desk.database, tournament).terms.prizes == ("Gans", "Ferkel")


def test_after_the_end_a_prize_can_be_put_right_and_not_added(desk: Desk) -> None:
    tournament = a_tournament(desk, 4, prizes=["Gans", "Schinken"])
    played_until(desk, tournament, Step.AWARD)
    collect_prize(desk, KASSA, tournament, 1)

    with refused(desk, tournament, field="prizes"):
        change(desk, tournament, prizes=["Gans", "Schinken", "Ferkel"])
    change(desk, tournament, prizes=["Gans", "Speck"])

    prizes = read_office(desk.database, tournament).board.prizes
    assert [(prize.text, prize.collected_at is not None) for prize in prizes] == [
        ("Gans", True),
        ("Speck", False),
    ]


@pytest.mark.parametrize("prizes", [["Gansl", "Schinken"], ["Schinken", "Gans"], []])
def test_a_prize_that_is_collected_stays_what_it_is(desk: Desk, prizes: list[str]) -> None:
    tournament = a_tournament(desk, 4, prizes=["Gans", "Schinken"])
    played_until(desk, tournament, Step.AWARD)
    collect_prize(desk, KASSA, tournament, 1)

    with refused(desk, tournament, field="prizes"):
        change(desk, tournament, prizes=prizes)
    collect_prize(desk, KASSA, tournament, 1, collected=False)
    change(desk, tournament, prizes=prizes)

    assert list(read_night(desk.database, tournament).terms.prizes) == prizes
