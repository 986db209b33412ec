"""Score sheets at the desk: each phone in its own column, and nothing twice."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from tests.desk.builders import a_desk
from tests.desk.two_phones import (
    DESK,
    KARL,
    PHONES,
    RESI,
    WON_BY_A,
    A,
    B,
    private,
    refusal,
    seated,
    sent,
    token,
    tournament,
    write,
    written,
)
from tournament.desk.acts import Desk
from tournament.desk.scoring import MOST_ENTRIES, Sent, open_private_sheet
from tournament.desk.seats import choose_first_dealer, free_seats, leave_seat, take_seat
from tournament.desk.sheets import Visitor, view_sheet
from tournament.errors import Overtaken, RuleBroken
from tournament.schnapsen.side import Side

__all__ = ["private", "token", "tournament"]


# ---------- columns ----------


def test_each_phone_writes_only_in_its_own_column(desk: Desk, private: str) -> None:
    assert "own column" in refusal(write(desk, private, "B2"))
    assert write(desk, private, "B2", by=KARL).view.sheet.current.points == (0, 2)


def test_a_phone_that_only_watches_writes_nothing(desk: Desk, private: str) -> None:
    with pytest.raises(RuleBroken, match="only watches"):
        write(desk, private, "A2", by=Visitor("a third phone"))
    with pytest.raises(RuleBroken, match="only watches"):
        write(desk, private, "A2", by=Visitor())


def test_a_column_belongs_to_one_phone_and_two_who_ask_at_once_do_not_both_get_it(
    desk: Desk, private: str
) -> None:
    leave_seat(desk, private, RESI.phone)
    barrier = Barrier(8)

    def take(phone: int) -> bool:
        barrier.wait()
        try:
            take_seat(desk, private, A, f"phone {phone}")
        except RuleBroken:
            return False
        return True

    with ThreadPoolExecutor(8) as phones:
        assert sum(phones.map(take, range(8))) == 1


def test_who_chose_the_wrong_name_chooses_again(desk: Desk, private: str) -> None:
    leave_seat(desk, private, KARL.phone)
    assert take_seat(desk, private, B, RESI.phone).seat is B
    assert take_seat(desk, private, A, KARL.phone).taken == {A, B}


def test_a_closed_browser_comes_back_to_its_column(desk: Desk, private: str) -> None:
    before = write(desk, private, "A2").view.revision

    assert view_sheet(desk.database, private, RESI).seat is A
    assert take_seat(desk, private, A, RESI.phone).revision == before


def test_the_host_of_a_private_sheet_writes_in_both_columns_and_frees_them(desk: Desk) -> None:
    token, host_key = open_private_sheet(desk, ("Resi", "Karl"), {})
    host = Visitor("the host's phone", host_key)
    seated(desk, token)

    assert write(desk, token, "A2", "B1", "strike", by=host).view.sheet.current.points == (2, 0)
    free_seats(desk, token, host)
    assert view_sheet(desk.database, token, RESI).seat is None


def test_a_host_who_plays_himself_writes_in_both_columns_too(desk: Desk) -> None:
    token, host_key = open_private_sheet(desk, ("Resi", "Karl"), {})
    host = Visitor("the host's phone", host_key)
    take_seat(desk, token, A, host.phone)

    assert write(desk, token, "A2", "B1", "strike", by=host).refusal is None


def test_the_desk_writes_on_sheets_of_its_pairings_but_not_on_private_ones(
    desk: Desk, token: str, private: str
) -> None:
    assert write(desk, token, "A2", "B1", by=DESK).refusal is None
    free_seats(desk, token, DESK)
    with pytest.raises(RuleBroken):
        write(desk, private, "A2", by=DESK)


def test_a_player_frees_no_column_but_his_own(desk: Desk, private: str) -> None:
    with pytest.raises(RuleBroken, match="Only the desk"):
        free_seats(desk, private, RESI)


def test_who_deals_first_is_chosen_before_the_first_deal(desk: Desk, private: str) -> None:
    choose_first_dealer(desk, private, B, RESI)
    assert write(desk, private, "A1").view.sheet.score.dealer is A
    with pytest.raises(RuleBroken, match="before the first deal"):
        choose_first_dealer(desk, private, A, RESI)
    with pytest.raises(RuleBroken, match="only watches"):
        choose_first_dealer(desk, private, A, Visitor("a third phone"))


# ---------- keys, and two phones at once ----------


def test_what_is_sent_again_counts_once(desk: Desk, private: str) -> None:
    queue = [sent("A3"), sent("A2")]

    write(desk, private, *queue)
    again = write(desk, private, *queue, sent("A1"))

    assert again.view.sheet.current.points == (6, 0)
    assert again.refusal is None


def test_the_same_queue_sent_ten_times_at_once_counts_once(desk: Desk, private: str) -> None:
    queue = [sent("A3"), sent("A2")]

    with ThreadPoolExecutor(10) as phones:
        list(phones.map(lambda _: write(desk, private, *queue), range(10)))

    view = view_sheet(desk.database, private)
    assert view.sheet.current.points == (5, 0)


def test_two_phones_that_write_at_the_same_moment_lose_nothing(
    desk: Desk, private: str, database_file: Path
) -> None:
    def play_on(side: Side) -> None:
        own = a_desk(database_file)
        for _ in range(6):
            assert write(own, private, f"{side}1", by=PHONES[side]).refusal is None
        own.database.close()

    with ThreadPoolExecutor(2) as phones:
        list(phones.map(play_on, Side))

    assert view_sheet(desk.database, private).sheet.current.points == (6, 6)


def test_a_queue_stops_at_the_first_entry_that_cannot_stand(desk: Desk, private: str) -> None:
    queue = [sent("A3"), sent("bank"), sent("A2")]

    answer = write(desk, private, *queue)

    assert answer.view.sheet.current.points == (3, 0)
    assert refusal(answer) == "No game has reached 7 yet."
    assert answer.refused == tuple(queue[1:])


def test_two_who_bank_the_same_game_bank_it_once(desk: Desk, private: str) -> None:
    last = written(desk, private, "A3", "A3", "A1").last_line

    first = write(desk, private, sent("bank", on=last))
    second = write(desk, private, sent("bank", on=last), by=KARL)

    assert first.refusal is None
    assert second.refusal is None
    assert second.view.sheet.banked == 1


def test_a_bank_that_comes_late_leaves_the_next_game_alone(desk: Desk, private: str) -> None:
    last = written(desk, private, "A3", "A3", "A1").last_line
    written(desk, private, "bank", "B3", "B3", "B3")

    assert not write(desk, private, sent("bank", on=last)).refusal
    assert view_sheet(desk.database, private).sheet.to_bank


def test_two_who_strike_the_same_deal_strike_it_once(desk: Desk) -> None:
    token, host_key = open_private_sheet(desk, ("Resi", "Karl"), {})
    seated(desk, token)
    last = written(desk, token, "A3", "A2").last_line

    write(desk, token, sent("strike", on=last))
    again = write(desk, token, sent("strike", on=last), by=Visitor(host_key=host_key))

    assert again.refusal is None
    assert again.view.sheet.current.points == (3, 0)


def test_a_strike_means_the_deal_that_was_seen(desk: Desk, private: str) -> None:
    seen = written(desk, private, "A3").last_line
    written(desk, private, "A2")

    answer = write(desk, private, sent("strike", on=seen))

    assert isinstance(answer.refusal, Overtaken)
    assert answer.view.sheet.current.points == (5, 0)


def test_nobody_confirms_a_result_that_has_changed_meanwhile(desk: Desk, token: str) -> None:
    seen = written(desk, token, *WON_BY_A).last_line
    written(desk, token, "strike", "A2", "bank")

    answer = write(desk, token, sent("agree", on=seen), by=KARL)

    assert isinstance(answer.refusal, Overtaken)
    assert answer.view.sheet.agreed == frozenset()


def test_a_private_sheet_counts_matches_over_the_evening(desk: Desk, private: str) -> None:
    last = written(desk, private, *WON_BY_A).last_line
    for phone in (RESI, KARL):
        assert write(desk, private, sent("next-match", on=last), by=phone).view.sheet.matches == (1, 0)
    assert written(desk, private, "B3", "B3", "B1").sheet.current.winner is B


def test_a_match_counted_by_mistake_is_opened_again_by_striking(desk: Desk, private: str) -> None:
    last = written(desk, private, *WON_BY_A, "next-match").last_line

    view = write(desk, private, sent("strike", on=last)).view

    assert view.sheet.decided
    assert view.sheet.matches == (0, 0)


def test_the_sheet_of_a_pairing_is_for_one_match(desk: Desk, token: str) -> None:
    written(desk, token, *WON_BY_A)
    assert "one match only" in refusal(write(desk, token, "next-match"))


def test_an_entry_nobody_can_read_is_refused(desk: Desk, private: str) -> None:
    assert "cannot be read" in refusal(write(desk, private, Sent("k", "dance")))
    assert "1, 2 or 3" in refusal(write(desk, private, Sent("k", "deal", A, 4)))
    assert refusal(write(desk, private, sent("A1", key="k" * 65)))


def test_a_sheet_has_an_end(desk: Desk, private: str) -> None:
    turns = MOST_ENTRIES // 4
    write(desk, private, *["A1", "strike"] * 2 * turns)
    assert refusal(write(desk, private, "A1")) == "This sheet is full."
