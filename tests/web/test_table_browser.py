"""Two phones on one score sheet, in a real browser: live, off the net and back, by thumb."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, Route, expect

from tests.conftest import PHONE, OpenPage, ask_again
from tests.desk.builders import play
from tests.desk.two_phones import tournament
from tests.web.conftest import NAME, PASSWORD
from tournament.desk.acts import Desk
from tournament.desk.office import read_office
from tournament.desk.reports import reports
from tournament.desk.sheets import sheet_tokens, view_sheet

__all__ = ["tournament"]

SMALL_PHONE = (320, 568)
OFF_THE_NET = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "409", "410", "422")

Phones = tuple[Page, Page]


@pytest.fixture
def token(desk: Desk, tournament: int) -> str:
    return sheet_tokens(desk.database, tournament)["main-1", 1]


@pytest.fixture
def phones(address: str, page: OpenPage, token: str) -> Phones:
    """The left and the right player's phone, each in its column."""
    resi, karl = (page(viewport=size, forgives=OFF_THE_NET) for size in (PHONE, SMALL_PHONE))
    for phone, side in ((resi, "A"), (karl, "B")):
        phone.goto(f"{address}/table/{token}")
        phone.locator(f'button[value="take {side}"]').click()
        expect(phone.locator(".you")).to_have_count(1)
        phone.wait_for_load_state("load")
    return resi, karl


def tap(phone: Page, *entries: str) -> None:
    for entry in entries:
        phone.locator(f'button[name="entry"][value="{entry}"]').click()


def shown(phone: Page, a: int, b: int) -> None:
    """The score a phone shows, counted down."""
    ask_again(phone)
    expect(phone.locator(".shown")).to_have_text([str(a), str(b)])


def sent(phone: Page, lines: int) -> None:
    """So many lines stand on the sheet, none of them waiting."""
    ask_again(phone)
    expect(phone.locator(".deals-won tbody tr:not(.nothing)")).to_have_count(lines)
    expect(phone.locator(".pending")).to_have_count(0)


def play_to_the_end(phone: Page) -> None:
    """The left player wins 2:0."""
    for _game in range(2):
        for lines, entry in enumerate(("deal A 3", "deal A 3", "deal A 1"), start=1):
            tap(phone, entry)
            sent(phone, lines)
        tap(phone, "bank")
        expect(phone.locator(".bank:visible")).to_have_count(0)


