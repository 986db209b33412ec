"""Undoing one's own last act: all is as it was before, unless somebody has gone on from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.desk import fresh
from tests.desk.builders import KASSA, a_tournament, key_of, play, played_until, refused, terms_for
from tests.desk.changed import decided, half_played, match, office
from tournament.desk import cash, drawing, prizing, rearranging, results, selling, undoing
from tournament.desk.acts import Desk, Stamp
from tournament.desk.archive import export_archive
from tournament.desk.loading import read_night
from tournament.desk.office import Step, read_log
from tournament.desk.players import PlayerRow, import_players
from tournament.desk.tournaments import change_terms
from tournament.desk.verify import verify
from tournament.store import queries

ANNA, BERTA = Stamp("Anna"), Stamp("Berta")


def undo(desk: Desk, night: int, by: Stamp = ANNA) -> None:
    last = undoing.last_act(desk.database, night, by.by)
    assert last
    undoing.undo(desk, by, night, seen=last.entry.revision)


def nothing_to_undo(desk: Desk, night: int, by: Stamp = ANNA) -> bool:
    """Whether no act of this person is offered to be undone."""
    last = undoing.last_act(desk.database, night, by.by)
    return last is None or last.obstacle is not None


def truth(desk: Desk, night: int) -> dict[str, Any]:
    """Everything but who said when; cards taken back, and players without one, count for nothing."""
    archive = export_archive(desk.database, night)
    cards = [card for card in archive["tickets"] if card["state"] != "returned"]
    holders = {card["player"] for card in cards}
    people = [person for person in archive["players"] if person["id"] in holders]
    rest = {name: value for name, value in archive.items() if name not in ("log", "tickets", "players")}
    times = {"announced_at": None, "drawn_at": None}
    rounds = [
        {**round_, **times, "pairings": [{**p, "decided_at": None} for p in round_["pairings"]]}
        for round_ in rest.pop("rounds")
    ]
    return {**rest, "cards": cards, "people": people, "rounds": rounds}


SALES: dict[str, Callable[[Desk, int], object]] = {
    "sell": lambda desk, night: selling.sell(desk, ANNA, night, "Maria Huber", "Öd", 2),
    "sell-to-known": lambda desk, night: selling.sell(desk, ANNA, night, "Huber 1", "", 1),
    "sell-unnamed": lambda desk, night: selling.sell_unnamed(desk, ANNA, night, 2),
    "take-back": lambda desk, night: fresh.take_back(desk, ANNA, night, 3),
    "pay": lambda desk, night: fresh.pay(desk, ANNA, night, [1]),
    "move-ticket": lambda desk, night: fresh.move_ticket(desk, ANNA, night, 2, "Huber 1", ""),
    "name-ticket": lambda desk, night: selling.name_ticket(desk, ANNA, night, 11, "Huber 1", ""),
    "rename": lambda desk, night: selling.rename(desk, ANNA, night, 1, "Zach", "Öd", seen=_seen(desk, night)),
    "double-capacity": lambda desk, night: rearranging.double_capacity(desk, ANNA, night, seen=16),
    "import": lambda desk, night: import_players(desk, ANNA, night, [PlayerRow(1, "Zach", "", 2)], paid=True),
    "merge": lambda desk, night: fresh.merge_players(desk, ANNA, night, 2, 1),
    "terms": lambda desk, night: change_terms(
        desk, ANNA, night, terms_for(capacity=32, venue="Öd", prizes=["Gans"]), seen=1
    ),
    "count-cash": lambda desk, night: cash.count_cash(
        desk, ANNA, night, 100, None, seen=cash.read_cash(desk.database, night).counted
    ),
}


def _seen(desk: Desk, night: int) -> int:
    return read_night(desk.database, night).people[0].revision


@pytest.mark.parametrize("name", SALES)
def test_what_is_done_while_selling_is_undone(desk: Desk, name: str) -> None:
    night = a_tournament(desk, sold=10, paid=False, capacity=16)
    if name == "name-ticket":
        selling.sell_unnamed(desk, BERTA, night, 1)
    before = truth(desk, night)
    SALES[name](desk, night)
    assert truth(desk, night) != before or name == "count-cash"

    undo(desk, night)

    assert truth(desk, night) == before
    assert verify(export_archive(desk.database, night)) == ()
    assert nothing_to_undo(desk, night)


def test_closing_and_opening_the_sales_are_undone(desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    selling.close_sales(desk, ANNA, night, seen_sold=8)
    selling.reopen_sales(desk, ANNA, night)

    undo(desk, night)
    assert read_night(desk.database, night).size == 8
    undo(desk, night)
    assert read_night(desk.database, night).size is None


def test_reopened_sales_stay_open_once_a_card_without_a_name_is_sold(desk: Desk) -> None:
    night = a_tournament(desk, sold=6, capacity=16)
    selling.close_sales(desk, BERTA, night, seen_sold=6)
    entry = selling.reopen_sales(desk, ANNA, night)
    selling.sell_unnamed(desk, BERTA, night, 1)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


def test_a_card_that_has_gone_to_somebody_else_is_not_taken_away_by_undoing_its_sale(desk: Desk) -> None:
    night = a_tournament(desk, sold=4, capacity=16)
    entry = selling.sell(desk, ANNA, night, "Maria Huber", "Öd", 1)
    fresh.move_ticket(desk, BERTA, night, 5, "Huber 1", "")

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


def test_a_card_does_not_go_back_to_an_entry_that_was_merged_or_is_full(desk: Desk) -> None:
    night = a_tournament(desk, sold=4, capacity=16)
    entry = fresh.move_ticket(desk, ANNA, night, 2, "Huber 1", "")
    fresh.merge_players(desk, BERTA, night, 2, 3)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)
    entry = fresh.move_ticket(desk, ANNA, night, 3, "Huber 1", "")
    selling.sell(desk, BERTA, night, "Huber 3", "", 3)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


def test_a_name_somebody_else_has_by_now_is_not_given_back(desk: Desk) -> None:
    night = a_tournament(desk, sold=4, capacity=16)
    entry = selling.rename(desk, ANNA, night, 1, "Zach", "", seen=_seen(desk, night))
    selling.sell(desk, BERTA, night, "Huber 1", "", 1)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


def test_after_closing_a_sale_is_neither_offered_nor_undone(desk: Desk) -> None:
    night = a_tournament(desk, sold=4, capacity=16)
    entry = selling.sell(desk, ANNA, night, "Maria Huber", "Öd", 1)
    selling.close_sales(desk, BERTA, night, seen_sold=5)

    assert nothing_to_undo(desk, night)
    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


def test_a_draw_is_undone_with_its_announcement_whoever_made_that(desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    played_until(desk, night, Step.ANNOUNCE)
    before = truth(desk, night)
    drawing.announce_draw(desk, BERTA, night)
    drawing.draw_rounds(desk, ANNA, night, "Gans")

    undo(desk, night)

    assert truth(desk, night) == before
    assert nothing_to_undo(desk, night, BERTA)


def test_a_draw_that_is_played_is_not_undone_with_one_press(desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    played_until(desk, night, Step.ANNOUNCE)
    drawing.announce_draw(desk, ANNA, night)
    entry = drawing.draw_rounds(desk, ANNA, night)
    play(desk, night, office(desk, night).open[0])

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


def test_a_draw_is_not_undone_under_a_finished_night(desk: Desk) -> None:
    night = a_tournament(desk, sold=2, each=2, capacity=4)
    played_until(desk, night, Step.DRAW)
    entry = drawing.draw_rounds(desk, ANNA, night)
    prizing.finish(desk, BERTA, night)

    assert nothing_to_undo(desk, night)
    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


@pytest.fixture
def night(desk: Desk) -> int:
    return half_played(desk)


def test_a_result_a_correction_and_a_withdrawal_are_undone_one_after_the_other(
    desk: Desk, night: int
) -> None:
    pairing = office(desk, night).open[0]
    key, states = key_of(pairing), [truth(desk, night)]

    def seen() -> int:
        return match(desk, night, *pairing.key).revision

    results.record_result(desk, ANNA, night, key, seen=seen(), games=[(7, 3), (5, 7), (7, 6)])
    states.append(truth(desk, night))
    results.record_walkover(desk, ANNA, night, key, seen=seen(), winner=pairing.sides[1].ticket)
    states.append(truth(desk, night))
    results.withdraw_result(desk, ANNA, night, key, seen=seen())

    for before in reversed(states):
        undo(desk, night)
        assert truth(desk, night) == before
        assert verify(export_archive(desk.database, night)) == ()


def test_a_result_from_which_a_round_was_drawn_is_not_undone_with_one_press(desk: Desk) -> None:
    night = a_tournament(desk, sold=4, capacity=4)
    *others, last = played_until(desk, night, "main-1").open
    for pairing in others:
        play(desk, night, pairing)
    entry = results.record_result(
        desk, ANNA, night, key_of(last), seen=last.revision, winner=last.left.ticket
    )
    played_until(desk, night, "main-2")
    for pairing in office(desk, night).open:
        play(desk, night, pairing)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


def test_ones_own_last_act_is_undone_though_others_went_on_elsewhere(desk: Desk, night: int) -> None:
    mine, yours = office(desk, night).open[:2]
    results.record_result(desk, ANNA, night, key_of(mine), seen=mine.revision, winner=mine.left.ticket)
    results.record_result(desk, BERTA, night, key_of(yours), seen=yours.revision, winner=yours.left.ticket)

    undo(desk, night)

    assert match(desk, night, *mine.key).outcome is None
    assert match(desk, night, *yours.key).winner == yours.left.ticket


def test_a_form_sent_twice_undoes_once(desk: Desk, night: int) -> None:
    for pairing in office(desk, night).open[:2]:
        results.record_result(
            desk, ANNA, night, key_of(pairing), seen=pairing.revision, winner=pairing.left.ticket
        )
    last = undoing.last_act(desk.database, night, ANNA.by)
    assert last

    first = undoing.undo(desk, Stamp("Anna", "form"), night, seen=last.entry.revision)
    again = undoing.undo(desk, Stamp("Anna", "form"), night, seen=last.entry.revision)

    assert (again.repeated, again.revision) == (True, first.revision)
    assert len(decided(desk, night, "main-2")) == 3


def test_prizes_ticked_off_or_not_are_undone(desk: Desk) -> None:
    night = a_tournament(desk, sold=4, prizes=["Gans"])
    played_until(desk, night, Step.AWARD)
    fresh.collect_prize(desk, ANNA, night, 1)

    undo(desk, night)

    assert office(desk, night).board.prizes[0].collected_at is None


def test_nobody_undoes_an_act_of_somebody_else(desk: Desk, night: int) -> None:
    pairing = office(desk, night).open[0]
    entry = play(desk, night, pairing)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)
    assert entry.by == KASSA.by


def test_a_result_of_a_log_that_did_not_tell_the_size_of_its_round_is_undone(desk: Desk) -> None:
    night = half_played(desk)
    result = read_log(desk.database, night)[0]
    with desk.database.writing() as session:
        row = queries.log(session, night)[-1]
        row.before, row.after = (
            {k: v for k, v in told.items() if k != "size"} for told in (row.before, row.after)
        )

    undoing.undo(desk, KASSA, night, seen=result.revision)

    assert match(desk, night, "main-2", result.after["pairing"]).outcome is None
