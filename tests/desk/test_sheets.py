"""Score sheets at the desk: two phones, own columns, words on the result, and links that end."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from threading import Barrier

import pytest

from tests.desk.builders import KASSA, a_desk, a_tournament, key_of, play, played_until
from tournament.desk import throttle
from tournament.desk.acts import Desk, Entry
from tournament.desk.board import PairingView
from tournament.desk.office import read_log, read_office
from tournament.desk.results import record_result
from tournament.desk.scoring import MOST_ENTRIES, Sent, Written, open_private_sheet, write_entries
from tournament.desk.seats import choose_first_dealer, free_seats, leave_seat, take_seat
from tournament.desk.sheets import Report, SheetView, Visitor, reports, sheet_tokens, view_sheet
from tournament.desk.throttle import TooOften
from tournament.errors import Expired, NotThere, Overtaken, RuleBroken
from tournament.knockout.rounds import Outcome
from tournament.schnapsen.match import Pair
from tournament.schnapsen.side import Side

A, B = Side.A, Side.B
RESI, KARL, DESK = Visitor("resi's phone"), Visitor("karl's phone"), Visitor(desk="Anna")
PHONES = {A: RESI, B: KARL}
keys = count()


def sent(entry: str, *, key: str = "", on: str | None = None, hung: Pair | None = None) -> Sent:
    """An entry from its button: "A3", "bank", "strike"."""
    key = key or f"key {next(keys)}"
    if entry[1:].isdigit():
        return Sent(key, "deal", Side(entry[0]), int(entry[1:]))
    return Sent(key, entry, hung=hung, on=on)


def write(desk: Desk, token: str, *entries: str | Sent, by: Visitor = RESI) -> Written:
    return write_entries(desk, token, [sent(e) if isinstance(e, str) else e for e in entries], by)


def written(desk: Desk, token: str, *entries: str) -> SheetView:
    """Both write, each in his own column; the rest is done by the first."""
    for entry in entries:
        answer = write(desk, token, entry, by=KARL if entry.startswith("B") else RESI)
        assert answer.refusal is None
    return view_sheet(desk.database, token, RESI)


def seated(desk: Desk, token: str) -> str:
    for side, phone in PHONES.items():
        take_seat(desk, token, side, phone.phone)
    return token


@pytest.fixture
def private(desk: Desk) -> str:
    """A sheet of Resi and Karl, both seated."""
    return seated(desk, open_private_sheet(desk, ("Resi", "Karl"), {})[0])


@pytest.fixture
def tournament(desk: Desk) -> int:
    """A tournament with score sheets, its first round drawn."""
    tournament = a_tournament(desk, 8, score_sheets=True)
    played_until(desk, tournament, "main-1")
    return tournament


@pytest.fixture
def token(desk: Desk, tournament: int) -> str:
    """The sheet of the first pairing, both seated."""
    return seated(desk, sheet_tokens(desk.database, tournament)["main-1", 1])


WON_BY_A = ["A3", "A3", "B1", "A1", "bank", "A3", "A3", "A3", "bank"]


def report(desk: Desk, tournament: int) -> Report:
    [report] = reports(desk.database, tournament)
    return report


def log_of_reports(desk: Desk, tournament: int) -> list[Entry]:
    """The oldest first."""
    log = sorted(read_log(desk.database, tournament), key=lambda entry: entry.revision)
    return [entry for entry in log if entry.act == "report-from-table"]


def first_pairing(desk: Desk, tournament: int) -> PairingView:
    return next(p for p in read_office(desk.database, tournament).open if p.number == 1)


def refusal(answer: Written) -> str:
    assert answer.refusal
    return answer.refusal.message


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


# ---------- what the desk learns ----------


def test_a_confirmed_result_is_recorded_as_the_table_reports_it(
    desk: Desk, tournament: int, token: str
) -> None:
    written(desk, token, *WON_BY_A)
    write(desk, token, "agree")
    assert not report(desk, tournament).agreed
    write(desk, token, "agree", by=KARL)
    told, pairing = report(desk, tournament), first_pairing(desk, tournament)

    record_result(
        desk,
        KASSA,
        tournament,
        key_of(pairing),
        seen=pairing.revision,
        winner=told.winner,
        games_won=told.hung,
        games=told.games,
    )

    assert told.agreed
    assert (told.round, told.pairing, told.token) == ("main-1", 1, token)
    assert (told.hung, told.games) == ((2, 0), ((7, 1), (9, 0)))
    assert told.winner == pairing.left.ticket
    after = read_office(desk.database, tournament).board.round("main-1")
    assert after
    assert next(p for p in after.pairings if p.number == 1).outcome is Outcome.PLAYED


def test_a_dispute_waits_at_the_desk_with_both_versions(desk: Desk, tournament: int, token: str) -> None:
    written(desk, token, *WON_BY_A)
    write(desk, token, "agree")
    write(desk, token, sent("dispute", hung=(1, 2)), by=KARL)

    told = report(desk, tournament)

    assert told.disputed
    assert (told.left_says, told.right_says) == ((2, 0), (1, 2))


def test_two_who_say_the_same_other_result_agree_on_it(desk: Desk, tournament: int, token: str) -> None:
    written(desk, token, *WON_BY_A)
    for phone in (RESI, KARL):
        write(desk, token, sent("dispute", hung=(1, 2)), by=phone)

    told = report(desk, tournament)

    assert told.agreed
    assert not told.disputed
    assert told.winner == first_pairing(desk, tournament).right.ticket  # type: ignore[union-attr]  # no bye
    assert told.games == ()


@pytest.mark.parametrize("hung", [(2, 2), (0, 0), (3, 0), (1, 0)])
def test_no_match_ended_as_none_can_end(desk: Desk, token: str, hung: Pair) -> None:
    written(desk, token, *WON_BY_A)
    assert refusal(write(desk, token, sent("dispute", hung=hung))) == "No match ends like that."


def test_who_says_what_the_sheet_says_confirms_it(desk: Desk, token: str) -> None:
    written(desk, token, *WON_BY_A)
    assert "confirm it" in refusal(write(desk, token, sent("dispute", hung=(2, 0))))


def test_each_word_on_a_result_is_one_line_in_the_log(desk: Desk, tournament: int, token: str) -> None:
    written(desk, token, *WON_BY_A)
    write(desk, token, "agree")
    write(desk, token, sent("dispute", hung=(1, 2)), by=KARL)
    write(desk, token, "strike", by=DESK)

    lines = log_of_reports(desk, tournament)

    holders = first_pairing(desk, tournament)
    left, right = holders.left.name, holders.right.name  # type: ignore[union-attr]
    assert [line.by for line in lines] == [left, left, right, "Anna"]
    assert [line.after["left_says"] for line in lines] == [None, [2, 0], [2, 0], None]
    assert [line.after["right_says"] for line in lines] == [None, None, [1, 2], None]
    assert [line.after["hung"] for line in lines] == [[2, 0], [2, 0], [2, 0], None]


def test_deals_alone_leave_the_log_and_the_revision_of_the_tournament_alone(
    desk: Desk, tournament: int, token: str
) -> None:
    before = read_office(desk.database, tournament).board.revision
    written(desk, token, "A3", "B2", "A1")
    assert read_office(desk.database, tournament).board.revision == before
    assert reports(desk.database, tournament) == ()


# ---------- links ----------


def test_every_open_pairing_has_a_link_of_its_own_and_none_without_score_sheets(
    desk: Desk, tournament: int
) -> None:
    tokens = sheet_tokens(desk.database, tournament)
    assert sorted(tokens) == [("main-1", number) for number in range(1, 5)]
    assert len(set(tokens.values())) == 4
    other = a_tournament(desk, 8)
    played_until(desk, other, "main-1")
    assert sheet_tokens(desk.database, other) == {}


def test_a_sheet_is_over_once_its_result_is_recorded(desk: Desk, tournament: int, token: str) -> None:
    written(desk, token, "A3")
    play(desk, tournament, first_pairing(desk, tournament))

    with pytest.raises(Expired):
        view_sheet(desk.database, token, RESI)
    with pytest.raises(Expired):
        write(desk, token, "A3")
    with pytest.raises(Expired):
        take_seat(desk, token, A, "another")
    assert token not in sheet_tokens(desk.database, tournament).values()


def test_a_link_nobody_made_leads_nowhere(desk: Desk) -> None:
    with pytest.raises(NotThere):
        view_sheet(desk.database, "0" * 24)


def test_a_private_sheet_needs_two_names_and_rules_that_exist(desk: Desk) -> None:
    with pytest.raises(RuleBroken) as refused:
        open_private_sheet(desk, ("Resi", " "), {})
    assert refused.value.field == "name_b"
    with pytest.raises(RuleBroken):
        open_private_sheet(desk, ("Resi", "Karl"), {"count": "sideways"})


def test_a_double_schneider_hangs_two_at_home(desk: Desk) -> None:
    token = seated(desk, open_private_sheet(desk, ("Resi", "Karl"), {"schneider_bummerl": 2})[0])
    assert written(desk, token, "A3", "A3", "A1", "bank").sheet.decided


# ---------- slowing down ----------


def test_many_failures_from_one_source_have_to_wait_and_others_have_not(database_file: Path) -> None:
    desk = a_desk(database_file)
    moment = desk.now()
    frozen = Desk(desk.database, now=lambda: moment)
    slow = TooOften("Slowly.")

    def fails(source: str) -> bool:
        try:
            throttle.note(frozen, source, 20, slow)
        except TooOften:
            return True
        return False

    with ThreadPoolExecutor(8) as guesses:
        assert sum(guesses.map(lambda _: fails("here"), range(100))) == 80
    assert not fails("there")
    with pytest.raises(TooOften):
        throttle.refuse_if_too_often(frozen, "here", 20, slow)
    later = Desk(desk.database, now=lambda: moment + throttle.WINDOW * 2)
    throttle.refuse_if_too_often(later, "here", 20, slow)
    desk.database.close()
