"""What the desk learns from its tables, where links lead, and who has to wait."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from tests.desk.builders import KASSA, a_desk, a_tournament, key_of, play, played_until, refused
from tests.desk.two_phones import (
    DESK,
    KARL,
    RESI,
    WON_BY_A,
    A,
    private,
    refusal,
    seated,
    sent,
    token,
    tournament,
    write,
    written,
)
from tournament.desk import throttle
from tournament.desk.acts import Desk, Entry
from tournament.desk.loading import read_night
from tournament.desk.matches import PairingView
from tournament.desk.office import read_log, read_office
from tournament.desk.reports import Report, reports
from tournament.desk.results import record_result
from tournament.desk.scoring import open_private_sheet
from tournament.desk.seats import take_seat
from tournament.desk.selling import rename
from tournament.desk.sheets import sheet_tokens, view_sheet
from tournament.desk.throttle import TooOften
from tournament.errors import Expired, NotThere, Overtaken, RuleBroken
from tournament.knockout.rounds import Outcome
from tournament.schnapsen.match import Pair

__all__ = ["private", "token", "tournament"]


def report(desk: Desk, tournament: int) -> Report:
    [report] = reports(desk.database, tournament)
    return report


def log_of_reports(desk: Desk, tournament: int) -> list[Entry]:
    """The oldest first."""
    log = sorted(read_log(desk.database, tournament), key=lambda entry: entry.revision)
    return [entry for entry in log if entry.act == "report-from-table"]


def first_pairing(desk: Desk, tournament: int) -> PairingView:
    return next(p for p in read_office(desk.database, tournament).open if p.number == 1)


def accept(desk: Desk, tournament: int, told: Report, pairing: PairingView) -> Entry:
    return record_result(
        desk,
        KASSA,
        tournament,
        key_of(pairing),
        seen=pairing.revision,
        winner=told.winner,
        games_won=told.hung,
        games=told.games,
        reported=True,
    )


# ---------- what the desk learns ----------


def test_a_confirmed_result_is_recorded_as_the_table_reports_it(
    desk: Desk, tournament: int, token: str
) -> None:
    written(desk, token, *WON_BY_A)
    write(desk, token, "agree")
    assert not report(desk, tournament).agreed
    write(desk, token, "agree", by=KARL)
    told, pairing = report(desk, tournament), first_pairing(desk, tournament)

    accept(desk, tournament, told, pairing)

    assert told.agreed
    assert (told.round, told.pairing, told.token) == ("main-1", 1, token)
    assert (told.hung, told.games) == ((2, 0), ((7, 1), (9, 0)))
    assert told.winner == pairing.left.ticket
    after = read_office(desk.database, tournament).board.round("main-1")
    assert after
    assert next(p for p in after.pairings if p.number == 1).outcome is Outcome.PLAYED


@pytest.mark.parametrize("word", ["strike", "dispute"])
def test_what_the_table_said_is_not_recorded_once_it_says_something_else(
    desk: Desk, tournament: int, token: str, word: str
) -> None:
    written(desk, token, *WON_BY_A)
    write(desk, token, "agree")
    write(desk, token, "agree", by=KARL)
    told, pairing = report(desk, tournament), first_pairing(desk, tournament)
    write(desk, token, sent(word, hung=(1, 2) if word == "dispute" else None))

    with refused(desk, tournament, Overtaken) as caught:
        accept(desk, tournament, told, pairing)

    assert isinstance(caught.value, Overtaken)
    assert caught.value.mine != caught.value.theirs


def test_what_both_at_the_table_say_is_recorded_as_it_is_and_nothing_beside_it(
    desk: Desk, tournament: int, token: str
) -> None:
    written(desk, token, *WON_BY_A)
    write(desk, token, "agree")
    write(desk, token, "agree", by=KARL)
    told, pairing = report(desk, tournament), first_pairing(desk, tournament)
    with refused(desk, tournament, Overtaken):
        accept(desk, tournament, replace(told, games=()), pairing)

    accept(desk, tournament, told, pairing)

    ended = next(p for p in read_office(desk.database, tournament).board.rounds[0].pairings if p.number == 1)
    assert (ended.games_won, ended.games) == (told.hung, told.games)


def test_a_player_renamed_at_the_desk_is_called_so_at_the_table(
    desk: Desk, tournament: int, token: str
) -> None:
    left = first_pairing(desk, tournament).left
    written(desk, token, *WON_BY_A)
    seen = read_night(desk.database, tournament).person[left.player].revision
    rename(desk, KASSA, tournament, left.player, "Maria Huber", "Öd", seen=seen)

    assert view_sheet(desk.database, token).names[0] == "Maria Huber"
    write(desk, token, "agree")
    assert log_of_reports(desk, tournament)[-1].by == "Maria Huber"


def test_two_of_the_same_name_are_told_apart_at_the_table_and_in_what_they_report(
    desk: Desk, tournament: int, token: str
) -> None:
    night, pairing = read_night(desk.database, tournament), first_pairing(desk, tournament)
    for side, town in zip(pairing.sides, ("Ötz", "Umhausen"), strict=True):
        seen = night.person[side.player].revision
        rename(desk, KASSA, tournament, side.player, "Huber Franz", town, seen=seen)

    written(desk, token, *WON_BY_A)
    write(desk, token, "agree")

    both = ("Huber Franz (Ötz)", "Huber Franz (Umhausen)")
    assert view_sheet(desk.database, token).names == both
    assert log_of_reports(desk, tournament)[-1].by == both[0]


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
