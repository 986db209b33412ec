"""Voiding a draw: everything stands as before it, and the log keeps what was lost."""

from __future__ import annotations

import pytest

from tests.desk.builders import KASSA, a_tournament, key_of, play, played_until, refused
from tests.desk.changed import decided, half_played, match, office, take_back
from tournament.desk.acts import Desk, Entry
from tournament.desk.archive import export_archive
from tournament.desk.correcting import consequences_of_withdrawal
from tournament.desk.drawing import announce_draw, draw_rounds
from tournament.desk.loading import read_night
from tournament.desk.office import Step, read_log
from tournament.desk.results import record_walkover
from tournament.desk.sheets import sheet_tokens, view_sheet
from tournament.desk.undoing import undo
from tournament.desk.verify import verify
from tournament.desk.voiding import Voided, void_draw, would_be_lost
from tournament.desk.withdrawing import withdraw
from tournament.errors import Expired, NotThere, Overtaken
from tournament.knockout.rounds import Outcome, Stage


def lost(desk: Desk, night: int, number: int, stage: Stage = Stage.MAIN) -> Voided:
    return would_be_lost(read_night(desk.database, night), stage, number)


def void(desk: Desk, night: int, number: int, stage: Stage = Stage.MAIN) -> Entry:
    return void_draw(desk, KASSA, night, stage, number, seen=lost(desk, night, number, stage))


def truth(desk: Desk, night: int) -> dict[str, object]:
    """The archive without its log."""
    archive = export_archive(desk.database, night)
    return {name: value for name, value in archive.items() if name != "log"}


def test_a_draw_without_results_is_undone_as_if_it_had_never_been(desk: Desk) -> None:
    night = a_tournament(desk, sold=13)
    played_until(desk, night, Step.ANNOUNCE)
    before = truth(desk, night)
    played_until(desk, night, "main-1")

    assert lost(desk, night, 1) == Voided(("main-1",), ())
    void(desk, night, 1)

    assert truth(desk, night) == before
    assert verify(export_archive(desk.database, night)) == ()


def test_the_next_draw_has_a_new_seed(desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    first = played_until(desk, night, "main-1").board.rounds[0].seed
    void(desk, night, 1)

    announce_draw(desk, KASSA, night)
    draw_rounds(desk, KASSA, night)

    assert office(desk, night).board.rounds[0].seed not in (None, first)


def test_results_are_lost_only_as_they_were_shown(desk: Desk) -> None:
    night = half_played(desk)
    seen = lost(desk, night, 2)
    assert seen.results == tuple(pairing.key for pairing in decided(desk, night, "main-2"))
    play(desk, night, office(desk, night).open[0])

    with refused(desk, night, Overtaken) as caught:
        void_draw(desk, KASSA, night, Stage.MAIN, 2, seen=seen)
    assert isinstance(caught.value, Overtaken)
    assert (caught.value.mine, caught.value.theirs) == ({"lost": 2}, {"lost": 3})


def test_rounds_made_from_it_fall_with_it_and_earlier_ones_stay(desk: Desk) -> None:
    night = a_tournament(desk, sold=16)
    played_until(desk, night, "main-3")
    first = decided(desk, night, "main-1")

    entry = void(desk, night, 2)

    assert set(entry.after["rounds"]) == {"main-2", "main-3", "fifth-to-eighth-2"}
    assert [view.slug for view in office(desk, night).board.rounds] == ["main-1"]
    assert decided(desk, night, "main-1") == first


def test_the_log_keeps_every_lot_and_result_that_was_lost(desk: Desk) -> None:
    night = half_played(desk)
    round_ = office(desk, night).board.round("main-2")
    assert round_

    void(desk, night, 2)

    [kept] = read_log(desk.database, night)[0].before["rounds"]
    assert (kept["round"], kept["seed"], len(kept["lots"])) == ("main-2", round_.seed, 8)
    winners = [pairing.winner for pairing in round_.pairings]
    assert [facts["winner"] for facts in kept["pairings"]] == winners


def test_a_placement_draw_is_voided_alone(desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    played_until(desk, night, "main-2")

    entry = void(desk, night, 1, Stage.FIFTH_TO_EIGHTH)

    assert entry.after["rounds"] == ["fifth-to-eighth-1"]
    assert office(desk, night).board.round("main-2")


def test_a_draw_that_is_there_again_stands_where_it_stood(desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    for semi in (p for p in played_until(desk, night, "main-2").open if p.round == "main-2"):
        play(desk, night, semi)
    before = played_until(desk, night, "main-3").board
    entry = void(desk, night, 1, Stage.FIFTH_TO_EIGHTH)

    undo(desk, KASSA, night, seen=entry.revision)

    after = office(desk, night).board
    assert [view.slug for view in after.rounds] == [view.slug for view in before.rounds]
    assert {view.slug for view in after.newest} == {"main-3", "third-2"}


def test_walkovers_recorded_at_the_desk_count_as_results_those_of_the_gone_do_not(desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    first, second, *_ = played_until(desk, night, "main-1").open
    withdraw(desk, KASSA, night, first.left.player)
    assert lost(desk, night, 1).results == ()

    record_walkover(desk, KASSA, night, key_of(second), seen=second.revision, winner=second.left.ticket)

    assert lost(desk, night, 1).results == (second.key,)


def test_two_who_are_gone_are_decided_once_nothing_is_drawn_from_their_match(desk: Desk) -> None:
    night = half_played(desk)
    first = decided(desk, night, "main-1")[0]
    cost = consequences_of_withdrawal(desk.database, night, key_of(first)).cost
    take_back(desk, night, first, cost)
    for side in first.sides:
        withdraw(desk, KASSA, night, side.player)

    void(desk, night, 2)

    assert match(desk, night, *first.key).outcome in (Outcome.WALKOVER, Outcome.DOUBLE_WALKOVER)
    assert verify(export_archive(desk.database, night)) == ()


def test_the_links_of_a_voided_round_are_closed(desk: Desk) -> None:
    night = a_tournament(desk, sold=8, score_sheets=True)
    played_until(desk, night, "main-1")
    token = sheet_tokens(desk.database, night)["main-1", 1]

    void(desk, night, 1)

    assert sheet_tokens(desk.database, night) == {}
    with pytest.raises(Expired):
        view_sheet(desk.database, token)


def test_nothing_is_voided_after_the_end_or_without_being_there(desk: Desk) -> None:
    night = a_tournament(desk, sold=4)
    with refused(desk, night, NotThere, field="round"):
        void_draw(desk, KASSA, night, Stage.MAIN, 1, seen=Voided((), ()))
    played_until(desk, night, Step.DONE)

    with refused(desk, night):
        void(desk, night, 1)


def test_a_draw_announced_and_not_yet_due_again_does_not_make_the_archive_wrong(desk: Desk) -> None:
    night = a_tournament(desk, sold=16)
    played_until(desk, night, "main-1")
    for pairing in office(desk, night).open:
        play(desk, night, pairing)
    announce_draw(desk, KASSA, night)
    take_back(desk, night, decided(desk, night, "main-1")[0], "")

    assert office(desk, night).board.announced == ()
    assert verify(export_archive(desk.database, night)) == ()
