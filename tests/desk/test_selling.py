"""Selling: what a cash desk does, what it is told, and what is refused without a trace (rules, section 1)."""

from __future__ import annotations

import pytest

from tests.desk.builders import KASSA, a_tournament, played_until, refused, snapshot
from tests.desk.fresh import pay, take_back
from tournament.desk.acts import Desk, Stamp
from tournament.desk.drawing import announce_draw
from tournament.desk.loading import read_night
from tournament.desk.office import Step, read_log, read_office
from tournament.desk.selling import close_sales, name_ticket, rename, reopen_sales, sell, sell_unnamed
from tournament.errors import NotThere, Overtaken, RuleBroken


def states(desk: Desk, tournament: int) -> dict[int, str]:
    return {ticket.number: ticket.state.value for ticket in read_night(desk.database, tournament).tickets}


def test_a_sale_gives_the_next_numbers_at_the_price_of_the_terms(desk: Desk) -> None:
    tournament = a_tournament(desk, 0, ticket_price_cents=700)

    entry = sell(desk, KASSA, tournament, " Huber Franz ", "Öd", 2)

    assert (entry.act, entry.by, entry.revision) == ("sell", "Kassa", 2)
    assert entry.after == {
        "player": 1,
        "name": "Huber Franz",
        "town": "Öd",
        "tickets": [1, 2],
        "state": "paid",
        "cents": 1400,
    }
    night = read_night(desk.database, tournament)
    assert night.revision == 2
    assert [(t.number, t.player, t.price_cents) for t in night.tickets] == [(1, 1, 700), (2, 1, 700)]


def test_who_buys_again_stays_the_same_player(desk: Desk) -> None:
    tournament = a_tournament(desk, 0)
    sell(desk, KASSA, tournament, "Huber Franz", "Öd", 1)

    entry = sell(desk, KASSA, tournament, "Huber Franz", "Öd", 1)

    assert (entry.after["player"], entry.after["tickets"]) == (1, [2])


def test_two_people_of_one_name_are_told_apart_by_their_towns(desk: Desk) -> None:
    tournament = a_tournament(desk, 0)
    sell(desk, KASSA, tournament, "Huber Franz", "Öd", 1)

    with refused(desk, tournament, field="town") as caught:
        sell(desk, KASSA, tournament, "Huber Franz", "", 1)
    assert "Huber Franz from Öd" in str(caught.value)

    assert sell(desk, KASSA, tournament, "Huber Franz", "Altdorf", 1).after["player"] == 2


@pytest.mark.parametrize("name", ["", "   ", "\t"])
def test_nobody_is_sold_a_card_without_a_name(desk: Desk, name: str) -> None:
    tournament = a_tournament(desk, 0)

    with refused(desk, tournament, field="name"):
        sell(desk, KASSA, tournament, name, "Öd", 1)


@pytest.mark.parametrize("name", ["Hu\x00ber", "Hu\nber", "H" * 201, "\ud800"])
def test_a_name_that_cannot_be_printed_is_refused(desk: Desk, name: str) -> None:
    tournament = a_tournament(desk, 0)

    with refused(desk, tournament, field="name"):
        sell(desk, KASSA, tournament, name, "", 1)


@pytest.mark.parametrize(
    "name", ["Þórdís", "Łukasz", "O'Brien", "d'Angelo", "🂡 Herzass", "محمد علي", "H" * 200]
)
def test_a_name_is_kept_as_typed(desk: Desk, name: str) -> None:
    tournament = a_tournament(desk, 0)

    sell(desk, KASSA, tournament, name, "Öd", 1)

    assert read_night(desk.database, tournament).people[0].name == name


def test_a_player_never_has_more_cards_than_the_limit(desk: Desk) -> None:
    tournament = a_tournament(desk, 0)
    sell(desk, KASSA, tournament, "Huber", "", 2)

    with refused(desk, tournament, field="count") as caught:
        sell(desk, KASSA, tournament, "Huber", "", 2)
    assert str(caught.value) == "At most 3 cards per player; this player has 2."

    sell(desk, KASSA, tournament, "Huber", "", 1)


