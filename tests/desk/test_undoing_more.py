"""Undoing what reaches further: late cards, people who leave, corrections, voided draws, the end."""

from __future__ import annotations

import json

import pytest

from tests.desk import fresh
from tests.desk.builders import KASSA, a_tournament, key_of, play, played_until, refused
from tests.desk.changed import cost_of_the_other, decided, half_played, loser_of, match, office, origin
from tests.desk.test_undoing import ANNA, BERTA, nothing_to_undo, truth, undo
from tournament.desk import (
    drawing,
    late,
    prizing,
    rearranging,
    results,
    selling,
    undoing,
    voiding,
    withdrawing,
)
from tournament.desk.acts import Desk
from tournament.desk.archive import archive_bytes, export_archive, import_archive
from tournament.desk.cash import read_cash
from tournament.desk.correcting import consequences, consequences_of_withdrawal
from tournament.desk.loading import read_night
from tournament.desk.office import Step, read_log
from tournament.desk.sheets import sheet_tokens
from tournament.desk.verify import verify
from tournament.knockout.rounds import Outcome, Stage
from tournament.store import queries


def holds(desk: Desk, night: int) -> bool:
    return verify(export_archive(desk.database, night)) == ()


def test_a_late_card_taken_back_leaves_its_bye_as_it_was(desk: Desk) -> None:
    night = a_tournament(desk, sold=6, capacity=8)
    played_until(desk, night, "main-1")
    before = truth(desk, night)
    late.sell_late(desk, ANNA, night, "Maria Huber", "Öd", 2)

    undo(desk, night)

    assert truth(desk, night) == before
    assert holds(desk, night)
    assert [ticket.state for ticket in read_night(desk.database, night).tickets[6:]] == ["returned"] * 2


def test_a_late_card_that_has_played_stays(desk: Desk) -> None:
    night = a_tournament(desk, sold=7, capacity=8)
    played_until(desk, night, "main-1")
    entry = late.sell_late(desk, ANNA, night, "Maria Huber", "Öd", 1)
    play(desk, night, next(p for p in office(desk, night).open if 8 in [s.ticket for s in p.sides]))

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


def test_a_late_card_stays_when_another_one_drew_from_what_it_had_left(desk: Desk) -> None:
    night = a_tournament(desk, sold=6, capacity=8)
    played_until(desk, night, "main-1")
    entry = late.sell_late(desk, ANNA, night, "Maria Huber", "Öd", 1)
    late.sell_late(desk, BERTA, night, "Franz Zach", "", 1)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


@pytest.fixture
def night(desk: Desk) -> int:
    return half_played(desk)


def test_going_home_and_coming_back_are_undone(desk: Desk, night: int) -> None:
    player = office(desk, night).open[0].left.player
    here = truth(desk, night)
    withdrawing.withdraw(desk, ANNA, night, player)
    gone = truth(desk, night)
    withdrawing.bring_back(desk, ANNA, night, player)

    undo(desk, night)
    assert truth(desk, night) == gone
    undo(desk, night)
    assert truth(desk, night) == here
    assert holds(desk, night)


