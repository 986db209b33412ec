"""Buttons pressed on a page that is out of date: they do what they said, or are told what stands."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from tests.desk import fresh
from tests.desk.builders import KASSA, a_tournament, play, played_until
from tests.desk.changed import decided, loser_of
from tests.web.visitor import Shown, Visitor
from tournament.desk.acts import Desk
from tournament.desk.loading import read_night
from tournament.desk.office import Step, read_office
from tournament.desk.prizing import finish, reopen
from tournament.desk.rearranging import double_capacity, wait_for_cards
from tournament.desk.selling import sell, sell_unnamed


@pytest.fixture
def night(desk: Desk) -> int:
    """Card 1 is reserved for Maria Huber."""
    night = a_tournament(desk, sold=0, capacity=8)
    sell(desk, KASSA, night, "Maria Huber", "Öd", 1, paid=False)
    return night


def cards(desk: Desk, night: int) -> list[tuple[int, str, str]]:
    """Number, player and state of each card."""
    view = read_night(desk.database, night)
    return [(t.number, view.person[t.player].name if t.player else "", t.state.value) for t in view.tickets]


def assert_told(anna: Visitor, shown: Shown, *said: str) -> None:
    """That somebody was faster, both values, and where to look: a page that can be opened."""
    assert shown.status == 409
    assert "Jemand war schneller" in shown.text
    for words in said:
        assert words in shown.text
    [link] = [part.split('"')[0] for part in shown.source.split('class="quiet" href="')[1:]]
    assert urlsplit(link).path.startswith("/office/1/")
    assert anna.open(link).status == 200


def test_the_button_takes_the_money_it_said_and_not_for_cards_reserved_since(
    anna: Visitor, desk: Desk, night: int
) -> None:
    page = anna.open(f"/office/{night}/sell")
    sell(desk, KASSA, night, "Maria Huber", "Öd", 2, paid=False)

    shown = anna.press(page, "€ 5,00 kassieren Maria Huber")

    assert "Bezahlt: € 5,00." in shown.text
    assert [state for _, _, state in cards(desk, night)] == ["paid", "reserved", "reserved"]


def test_the_money_for_a_presale_card_is_not_taken_once_it_has_a_name(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=0, capacity=8)
    sell_unnamed(desk, KASSA, night, 2, paid=False)
    anna.press(anna.open(f"/office/{night}/cards/1/name"), "Bezahlt")
    page = anna.open(f"/office/{night}/cards/2/name")
    anna.fill(f"/office/{night}/cards/2/name", {"name": "Zach Franz"})

    shown = anna.press(page, "Bezahlt")

    assert_told(anna, shown, "Zach Franz")
    assert cards(desk, night) == [(1, "", "paid"), (2, "Zach Franz", "reserved")]


def test_of_two_windows_that_give_a_card_away_the_second_is_told_whose_it_is(
    anna: Visitor, desk: Desk, night: int
) -> None:
    first, second = (anna.open(f"/office/{night}/cards/1/move").form_with("name") for _ in range(2))
    anna.send(first, {"name": "Moser Christl"})

    shown = anna.send(second, {"name": "Zach Franz"})

    assert_told(
        anna, shown, "Diese Karte hat inzwischen jemand anderer geändert.", "Moser Christl", "Zach Franz"
    )
    assert cards(desk, night) == [(1, "Moser Christl", "reserved")]


def test_a_card_that_changed_hands_is_not_taken_back_from_the_wrong_one(
    anna: Visitor, desk: Desk, night: int
) -> None:
    page = anna.open(f"/office/{night}/players/1")
    fresh.move_ticket(desk, KASSA, night, 1, "Xaver", "")

    shown = anna.press(page, "Zurücknehmen 1")

    assert_told(anna, shown, "Xaver", "zurückgenommen", "reserviert")
    assert cards(desk, night) == [(1, "Xaver", "reserved")]


def test_a_guest_is_not_sold_the_cards_another_desk_has_sold_him(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=8, capacity=8)
    wait_for_cards(desk, KASSA, night, "Grabner Sepp", "", 3)
    double_capacity(desk, KASSA, night, seen=8)
    page = anna.open(f"/office/{night}/waiting")
    fresh.serve_guest(desk, KASSA, night, 1, 1)

    shown = anna.press(page, "Verkaufen Grabner Sepp")

    assert_told(anna, shown, "Wunsch 3 2")
    assert len(read_night(desk.database, night).live_tickets) == 9


def test_a_prize_is_not_ticked_off_for_whoever_wins_it_by_now(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=8, prizes=["Ferkel", "Gans", "Schinken", "Würste"])
    played_until(desk, night, Step.AWARD)
    page = anna.open(f"/office/{night}/prizes")
    reopen(desk, KASSA, night)
    [wrong] = decided(desk, night, "third-2")
    play(desk, night, wrong, loser_of(wrong).ticket)
    finish(desk, KASSA, night)

    shown = anna.press(page, "Abgeholt Schinken")

    both = [f"{side.ticket} {side.name}" for side in (wrong.left, loser_of(wrong))]
    assert_told(anna, shown, *both)
    assert not any(prize.collected_at for prize in read_office(desk.database, night).board.prizes)


@pytest.mark.parametrize("button", ["Abgeholt 2", "Doch nicht 1"])
def test_no_prize_is_ticked_off_once_the_tournament_is_open_again(
    anna: Visitor, desk: Desk, button: str
) -> None:
    """The ninth prize falls to places that several share, so that a play-off can be typed again."""
    night = a_tournament(desk, sold=16, prizes=[f"{rank} Gänse" for rank in range(1, 10)])
    played_until(desk, night, Step.AWARD)
    fresh.collect_prize(desk, KASSA, night, 1)
    page = anna.open(f"/office/{night}/prizes")
    reopen(desk, KASSA, night)

    shown = anna.press(page, f"{button} Gänse")

    assert shown.status == 422
    assert shown.text.count("Die Preise werden vergeben, wenn das Turnier beendet ist.") == 1
    assert shown.form_with("play_off").fields["play_off"] == ""


def test_a_play_off_is_not_taken_once_the_tournament_is_finished(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=16, prizes=[f"{rank} Gänse" for rank in range(1, 10)])
    office = played_until(desk, night, Step.FINISH)
    page = anna.open(f"/office/{night}/prizes")
    finish(desk, KASSA, night)

    shown = anna.send(page.form_with("play_off"), {"play_off": str(office.board.places[-1].side.ticket)})

    assert shown.status == 422
    assert shown.text.count("Das Turnier ist beendet.") == 1


def test_an_account_changed_in_another_window_is_shown_as_it_stands(anna: Visitor) -> None:
    anna.fill("/office/accounts", {"name": "Resi", "role": "cash-desk", "password": "4711"})
    first, second = (anna.open("/office/accounts/change?name=Resi").form_with("role") for _ in range(2))
    gone = anna.open("/office/accounts/change?name=Resi").form_at("/remove")
    anna.send(first, {"role": "referee"})

    changed, removed = anna.send(second, {"password": "4712"}), anna.send(gone)

    assert (changed.status, removed.status) == (409, 409)
    assert "Kassa" in changed.text
    assert "Schiedsrichter" in changed.text
    assert "Resi Schiedsrichter" in anna.open("/office/accounts").text


def test_a_letterhead_changed_in_another_window_is_shown_as_it_stands(anna: Visitor, night: int) -> None:
    path = f"/office/{night}/paper/letterhead"
    first, second = (anna.open(path).form_with("sponsors") for _ in range(2))
    anna.send(first, {"sponsors": "Raiffeisenbank"})

    shown = anna.send(second, {"sponsors": "Bäckerei Huber"})

    assert_told(anna, shown, "Raiffeisenbank", "Bäckerei Huber")
    assert anna.open(path).form_with("sponsors").fields["sponsors"] == "Raiffeisenbank"
