"""Cards that change hands before the draw, and a house that is full (rules, section 1)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.desk.builders import KASSA, a_tournament, played_until, refused
from tests.desk.fresh import merge_players, move_ticket, serve_guest, take_back
from tournament.desk.acts import Desk
from tournament.desk.loading import read_night
from tournament.desk.office import Step, read_log
from tournament.desk.rearranging import (
    double_capacity,
    drop_guest,
    wait_for_cards,
    waiting_list,
)
from tournament.desk.selling import TicketState, name_ticket, sell, sell_unnamed
from tournament.desk.undoing import undo
from tournament.desk.withdrawing import withdraw
from tournament.errors import NotThere


def held(desk: Desk, night: int) -> dict[str, list[int]]:
    """The live cards of each player."""
    view = read_night(desk.database, night)
    return {p.name: [t for t, owner in view.holders.items() if owner == p.number] for p in view.people}


@pytest.fixture
def night(desk: Desk) -> int:
    night = a_tournament(desk, sold=0, capacity=8)
    sell(desk, KASSA, night, "Maria Hubre", "", 2)
    sell(desk, KASSA, night, "Maria Huber", "Öd", 1)
    return night


@pytest.fixture
def full(desk: Desk) -> int:
    return a_tournament(desk, sold=8, capacity=8)


def test_a_card_moves_to_another_player_with_its_number(desk: Desk, night: int) -> None:
    move_ticket(desk, KASSA, night, 2, "Franz Zach", "Ried")

    assert held(desk, night) == {"Maria Hubre": [1], "Maria Huber": [3], "Franz Zach": [2]}


def test_a_card_does_not_move_beyond_the_limit_of_its_new_player(desk: Desk, night: int) -> None:
    sell(desk, KASSA, night, "Maria Huber", "Öd", 2)

    with refused(desk, night, field="count"):
        move_ticket(desk, KASSA, night, 1, "Maria Huber", "Öd")


def test_a_card_does_not_move_to_whoever_has_it(desk: Desk, night: int) -> None:
    with refused(desk, night, field="name"):
        move_ticket(desk, KASSA, night, 3, "Maria Huber", "Öd")


def test_two_entries_become_one_person_with_all_the_cards(desk: Desk, night: int) -> None:
    entry = merge_players(desk, KASSA, night, 1, 2)

    assert held(desk, night) == {"Maria Huber": [1, 2, 3]}
    assert (entry.before["name"], entry.after["name"], entry.after["tickets"]) == (
        "Maria Hubre",
        "Maria Huber",
        [1, 2],
    )


def test_the_number_of_an_entry_that_is_gone_is_not_given_again(desk: Desk, night: int) -> None:
    merge_players(desk, KASSA, night, 2, 1)
    take_back(desk, KASSA, night, 1)
    zach = sell(desk, KASSA, night, "Franz Zach", "", 1).after["player"]
    merge_players(desk, KASSA, night, zach, 1)

    assert sell(desk, KASSA, night, "Moser Christl", "", 1).after["player"] == 4


def test_entries_with_too_many_cards_together_stay_two(desk: Desk, night: int) -> None:
    sell(desk, KASSA, night, "Maria Huber", "Öd", 1)

    with refused(desk, night, field="count"):
        merge_players(desk, KASSA, night, 1, 2)


def test_cards_taken_back_count_for_nothing_when_merging(desk: Desk, night: int) -> None:
    sell(desk, KASSA, night, "Maria Huber", "Öd", 1)
    take_back(desk, KASSA, night, 1)

    merge_players(desk, KASSA, night, 1, 2)

    assert held(desk, night) == {"Maria Huber": [2, 3, 4]}


@pytest.mark.parametrize(("player", "into"), [(1, 9), (9, 1)])
def test_nobody_is_merged_with_somebody_who_does_not_exist(
    desk: Desk, night: int, player: int, into: int
) -> None:
    with refused(desk, night, NotThere):
        merge_players(desk, KASSA, night, player, into)


def test_no_cards_go_to_somebody_who_has_gone_home(desk: Desk, night: int) -> None:
    withdraw(desk, KASSA, night, 2)

    with refused(desk, night, field="into"):
        merge_players(desk, KASSA, night, 1, 2)


def test_nobody_is_merged_with_himself(desk: Desk, night: int) -> None:
    with refused(desk, night, field="into"):
        merge_players(desk, KASSA, night, 1, 1)


def test_a_full_house_is_doubled_knowingly(desk: Desk, full: int) -> None:
    double_capacity(desk, KASSA, full, seen=8)

    with refused(desk, full):
        double_capacity(desk, KASSA, full, seen=8)
    assert read_night(desk.database, full).terms.capacity == 16
    sell(desk, KASSA, full, "Noch eine", "", 1)


def test_no_house_is_larger_than_the_largest(desk: Desk) -> None:
    night = a_tournament(desk, sold=0, capacity=4096)

    with refused(desk, night, field="capacity"):
        double_capacity(desk, KASSA, night, seen=4096)


def test_guests_wait_in_order_while_the_house_is_full(desk: Desk, full: int) -> None:
    wait_for_cards(desk, KASSA, full, "Grabner Sepp", "Ried", 2)
    wait_for_cards(desk, KASSA, full, "Moser Christl", "", 1)

    first, second = waiting_list(desk.database, full)
    assert (first.name, first.town, first.count, second.name) == (
        "Grabner Sepp",
        "Ried",
        2,
        "Moser Christl",
    )
    assert first.since < second.since


def test_nobody_waits_while_there_are_cards(desk: Desk, night: int) -> None:
    with refused(desk, night, field="count"):
        wait_for_cards(desk, KASSA, night, "Grabner Sepp", "", 1)


def test_nobody_waits_for_more_cards_than_the_limit(desk: Desk, full: int) -> None:
    with refused(desk, full, field="count"):
        wait_for_cards(desk, KASSA, full, "Grabner Sepp", "", 4)


def test_a_guest_is_served_when_a_card_comes_back(desk: Desk, full: int) -> None:
    wait_for_cards(desk, KASSA, full, "Grabner Sepp", "Ried", 1)
    take_back(desk, KASSA, full, 3)

    serve_guest(desk, KASSA, full, 1, paid=False)

    assert held(desk, full)["Grabner Sepp"] == [9]
    assert waiting_list(desk.database, full) == ()
    assert read_night(desk.database, full).tickets[-1].state is TicketState.RESERVED


def test_a_guest_who_takes_fewer_cards_waits_for_the_others(desk: Desk, full: int) -> None:
    wait_for_cards(desk, KASSA, full, "Grabner Sepp", "Ried", 3)
    take_back(desk, KASSA, full, 3)

    entry = serve_guest(desk, KASSA, full, 1, count=1)

    assert held(desk, full)["Grabner Sepp"] == [9]
    assert [(guest.name, guest.count) for guest in waiting_list(desk.database, full)] == [("Grabner Sepp", 2)]
    undo(desk, KASSA, full, seen=entry.revision)
    assert [(guest.name, guest.count) for guest in waiting_list(desk.database, full)] == [("Grabner Sepp", 3)]


def test_a_guest_served_in_two_parts_waits_no_more_and_each_part_can_be_undone(desk: Desk, full: int) -> None:
    wait_for_cards(desk, KASSA, full, "Grabner Sepp", "", 2)
    take_back(desk, KASSA, full, 3)
    first = serve_guest(desk, KASSA, full, 1, count=1)
    take_back(desk, KASSA, full, 4)
    second = serve_guest(desk, KASSA, full, 1)
    assert waiting_list(desk.database, full) == ()

    undo(desk, KASSA, full, seen=second.revision)
    assert [guest.count for guest in waiting_list(desk.database, full)] == [1]
    with refused(desk, full):
        undo(desk, KASSA, full, seen=first.revision)


@pytest.mark.parametrize("count", [0, -1, 3])
def test_a_guest_is_not_served_none_or_more_than_wanted(desk: Desk, full: int, count: int) -> None:
    wait_for_cards(desk, KASSA, full, "Grabner Sepp", "", 2)
    for ticket in (3, 4, 5):
        take_back(desk, KASSA, full, ticket)

    with refused(desk, full, field="count"):
        serve_guest(desk, KASSA, full, 1, count=count)


@pytest.mark.parametrize("how", ["name", "move"])
def test_undoing_a_card_given_to_somebody_new_leaves_nobody_behind_and_gives_no_number_twice(
    desk: Desk, night: int, how: str
) -> None:
    sell_unnamed(desk, KASSA, night, 1)
    before = read_night(desk.database, night).people
    card = read_night(desk.database, night).tickets[-1 if how == "name" else 0].number
    give = {"name": name_ticket, "move": move_ticket}[how]

    entry = give(desk, KASSA, night, card, "Wag Neu", "")
    undo(desk, KASSA, night, seen=entry.revision)

    assert read_night(desk.database, night).people == before
    sell(desk, KASSA, night, "Moser Christl", "", 1)
    newest = max(person.number for person in read_night(desk.database, night).people)
    assert newest == entry.after["player"] + 1


def test_undoing_a_card_given_to_somebody_known_leaves_him_there(desk: Desk, night: int) -> None:
    sell_unnamed(desk, KASSA, night, 1)
    before = read_night(desk.database, night).people
    card = read_night(desk.database, night).tickets[-1].number

    entry = name_ticket(desk, KASSA, night, card, before[0].name, before[0].town)
    undo(desk, KASSA, night, seen=entry.revision)

    assert read_night(desk.database, night).people == before


def test_a_guest_is_not_served_while_the_house_is_full(desk: Desk, full: int) -> None:
    wait_for_cards(desk, KASSA, full, "Grabner Sepp", "", 1)

    with refused(desk, full, field="count"):
        serve_guest(desk, KASSA, full, 1)
    assert len(waiting_list(desk.database, full)) == 1


def test_a_guest_is_served_or_dropped_only_once(desk: Desk, full: int) -> None:
    wait_for_cards(desk, KASSA, full, "Grabner Sepp", "", 1)
    wait_for_cards(desk, KASSA, full, "Moser Christl", "", 1)
    drop_guest(desk, KASSA, full, 1)

    with refused(desk, full, NotThere):
        drop_guest(desk, KASSA, full, 1)
    assert [guest.name for guest in waiting_list(desk.database, full)] == ["Moser Christl"]


LATER: list[Callable[[Desk, int], object]] = [
    lambda desk, night: move_ticket(desk, KASSA, night, 1, "Franz Zach", ""),
    lambda desk, night: merge_players(desk, KASSA, night, 1, 2),
    lambda desk, night: double_capacity(desk, KASSA, night, seen=8),
    lambda desk, night: wait_for_cards(desk, KASSA, night, "Franz Zach", "", 1),
    lambda desk, night: serve_guest(desk, KASSA, night, 1),
]


@pytest.mark.parametrize("act", LATER)
def test_once_sales_are_closed_no_card_changes_hands(
    desk: Desk, full: int, act: Callable[[Desk, int], object]
) -> None:
    wait_for_cards(desk, KASSA, full, "Grabner Sepp", "", 1)
    played_until(desk, full, Step.ANNOUNCE)

    with refused(desk, full):
        act(desk, full)


def test_the_log_keeps_from_whom_a_card_went(desk: Desk, night: int) -> None:
    sell_unnamed(desk, KASSA, night, 1)
    move_ticket(desk, KASSA, night, 3, "Franz Zach", "")

    entry = read_log(desk.database, night)[0]
    assert (entry.before, entry.after["name"]) == ({"ticket": 3, "player": 2}, "Franz Zach")
