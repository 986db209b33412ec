"""What other desks do appears by itself, and never disturbs who is typing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import OpenPage, ask_again
from tests.desk.builders import KASSA, a_tournament, play, played_until
from tests.web.conftest import NAME, PASSWORD
from tournament.desk.acts import Desk
from tournament.desk.office import read_office
from tournament.desk.selling import sell


@pytest.fixture
def desk_page(address: str, page: OpenPage, account: None) -> Page:
    """A browser of the desk, signed in; it closes before its server does."""
    tab = page()
    tab.goto(f"{address}/login")
    tab.get_by_label("Name").fill(NAME)
    tab.get_by_label("Passwort").fill(PASSWORD)
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("heading", level=1)).to_have_text("Turniere")
    return tab


def test_a_result_of_another_desk_leaves_the_list_and_the_typed_number_stays(
    desk_page: Page, address: str, desk: Desk
) -> None:
    night = a_tournament(desk, sold=16)
    first, *_ = played_until(desk, night, "main-1").open
    desk_page.goto(f"{address}/office/{night}/results")
    row = desk_page.locator(f"#main-1-{first.number}")
    expect(row).to_be_visible()
    expect(desk_page.locator("#find")).to_be_focused()
    desk_page.keyboard.type("1")

    play(desk, night, first)
    ask_again(desk_page)

    expect(row).to_have_count(0)
    expect(desk_page.locator("#find")).to_be_focused()
    desk_page.keyboard.type("2")
    expect(desk_page.locator("#find")).to_have_value("12")


def test_a_sale_of_another_desk_appears_and_the_name_being_typed_stays(
    desk_page: Page, address: str, desk: Desk
) -> None:
    night = a_tournament(desk, sold=0, capacity=64)
    desk_page.goto(f"{address}/office/{night}/sell")
    expect(desk_page.get_by_label("Name", exact=True)).to_be_focused()
    desk_page.keyboard.type("Maria Hu")

    sell(desk, KASSA, night, "Franz Zach", "", 2)
    ask_again(desk_page)

    expect(desk_page.get_by_text("Franz Zach")).to_be_visible()
    expect(desk_page.locator(".figure dd").first).to_contain_text("2")
    desk_page.keyboard.type("ber")
    desk_page.keyboard.press("Enter")
    expect(desk_page.locator(".message").first).to_contain_text("Maria Huber: Karte 3")


def test_the_next_step_changes_by_itself_and_takes_nobodys_focus(
    desk_page: Page, address: str, desk: Desk
) -> None:
    night = a_tournament(desk, sold=4)
    played_until(desk, night, "main-1")
    desk_page.goto(f"{address}/office/{night}")
    expect(desk_page.get_by_role("link", name="Ergebnis eintragen")).to_be_focused()
    there = desk_page.get_by_role("link", name="English")
    there.focus()

    for pairing in read_office(desk.database, night).open:
        play(desk, night, pairing)
    ask_again(desk_page)

    expect(desk_page.get_by_role("link", name="Zur Auslosung")).to_be_visible()
    expect(there).to_be_focused()


def test_money_is_taken_from_a_list_that_has_refreshed_itself(
    desk_page: Page, address: str, desk: Desk
) -> None:
    night = a_tournament(desk, sold=0, capacity=64)
    desk_page.goto(f"{address}/office/{night}/sell")
    sell(desk, KASSA, night, "Franz Zach", "", 2, paid=False)
    ask_again(desk_page)

    paid = desk_page.get_by_role("button", name="€ 10,00 kassieren Franz Zach")
    expect(paid).to_be_visible()
    paid.focus()
    desk_page.keyboard.press("Enter")

    expect(desk_page.locator(".message").first).to_contain_text("Bezahlt: € 10,00.")
