"""What is not undone with one press, for something was done since that nobody would see go."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.desk import fresh
from tests.desk.builders import KASSA, a_tournament, key_of, play, played_until, refused, terms_for
from tests.desk.changed import half_played, loser_of, match, office, origin
from tests.desk.test_undoing import ANNA, BERTA, undo
from tournament.desk import (
    by_hand,
    drawing,
    late,
    prizing,
    rearranging,
    results,
    selling,
    undoing,
    withdrawing,
)
from tournament.desk.acts import Desk, Entry
from tournament.desk.archive import archive_bytes, export_archive, import_archive
from tournament.desk.loading import read_night
from tournament.desk.office import Step
from tournament.desk.tournaments import change_terms
from tournament.desk.undoing import last_act
from tournament.desk.verify import verify
from tournament.desk.voiding import void_draw, would_be_lost
from tournament.knockout.rounds import Stage
from tournament.store import queries


def voided(desk: Desk, night: int) -> Entry:
    """Anna voids the draw of round one."""
    seen = would_be_lost(read_night(desk.database, night), Stage.MAIN, 1)
    return void_draw(desk, ANNA, night, Stage.MAIN, 1, seen=seen)


@pytest.mark.parametrize(
    "terms", [{"first_round_order": "purchase"}, {"bummerl_to_win": 3}, {"third_place_match": False}]
)
class TestVoidingAndOtherTerms:
    def test_a_draw_made_under_other_terms_stays_void(self, desk: Desk, terms: dict[str, Any]) -> None:
        night = a_tournament(desk, sold=8)
        for pairing in played_until(desk, night, "main-1").open:
            play(desk, night, pairing)
        entry = voided(desk, night)
        change_terms(desk, BERTA, night, terms_for(8, **terms), seen=1)

        with refused(desk, night):
            undoing.undo(desk, ANNA, night, seen=entry.revision)

    def test_terms_that_are_as_they_were_stand_in_nobodys_way(
        self, desk: Desk, terms: dict[str, Any]
    ) -> None:
        night = a_tournament(desk, sold=8)
        played_until(desk, night, "main-1")
        voided(desk, night)
        change_terms(desk, BERTA, night, terms_for(8, **terms), seen=1)
        undo(desk, night, BERTA)

        undo(desk, night)

        assert read_night(desk.database, night).drawn
        assert verify(export_archive(desk.database, night)) == ()

    def test_terms_changed_back_by_undoing_are_other_terms(self, desk: Desk, terms: dict[str, Any]) -> None:
        night = a_tournament(desk, sold=8)
        change_terms(desk, BERTA, night, terms_for(8, **terms), seen=1)
        played_until(desk, night, "main-1")
        entry = voided(desk, night)
        undo(desk, night, BERTA)

        with refused(desk, night):
            undoing.undo(desk, ANNA, night, seen=entry.revision)


def test_a_draw_voided_before_a_venue_was_written_is_there_again(desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    played_until(desk, night, "main-1")
    voided(desk, night)
    change_terms(desk, BERTA, night, terms_for(8, venue="Postwirt"), seen=1)

    undo(desk, night)

    assert read_night(desk.database, night).drawn


def test_a_voided_draw_stays_void_once_the_closing_of_the_sales_was_undone(desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    selling.close_sales(desk, BERTA, night, seen_sold=8)
    played_until(desk, night, "main-1")
    entry = voided(desk, night)
    undo(desk, night, BERTA)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


@pytest.mark.parametrize("from_pots", [False, True])
def test_a_draw_in_which_a_late_card_has_its_lot_is_not_undone(desk: Desk, from_pots: bool) -> None:
    night = a_tournament(desk, sold=3)
    played_until(desk, night, Step.ANNOUNCE)
    if from_pots:
        by_hand.take_pots(desk, KASSA, night)
        for ticket, number in ((1, 1), (2, 2), (3, 1)):
            by_hand.type_lot(desk, KASSA, night, Stage.MAIN, 1, ticket, number)
    else:
        drawing.announce_draw(desk, KASSA, night)
    entry = drawing.draw_rounds(desk, ANNA, night)
    late.sell_late(desk, BERTA, night, "Maria Huber", "Öd", 1)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)
    undo(desk, night, BERTA)
    undo(desk, night)

    assert read_night(desk.database, night).drawn == ()
    assert len(read_night(desk.database, night).live_tickets) == 3


CARDS: dict[str, Callable[[Desk, int], object]] = {
    "sell": lambda desk, night: selling.sell(desk, BERTA, night, "Zach", "", 1),
    "take-back": lambda desk, night: fresh.take_back(desk, BERTA, night, 6),
    "merge": lambda desk, night: fresh.merge_players(desk, BERTA, night, 2, 1),
}


@pytest.mark.parametrize("name", CARDS)
def test_sales_are_not_closed_by_undoing_once_other_cards_are_out(desk: Desk, name: str) -> None:
    night = a_tournament(desk, sold=6, capacity=16)
    selling.close_sales(desk, BERTA, night, seen_sold=6)
    entry = selling.reopen_sales(desk, ANNA, night)
    CARDS[name](desk, night)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)
    undo(desk, night, BERTA)
    undo(desk, night)

    assert read_night(desk.database, night).size == 8


def test_a_result_is_not_put_back_once_somebody_has_gone_who_would_lose_by_that(desk: Desk) -> None:
    """His match waited for that result, and was not decided when he went home."""
    night = half_played(desk)
    later = office(desk, night).open[0]
    mine = origin(desk, night, "main-1", later)
    entry = results.withdraw_result(desk, ANNA, night, key_of(mine), seen=mine.revision)
    withdrawing.withdraw(desk, BERTA, night, later.sides[1].player)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)
    undo(desk, night, BERTA)
    undo(desk, night)

    assert match(desk, night, *mine.key).winner == mine.winner
    assert verify(export_archive(desk.database, night)) == ()


class TestPrizes:
    @pytest.fixture
    def night(self, desk: Desk) -> int:
        """Whoever has won the goose had it before the night was opened and finished again."""
        night = a_tournament(desk, sold=8, prizes=["Gans", "Speck"])
        played_until(desk, night, Step.AWARD)
        fresh.collect_prize(desk, BERTA, night, 1)
        prizing.reopen(desk, BERTA, night)
        prizing.finish(desk, ANNA, night)
        return night

    def collected_at(self, desk: Desk, night: int) -> object:
        return read_night(desk.database, night).prizes[0].collected_at

    def test_the_end_stays_once_a_prize_was_given_back_and_collected_again(
        self, desk: Desk, night: int
    ) -> None:
        fresh.collect_prize(desk, BERTA, night, 1, collected=False)
        fresh.collect_prize(desk, BERTA, night, 1)

        with refused(desk, night):
            undoing.undo(desk, ANNA, night, seen=read_night(desk.database, night).revision - 2)

    def test_what_was_collected_before_is_ticked_again_at_the_next_end(self, desk: Desk, night: int) -> None:
        first = self.collected_at(desk, night)

        undo(desk, night)
        again = prizing.finish(desk, ANNA, night)

        assert again.after["collected"] == [1]
        assert first
        assert self.collected_at(desk, night) == first

    def test_a_tick_taken_back_by_mistake_has_its_first_time_again(self, desk: Desk, night: int) -> None:
        first = self.collected_at(desk, night)
        fresh.collect_prize(desk, ANNA, night, 1, collected=False)

        undo(desk, night)

        assert first
        assert self.collected_at(desk, night) == first

    def test_a_tick_of_an_older_version_is_not_undone_but_its_archive_comes_in(
        self, desk: Desk, night: int
    ) -> None:
        fresh.collect_prize(desk, ANNA, night, 1, collected=False)
        with desk.database.writing() as session:
            row = queries.last_entry(session, night, "collect-prize")
            assert row
            row.before = {"rank": 1, "collected": True}

        offered = last_act(desk.database, night, ANNA.by)
        assert offered
        assert str(offered.obstacle) == "An older version of this program noted too little of it."
        data = archive_bytes(desk.database, night)
        assert verify(json.loads(data)) == ()
        assert archive_bytes(desk.database, import_archive(desk.database, data)) == data


def test_a_draw_stays_while_the_next_one_is_announced(desk: Desk) -> None:
    """All results are withdrawn, but the fingerprint of round two has been shown."""
    night = a_tournament(desk, sold=8, fifth_to_eighth=False)
    played_until(desk, night, Step.ANNOUNCE)
    drawing.announce_draw(desk, ANNA, night)
    entry = drawing.draw_rounds(desk, ANNA, night)
    for pairing in office(desk, night).open:
        play(desk, night, pairing)
    drawing.announce_draw(desk, BERTA, night)
    for number in range(1, 5):
        seen = match(desk, night, "main-1", number)
        results.withdraw_result(desk, BERTA, night, key_of(seen), seen=seen.revision)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


def test_a_tick_stays_once_the_prize_was_handed_to_the_winner_of_a_corrected_final(desk: Desk) -> None:
    night = a_tournament(desk, sold=8, prizes=["Gans", "Speck"])
    played_until(desk, night, Step.AWARD)
    entry = fresh.collect_prize(desk, ANNA, night, 1)
    prizing.reopen(desk, BERTA, night)
    final = match(desk, night, "main-3", 1)
    play(desk, night, final, loser_of(final).ticket)
    prizing.finish(desk, BERTA, night)
    fresh.collect_prize(desk, BERTA, night, 1)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


@pytest.mark.parametrize("prizes", [["Ferkel"], []])
def test_a_tick_does_not_come_back_to_another_prize(desk: Desk, prizes: list[str]) -> None:
    night = a_tournament(desk, sold=8, prizes=["Gans"])
    played_until(desk, night, Step.AWARD)
    fresh.collect_prize(desk, ANNA, night, 1)
    taken_back = fresh.collect_prize(desk, ANNA, night, 1, collected=False)
    change_terms(desk, BERTA, night, terms_for(8, prizes=prizes), seen=1)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=taken_back.revision)


def test_a_tick_stays_once_it_was_taken_back_and_given_again(desk: Desk) -> None:
    night = a_tournament(desk, sold=8, prizes=["Gans"])
    played_until(desk, night, Step.AWARD)
    entry = fresh.collect_prize(desk, ANNA, night, 1)
    fresh.collect_prize(desk, BERTA, night, 1, collected=False)
    fresh.collect_prize(desk, BERTA, night, 1)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)


def test_a_guest_who_was_sold_some_of_the_cards_waits_for_the_others(desk: Desk) -> None:
    night = a_tournament(desk, sold=8, capacity=8)
    entry = rearranging.wait_for_cards(desk, ANNA, night, "Ida", "", 3)
    fresh.take_back(desk, BERTA, night, 8)
    fresh.serve_guest(desk, BERTA, night, 1, count=1)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)
    undo(desk, night, BERTA)

    assert [guest.count for guest in rearranging.waiting_list(desk.database, night)] == [3]


def test_a_lot_stays_struck_once_other_pots_were_taken(desk: Desk) -> None:
    night = a_tournament(desk, sold=4)
    played_until(desk, night, Step.ANNOUNCE)
    by_hand.take_pots(desk, BERTA, night)
    by_hand.type_lot(desk, BERTA, night, Stage.MAIN, 1, 1, 2)
    entry = by_hand.strike_lot(desk, ANNA, night, Stage.MAIN, 1, 1)
    by_hand.leave_pots(desk, BERTA, night)
    by_hand.take_pots(desk, BERTA, night)

    with refused(desk, night):
        undoing.undo(desk, ANNA, night, seen=entry.revision)
