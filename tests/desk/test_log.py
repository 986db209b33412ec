"""The log keeps who did what when, in the order it was done, and forgets nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.desk.builders import KASSA, a_tournament, key_of, play, played_until, terms_for
from tests.desk.fresh import collect_prize, pay, take_back
from tournament.desk.acts import Desk, Entry, Stamp
from tournament.desk.drawing import announce_draw, draw_rounds
from tournament.desk.loading import read_night
from tournament.desk.office import Step, read_log, read_office
from tournament.desk.players import PlayerRow, import_players
from tournament.desk.results import record_result, record_walkover
from tournament.desk.selling import close_sales, name_ticket, rename, reopen_sales, sell, sell_unnamed
from tournament.desk.tournaments import change_terms, open_tournament
from tournament.desk.withdrawing import withdraw
from tournament.language import GERMAN, show_date_time


def a_night_with_every_act(desk: Desk) -> Iterator[Entry]:
    """Each act once at least, with the entry it answered."""
    entry = open_tournament(desk, KASSA, terms_for(capacity=16, prizes=["Gans"] * 12))
    yield entry
    id_ = entry.tournament
    terms = read_night(desk.database, id_).terms
    yield change_terms(desk, KASSA, id_, replace(terms, name="Neu", prizes=("Gans",) * 10), seen=1)
    yield sell(desk, KASSA, id_, "Zach", "Öd", 2, paid=False)
    yield pay(desk, KASSA, id_, [1, 2])
    yield sell_unnamed(desk, KASSA, id_, 2)
    yield name_ticket(desk, KASSA, id_, 3, "Özil", "")
    yield take_back(desk, KASSA, id_, 4)
    yield rename(desk, KASSA, id_, 1, "Zach Sepp", "", seen=3)
    yield import_players(desk, KASSA, id_, [PlayerRow(k, f"Huber {k}", "", 1) for k in range(9)], paid=True)
    yield close_sales(desk, KASSA, id_, seen_sold=12)
    yield reopen_sales(desk, KASSA, id_)
    yield close_sales(desk, KASSA, id_, seen_sold=12)
    yield announce_draw(desk, KASSA, id_)
    yield draw_rounds(desk, KASSA, id_, "Glück")
    first, second, third, *_ = read_office(desk.database, id_).open
    yield record_walkover(desk, KASSA, id_, key_of(first), seen=first.revision, winner=None)
    yield record_result(
        desk, KASSA, id_, key_of(second), seen=second.revision, games=[(7, 0), (0, 8), (9, 6)]
    )
    yield withdraw(desk, KASSA, id_, third.left.player)
    played_until(desk, id_, Step.AWARD)
    yield read_log(desk.database, id_)[0]
    yield collect_prize(desk, KASSA, id_, 1)


def test_what_an_act_answers_is_what_the_log_keeps(desk: Desk) -> None:
    answered = list(a_night_with_every_act(desk))

    log = read_log(desk.database, answered[0].tournament)

    kept = {entry.revision: entry for entry in log}
    assert [kept[entry.revision] for entry in answered] == answered


def test_every_act_is_one_entry_and_one_step_of_the_revision(desk: Desk) -> None:
    [last] = list(a_night_with_every_act(desk))[-1:]

    log = read_log(desk.database, last.tournament)

    assert [entry.revision for entry in log] == list(range(len(log), 0, -1))
    assert read_night(desk.database, last.tournament).revision == len(log)
    assert [entry.at for entry in log] == sorted((entry.at for entry in log), reverse=True)
    assert {entry.by for entry in log} == {"Kassa"}
    assert {entry.act for entry in log} == {
        "open-tournament", "change-terms", "sell", "pay", "sell-unnamed", "name-ticket", "take-back",
        "rename", "import-players", "close-sales", "reopen-sales", "announce-draw", "draw-rounds",
        "record-walkover", "record-result", "withdraw", "finish", "collect-prize",
    }  # fmt: skip


def test_an_entry_tells_who_did_it(desk: Desk) -> None:
    tournament = a_tournament(desk, 0)

    sell(desk, Stamp("Frau Gruber"), tournament, "Huber", "", 1)

    assert [entry.by for entry in read_log(desk.database, tournament)] == ["Frau Gruber", "Kassa"]


def test_a_withdrawal_tells_the_pairings_it_decided(desk: Desk) -> None:
    tournament = a_tournament(desk, 8, each=2)
    pairings = played_until(desk, tournament, "main-1").open
    mine = [p for p in pairings if 1 in {side.player for side in p.sides}]

    entry = withdraw(desk, KASSA, tournament, 1)

    assert [told["outcome"] for told in entry.before["decided"]] == [None] * len(mine)
    assert entry.before["withdrawn"] is False
    assert [(told["round"], told["pairing"], told["outcome"]) for told in entry.after["decided"]] == [
        ("main-1", pairing.number, "walkover") for pairing in sorted(mine, key=lambda p: p.number)
    ]


def test_a_correction_keeps_every_earlier_result_in_the_log(desk: Desk) -> None:
    tournament = a_tournament(desk, 4, capacity=4)
    [pairing, _] = played_until(desk, tournament, "main-1").open
    left, right = (side.ticket for side in pairing.sides)

    for winner in (left, right, left):
        open_now = read_office(desk.database, tournament).board.rounds[0].pairings[0]
        play(desk, tournament, open_now, winner)

    told = [(e.before["winner"], e.after["winner"]) for e in read_log(desk.database, tournament)[:3]]
    assert told == [(right, left), (left, right), (None, left)]


def test_in_the_night_of_the_clock_change_the_log_keeps_its_order(desk: Desk) -> None:
    moments = iter(datetime(2026, 10, 25, 0, 30, tzinfo=UTC) + timedelta(hours=k) for k in range(9))
    late = replace(desk, now=lambda: next(moments))
    tournament = a_tournament(late, 0)
    sell(late, KASSA, tournament, "Huber", "", 1)
    sell(late, KASSA, tournament, "Zach", "", 1)

    log = read_log(desk.database, tournament)

    assert [entry.revision for entry in log] == [3, 2, 1]
    assert [show_date_time(entry.at, GERMAN) for entry in log] == [
        "25.10.2026, 03:30",
        "25.10.2026, 02:30",
        "25.10.2026, 02:30",
    ]


def test_the_log_outlives_the_program(desk: Desk, database_file: Path) -> None:
    tournament = a_tournament(desk, 3)
    before = read_log(desk.database, tournament)
    desk.database.close()

    assert read_log(type(desk.database)(f"sqlite:///{database_file}"), tournament) == before
