"""A late guest takes the place of a bye until round two is drawn (rules, section 1)."""

from __future__ import annotations

import pytest

from tests.desk.builders import KASSA, a_tournament, play, played_until, refused
from tournament.desk.acts import Desk
from tournament.desk.late import byes_left, sell_late
from tournament.desk.loading import read_night
from tournament.desk.office import Step, read_office
from tournament.desk.selling import TicketState
from tournament.desk.withdrawing import withdraw
from tournament.errors import RuleBroken
from tournament.knockout.rounds import Outcome


@pytest.fixture
def night(desk: Desk) -> int:
    """Eleven cards in a draw of sixteen: five byes."""
    night = a_tournament(desk, sold=11, capacity=16)
    played_until(desk, night, "main-1")
    return night


def left(desk: Desk, night: int) -> int:
    return byes_left(read_night(desk.database, night))


def test_a_late_card_takes_the_place_of_a_bye_and_nothing_else_changes(desk: Desk, night: int) -> None:
    before = {p.number: p for p in read_night(desk.database, night).rounds[0].pairings}

    entry = sell_late(desk, KASSA, night, "Maria Huber", "Altdorf", 1)

    [seat] = entry.after["pairings"]
    after = {p.number: p for p in read_night(desk.database, night).rounds[0].pairings}
    changed = [number for number in after if after[number] != before[number]]
    assert changed == [seat["pairing"]]
    assert before[changed[0]].outcome is Outcome.BYE
    assert (after[changed[0]].right, after[changed[0]].outcome) == (12, None)
    assert left(desk, night) == 4


def test_as_many_late_cards_as_byes_are_sold_and_not_one_more(desk: Desk, night: int) -> None:
    for number in range(5):
        sell_late(desk, KASSA, night, f"Gast {number}", "", 1)

    with refused(desk, night):
        sell_late(desk, KASSA, night, "Zu spät", "", 1)
    assert left(desk, night) == 0


def test_more_late_cards_than_byes_are_refused_with_the_byes_that_are_left(desk: Desk) -> None:
    night = a_tournament(desk, sold=6, capacity=8)
    played_until(desk, night, "main-1")

    with refused(desk, night, field="count") as caught:
        sell_late(desk, KASSA, night, "Maria Huber", "", 3)

    assert str(caught.value) == "There are not so many byes any more: 2."


def test_the_limit_of_a_player_holds_for_late_cards_too(desk: Desk, night: int) -> None:
    sell_late(desk, KASSA, night, "Huber 1", "", 2)

    with refused(desk, night, field="count"):
        sell_late(desk, KASSA, night, "Huber 1", "", 1)


def test_before_the_draw_there_is_no_late_card(desk: Desk) -> None:
    night = a_tournament(desk, sold=11, capacity=16)

    with refused(desk, night):
        sell_late(desk, KASSA, night, "Maria Huber", "", 1)


def test_once_round_two_is_drawn_the_byes_are_gone(desk: Desk, night: int) -> None:
    played_until(desk, night, "main-2")

    with refused(desk, night):
        sell_late(desk, KASSA, night, "Maria Huber", "", 1)


def test_a_late_card_reopens_a_round_that_was_decided(desk: Desk, night: int) -> None:
    for pairing in read_office(desk.database, night).open:
        play(desk, night, pairing)
    assert read_office(desk.database, night).step is Step.ANNOUNCE

    sell_late(desk, KASSA, night, "Maria Huber", "", 1)

    assert read_office(desk.database, night).step is Step.PLAY


def test_a_late_card_meets_its_own_player_only_if_nothing_else_is_left(desk: Desk) -> None:
    night = a_tournament(desk, sold=3, capacity=4, max_tickets_per_player=2)
    office = played_until(desk, night, "main-1")
    [bye] = [p for p in office.board.rounds[0].pairings if p.right is None]

    entry = sell_late(desk, KASSA, night, bye.left.name, "", 1)

    [seat] = entry.after["pairings"]
    assert (seat["outcome"], seat["winner"]) == ("handed-in", bye.left.ticket)


def test_a_late_card_can_be_reserved(desk: Desk, night: int) -> None:
    sell_late(desk, KASSA, night, "Maria Huber", "", 1, paid=False)

    [late] = [t for t in read_night(desk.database, night).tickets if t.number == 12]
    assert late.state is TicketState.RESERVED


def test_whoever_has_gone_home_buys_no_late_card(desk: Desk, night: int) -> None:
    player = read_night(desk.database, night).people[0]
    withdraw(desk, KASSA, night, player.number)

    with refused(desk, night, RuleBroken, field="name"):
        sell_late(desk, KASSA, night, player.name, player.town, 1)
