"""The wrong winner typed, the next round drawn and half played: put right in German, by keyboard alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.conftest import OpenPage
from tests.desk.changed import decided, half_played, loser_of, match, office, origin
from tests.web.conftest import NAME, PASSWORD
from tests.web.test_whole_night import Night
from tournament.desk.acts import Desk
from tournament.desk.matches import PairingView


@pytest.fixture
def night(page: OpenPage, address: str, account: None) -> Night:
    """Anna at the desk, signed in."""
    night = Night(page(), address)
    night.page.goto(f"{address}/login")
    expect(night.field("Name")).to_be_focused()
    night.type(NAME, "<Tab>", PASSWORD, "<Enter>")
    night.sees_title("Turniere")
    return night


def test_the_wrong_winner_is_put_right_and_only_what_hangs_on_it_is_played_again(
    night: Night, desk: Desk
) -> None:
    tournament = half_played(desk)
    follow_up, untouched = decided(desk, tournament, "main-2")
    wrong = origin(desk, tournament, "main-1", follow_up)
    night.page.goto(f"{night.address}/office/{tournament}")

    find_the_old_match(night, wrong)
    say_that_the_other_won(night, wrong)
    read_what_will_happen(night, wrong, follow_up)
    night.press("Korrigieren und 1 Ergebnis zurücknehmen")
    night.sees_message(f"{name(wrong)} gewinnt 2:1 gegen")
    stands = match(desk, tournament, "main-2", follow_up.number)
    assert (stands.left, stands.right, stands.outcome) == (loser_of(wrong), follow_up.right, None)
    assert match(desk, tournament, "main-2", untouched.number) == untouched

    play_it_again(night, stands)
    undo_it_once_more(night, stands)
    assert match(desk, tournament, "main-2", follow_up.number).outcome is None
    assert len(office(desk, tournament).open) == 3


def name(wrong: PairingView) -> str:
    right = loser_of(wrong)
    return f"{right.ticket} {right.name}"


def find_the_old_match(night: Night, wrong: PairingView) -> None:
    """By the name of the loser: he is out, so only the old match has him."""
    night.go_to("Ergebnisse")
    expect(night.page.locator("#find")).to_be_focused()
    night.type(loser_of(wrong).name, "<Enter>")
    night.sees("Welche?")
    night.tab_to(night.page.locator("#found-1 a"))
    night.type("<Enter>")
    night.sees_title("Ergebnis korrigieren")
    night.sees("Bevor sich etwas ändert, steht auf der nächsten Seite, was passiert.")


def say_that_the_other_won(night: Night, wrong: PairingView) -> None:
    right = loser_of(wrong)
    side = night.page.get_by_role("group", name=f"{right.name} gewinnt", exact=True)
    night.tab_to(side.get_by_role("button", name="2:1"))
    night.type("<Enter>")
    night.sees_title("Wirklich korrigieren?")


def read_what_will_happen(night: Night, wrong: PairingView, follow_up: PairingView) -> None:
    place = f"Viertelfinale, Begegnung {follow_up.number}"
    gone = f"{follow_up.left.ticket} {follow_up.left.name}"
    night.sees("1 Ergebnis wird zurückgenommen")
    expect(night.page.locator("ol.lost li")).to_have_text(
        re.compile(f"{place}.*{gone} gewinnt gegen", re.DOTALL)
    )
    expect(night.page.locator("ul.lost li")).to_have_text(
        re.compile(f"{place}.*{name(wrong)} nimmt den Platz von {gone} ein.", re.DOTALL)
    )
    focused = night.page.locator("button:focus")
    expect(focused).to_have_count(0)  # nobody loses results by one Enter too many


def play_it_again(night: Night, again: PairingView) -> None:
    assert again.right
    expect(night.page.locator("#find")).to_be_focused()
    night.type(str(again.right.ticket), "<Enter>")
    night.sees_title("Wer hat gewonnen?")
    night.confirm("2:0")
    night.sees_message(f"{again.left.ticket} {again.left.name} gewinnt 2:0 gegen")


def undo_it_once_more(night: Night, again: PairingView) -> None:
    """That was another match after all."""
    night.press(f"Letzte Handlung rückgängig: Viertelfinale, Begegnung {again.number}")
    night.sees_message("Rückgängig gemacht: Viertelfinale")
    night.sees_title("Ergebnisse")