def test_whoever_has_lost_another_match_without_play_since_is_not_back_with_one_press(desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    first, *_ = played_until(desk, night, "main-1").open
    play(desk, night, first)
    entry = withdrawing.withdraw(desk, ANNA, night, first.left.player)
    played_until(desk, night, "main-2")

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


def test_going_home_is_not_undone_when_the_opponent_has_gone_too(desk: Desk, night: int) -> None:
    pairing = office(desk, night).open[0]
    entry = withdrawing.withdraw(desk, ANNA, night, pairing.left.player)
    assert pairing.right
    withdrawing.withdraw(desk, BERTA, night, pairing.right.player)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


def test_a_correction_that_exchanged_two_cards_is_undone(desk: Desk, night: int) -> None:
    wrong = origin(desk, night, "main-1", office(desk, night).open[0])
    before, loser = truth(desk, night), loser_of(wrong).ticket
    cost = cost_of_the_other(desk, night, wrong)
    results.record_result(desk, ANNA, night, key_of(wrong), seen=wrong.revision, winner=loser, confirmed=cost)
    assert truth(desk, night) != before

    undo(desk, night)

    assert truth(desk, night) == before
    assert holds(desk, night)


def test_a_correction_is_not_undone_once_the_exchanged_card_has_played(desk: Desk, night: int) -> None:
    follows = office(desk, night).open[0]
    wrong = origin(desk, night, "main-1", follows)
    entry = results.record_result(
        desk,
        ANNA,
        night,
        key_of(wrong),
        seen=wrong.revision,
        winner=loser_of(wrong).ticket,
        confirmed=cost_of_the_other(desk, night, wrong),
    )
    play(desk, night, match(desk, night, *follows.key))

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


def test_a_correction_that_lost_results_is_undone_with_all_it_had_lost(desk: Desk, night: int) -> None:
    wrong = origin(desk, night, "main-1", decided(desk, night, "main-2")[0])
    key, loser, before = key_of(wrong), loser_of(wrong).ticket, truth(desk, night)
    told = consequences(desk.database, night, key, Outcome.PLAYED, loser)
    assert told.lost
    results.record_result(desk, ANNA, night, key, seen=wrong.revision, winner=loser, confirmed=told.cost)

    undo(desk, night)

    assert truth(desk, night) == before
    assert holds(desk, night)
    assert nothing_to_undo(desk, night)


def test_a_result_taken_back_with_those_that_hung_on_it_is_put_back(desk: Desk, night: int) -> None:
    wrong = origin(desk, night, "main-1", decided(desk, night, "main-2")[0])
    lost = f"main-2/{decided(desk, night, 'main-2')[0].number}"
    before = truth(desk, night)
    results.withdraw_result(desk, ANNA, night, key_of(wrong), seen=wrong.revision, confirmed=lost)

    undo(desk, night)

    assert truth(desk, night) == before
    assert holds(desk, night)


def test_a_match_is_not_put_back_as_played_while_another_it_came_from_is_open(desk: Desk, night: int) -> None:
    later = decided(desk, night, "main-2")[0]
    mine = origin(desk, night, "main-1", later)
    [yours] = [p for p in decided(desk, night, "main-1") if p.winner == later.sides[1].ticket]
    cost = f"{later.round}/{later.number}"
    entry = results.withdraw_result(desk, ANNA, night, key_of(mine), seen=mine.revision, confirmed=cost)
    results.withdraw_result(desk, BERTA, night, key_of(yours), seen=yours.revision)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


def test_a_lost_result_that_is_the_same_at_once_goes_with_the_correction_that_lost_it(desk: Desk) -> None:
    night = half_played(desk)
    later = office(desk, night).open[0]
    withdrawing.withdraw(desk, KASSA, night, later.left.player)
    first = match(desk, night, *origin(desk, night, "main-1", later).key)
    before = truth(desk, night)
    cost = consequences_of_withdrawal(desk.database, night, key_of(first)).cost
    results.withdraw_result(desk, ANNA, night, key_of(first), seen=first.revision, confirmed=cost)

    undo(desk, night)

    assert truth(desk, night) == before
    assert nothing_to_undo(desk, night)


def void(desk: Desk, night: int, number: int) -> int:
    lost = voiding.would_be_lost(read_night(desk.database, night), Stage.MAIN, number)
    return voiding.void_draw(desk, ANNA, night, Stage.MAIN, number, seen=lost).revision


@pytest.mark.parametrize("number", [1, 2])
def test_a_voided_draw_is_there_again_with_its_lots_and_results(desk: Desk, number: int) -> None:
    night = a_tournament(desk, sold=14, capacity=16)
    played_until(desk, night, "main-1")
    late.sell_late(desk, KASSA, night, "Maria Huber", "Öd", 1)
    played_until(desk, night, "main-2")
    play(desk, night, office(desk, night).open[0], games_won=(2, 1))
    before = truth(desk, night)
    void(desk, night, number)

    undo(desk, night)

    assert truth(desk, night) == before
    assert holds(desk, night)


def test_the_link_on_a_printed_slip_leads_there_again_when_its_two_players_do_meet(desk: Desk) -> None:
    night = half_played(desk, score_sheets=True)
    later = office(desk, night).open[0]
    first = match(desk, night, *origin(desk, night, "main-1", later).key)
    before = sheet_tokens(desk.database, night)

    winner, cost = loser_of(first).ticket, cost_of_the_other(desk, night, first)
    results.record_result(
        desk, ANNA, night, key_of(first), seen=first.revision, winner=winner, confirmed=cost
    )
    assert sheet_tokens(desk.database, night)[later.key] != before[later.key]
    undo(desk, night)
    assert sheet_tokens(desk.database, night) == before

    void(desk, night, 2)
    undo(desk, night)
    assert sheet_tokens(desk.database, night) == before


def test_a_voided_draw_stays_void_once_it_is_announced_anew(desk: Desk, night: int) -> None:
    revision = void(desk, night, 2)
    drawing.announce_draw(desk, BERTA, night)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=revision)


