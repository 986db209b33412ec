"""A player who went home comes back while nothing has followed."""

from __future__ import annotations

import json

import pytest

from tests.desk.builders import KASSA, a_tournament, key_of, play, played_until, refused
from tests.desk.changed import decided, match, office
from tournament.desk.acts import Desk
from tournament.desk.archive import archive_bytes, export_archive, import_archive
from tournament.desk.late import sell_late
from tournament.desk.loading import read_night
from tournament.desk.office import Step
from tournament.desk.results import record_walkover
from tournament.desk.undoing import undo
from tournament.desk.verify import verify
from tournament.desk.withdrawing import bring_back, missed_matches, still_in, withdraw
from tournament.errors import NotThere, RuleBroken
from tournament.knockout.rounds import Outcome


@pytest.fixture
def night(desk: Desk) -> int:
    night = a_tournament(desk, sold=16, each=2)
    played_until(desk, night, "main-1")
    return night


def holds(desk: Desk, night: int) -> bool:
    return verify(export_archive(desk.database, night)) == ()


def test_his_walkovers_are_open_again(desk: Desk, night: int) -> None:
    withdraw(desk, KASSA, night, 1)
    missed = missed_matches(desk.database, night, 1)
    assert missed == tuple(decided(desk, night, "main-1"))

    bring_back(desk, KASSA, night, 1)

    assert decided(desk, night, "main-1") == []
    assert read_night(desk.database, night).withdrawn == frozenset()
    assert holds(desk, night)


def test_whoever_has_gone_or_after_the_end_nobody_goes_home_and_it_is_said_why(
    desk: Desk, night: int
) -> None:
    withdraw(desk, KASSA, night, 1)
    with refused(desk, night, field="player") as gone:
        withdraw(desk, KASSA, night, 1)
    played_until(desk, night, Step.DONE)
    with refused(desk, night, field="player") as over:
        withdraw(desk, KASSA, night, 2)

    assert gone.value.values == {"name": "Huber 1"}
    assert str(over.value) == "The tournament is finished."


def test_a_walkover_drawn_meanwhile_is_taken_back_too(desk: Desk, night: int) -> None:
    for pairing in office(desk, night).open:
        play(desk, night, pairing)
    winner = decided(desk, night, "main-1")[0].left.player
    withdraw(desk, KASSA, night, winner)
    played_until(desk, night, "main-2")
    missed = decided(desk, night, "main-2")
    assert missed

    bring_back(desk, KASSA, night, winner)

    again = [match(desk, night, *pairing.key).outcome for pairing in missed]
    assert set(again) <= {None, Outcome.HANDED_IN}
    assert holds(desk, night)


def test_a_walkover_from_before_he_went_stays(desk: Desk, night: int) -> None:
    absent = office(desk, night).open[0]
    record_walkover(desk, KASSA, night, key_of(absent), seen=absent.revision, winner=absent.sides[1].ticket)
    before = match(desk, night, *absent.key)
    withdraw(desk, KASSA, night, absent.left.player)

    bring_back(desk, KASSA, night, absent.left.player)

    assert match(desk, night, *absent.key) == before


def test_a_match_played_after_all_is_not_taken_back(desk: Desk, night: int) -> None:
    withdraw(desk, KASSA, night, 1)
    missed = decided(desk, night, "main-1")[0]
    play(desk, night, missed)

    bring_back(desk, KASSA, night, 1)

    assert match(desk, night, *missed.key).outcome is Outcome.PLAYED


def test_his_opponent_who_is_gone_too_loses_to_him(desk: Desk, night: int) -> None:
    pairing = office(desk, night).open[0]
    assert pairing.right
    for side in pairing.sides:
        withdraw(desk, KASSA, night, side.player)
    bring_back(desk, KASSA, night, pairing.left.player)

    stands = match(desk, night, *pairing.key)

    assert (stands.outcome, stands.winner) == (Outcome.WALKOVER, pairing.left.ticket)
    assert holds(desk, night)


def test_once_a_round_is_drawn_from_his_walkover_he_cannot_come_back(desk: Desk, night: int) -> None:
    withdraw(desk, KASSA, night, 1)
    played_until(desk, night, "main-2")

    with pytest.raises(RuleBroken, match="has been drawn since"):
        missed_matches(desk.database, night, 1)
    with refused(desk, night, field="player"):
        bring_back(desk, KASSA, night, 1)


