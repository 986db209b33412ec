"""A whole night of 13 cards in a real browser, in German and by keyboard alone, to the last prize."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.conftest import OpenPage

SOLD = (
    ("Maria Huber", "Altdorf", 2),
    ("Franz Österreicher", "St. Veit", 3),
    ("Þórdís Jónsdóttir", "Ried", 2),
    ("Łukasz O'Brien", "Öd", 1),
    ("Sepp Grabner", "Gmunden", 3),
    ("Özil Zach", "", 2),
)
PRIZES = ("Schinken", "Gans", "Geschenkkorb", "Ferkel")
MOST_DRAWS = 10


class Night:
    """One who types: no pointer ever touches the page."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    def type(self, *keys: str) -> None:
        """Type texts; a word in angle brackets, such as <Enter>, is a key."""
        for key in keys:
            named = re.fullmatch(r"<([\w+]+)>", key)
            if named:
                self.page.keyboard.press(named[1])
            else:
                self.page.keyboard.type(key)

    def tab_to(self, wanted: Locator) -> None:
        """Go from field to field until this one has the focus."""
        expect(wanted).to_be_visible()
        for _ in range(60):
            if wanted.evaluate("it => it === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"never reached {wanted}")

    def press(self, label: str) -> None:
        """Go to a button or link of this name and press Enter."""
        page = self.page
        self.tab_to(page.get_by_role("button", name=label).or_(page.get_by_role("link", name=label)).first)
        self.type("<Enter>")

    def confirm(self, label: str) -> None:
        """Press Enter on the button that has the focus already."""
        expect(self.page.get_by_role("button", name=label, exact=True).first).to_be_focused()
        self.type("<Enter>")

    def sees(self, text: str) -> None:
        expect(self.page.locator("body")).to_contain_text(text)

    def sees_message(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator(".message").first).to_contain_text(text)

    def sees_title(self, title: str) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_have_text(title)

    def field(self, label: str) -> Locator:
        return self.page.get_by_label(label, exact=True)

    def go_to(self, label: str) -> None:
        """Take a page of the desk's navigation."""
        self.page.evaluate("document.activeElement.blur()")
        self.tab_to(
            self.page.get_by_role("navigation", name="Turnierleitung").get_by_role("link", name=label)
        )
        self.type("<Enter>")


def test_a_whole_night_by_keyboard(served: str, page: OpenPage) -> None:
    night = Night(page(), served)
    set_the_first_password(night)
    open_the_tournament(night)
    sell_thirteen_cards(night)
    close_the_sales(night)
    rounds = play_all_rounds(night)
    finish(night)
    award_the_prizes(night)
    read_the_log(night)

    assert rounds == 4  # of sixteen, of eight, of four, and the final; those for places beside them


def set_the_first_password(night: Night) -> None:
    night.page.goto(f"{night.address}/office/")
    night.sees_title("Willkommen")
    expect(night.field("Ihr Name")).to_be_focused()
    night.type("Anna", "<Tab>", "drei Gänse", "<Tab>", "drei Gänse", "<Enter>")
    night.sees_title("Turniere")


def open_the_tournament(night: Night) -> None:
    night.press("Neues Turnier")
    night.sees_title("Neues Turnier")
    expect(night.field("Name des Turniers")).to_be_focused()
    night.type("Feuerwehrschnapsen", "<Enter>")
    night.sees_message("Das Turnier ist eröffnet.")
    night.go_to("Bestimmungen")
    night.tab_to(night.field("Preise"))
    night.type("<Control+a>", PRIZES[0])
    for prize in PRIZES[1:]:
        night.type("<Enter>", prize)
    night.press("Bestimmungen speichern")
    night.sees_message("Die Bestimmungen sind gespeichert.")
    night.go_to("Verkauf")


def sell_thirteen_cards(night: Night) -> None:
    first = 1
    for name, town, count in SOLD:
        expect(night.field("Name")).to_be_focused()
        night.type(name, "<Tab>", town, "<Tab>", str(count), "<Enter>")
        numbers = ", ".join(str(number) for number in range(first, first + count))
        night.sees_message(re.compile(rf"{name}: Karten? {numbers}, €\s{count * 5},00 bezahlt"))
        first += count
    night.sees("13 von 64")
    night.sees("Freilose nach jetzigem Stand")


def close_the_sales(night: Night) -> None:
    night.press("Verkauf schließen …")
    night.sees_title("Verkauf schließen")
    expect(night.page.locator(".figure dd")).to_have_text(["13", "16", "3", "5"])
    night.confirm("Verkauf schließen")
    night.sees_message("Der Verkauf ist geschlossen.")


def play_all_rounds(night: Night) -> int:
    """Draw and play until the tournament can be finished; how often was drawn."""
    for drawn in range(1, MOST_DRAWS):
        draw(night)
        play(night)
        night.go_to("Was jetzt?")
        night.sees_title("Was jetzt?")
        if night.page.get_by_role("heading", name="Alle Begegnungen sind entschieden.").count():
            return drawn
        night.go_to("Auslosung")
    raise AssertionError("the night does not end")


def draw(night: Night) -> None:
    night.sees_title("Auslosung")
    if night.page.get_by_role("button", name="Auslosung ankündigen").count():
        night.confirm("Auslosung ankündigen")
        night.sees("Fingerabdruck der Auslosung")
        expect(night.field("Ein Wort aus dem Publikum")).to_be_focused()
        night.type("Gans", "<Enter>")
        night.sees_message("Ausgelost.")
    else:
        night.confirm("An den Tisch rufen")
        night.sees_message("Die Spielerinnen und Spieler können an die Tische.")
    night.sees("nach Nummer")
    night.sees("nach Namen")


def play(night: Night) -> None:
    night.go_to("Ergebnisse")
    while number := open_card(night):
        expect(night.page.locator("#find")).to_be_focused()
        night.type(number, "<Enter>")
        night.sees_title("Wer hat gewonnen?")
        night.sees(f"Karte {number} wird abgegeben.")
        expect(night.page.get_by_role("button", name="2:0").first).to_be_focused()
        night.type(*(["<Tab>"] * (int(number) % 3)), "<Enter>")
        night.sees_message(re.compile(rf"gewinnt .*gegen {number} "))


def open_card(night: Night) -> str:
    """The number of a card in an open match; empty when all is decided."""
    night.sees_title("Ergebnisse")
    cards = night.page.locator(".pairing:not([id^=done]) .side .ticket")
    return cards.last.inner_text() if cards.count() else ""


def finish(night: Night) -> None:
    night.press("Zu Plätzen und Preisen")
    night.confirm("Turnier beenden")
    night.sees_message("Das Turnier ist beendet.")


def award_the_prizes(night: Night) -> None:
    for rank, prize in enumerate(PRIZES, start=1):
        night.sees(f"{rank}. Preis: {prize}")
        night.confirm("Abgeholt")
        night.sees_message(f"Abgeholt: {prize}.")
    night.sees("Alle Preise sind übergeben. Gute Nacht!")
    expect(night.page.locator(".place")).to_have_count(13)


def read_the_log(night: Night) -> None:
    night.go_to("Protokoll")
    night.sees("Preis 4 abgeholt: Ferkel.")
    night.sees("Verkauf geschlossen: 13 Karten")
    night.sees("Turnier „Feuerwehrschnapsen“ eröffnet.")