def test_a_voided_draw_stays_void_once_a_result_before_it_was_changed(desk: Desk, night: int) -> None:
    revision = void(desk, night, 2)
    first = decided(desk, night, "main-1")[0]
    play(desk, night, first, loser_of(first).ticket)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=revision)


def test_a_final_needs_no_seed_though_a_larger_draw_of_its_name_was_undone(desk: Desk) -> None:
    night = a_tournament(desk, sold=4, capacity=4)
    played_until(desk, night, Step.ANNOUNCE)
    drawing.announce_draw(desk, ANNA, night)
    drawing.draw_rounds(desk, ANNA, night)
    undo(desk, night)
    selling.reopen_sales(desk, ANNA, night)
    for card in (3, 4):
        fresh.take_back(desk, ANNA, night, card)

    played_until(desk, night, "main-1")

    assert holds(desk, night)


def test_what_was_undone_since_stands_in_nobodys_way(desk: Desk, night: int) -> None:
    before = truth(desk, night)
    revision = void(desk, night, 2)
    first = decided(desk, night, "main-1")[0]
    results.record_result(
        desk, BERTA, night, key_of(first), seen=first.revision, winner=loser_of(first).ticket
    )
    undo(desk, night, BERTA)

    undoing.undo(desk, ANNA, night, seen=revision)

    assert truth(desk, night) == before


def finished(desk: Desk) -> int:
    night = a_tournament(desk, sold=8, prizes=["Gans"] * 6)
    played_until(desk, night, Step.FINISH)
    return night


def test_the_end_and_its_taking_back_are_undone(desk: Desk) -> None:
    night = finished(desk)
    open_ = truth(desk, night)
    prizing.finish(desk, ANNA, night)
    fresh.collect_prize(desk, BERTA, night, 1)
    closed = truth(desk, night)
    prizing.reopen(desk, ANNA, night)

    undo(desk, night)
    assert truth(desk, night) == closed
    assert holds(desk, night)
    undo(desk, night, BERTA)
    undo(desk, night)
    assert truth(desk, night) == open_


def test_a_night_opened_again_and_undone_to_its_sales_still_holds(desk: Desk) -> None:
    night = a_tournament(desk, sold=0, capacity=4, prizes=["Gans"])
    for name in ("Huber", "Zach"):
        selling.sell(desk, ANNA, night, name, "", 1)
    selling.close_sales(desk, ANNA, night, seen_sold=2)
    drawing.draw_rounds(desk, ANNA, night)
    final = office(desk, night).open[0]
    results.record_result(desk, ANNA, night, key_of(final), seen=final.revision, winner=final.left.ticket)
    prizing.finish(desk, ANNA, night)
    prizing.reopen(desk, ANNA, night)

    for _ in range(7):
        undo(desk, night)

    assert read_night(desk.database, night).live_tickets == ()
    assert holds(desk, night)


def test_the_end_stays_once_somebody_has_his_prize(desk: Desk) -> None:
    night = finished(desk)
    entry = prizing.finish(desk, ANNA, night)
    fresh.collect_prize(desk, BERTA, night, 1)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