def test_who_never_went_or_does_not_exist_cannot_come_back(desk: Desk, night: int) -> None:
    for player in (1, 99):
        with refused(desk, night, NotThere, field="player"):
            bring_back(desk, KASSA, night, player)


def test_after_the_end_nobody_comes_back(desk: Desk, night: int) -> None:
    withdraw(desk, KASSA, night, 1)
    played_until(desk, night, Step.DONE)

    with refused(desk, night, field="player"):
        bring_back(desk, KASSA, night, 1)


def test_before_the_draw_coming_back_changes_nothing_else(desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    withdraw(desk, KASSA, night, 3)

    bring_back(desk, KASSA, night, 3)

    assert len(played_until(desk, night, "main-1").open) == 4


def imported(desk: Desk, night: int) -> int:
    return import_archive(desk.database, archive_bytes(desk.database, night))


def test_after_an_import_coming_back_takes_the_same_matches_back_and_no_other(desk: Desk, night: int) -> None:
    recorded, played, missed, *_ = office(desk, night).open
    loser = recorded.sides[1]
    record_walkover(desk, KASSA, night, key_of(recorded), seen=recorded.revision, winner=recorded.left.ticket)
    play(desk, night, played)
    withdraw(desk, KASSA, night, loser.player)
    withdraw(desk, KASSA, night, missed.left.player)

    copy = imported(desk, night)

    for player in (loser.player, missed.left.player):
        here, there = (
            [view.key for view in missed_matches(desk.database, one, player)] for one in (night, copy)
        )
        assert here == there
        assert here
        assert recorded.key not in there
    bring_back(desk, KASSA, copy, loser.player)
    assert match(desk, copy, *recorded.key).outcome is Outcome.WALKOVER


def test_after_an_import_a_match_with_a_late_card_is_taken_back_too(desk: Desk) -> None:
    night = a_tournament(desk, sold=7)
    board = played_until(desk, night, "main-1").board
    [bye] = [pairing for view in board.rounds for pairing in view.pairings if pairing.right is None]
    withdraw(desk, KASSA, night, bye.left.player)
    sell_late(desk, KASSA, night, "Karl", "", 1)

    copy = imported(desk, night)

    assert [view.key for view in missed_matches(desk.database, night, bye.left.player)] == [bye.key]
    assert [view.key for view in missed_matches(desk.database, copy, bye.left.player)] == [bye.key]


def test_a_log_that_begins_after_he_left_loses_no_result(desk: Desk, night: int) -> None:
    pairing = office(desk, night).open[0]
    record_walkover(desk, KASSA, night, key_of(pairing), seen=pairing.revision, winner=pairing.left.ticket)
    withdraw(desk, KASSA, night, pairing.sides[1].player)
    archive = export_archive(desk.database, night)

    copy = import_archive(desk.database, json.dumps(archive | {"log": []}).encode())
    bring_back(desk, KASSA, copy, pairing.sides[1].player)

    assert match(desk, copy, *pairing.key).outcome is Outcome.WALKOVER


def test_when_all_are_gone_the_first_result_ends_the_other_matches_and_is_undone_with_them(
    desk: Desk,
) -> None:
    """Somebody must go on, so both matches stay open until it is said who does."""
    night = a_tournament(desk, sold=4)
    played_until(desk, night, Step.DRAW)
    for player in (1, 2, 3, 4):
        withdraw(desk, KASSA, night, player)
    one, other = played_until(desk, night, "main-1").open

    entry = play(desk, night, one)

    assert match(desk, night, "main-1", other.number).outcome is Outcome.DOUBLE_WALKOVER
    assert holds(desk, night)
    undo(desk, KASSA, night, seen=entry.revision)
    assert [pairing.key for pairing in office(desk, night).open] == [one.key, other.key]
    assert holds(desk, night)


def test_the_cards_of_a_player_are_still_in_until_they_cannot_play_any_more(desk: Desk) -> None:
    night = a_tournament(desk, sold=8, each=2)
    [before] = [still_in(office(desk, night), holder) for holder in office(desk, night).holders[:1]]
    both, *_ = played_until(desk, night, "main-1").open
    record_walkover(desk, KASSA, night, key_of(both), seen=both.revision, winner=None)

    stands = office(desk, night)
    left = {card for holder in stands.holders for card in still_in(stands, holder)}

    assert before == (1, 2)
    assert left == set(range(1, 9)) - {side.ticket for side in both.sides}
