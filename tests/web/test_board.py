"""What everybody sees without a password, and what nobody does."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from markupsafe import escape

from tests.desk.builders import KASSA, key_of, play, played_until, terms_for
from tests.desk.changed import match, take_back
from tests.web.board_fixtures import HALL, HOSTILE, House, a_house
from tournament.desk import drawing
from tournament.desk.correcting import consequences_of_withdrawal
from tournament.desk.office import Step
from tournament.desk.selling import sell
from tournament.desk.tournaments import open_tournament
from tournament.language import show_time

VIEWS = ("", "?view=name", "?view=places", "?round=main-1", "?q=hub", "?q=1", "/fair", "/wall")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for all: each test has a tournament of its own."""
    with a_house(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def empty_house(tmp_path: Path) -> Iterator[House]:
    with a_house(tmp_path) as house:
        yield house


def names_in_order(page: str) -> list[str]:
    """The first name of each pairing, from top to bottom."""
    rows = page.split('<li class="pairing')[1:]
    return [re.findall(r'<span class="name">([^<]*)', row)[0] for row in rows]


def test_the_bare_address_leads_to_the_board(house: House) -> None:
    assert house.visitor().get("/").location == "/board"


def test_an_empty_desk_says_what_will_stand_on_the_board_and_leads_to_the_desk(empty_house: House) -> None:
    page = empty_house.text("/board")

    assert "Noch kein Turnier" in page
    assert 'href="/office/"' in page


def test_with_one_tournament_the_board_goes_straight_there(empty_house: House) -> None:
    id_ = empty_house.night(HALL)

    assert empty_house.visitor().get("/board").location == f"/board/{id_}"


def test_a_practice_night_steps_back_behind_a_real_one(empty_house: House) -> None:
    real = empty_house.night(HALL)
    open_tournament(empty_house.desk, KASSA, terms_for(8, name="Probe"), practice=True)

    assert empty_house.visitor().get("/board").location == f"/board/{real}"


def test_several_tournaments_can_be_chosen(empty_house: House) -> None:
    empty_house.night(HALL, name="Kirtag")
    empty_house.night(HALL, name="Adventschnapsen")

    page = empty_house.text("/board")

    assert "Kirtag" in page
    assert "Adventschnapsen" in page


@pytest.mark.parametrize("address", ["/board/700", "/board/700/wall", "/board/700/fair", f"/board/{2**63}"])
def test_a_tournament_that_does_not_exist_is_not_found(house: House, address: str) -> None:
    assert house.visitor().get(address).status_code == 404


def test_a_round_that_does_not_exist_is_not_found(house: House) -> None:
    id_ = house.night(HALL, "main-1")

    assert house.visitor().get(f"/board/{id_}?round=main-9").status_code == 404


def test_while_cards_are_sold_the_board_says_how_many(house: House) -> None:
    id_ = house.night(HALL, capacity=64)

    page = house.text(f"/board/{id_}")

    assert re.search(r"7\s*<small>von 64</small>", page)
    assert 'name="q"' not in page


def test_an_announced_draw_shows_its_fingerprint_and_not_its_seed(house: House) -> None:
    id_ = house.night(HALL, Step.DRAW)
    (announced,) = house.office(id_).board.announced
    (facts,) = house.office(id_).night.announced
    assert announced.commitment
    assert facts.seed

    for page in map(house.text, [f"/board/{id_}", f"/board/{id_}/fair", f"/board/{id_}/wall"]):
        assert announced.commitment in page
        assert facts.seed.hex() not in page


def test_after_the_draw_anybody_can_check_the_seed_against_the_fingerprint(house: House) -> None:
    id_ = house.night(HALL, Step.DRAW)
    before = house.text(f"/board/{id_}")
    drawing.draw_rounds(house.desk, KASSA, id_, "Gansl")

    page = house.text(f"/board/{id_}/fair")

    seeds = [code for code in re.findall(r"<dd[^>]*>([0-9a-f]{64})</dd>", page) if code not in before]
    assert len(seeds) == 1
    assert sha256(bytes.fromhex(seeds[0])).hexdigest() in before
    assert "<bdi>Gansl</bdi>" in page


def test_pairings_stand_by_number(house: House) -> None:
    id_ = house.night(HALL, "main-1")

    numbers = re.findall(r'class="pairing-no">(\d+)', house.text(f"/board/{id_}"))

    assert numbers == ["1", "2", "3", "4"]


def test_pairings_stand_by_name_as_in_a_phone_book(house: House) -> None:
    id_ = house.night(("Zach", "Österreicher", "Ofner", "Özil", "Oswald"), "main-1")

    names = names_in_order(house.text(f"/board/{id_}?view=name"))

    assert names == ["Ofner", "Österreicher", "Oswald", "Özil", "Zach"]


@pytest.mark.parametrize(
    "typed", ["özi", "Özil", "OZI", "oezil", "Oez", "mes", "mesut öz", unicodedata.normalize("NFD", "Özi")]
)
def test_a_player_finds_himself_by_three_letters(house: House, typed: str) -> None:
    id_ = house.night(HALL, "main-1")

    page = house.visitor().get(f"/board/{id_}", query_string={"q": typed}).text

    assert re.findall(r'<h2><span class="name">([^<]*)', page) == ["Özil Mesut"]


def test_a_player_finds_himself_by_the_number_of_his_card_and_nobody_else(house: House) -> None:
    people = [f"Huber {letter}" for letter in "ABCDEFGHIJKLM"]
    id_ = house.night(people, "main-1")

    page = house.text(f"/board/{id_}?q=1")

    assert re.findall(r'<h2><span class="name">([^<]*)', page) == ["Huber A"]


def test_too_many_found_asks_for_one_more_letter(house: House) -> None:
    id_ = house.night([f"Huber {letter}" for letter in "ABCDEFGHIJKLM"], "main-1")

    page = house.text(f"/board/{id_}?q=hub")

    assert "13 Personen gefunden: bitte noch einen Buchstaben." in page
    assert "<h2><span" not in page


def test_nobody_found_says_what_to_try(house: House) -> None:
    id_ = house.night(HALL, "main-1")

    assert "Niemanden gefunden" in house.text(f"/board/{id_}?q=xyz")


def test_an_open_match_shows_opponent_lot_round_and_since_when(house: House) -> None:
    id_ = house.night(("Huber", "Zach", "Ofner", "Gruber"), "main-1")
    pairing = next(p for p in house.office(id_).open if "Huber" in [s.name for s in p.sides])
    other = next(s for s in pairing.sides if s.name != "Huber")

    page = house.text(f"/board/{id_}?q=hub")

    seat = page[page.index('class="now seat"') : page.index("</section>", page.index('class="now seat"'))]
    assert "Halbfinale" in seat
    assert f'<p class="lot"><b>{pairing.number}</b>' in seat
    assert f'<span class="name">{other.name}</span>' in seat
    assert pairing.since
    assert f"seit {show_time(pairing.since)}" in seat


def test_who_won_waits_and_who_lost_has_his_place(house: House) -> None:
    id_ = house.night([f"Huber {n}" for n in range(1, 17)], "main-1")
    for pairing in house.office(id_).open:
        play(house.desk, id_, pairing)
    first = house.office(id_).board.rounds[0].pairings[0]
    assert first.right

    winner = house.text(f"/board/{id_}?q={first.left.ticket}")
    loser = house.text(f"/board/{id_}?q={first.right.ticket}")

    assert "ist noch im Spiel" in winner
    assert "Platz 9–16" in loser
    assert "Bisher gespielt" in loser
    assert "ist noch im Spiel" not in loser


def test_who_lost_a_quarter_final_is_told_that_he_plays_on_for_a_place(house: House) -> None:
    id_ = house.night([f"Huber {n}" for n in range(1, 9)], "main-1")
    for pairing in house.office(id_).open:
        play(house.desk, id_, pairing)
    loser = house.office(id_).board.rounds[0].pairings[0].right
    assert loser

    assert "ist noch im Spiel" in house.text(f"/board/{id_}?q={loser.ticket}")


class TestWaiting:
    """All rounds are drawn, and a quarter-final is open again: whatever hangs on it waits."""

    @pytest.fixture
    def night(self, house: House) -> int:
        night = house.night([f"Gast {letter}" for letter in "ABCDEFGH"], "main-3")
        again = match(house.desk, night, "main-1", 1)
        cost = consequences_of_withdrawal(house.desk.database, night, key_of(again)).cost
        take_back(house.desk, night, again, cost)
        return night

    def test_the_board_begins_with_what_can_be_played_and_says_what_waits(
        self, house: House, night: int
    ) -> None:
        page = house.text(f"/board/{night}")

        heads = re.findall(r"<h2>([^<]+?) <small>([^<]+)</small>", page)
        assert heads[0] == ("Viertelfinale", "1 Begegnung offen")
        assert [name for name, _how_many in heads[1:4]] == ["Halbfinale", "Finale", "Partie um Platz 3"]
        assert {how_many for _name, how_many in heads[1:]} == {"1 Begegnung wartet auf ein früheres Ergebnis"}
        assert page.count("<b>wartet</b>") == len(heads) - 1

    def test_the_wall_does_so_too(self, house: House, night: int) -> None:
        page = house.text(f"/board/{night}/wall")

        assert "<h1>Viertelfinale</h1>" in page
        assert page.index("seit ") < page.index("Halbfinale")
        assert page.count("<b>wartet</b>") == len(house.office(night).open) - 1

    def test_a_player_sees_the_match_he_can_play_and_none_that_he_may_never_reach(
        self, house: House, night: int
    ) -> None:
        [again] = [pairing for pairing in house.office(night).open if not pairing.waits]

        page = house.text(f"/board/{night}?q={again.left.ticket}")

        assert re.findall(r'class="now seat">\s*<h3>([^<]+)</h3>', page) == ["Viertelfinale"]
        assert "wartet" not in page

    def test_a_player_whose_next_match_waits_is_not_sent_to_any_table(self, house: House, night: int) -> None:
        [semifinal] = [p for p in house.office(night).open if p.round == "main-2"]
        [sure] = [side for side in semifinal.sides if side.ticket not in semifinal.unsure]

        page = house.text(f"/board/{night}?q={sure.ticket}")

        assert "now seat" not in page
        assert "Halbfinale: wartet auf ein früheres Ergebnis." in page
        assert page.count("wartet auf") == 1


def test_an_earlier_round_can_be_looked_up_with_its_results(house: House) -> None:
    id_ = house.night([f"Huber {n}" for n in range(1, 9)], "main-1")
    for pairing in house.office(id_).open:
        play(house.desk, id_, pairing, games_won=(2, 1))
    drawing.announce_draw(house.desk, KASSA, id_)
    drawing.draw_rounds(house.desk, KASSA, id_)

    now, then = house.text(f"/board/{id_}"), house.text(f"/board/{id_}?round=main-1")

    assert "?round=main-1" in now
    assert "<b>2:1</b>" not in now
    assert then.count("<b>2:1</b>") == 4


def test_after_the_end_the_board_shows_prizes_and_places(house: House) -> None:
    id_ = house.night([f"Huber {n}" for n in range(1, 9)], Step.AWARD, prizes=("Gansl", "Schinken"))

    page = house.text(f"/board/{id_}")

    assert "Endstand" in page
    assert page.index("Gansl") < page.index("Schinken")
    assert page.count('<li class="place') == 2 + 8


def test_the_board_speaks_german_and_english(house: House) -> None:
    id_ = house.night(HALL, "main-1")

    assert "Wo spiele ich?" in house.text(f"/board/{id_}", "de")
    assert "Where do I play?" in house.text(f"/board/{id_}", "en")


@pytest.mark.parametrize("until", ["main-1", Step.AWARD])
def test_nothing_private_stands_on_the_board(house: House, until: str | Step) -> None:
    id_ = house.night(HALL, ticket_price_cents=1234, prizes=("Gansl",))
    sell(house.desk, KASSA, id_, "Resi", "", 1, paid=False)
    played_until(house.desk, id_, until)

    for view in VIEWS:
        page = house.text(f"/board/{id_}{view}").casefold()
        for secret in ("12,34", "€", "kassa", "bezahlt", "reserviert", "argon2", "passwor", "csrf"):
            assert secret not in page


def test_a_visitor_is_given_no_cookie(house: House) -> None:
    id_ = house.night(HALL, "main-1")

    assert "Set-Cookie" not in house.visitor().get(f"/board/{id_}").headers


@pytest.mark.parametrize("until", ["main-1", Step.AWARD])
def test_hostile_names_are_only_names(house: House, until: str | Step) -> None:
    id_ = house.night(HOSTILE, until, name=HOSTILE[0], prizes=HOSTILE[:3])

    for view in [*VIEWS, "?q=%22%3E%3Cscript%3E", "?q=<img src=x>", "?view=<b>&round="]:
        page = house.text(f"/board/{id_}{view}")
        assert "<img" not in page
        assert "<script>" not in page
        assert "<b>&" not in page


@pytest.mark.parametrize("name", HOSTILE)
def test_each_name_is_shown_as_it_was_typed(house: House, name: str) -> None:
    id_ = house.night(HOSTILE, "main-1")

    assert f'<span class="name">{escape(name)}<' in house.text(f"/board/{id_}?view=name")