def test_a_reopened_night_is_not_closed_with_one_press_after_a_correction(desk: Desk) -> None:
    night = finished(desk)
    prizing.finish(desk, BERTA, night)
    entry = prizing.reopen(desk, ANNA, night)
    final = decided(desk, night, "main-3")[0]
    play(desk, night, final, loser_of(final).ticket)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


def waiting(desk: Desk, night: int) -> list[str]:
    return [guest.name for guest in rearranging.waiting_list(desk.database, night)]


def test_the_waiting_list_is_as_it_was(desk: Desk) -> None:
    night = a_tournament(desk, sold=8, capacity=8)
    rearranging.wait_for_cards(desk, ANNA, night, "Maria Huber", "Öd", 1)
    rearranging.drop_guest(desk, ANNA, night, 1)

    undo(desk, night)
    assert waiting(desk, night) == ["Maria Huber"]
    undo(desk, night)
    assert waiting(desk, night) == []


def test_a_guest_served_by_mistake_waits_again_and_his_card_is_back(desk: Desk) -> None:
    night = a_tournament(desk, sold=8, capacity=8)
    rearranging.wait_for_cards(desk, KASSA, night, "Maria Huber", "Öd", 1)
    fresh.take_back(desk, KASSA, night, 8)
    before = truth(desk, night)
    fresh.serve_guest(desk, ANNA, night, 1)

    undo(desk, night)

    assert truth(desk, night) == before
    assert waiting(desk, night) == ["Maria Huber"]


def test_long_rows_of_acts_are_undone_one_after_the_other(desk: Desk) -> None:
    night = a_tournament(desk, sold=0, capacity=64)
    for number in range(25):
        selling.sell(desk, ANNA, night, f"Zach {number}", "", 1)

    for _ in range(25):
        undo(desk, night)

    assert read_night(desk.database, night).live_tickets == ()
    assert nothing_to_undo(desk, night)


def test_two_entries_that_were_one_person_after_all_are_two_again(desk: Desk) -> None:
    night = a_tournament(desk, sold=4, capacity=16)
    before = export_archive(desk.database, night)["players"]
    fresh.merge_players(desk, ANNA, night, 2, 1)

    undo(desk, night)

    assert sorted(export_archive(desk.database, night)["players"], key=lambda p: p["id"]) == before


def test_merged_entries_stay_one_when_a_card_has_gone_on(desk: Desk) -> None:
    night = a_tournament(desk, sold=4, capacity=16)
    entry = fresh.merge_players(desk, ANNA, night, 2, 1)
    fresh.move_ticket(desk, BERTA, night, 2, "Huber 3", "")

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


def test_why_an_act_cannot_be_undone_is_said_at_once(desk: Desk) -> None:
    night = a_tournament(desk, sold=0)
    offered = undoing.last_act(desk.database, night, KASSA.by)
    assert offered
    assert str(offered.obstacle) == "A tournament that was opened stays."

    with refused(desk, night):
        undoing.undo(desk, KASSA, night, seen=offered.entry.revision)


def test_what_came_with_an_archive_is_not_undone_here(desk: Desk, night: int) -> None:
    play(desk, night, office(desk, night).open[0])
    copy = import_archive(desk.database, archive_bytes(desk.database, night))

    offered = undoing.last_act(desk.database, copy, KASSA.by)

    assert offered
    assert str(offered.obstacle) == "This came in with an archive."
    with refused(desk, copy):
        undoing.undo(desk, KASSA, copy, seen=offered.entry.revision)


def test_an_archive_names_what_was_undone_by_its_place_in_the_log(desk: Desk) -> None:
    """After going back to a backup the revisions of a log have a gap."""
    night = a_tournament(desk, sold=4, capacity=8)
    with desk.database.writing() as session:
        tournament = queries.tournament(session, night)
        assert tournament
        tournament.revision += 100
    fresh.take_back(desk, ANNA, night, 4)
    undo(desk, night)

    copy = import_archive(desk.database, archive_bytes(desk.database, night))

    undone = read_log(desk.database, copy)[0]
    assert (undone.act, undone.after["revision"], undone.revision) == ("undo", 3, 4)
    assert read_cash(desk.database, copy).refunded == 0
    assert json.loads(archive_bytes(desk.database, copy)) == export_archive(desk.database, night)
