"""Acts from a page that is out of date: nothing is overwritten, and both values are said (decision 0002)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.desk import fresh
from tests.desk.builders import KASSA, a_tournament, play, played_until, refused
from tests.desk.changed import decided, loser_of
from tournament.desk.acts import Desk
from tournament.desk.letterhead import Letterhead, read_letterhead, write_letterhead
from tournament.desk.office import Step, read_office
from tournament.desk.prizing import collect_prize, finish, reopen
from tournament.desk.rearranging import double_capacity, move_ticket, serve_guest, wait_for_cards
from tournament.desk.selling import pay, sell, take_back
from tournament.desk.users import Role, add_user, change_role, find_account, remove_user
from tournament.errors import Overtaken


@contextmanager
def overtaken(desk: Desk, night: int, mine: dict[str, Any], theirs: dict[str, Any]) -> Iterator[None]:
    """What is done within is refused with both values, and changes nothing."""
    with refused(desk, night, Overtaken) as caught:
        yield
    assert isinstance(caught.value, Overtaken)
    assert caught.value.mine == mine
    assert isinstance(caught.value.theirs, dict)
    assert {name: caught.value.theirs[name] for name in theirs} == theirs


@pytest.fixture
def night(desk: Desk) -> int:
    """Card 1 is reserved for Huber, card 2 for Moser."""
    night = a_tournament(desk, sold=0, capacity=8)
    sell(desk, KASSA, night, "Huber", "Öd", 1, paid=False)
    sell(desk, KASSA, night, "Moser", "Ried", 1, paid=False)
    return night


def test_the_money_of_one_is_not_taken_for_a_card_that_is_another_s_by_now(desk: Desk, night: int) -> None:
    fresh.move_ticket(desk, KASSA, night, 1, "Moser", "Ried")

    with overtaken(
        desk,
        night,
        {"name": "Huber", "town": "Öd", "player": 1},
        {"name": "Moser", "town": "Ried", "state": "reserved"},
    ):
        pay(desk, KASSA, night, [1], player=1)


def test_a_card_is_not_given_to_two_people(desk: Desk, night: int) -> None:
    seen = fresh.revision_of(desk, night, 1)
    move_ticket(desk, KASSA, night, 1, "Zach", "", seen=seen)

    with overtaken(desk, night, {"name": "Xaver", "town": "Öd"}, {"name": "Zach", "town": ""}):
        move_ticket(desk, KASSA, night, 1, "Xaver", "Öd", seen=seen)


def test_a_card_that_changed_hands_is_not_taken_back_from_the_wrong_one(desk: Desk, night: int) -> None:
    seen = fresh.revision_of(desk, night, 1)
    fresh.move_ticket(desk, KASSA, night, 1, "Xaver", "")

    with overtaken(desk, night, {"name": None, "state": "returned"}, {"name": "Xaver", "state": "reserved"}):
        take_back(desk, KASSA, night, 1, seen=seen)


def test_a_card_paid_meanwhile_is_not_taken_back_as_a_reserved_one(desk: Desk, night: int) -> None:
    seen = fresh.revision_of(desk, night, 1)
    fresh.pay(desk, KASSA, night, [1])

    with overtaken(desk, night, {"name": None, "state": "returned"}, {"name": "Huber", "state": "paid"}):
        take_back(desk, KASSA, night, 1, seen=seen)


def test_a_guest_is_sold_what_the_button_said_and_not_once_more_by_another_desk(desk: Desk) -> None:
    night = a_tournament(desk, sold=8, capacity=8)
    wait_for_cards(desk, KASSA, night, "Grabner Sepp", "", 3)
    double_capacity(desk, KASSA, night, seen=8)
    sold = serve_guest(desk, KASSA, night, 1, 1, seen=3)
    assert sold.after["tickets"] == [9]

    with overtaken(desk, night, {"waits": 3}, {"waits": 2}):
        serve_guest(desk, KASSA, night, 1, 1, seen=3)


def with_the_fourth_prize_corrected(desk: Desk, *, collected: bool) -> tuple[int, str, str]:
    """The fourth has his prize already, or not; then he becomes third. The night, he, and the new fourth."""
    night = a_tournament(desk, 8, prizes=["Ferkel", "Gans", "Schinken", "Würste"])
    played_until(desk, night, Step.AWARD)
    if collected:
        fresh.collect_prize(desk, KASSA, night, 4)
    reopen(desk, KASSA, night)
    [wrong] = decided(desk, night, "third-2")
    play(desk, night, wrong, loser_of(wrong).ticket)
    finish(desk, KASSA, night)
    third, fourth = (place.side for place in read_office(desk.database, night).board.places[2:4])
    return night, f"{third.ticket} {third.name}", f"{fourth.ticket} {fourth.name}"


def number(card: str) -> int:
    return int(card.split()[0])


def test_a_prize_is_not_ticked_off_for_whoever_wins_it_by_now(desk: Desk) -> None:
    night, was, now = with_the_fourth_prize_corrected(desk, collected=False)

    with overtaken(desk, night, {"name": was}, {"name": now}):
        collect_prize(desk, KASSA, night, 4, seen=number(was))


def test_a_prize_handed_on_meanwhile_is_not_given_back_by_the_wrong_one(desk: Desk) -> None:
    night, had, winner = with_the_fourth_prize_corrected(desk, collected=True)
    fresh.collect_prize(desk, KASSA, night, 4)

    with overtaken(desk, night, {"name": had}, {"name": winner}):
        collect_prize(desk, KASSA, night, 4, seen=number(had), collected=False)


def test_a_tick_taken_back_meanwhile_is_not_taken_back_again(desk: Desk) -> None:
    night = a_tournament(desk, 4, prizes=["Gans"])
    played_until(desk, night, Step.AWARD)
    fresh.collect_prize(desk, KASSA, night, 1)
    seen = read_office(desk.database, night).board.places[0].side.ticket
    collect_prize(desk, KASSA, night, 1, seen=seen, collected=False)

    with overtaken(desk, night, {"name": f"{seen} Huber {seen}"}, {"name": None}):
        collect_prize(desk, KASSA, night, 1, seen=seen, collected=False)


def test_an_account_changed_meanwhile_keeps_its_role_its_password_and_itself(desk: Desk) -> None:
    database = desk.database
    add_user(database, "Resi", "Herzass-sticht", Role.MANAGEMENT)
    add_user(database, "Sepp", "0815", Role.CASH_DESK)
    old = find_account(database, "Sepp")
    assert old
    change_role(database, "Sepp", Role.REFEREE, seen=old.state)
    stands = find_account(database, "Sepp")

    with pytest.raises(Overtaken) as caught:
        change_role(database, "Sepp", Role.CASH_DESK, "4711", seen=old.state)
    with pytest.raises(Overtaken):
        remove_user(database, "Sepp", seen=old.state)

    assert (caught.value.mine, caught.value.theirs) == ({"role": "cash-desk"}, {"role": "referee"})
    assert find_account(database, "Sepp") == stands


def test_a_password_given_meanwhile_is_not_replaced_unseen(desk: Desk) -> None:
    add_user(desk.database, "Sepp", "0815", Role.CASH_DESK)
    old = find_account(desk.database, "Sepp")
    assert old
    change_role(desk.database, "Sepp", Role.CASH_DESK, "4711", seen=old.state)

    with pytest.raises(Overtaken):
        change_role(desk.database, "Sepp", Role.CASH_DESK, "4712", seen=old.state)


@pytest.mark.parametrize("first", [Letterhead(sponsors="Raika"), Letterhead(b"a logo")])
def test_a_letterhead_written_meanwhile_stays(desk: Desk, first: Letterhead) -> None:
    seen = read_letterhead(desk.database).state
    write_letterhead(desk.database, first, seen=seen)

    with pytest.raises(Overtaken) as caught:
        write_letterhead(desk.database, Letterhead(sponsors="Huber"), seen=seen)

    assert (caught.value.mine, caught.value.theirs) == (
        {"sponsors": "Huber"},
        {"sponsors": first.sponsors},
    )
    assert read_letterhead(desk.database) == first
