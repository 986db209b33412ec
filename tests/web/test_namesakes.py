"""Two of the same name: the town stands with it on every page. And "jun." ends a sentence by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask

from tests.desk.builders import KASSA, play, played_until, terms_for
from tests.desk.fresh import collect_prize, take_back
from tests.web.conftest import NAME, PASSWORD
from tests.web.visitor import Shown, Visitor
from tournament.desk.acts import Desk
from tournament.desk.by_hand import pots, take_pots, type_lot
from tournament.desk.loading import read_night
from tournament.desk.office import Office, Step, read_office
from tournament.desk.rearranging import wait_for_cards
from tournament.desk.selling import close_sales, sell, sell_unnamed
from tournament.desk.tournaments import open_tournament
from tournament.desk.withdrawing import withdraw

pytestmark = pytest.mark.usefixtures("account")

SHARED = "Huber Franz"
PEOPLE = ((SHARED, "Ötz", 3), (SHARED, "Umhausen", 1), ("Mair Theodor jun.", "", 2), ("Zach Leni", "Au", 2))
WITH_TOWN = r"(?: \((?:gewonnen|won)\)| heimgegangen)?\W{0,3}(?:Ötz|Umhausen|Au)\b"
BARE = re.compile(rf"{SHARED}(?!{WITH_TOWN})")
TWO_STOPS = re.compile(r"jun\.\.(?!\.)")
SPOKEN = re.compile(r'(?:aria-label|title|alt)="([^"]*)"')
LINKS = re.compile(r'(?:href|hx-get)="([^"]*)"')
HIDDEN_ON_THE_WALL = re.compile(r'<span class="town">[^<]*</span>')

NAMELESS = {"table.points_in": "what a deal is worth"}
"""Pages that are not read here, with the reason."""
NO_PAGES = (".pdf", ".json", ".csv")


def sentences(shown: Shown) -> list[str]:
    """What a page says: its text, and what only a screen reader says of it."""
    source = HIDDEN_ON_THE_WALL.sub("", shown.source) if shown.path.endswith("/wall") else ""
    text = re.sub(r"<[^>]*>", " ", source) if source else shown.text
    return [" ".join(unescape(text).split()), *map(unescape, SPOKEN.findall(shown.source))]


def assert_told_apart(shown: Shown) -> None:
    for said in sentences(shown):
        for wrong in (BARE, TWO_STOPS):
            found = wrong.search(said)
            around = said[max(0, found.start() - 60) : found.end() + 60] if found else ""
            assert not found, f"{shown.path}: {around}"


class Reader(Visitor):
    """Anna, who reads every page she comes to."""

    def _ask(self, method: str, path: str, **more: Any) -> Shown:
        shown = super()._ask(method, path, **more)
        if shown.source:
            assert_told_apart(shown)
        return shown


@pytest.fixture
def anna(app: Flask) -> Reader:
    reader = Reader(app)
    reader.fill("/login", {"name": NAME, "password": PASSWORD})
    return reader


def selling(desk: Desk) -> int:
    """A full house with a presale card, cards not paid yet, and a third of the name who waits for one."""
    terms = terms_for(16, capacity=8, one_prize_per_player=True, prizes=["Sau"] * 8, score_sheets=True)
    night = open_tournament(desk, KASSA, terms).tournament
    for at, (name, town, count) in enumerate(PEOPLE):
        sell(desk, KASSA, night, name, town, count - (at == 3), paid=at > 1)
    sell_unnamed(desk, KASSA, night, 1)
    wait_for_cards(desk, KASSA, night, SHARED, "Au", 2)
    take_back(desk, KASSA, night, 7)
    return night


def closed(desk: Desk) -> int:
    night = open_tournament(
        desk, KASSA, terms_for(8, one_prize_per_player=True, prizes=["Sau"] * 6, score_sheets=True)
    ).tournament
    for name, town, count in PEOPLE:
        sell(desk, KASSA, night, name, town, count)
    close_sales(desk, KASSA, night, seen_sold=8)
    return night


def half_closed(desk: Desk) -> int:
    """A night with more than half the cards in one hand: he must meet himself."""
    night = open_tournament(desk, KASSA, terms_for(4, capacity=8, max_tickets_per_player=4)).tournament
    for name, town, count in ((SHARED, "Ötz", 3), (SHARED, "Umhausen", 1)):
        sell(desk, KASSA, night, name, town, count)
    return night


def drawing(desk: Desk) -> int:
    """Real pots, the one with three cards in the middle of drawing."""
    night = closed(desk)
    take_pots(desk, KASSA, night)
    [now] = pots(read_night(desk.database, night))
    type_lot(desk, KASSA, night, now.stage, now.number, 1, 1)
    return night


def playing(desk: Desk) -> int:
    """The semi-finals drawn, one of the name gone home."""
    night = closed(desk)
    played_until(desk, night, "main-2")
    play(desk, night, read_office(desk.database, night).open[0], games_won=(2, 0))
    withdraw(desk, KASSA, night, 2)
    return night


def deciding(desk: Desk) -> int:
    night = closed(desk)
    played_until(desk, night, Step.FINISH)
    return night


def awarding(desk: Desk) -> int:
    night = closed(desk)
    played_until(desk, night, Step.AWARD)
    collect_prize(desk, KASSA, night, 1)
    return night


def pages_of(office: Office) -> Iterator[str]:
    """Those of the board, and at the desk what nothing but a form leads to; the others are linked."""
    board, desk = f"/board/{office.id}", f"/office/{office.id}"
    views = ("", "?q=hub", "?view=name", "?view=places", "?round=main-1", "/fair", "/wall")
    yield from (f"{board}{view}" for view in (views if office.board.rounds else views[:1]))
    pages = ("", "/results?find=hub", "/late", "/waiting", "/reopen", "/close", "/double")
    yield from (f"{desk}{page}" for page in pages)
    yield from (f"{desk}/players/{person.number}/back" for person in office.night.people)
    for round_ in office.board.rounds:
        for pairing in (one for one in round_.pairings if one.right and one.outcome):
            where = f"{desk}/results/{pairing.round}/{pairing.number}"
            loser = next(side.ticket for side in pairing.sides if side.ticket != pairing.winner)
            yield from (f"{where}/correct?answer={loser}+won", f"{where}/withdraw")


def read_all(anna: Visitor, office: Office) -> set[str]:
    """Every page of a tournament; the names of those there are."""
    routes = anna.client.application.url_map.bind("localhost")
    ahead, seen, met = list(pages_of(office)), set[str](), set[str]()
    while ahead:
        path = ahead.pop()
        here = urlsplit(path).path
        if path in seen or here.endswith(NO_PAGES):
            continue
        seen.add(path)
        shown = anna.open(path)
        assert shown.status in (200, 422), (path, shown.status)
        met.add(routes.match(here)[0])
        ahead += filter(
            re.compile(rf"/office/{office.id}\b|/table/[0-9a-f]+$").match,
            map(unescape, LINKS.findall(shown.source)),
        )
    return met


NIGHTS = (selling, half_closed, drawing, playing, deciding, awarding)


def test_no_page_shows_a_name_that_two_bear_without_the_town(app: Flask, desk: Desk, anna: Reader) -> None:
    met = set[str]()
    for night in NIGHTS:
        met |= read_all(anna, read_office(desk.database, night(desk)))

    rules = [
        rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()) and "id_" in rule.arguments
    ]
    pages = {rule.endpoint for rule in rules if not rule.rule.endswith(NO_PAGES)}
    assert pages - met - set(NAMELESS) == set()


def test_no_message_and_no_sentence_of_the_log_names_one_of_two_without_the_town(
    desk: Desk, anna: Reader
) -> None:
    night = selling(desk)
    at = f"/office/{night}"

    shown = anna.fill(f"{at}/sell", {"name": SHARED, "town": "Umhausen", "count": "1"})
    assert f"{SHARED} (Umhausen): Karte 9" in shown.text
    anna.send(shown.form_at("/undo"))
    anna.fill(f"{at}/players/2", {"name": SHARED, "town": "Umhausen"})
    assert (
        f"{SHARED} (Umhausen)" in anna.fill(f"{at}/cards/8/name", {"name": SHARED, "town": "Umhausen"}).text
    )
    anna.fill(f"{at}/cards/8/move", {"name": SHARED, "town": "Ötz"})
    anna.fill(f"{at}/waiting", {"name": SHARED, "town": "Umhausen", "count": "3"})
    shown = anna.open(f"{at}/waiting")
    shown = anna.press(shown, f"Wartet nicht mehr {SHARED} (Umhausen)")
    assert f"{SHARED} (Umhausen) wartet nicht mehr." in shown.text
    shown = anna.open(f"{at}/log")

    assert shown.text.count(f"{SHARED} (Umhausen)") > 3


@pytest.mark.parametrize("language", ["de", "en"])
def test_whoever_goes_home_and_comes_back_is_told_apart_from_the_other(
    desk: Desk, anna: Reader, language: str
) -> None:
    anna.language = language
    night = closed(desk)
    played_until(desk, night, "main-1")
    leaves, comes = f"/office/{night}/players/2/withdraw", f"/office/{night}/players/2/back"

    for path in (leaves, comes):
        shown = anna.send(anna.open(path).form_at(path))
        assert f"{SHARED} (Umhausen)" in shown.text
    again = anna.open(leaves)
    anna.send(again.form_at(leaves))
    assert f"{SHARED} (Umhausen)" in anna.send(again.form_at(leaves)).text
    anna.open(f"/office/{night}/log")


def test_results_and_their_corrections_name_each_player_so_that_nobody_takes_him_for_another(
    desk: Desk, anna: Reader
) -> None:
    night = closed(desk)
    played_until(desk, night, "main-1")

    for pairing in read_office(desk.database, night).open:
        path = f"/office/{night}/results/{pairing.round}/{pairing.number}"
        for side in pairing.sides:
            shown = anna.send(anna.open(path).form_with("games"), {"answer": f"{side.ticket} 2:1"}, to=path)
            assert f"{side.ticket} {side.called} gewinnt" in shown.text


def test_lots_from_real_pots_are_told_of_the_right_one(desk: Desk, anna: Reader) -> None:
    night = drawing(desk)

    shown = anna.fill(f"/office/{night}/draw", {"number": "2"})
    assert f"2 {SHARED} (Ötz) zieht 2" in shown.text
    anna.fill(f"/office/{night}/draw", {"number": "3"})
    shown = anna.fill(f"/office/{night}/draw", {"who": "hub", "number": "4"})
    assert f"4 {SHARED} (Umhausen) zieht 4" in shown.text