def sides_fit(phone: Page) -> bool:
    return bool(phone.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_what_one_phone_writes_stands_on_the_other(phones: Phones) -> None:
    resi, karl = phones
    tap(resi, "deal A 3")
    tap(karl, "deal B 2")
    for phone in phones:
        shown(phone, 4, 5)
        expect(phone.locator(".deals-won td")).to_have_text(["3", "", "", "2"])


def test_each_phone_has_the_buttons_of_its_own_column_only(phones: Phones) -> None:
    resi, karl = phones
    expect(resi.locator('button[value^="deal A"]')).to_have_count(3)
    expect(resi.locator('button[value^="deal B"]')).to_have_count(0)
    expect(karl.locator('button[value^="deal A"]')).to_have_count(0)


def test_the_buttons_are_large_enough_for_thumbs_and_within_their_reach(phones: Phones) -> None:
    for phone in phones:
        height = (phone.viewport_size or {"height": 0})["height"]
        for points in (1, 2, 3):
            box = phone.locator(f'button[value$=" {points}"]').bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 60
            assert height / 2 < box["y"]
            assert box["y"] + box["height"] <= height
        assert sides_fit(phone)


def test_the_next_dealer_is_marked_on_both(phones: Phones) -> None:
    resi, karl = phones
    expect(karl.locator(".player-A .dealer")).to_have_count(1)
    tap(resi, "deal A 1")
    for phone in phones:
        expect(phone.locator(".player-B .dealer")).to_have_count(1)


def test_the_last_deal_is_struck_after_a_second_thought(phones: Phones) -> None:
    resi, karl = phones
    tap(resi, "deal A 3")
    sent(karl, 1)
    expect(karl.locator("#strike")).to_have_count(0)

    resi.locator("#strike summary").click()
    tap(resi, "strike")

    for phone in phones:
        shown(phone, 7, 7)


def test_a_question_that_is_open_stays_open_while_the_other_writes(phones: Phones) -> None:
    resi, karl = phones
    tap(resi, "deal A 3")
    resi.locator("#about summary").click()
    tap(karl, "deal B 1")
    sent(resi, 2)
    expect(resi.locator("#about[open]")).to_have_count(1)


def test_a_game_at_seven_is_banked_with_one_tap_by_either(phones: Phones) -> None:
    resi, karl = phones
    for lines in (1, 2, 3):
        tap(resi, "deal A 3")
        sent(resi, lines)
    expect(resi.locator('button[value^="deal"]:visible')).to_have_count(0)

    tap(karl, "bank")

    for phone in phones:
        expect(phone.locator(".player-A .bummerl-won")).to_have_count(1)
        shown(phone, 7, 7)
        expect(phone.locator('button[value^="deal"]:visible')).to_have_count(3)


def test_both_confirm_and_the_desk_sees_it(phones: Phones, desk: Desk, tournament: int) -> None:
    resi, karl = phones
    play_to_the_end(resi)

    tap(resi, "agree")
    expect(resi.locator(".waiting-for")).to_have_count(1)
    tap(karl, "agree")

    for phone in phones:
        expect(phone.locator(".decided")).to_contain_text("Beide haben bestätigt.")
    [report] = reports(desk.database, tournament)
    assert report.agreed


def test_who_disagrees_says_how_it_ended_and_both_see_both_versions(
    phones: Phones, desk: Desk, tournament: int
) -> None:
    resi, karl = phones
    play_to_the_end(resi)
    tap(resi, "agree")
    expect(karl.locator(".said")).to_have_count(1)

    karl.locator("#otherwise summary").click()
    karl.locator('label:has(input[value="1:2"])').click()
    tap(karl, "dispute")

    for phone in phones:
        expect(phone.locator(".said-otherwise")).to_contain_text("1:2")
    [report] = reports(desk.database, tournament)
    assert report.disputed


def test_what_is_written_off_the_net_is_sent_in_order_when_it_is_back(
    phones: Phones, desk: Desk, token: str
) -> None:
    resi, karl = phones
    tap(resi, "deal A 3")
    sent(resi, 1)

    resi.context.set_offline(True)
    tap(resi, "deal A 1", "deal A 3", "bank", "deal A 2")
    expect(resi.locator("#connection")).to_contain_text("4 Einträge")
    expect(resi.locator(".pending")).to_have_count(3)
    shown(resi, 5, 7)
    tap(karl, "deal B 1")
    sent(karl, 2)
    assert view_sheet(desk.database, token).sheet.current.points == (3, 1)
    resi.context.set_offline(False)

    for phone in phones:
        shown(phone, 5, 7)
        sent(phone, 1)
        expect(phone.locator(".player-A .bummerl-won")).to_have_count(1)
    expect(resi.locator("#connection")).to_be_hidden()
    assert view_sheet(desk.database, token).sheet.score.finished_games == ((7, 1),)


def test_what_was_not_sent_can_be_taken_back(phones: Phones, desk: Desk, token: str) -> None:
    resi, _karl = phones
    resi.context.set_offline(True)
    tap(resi, "deal A 3", "deal A 2")
    expect(resi.locator("#connection")).to_contain_text("2 Einträge")

    resi.locator("#connection button").click()

    expect(resi.locator(".pending")).to_have_count(1)
    resi.context.set_offline(False)
    sent(resi, 1)
    shown(resi, 4, 7)


def test_what_may_have_arrived_is_taken_back_by_striking_it(phones: Phones, desk: Desk, token: str) -> None:
    resi, _karl = phones
    lost = lose_answers(resi, token)
    tap(resi, "deal A 3")
    expect(resi.locator("#connection")).to_contain_text("ein Eintrag")

    resi.locator("#connection button").click()

    expect(resi.locator(".pending")).to_have_count(0)
    shown(resi, 7, 7)
    resi.unroute_all(behavior="wait")
    expect(resi.locator("#connection")).to_be_hidden()
    assert lost
    assert view_sheet(desk.database, token).sheet.score.deals == ()


def test_what_waits_outlives_a_reload_and_is_sent_once(phones: Phones, desk: Desk, token: str) -> None:
    resi, karl = phones
    resi.route(re.compile(rf"/table/{token}$"), _only_reading)
    tap(resi, "deal A 3", "deal A 2")
    expect(resi.locator("#connection")).to_contain_text("2 Einträge")

    resi.reload()

    expect(resi.locator(".pending")).to_have_count(2)
    expect(resi.locator("#connection")).to_contain_text("2 Einträge")
    shown(resi, 2, 7)
    resi.unroute_all(behavior="wait")
    sent(resi, 2)
    shown(karl, 2, 7)
    assert len(view_sheet(desk.database, token).sheet.score.deals) == 2


def test_an_answer_that_is_lost_on_the_way_back_counts_once(phones: Phones, desk: Desk, token: str) -> None:
    resi, _karl = phones
    lost = lose_answers(resi, token, most=1)

    tap(resi, "deal A 3")

    sent(resi, 1)
    assert len(lost) == 1
    assert view_sheet(desk.database, token).sheet.current.points == (3, 0)


def test_what_is_refused_is_told_in_words_and_does_not_come_back(
    phones: Phones, desk: Desk, token: str
) -> None:
    resi, karl = phones
    for lines in (1, 2):
        tap(resi, "deal A 3")
        sent(resi, lines)
    resi.context.set_offline(True)
    tap(resi, "deal A 1")
    for lines in (3, 4, 5):
        tap(karl, "deal B 3")
        sent(karl, lines)
    resi.context.set_offline(False)

    expect(resi.locator("#told")).to_contain_text("Das Bummerl ist aus: bitte zuerst anhängen.")
    expect(resi.locator("#told li")).to_have_count(1)
    sent(resi, 5)
    resi.locator("#told button").click()
    expect(resi.locator("#told")).to_be_hidden()
    assert view_sheet(desk.database, token).sheet.current.points == (6, 9)


def test_a_phone_is_told_when_the_desk_has_recorded_the_result(
    phones: Phones, desk: Desk, tournament: int
) -> None:
    resi, _karl = phones
    pairing = next(p for p in read_office(desk.database, tournament).open if p.number == 1)
    play(desk, tournament, pairing)
    expect(resi.locator("h1")).to_have_text("Dieser Zettel ist geschlossen")


def test_the_helper_leads_to_the_points_and_writes_them(phones: Phones) -> None:
    resi, karl = phones
    resi.locator("[data-helper]").click()
    expect(resi.locator("#helper h1")).to_have_text(re.compile("^Wie hat"))
    resi.locator("#helper li a").nth(0).click()
    resi.locator("#helper li a", has_text="keinen Stich").click()
    expect(resi.locator("#helper .points-why")).to_contain_text("keinen Stich")

    resi.locator("#helper .one-tap button").click()

    expect(resi.locator("#helper")).to_be_hidden()
    shown(resi, 4, 7)
    shown(karl, 4, 7)


def test_the_helper_says_when_it_cannot_be_reached(phones: Phones) -> None:
    resi, _karl = phones
    resi.context.set_offline(True)
    resi.locator("[data-helper]").click()
    expect(resi.locator("#told")).to_contain_text("Dafür braucht es eine Verbindung.")


def test_the_desk_writes_in_both_columns(
    address: str, page: OpenPage, token: str, account: None, phones: Phones
) -> None:
    anna = page()
    anna.goto(f"{address}/login")
    anna.fill("#name", NAME)
    anna.fill("#password", PASSWORD)
    anna.keyboard.press("Enter")
    anna.wait_for_url("**/office/**")
    anna.goto(f"{address}/table/{token}")

    tap(anna, "deal A 2", "deal B 1")

    for phone in phones:
        shown(phone, 5, 6)


def test_two_at_home_open_a_sheet_and_count_matches_by_keyboard_alone(address: str, page: OpenPage) -> None:
    home = page(viewport=PHONE)
    home.goto(f"{address}/table/")
    expect(home.locator("#name_a")).to_be_focused()
    home.keyboard.type("Oma")
    home.keyboard.press("Tab")
    home.keyboard.type("Lukas")
    home.keyboard.press("Enter")
    expect(home.locator(".player h2")).to_have_text(["Oma", "Lukas"])

    for lines in (1, 2, 3):
        home.locator('button[value="deal B 3"]').focus()
        home.keyboard.press("Enter")
        sent(home, lines)

    home.locator('button[value="bank"]').focus()
    home.keyboard.press("Enter")
    expect(home.locator(".player-B .bummerl-won")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_sheet_can_be_read_by_everybody(phones: Phones, scheme: str) -> None:
    for phone in phones:
        phone.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of its two words
        assert violations(phone) == []
    resi, _karl = phones
    play_to_the_end(resi)
    resi.locator("#otherwise summary").click()
    assert violations(resi) == []


def test_opening_and_asking_can_be_read_by_everybody(address: str, page: OpenPage) -> None:
    stranger = page(viewport=PHONE)
    for path in ("/table/", "/table/points", "/table/points?a=A&a=revoke"):
        stranger.goto(address + path)
        assert violations(stranger) == []
        assert sides_fit(stranger)


def violations(phone: Page) -> list[str]:
    found = Axe().run(phone).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found]


def _only_reading(route: Route) -> None:
    if route.request.method == "POST":
        route.abort()
    else:
        route.continue_()


def lose_answers(phone: Page, token: str, most: int = 1000) -> list[str]:
    """What the phone sends arrives, but the phone never hears of it; at most so many times."""
    lost: list[str] = []

    def handle(route: Route) -> None:
        if route.request.method == "POST" and len(lost) < most:
            lost.append(route.fetch().text())
            route.abort()
        else:
            route.continue_()

    phone.route(re.compile(rf"/table/{token}$"), handle)
    return lost