def test_a_card_taken_back_can_be_bought_again_within_the_limit(desk: Desk) -> None:
    tournament = a_tournament(desk, 3, each=3)
    take_back(desk, KASSA, tournament, 2)

    assert sell(desk, KASSA, tournament, "Huber 1", "", 1).after["tickets"] == [4]


@pytest.mark.parametrize("count", [0, -1, 10**30])
def test_a_number_of_cards_that_cannot_be_is_refused(desk: Desk, count: int) -> None:
    tournament = a_tournament(desk, 0)

    with refused(desk, tournament, field="count"):
        sell(desk, KASSA, tournament, "Huber", "", count)
    with refused(desk, tournament, field="count"):
        sell_unnamed(desk, KASSA, tournament, count)


def test_a_full_house_sells_no_card_of_any_kind(desk: Desk) -> None:
    tournament = a_tournament(desk, 8, capacity=8)

    with refused(desk, tournament, field="count"):
        sell(desk, KASSA, tournament, "Huber", "", 1)
    with refused(desk, tournament, field="count"):
        sell_unnamed(desk, KASSA, tournament, 1)


def test_a_refused_sale_does_not_enter_the_player(desk: Desk) -> None:
    tournament = a_tournament(desk, 8, capacity=8)

    with refused(desk, tournament):
        sell(desk, KASSA, tournament, "Somebody new", "", 1)

    assert len(read_night(desk.database, tournament).people) == 8


def test_a_reserved_card_is_due_until_it_is_paid(desk: Desk) -> None:
    tournament = a_tournament(desk, 0)
    sell(desk, KASSA, tournament, "Huber", "", 2, paid=False)
    assert read_office(desk.database, tournament).money.due == 1000

    entry = pay(desk, KASSA, tournament, [1, 2])

    assert entry.after == {"tickets": [1, 2], "cents": 1000}
    money = read_office(desk.database, tournament).money
    assert (money.due, money.paid) == (0, 1000)


@pytest.mark.parametrize("tickets", [[3], [1, 3], [1, 1], [], [9], [10**30]])
def test_what_is_not_owed_cannot_be_paid(desk: Desk, tickets: list[int]) -> None:
    tournament = a_tournament(desk, 2, paid=False)
    sell(desk, KASSA, tournament, "Zach", "", 1, paid=True)

    with refused(desk, tournament, NotThere if max(tickets, default=0) > 3 else RuleBroken, field="ticket"):
        pay(desk, KASSA, tournament, tickets)


def test_a_reserved_card_can_be_paid_after_the_draw(desk: Desk) -> None:
    tournament = a_tournament(desk, 4, paid=False)
    played_until(desk, tournament, "main-1")

    pay(desk, KASSA, tournament, [2])

    assert states(desk, tournament)[2] == "paid"


def test_a_card_taken_back_leaves_a_gap_and_its_price_is_refunded(desk: Desk) -> None:
    tournament = a_tournament(desk, 3)

    entry = take_back(desk, KASSA, tournament, 2)

    assert entry.before == {"ticket": 2, "player": 2, "state": "paid"}
    assert entry.after == {"ticket": 2, "player": 2, "state": "returned", "refund_cents": 500}
    assert sell(desk, KASSA, tournament, "Zach", "", 1).after["tickets"] == [4]
    assert states(desk, tournament) == {1: "paid", 2: "returned", 3: "paid", 4: "paid"}


def test_a_reserved_card_is_taken_back_without_refund(desk: Desk) -> None:
    tournament = a_tournament(desk, 1, paid=False)

    assert take_back(desk, KASSA, tournament, 1).after["refund_cents"] == 0


def test_a_number_is_never_used_twice_even_if_the_last_card_came_back(desk: Desk) -> None:
    tournament = a_tournament(desk, 3)
    take_back(desk, KASSA, tournament, 3)

    assert sell(desk, KASSA, tournament, "Zach", "", 1).after["tickets"] == [4]


