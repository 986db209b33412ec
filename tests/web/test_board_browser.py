"""The board on a real phone and on the wall, while the desk goes on recording results."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.conftest import LAPTOP, PHONE, OpenPage, ask_again
from tests.desk.builders import play, played_until
from tests.web.board_fixtures import HALL, HOSTILE, House, a_house
from tournament.desk.office import Step

PROJECTOR = (1920, 1080)
VIEWS = ("", "?view=name", "?view=places", "?q=unt", "?q=w", "/fair")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with a_house(tmp_path) as house:
        yield house


@pytest.fixture
def address(house: House) -> Iterator[str]:
    with house.served() as address:
        yield address


def overflow(page: Page) -> list[str]:
    """What stands out of the page to the right."""
    found: list[str] = page.evaluate(
        """[...document.querySelectorAll("body *")]
           .filter(e => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1)
           .map(e => e.outerHTML.slice(0, 80))"""
    )
    return found


def broken_words(page: Page) -> list[str]:
    """The lines of names that end within a word: not at a blank, nor behind a hyphen."""
    found: list[str] = page.evaluate(
        """[...document.querySelectorAll(".name")].flatMap(name => {
             const text = name.firstChild, at = n => {
               const range = document.createRange();
               range.setStart(text, n); range.setEnd(text, n + 1);
               return range.getBoundingClientRect().top;
             };
             return [...text.data].flatMap((letter, n) =>
               n && /[^ -]/.test(text.data[n - 1]) && letter !== " " && at(n) > at(n - 1) + 5
                 ? [text.data.slice(0, n)] : []);
           })"""
    )
    return found


def test_double_names_are_broken_behind_their_hyphen_on_a_phone(
    house: House, address: str, page: OpenPage
) -> None:
    doubles = ("Unterwurzacher-Obermoser-Hinterseer Leni", "Oberhofer-Schwarzenbacher Anna", "Huber Franz")
    drawn, decided = house.night(doubles, "main-1"), house.night(doubles, "main-2")
    [match] = house.office(drawn).open
    phone = page(viewport=PHONE)

    for path in (f"{drawn}", f"{drawn}?view=name", f"{decided}?round=main-1", f"{decided}?q=schw"):
        phone.goto(f"{address}/board/{path}")
        expect(phone.locator(".pairing").first).to_be_visible()
        assert broken_words(phone) == [], path

    play(house.desk, drawn, match, games_won=(2, 1))
    phone.goto(f"{address}/board/{drawn}")
    expect(phone.locator(".outcome b")).to_have_text("2:1")
    assert broken_words(phone) == []


def test_on_the_wall_the_town_stands_with_a_name_that_is_borne_twice(
    house: House, address: str, page: OpenPage
) -> None:
    id_ = house.night([("Huber Franz", "Ötz", 2), ("Huber Franz", "Öd", 1), ("Zach Leni", "Au", 1)], "main-1")
    wall = page(viewport=PROJECTOR)

    wall.goto(f"{address}/board/{id_}/wall")

    towns = wall.locator(".side .town:visible")
    expect(towns).to_have_count(3)
    assert sorted(towns.all_inner_texts()) == ["Öd", "Ötz", "Ötz"]
    assert overflow(wall) == []


def test_a_player_finds_himself_on_his_phone_by_typing_three_letters(
    house: House, address: str, page: OpenPage
) -> None:
    id_ = house.night(HALL, "main-1")
    pairing = next(p for p in house.office(id_).board.rounds[0].pairings if p.right)
    me, other = pairing.left, pairing.right
    assert other
    phone = page(viewport=PHONE)
    phone.goto(address)

    phone.get_by_label("Name oder Kartennummer").press_sequentially(me.name[:3].lower())

    seat = phone.locator(".person", has=phone.get_by_role("heading", name=me.name)).locator(".seat")
    expect(seat.locator(".lot b")).to_have_text(str(pairing.number))
    expect(seat.locator(".seat-name")).to_have_text(other.name)
    assert parse_qs(urlsplit(phone.url).query) == {"q": [me.name[:3].lower()]}


def test_a_page_that_renews_itself_keeps_what_is_typed_and_where_one_types(
    house: House, address: str, page: OpenPage
) -> None:
    id_ = house.night(HALL, "main-1")
    phone = page(viewport=PHONE)
    phone.goto(f"{address}/board/{id_}?q=zac")
    field = phone.get_by_label("Name oder Kartennummer")
    field.fill("zach le")
    field.evaluate("field => field.setSelectionRange(2, 2)")
    match = next(p for p in house.office(id_).open if "Zach Leni" in [s.name for s in p.sides])
    expect(phone.locator(".seat")).to_be_visible()
    phone.evaluate("document.querySelector('#q').sameField = true")

    play(house.desk, id_, match, games_won=(2, 1))
    ask_again(phone)

    expect(phone.locator(".seat")).to_have_count(0)
    expect(phone.locator(".pairing")).to_be_visible()
    expect(field).to_be_focused()
    expect(field).to_have_value("zach le")
    assert field.evaluate("field => [field.sameField, field.selectionStart]") == [True, 2]


def test_the_phone_of_somebody_who_waits_shows_the_draw_by_itself(
    house: House, address: str, page: OpenPage
) -> None:
    id_ = house.night(HALL)
    phone = page(viewport=PHONE)
    phone.goto(f"{address}/board/{id_}")
    expect(phone.get_by_text("Noch keine Auslosung")).to_be_visible()

    played_until(house.desk, id_, "main-1")
    ask_again(phone)

    expect(phone.locator(".pairing")).to_have_count(4)
    phone.get_by_label("Name oder Kartennummer").press_sequentially("özi")
    expect(phone.get_by_role("heading", name="Özil Mesut")).to_be_visible()


def test_a_page_stays_when_the_desk_is_away(house: House, page: OpenPage) -> None:
    id_ = house.night(HALL, "main-1")
    phone = page(viewport=PHONE, forgives=("net::ERR", "htmx"))
    with house.served() as address:
        phone.goto(f"{address}/board/{id_}", wait_until="networkidle")
    with phone.expect_event("requestfailed"):
        ask_again(phone)

    expect(phone.locator(".pairing")).to_have_count(4)


@pytest.mark.parametrize("until", [None, Step.DRAW, "main-1", "main-2", Step.AWARD])
def test_nothing_stands_out_and_everybody_can_read_it(
    house: House, address: str, page: OpenPage, until: str | Step | None
) -> None:
    id_ = house.night(HOSTILE, until, prizes=("Gansl", "W" * 60), name="Schnapsen " + "W" * 40)
    visitor = page(viewport=PHONE)

    for view in VIEWS:
        visitor.goto(f"{address}/board/{id_}{view}")
        assert overflow(visitor) == [], view
        violations = Axe().run(visitor).response["violations"]
        assert [(v["id"], v["nodes"][0]["html"]) for v in violations] == [], view


def test_nothing_stands_out_on_a_laptop(house: House, address: str, page: OpenPage) -> None:
    id_ = house.night(HOSTILE, "main-1", name="Schnapsen " + "W" * 40)
    visitor = page(viewport=LAPTOP)

    for view in VIEWS:
        visitor.goto(f"{address}/board/{id_}{view}")
        assert overflow(visitor) == [], view


@pytest.mark.parametrize("field", [2, 4, 13, 20, 48, 100])
def test_the_wall_shows_all_at_once_without_scrolling(
    house: House, address: str, page: OpenPage, field: int
) -> None:
    id_ = house.night([f"Grubermüller Theresia {n}" for n in range(field)], "main-1")
    wall = page(viewport=PROJECTOR)

    wall.goto(f"{address}/board/{id_}/wall")

    expect(wall.locator(".pairing").first).to_be_visible()
    assert overflow(wall) == []
    assert wall.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    assert wall.locator("main :is(a, button, input)").count() == 0


def test_the_wall_follows_the_night_from_the_last_card_sold_to_a_full_draw(
    house: House, address: str, page: OpenPage
) -> None:
    id_ = house.night([f"Grubermüller Theresia {n}" for n in range(48)])
    wall = page(viewport=PROJECTOR)
    wall.goto(f"{address}/board/{id_}/wall")
    expect(wall.locator(".lot b")).to_have_text("48")

    played_until(house.desk, id_, "main-1")
    ask_again(wall)

    expect(wall.locator(".pairing")).to_have_count(16)
    assert wall.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def test_a_keyboard_alone_leads_from_the_search_to_every_view(
    house: House, address: str, page: OpenPage
) -> None:
    id_ = house.night(HALL, "main-1")
    visitor = page()
    visitor.goto(f"{address}/board/{id_}")
    visitor.get_by_label("Name oder Kartennummer").focus()
    for _ in range(3):
        visitor.keyboard.press("Tab")

    visitor.keyboard.press("Enter")

    expect(visitor.get_by_role("link", name="Nach Name")).to_have_attribute("aria-current", "page")