def test_a_card_is_taken_back_once(desk: Desk) -> None:
    tournament = a_tournament(desk, 1)
    take_back(desk, KASSA, tournament, 1)

    with refused(desk, tournament, NotThere, field="ticket"):
        take_back(desk, KASSA, tournament, 1)


def test_presale_cards_are_named_later_up_to_the_limit(desk: Desk) -> None:
    tournament = a_tournament(desk, 0)
    assert sell_unnamed(desk, KASSA, tournament, 4).after["tickets"] == [1, 2, 3, 4]

    entry = name_ticket(desk, KASSA, tournament, 3, "Huber", "Öd")
    name_ticket(desk, KASSA, tournament, 1, "Huber", "Öd")
    name_ticket(desk, KASSA, tournament, 2, "Huber", "Öd")

    assert entry.before == {"ticket": 3, "player": None}
    assert entry.after == {"ticket": 3, "player": 1, "name": "Huber", "town": "Öd"}
    with refused(desk, tournament, field="count"):
        name_ticket(desk, KASSA, tournament, 4, "Huber", "Öd")


def test_a_card_is_named_once_and_only_if_it_is_out(desk: Desk) -> None:
    tournament = a_tournament(desk, 1)
    sell_unnamed(desk, KASSA, tournament, 1)
    take_back(desk, KASSA, tournament, 2)

    with refused(desk, tournament, field="ticket"):
        name_ticket(desk, KASSA, tournament, 1, "Zach", "")
    with refused(desk, tournament, NotThere, field="ticket"):
        name_ticket(desk, KASSA, tournament, 2, "Zach", "")


def test_cards_without_a_name_hold_up_the_closing_and_are_named_in_the_reason(desk: Desk) -> None:
    tournament = a_tournament(desk, 2)
    sell_unnamed(desk, KASSA, tournament, 2)

    with refused(desk, tournament) as caught:
        close_sales(desk, KASSA, tournament, seen_sold=4)
    assert "3, 4" in str(caught.value)

    name_ticket(desk, KASSA, tournament, 3, "Zach", "")
    take_back(desk, KASSA, tournament, 4)
    close_sales(desk, KASSA, tournament, seen_sold=3)


def test_closing_fixes_the_size_that_was_shown(desk: Desk) -> None:
    tournament = a_tournament(desk, 50)
    shown = read_office(desk.database, tournament).closing
    assert (shown.sold, shown.size, shown.byes, shown.matches, shown.obstacle) == (50, 64, 14, 18, None)

    entry = close_sales(desk, KASSA, tournament, seen_sold=50)

    assert entry.after == {"sold": 50, "size": 64, "byes": 14}
    assert read_night(desk.database, tournament).size == 64


def test_closing_is_refused_with_both_counts_if_a_card_was_sold_meanwhile(desk: Desk) -> None:
    tournament = a_tournament(desk, 4)
    sell(desk, KASSA, tournament, "Zach", "", 1)

    with refused(desk, tournament, Overtaken) as caught:
        close_sales(desk, KASSA, tournament, seen_sold=4)

    assert isinstance(caught.value, Overtaken)
    assert (caught.value.mine, caught.value.theirs) == (4, 5)


@pytest.mark.parametrize("sold", [0, 1])
def test_sales_of_fewer_than_two_cards_cannot_close(desk: Desk, sold: int) -> None:
    tournament = a_tournament(desk, sold)

    with refused(desk, tournament):
        close_sales(desk, KASSA, tournament, seen_sold=sold)
    assert read_office(desk.database, tournament).closing.obstacle is not None


def test_after_closing_nothing_is_sold_named_or_taken_back_until_sales_reopen(desk: Desk) -> None:
    tournament = a_tournament(desk, 33, capacity=64)
    close_sales(desk, KASSA, tournament, seen_sold=33)

    with refused(desk, tournament):
        sell(desk, KASSA, tournament, "Zach", "", 1)
    with refused(desk, tournament):
        sell_unnamed(desk, KASSA, tournament, 1)
    with refused(desk, tournament):
        take_back(desk, KASSA, tournament, 1)
    with refused(desk, tournament):
        close_sales(desk, KASSA, tournament, seen_sold=33)

    entry = reopen_sales(desk, KASSA, tournament)
    assert (entry.before, entry.after) == ({"size": 64}, {"size": None})
    take_back(desk, KASSA, tournament, 1)
    close_sales(desk, KASSA, tournament, seen_sold=32)
    assert read_night(desk.database, tournament).size == 32


def test_sales_reopen_only_if_closed_and_before_a_draw_is_announced(desk: Desk) -> None:
    tournament = a_tournament(desk, 8)
    with refused(desk, tournament):
        reopen_sales(desk, KASSA, tournament)
    played_until(desk, tournament, Step.ANNOUNCE)
    announce_draw(desk, KASSA, tournament)

    with refused(desk, tournament):
        reopen_sales(desk, KASSA, tournament)
    with refused(desk, tournament, field="ticket") as caught:
        take_back(desk, KASSA, tournament, 1)
    assert "After the draw" in str(caught.value)


def test_a_renamed_player_keeps_his_cards(desk: Desk) -> None:
    tournament = a_tournament(desk, 2, each=2)
    seen = read_night(desk.database, tournament).people[0].revision

    entry = rename(desk, KASSA, tournament, 1, "Huber Franz", "Öd", seen=seen)

    assert entry.before == {"player": 1, "name": "Huber 1", "town": ""}
    assert entry.after == {"player": 1, "name": "Huber Franz", "town": "Öd"}
    night = read_night(desk.database, tournament)
    assert night.people[0].revision == entry.revision
    assert set(night.holders.values()) == {1}


def test_a_rename_from_an_old_page_is_refused_with_both_names(desk: Desk) -> None:
    tournament = a_tournament(desk, 1)
    seen = read_night(desk.database, tournament).people[0].revision
    rename(desk, KASSA, tournament, 1, "Theirs", "", seen=seen)

    with refused(desk, tournament, Overtaken) as caught:
        rename(desk, KASSA, tournament, 1, "Mine", "Öd", seen=seen)

    assert isinstance(caught.value, Overtaken)
    assert caught.value.mine == {"name": "Mine", "town": "Öd"}
    assert caught.value.theirs == {"player": 1, "name": "Theirs", "town": ""}


def test_nobody_is_renamed_to_somebody_else_and_nobody_who_is_not_there(desk: Desk) -> None:
    tournament = a_tournament(desk, 2)
    people = read_night(desk.database, tournament).people

    with refused(desk, tournament, field="name"):
        rename(desk, KASSA, tournament, 1, "Huber 2", "", seen=people[0].revision)
    with refused(desk, tournament, field="name"):
        rename(desk, KASSA, tournament, 1, " ", "", seen=people[0].revision)
    with refused(desk, tournament, NotThere):
        rename(desk, KASSA, tournament, 10**30, "Zach", "", seen=1)


def test_the_same_form_sent_twice_sells_once_and_answers_the_same(desk: Desk) -> None:
    tournament = a_tournament(desk, 0)
    form = Stamp("Kassa", key="form-1")
    first = sell(desk, form, tournament, "Huber", "", 1)
    before = snapshot(desk, tournament)

    again = sell(desk, form, tournament, "Huber", "", 1)

    assert (first.repeated, again.repeated) == (False, True)
    assert (again.revision, again.at, again.after) == (first.revision, first.at, first.after)
    assert snapshot(desk, tournament) == before


def test_a_refused_form_can_be_mended_and_sent_again_under_its_key(desk: Desk) -> None:
    tournament = a_tournament(desk, 0)
    form = Stamp("Kassa", key="form-1")
    with refused(desk, tournament):
        sell(desk, form, tournament, "Huber", "", 9)

    assert sell(desk, form, tournament, "Huber", "", 1).repeated is False


@pytest.mark.parametrize("missing", [99, 10**30])
def test_nothing_is_sold_in_a_tournament_that_does_not_exist(desk: Desk, missing: int) -> None:
    with pytest.raises(NotThere):
        sell(desk, KASSA, missing, "Huber", "", 1)
    with pytest.raises(NotThere):
        read_night(desk.database, missing)
    assert read_log(desk.database, 99) == ()
