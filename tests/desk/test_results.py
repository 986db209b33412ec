"""How a pairing ended, corrections while they are free, and who goes home (rules, sections 3, 4 and 7)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.desk.builders import KASSA, a_tournament, key_of, play, played_until, refused, snapshot
from tournament.desk.acts import Desk, Entry, Stamp
from tournament.desk.drawing import draw_rounds
from tournament.desk.loading import read_night
from tournament.desk.matches import PairingView
from tournament.desk.office import Step, read_log, read_office
from tournament.desk.results import record_result, record_walkover
from tournament.desk.withdrawing import withdraw
from tournament.errors import NotThere, Overtaken
from tournament.knockout.corrections import PairingRef
from tournament.knockout.rounds import Outcome, Stage


def a_round(
    desk: Desk, sold: int = 8, slug: str = "main-1", **terms: Any
) -> tuple[int, tuple[PairingView, ...]]:
    """A tournament with a round just drawn, and the round's pairings."""
    tournament = a_tournament(desk, sold, **terms)
    round_ = played_until(desk, tournament, slug).board.round(slug)
    assert round_
    return tournament, round_.pairings


def now(desk: Desk, tournament: int, pairing: PairingView) -> PairingView:
    """The pairing as it stands."""
    round_ = read_office(desk.database, tournament).board.round(pairing.round)
    assert round_
    return next(view for view in round_.pairings if view.number == pairing.number)


def result(desk: Desk, tournament: int, pairing: PairingView, **facts: Any) -> Entry:
    facts = {"seen": pairing.revision} | facts
    return record_result(desk, KASSA, tournament, key_of(pairing), **facts)


def walkover(desk: Desk, tournament: int, pairing: PairingView, winner: int | None) -> Entry:
    return record_walkover(desk, KASSA, tournament, key_of(pairing), seen=pairing.revision, winner=winner)


def right(pairing: PairingView) -> int:
    assert pairing.right
    return pairing.right.ticket


def test_the_winner_alone_is_a_result(desk: Desk) -> None:
    tournament, pairings = a_round(desk)
    pairing = pairings[0]

    entry = result(desk, tournament, pairing, winner=right(pairing))

    after = now(desk, tournament, pairing)
    assert (after.outcome, after.winner, after.games_won, after.games) == (
        Outcome.PLAYED,
        right(pairing),
        None,
        (),
    )
    assert (after.revision, after.decided_at) == (entry.revision, entry.at)
    assert entry.before == {
        "round": "main-1",
        "size": 8,
        "pairing": 1,
        "left": pairing.left.ticket,
        "right": right(pairing),
        "outcome": None,
        "winner": None,
        "games_won": None,
        "games": [],
    }
    assert entry.after == entry.before | {"outcome": "played", "winner": right(pairing)}


@pytest.mark.parametrize(
    ("bummerl", "facts", "won", "left_wins"),
    [
        (2, {"games_won": (2, 1)}, (2, 1), True),
        (2, {"games_won": (0, 2)}, (0, 2), False),
        (2, {"games": [(7, 3), (5, 7), (7, 6)]}, (2, 1), True),
        (2, {"games": [(0, 9), (6, 8)]}, (0, 2), False),
        (1, {"games_won": (0, 1)}, (0, 1), False),
        (3, {"games_won": (3, 2)}, (3, 2), True),
    ],
)
def test_games_and_points_tell_the_winner(
    desk: Desk, bummerl: int, facts: dict[str, Any], won: tuple[int, int], left_wins: bool
) -> None:
    tournament, [pairing, *_] = a_round(desk, bummerl_to_win=bummerl)

    result(desk, tournament, pairing, **facts)

    after = now(desk, tournament, pairing)
    assert (after.games_won, after.winner == pairing.left.ticket) == (won, left_wins)
    assert list(after.games) == facts.get("games", [])


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({}, "winner"),
        ({"winner": 99}, "winner"),
        ({"winner": 10**30}, "winner"),
        ({"games_won": (2, 2)}, "games_won"),
        ({"games_won": (1, 0)}, "games_won"),
        ({"games_won": (3, 0)}, "games_won"),
        ({"games_won": (-5, 999999)}, "games_won"),
        ({"games": [(7, 7)]}, "games"),
        ({"games": [(10, 3), (7, 0)]}, "games"),
        ({"games": [(7, 0), (7, 0), (7, 0)]}, "games"),
        ({"games": [(7, 0), (0, 7)]}, "games"),
        ({"games": [(-5, 999999)]}, "games"),
        ({"games": [(7, 0), (7, 0)], "games_won": (2, 1)}, None),
    ],
)
def test_an_impossible_result_is_refused_at_its_field(
    desk: Desk, facts: dict[str, Any], field: str | None
) -> None:
    tournament, [pairing, *_] = a_round(desk)

    with refused(desk, tournament, field=field):
        result(desk, tournament, pairing, **facts)


def test_a_winner_who_contradicts_the_games_is_refused(desk: Desk) -> None:
    tournament, [pairing, *_] = a_round(desk)

    with refused(desk, tournament, field="winner"):
        result(desk, tournament, pairing, winner=right(pairing), games_won=(2, 0))


def test_the_winner_of_another_pairing_is_refused(desk: Desk) -> None:
    tournament, [pairing, other, *_] = a_round(desk)

    with refused(desk, tournament, field="winner"):
        result(desk, tournament, pairing, winner=other.left.ticket)
    with refused(desk, tournament, field="winner"):
        walkover(desk, tournament, pairing, other.left.ticket)


@pytest.mark.parametrize(
    "key",
    [
        PairingRef(Stage.MAIN, 1, 5),
        PairingRef(Stage.MAIN, 2, 1),
        PairingRef(Stage.THIRD, 1, 1),
        PairingRef(Stage.MAIN, 10**30, 10**30),
    ],
)
def test_a_result_of_a_pairing_that_is_not_there_is_refused(desk: Desk, key: PairingRef) -> None:
    tournament, _ = a_round(desk)

    with refused(desk, tournament, NotThere):
        record_result(desk, KASSA, tournament, key, seen=1, winner=1)


def test_a_bye_and_a_card_handed_in_need_no_match(desk: Desk) -> None:
    for sold, each in ((5, 1), (4, 3)):
        tournament, pairings = a_round(desk, sold, each=each, capacity=8)
        settled = next(p for p in pairings if p.outcome in (Outcome.BYE, Outcome.HANDED_IN))

        with refused(desk, tournament, field="outcome"):
            result(desk, tournament, settled, winner=settled.left.ticket)
        with refused(desk, tournament, field="outcome"):
            walkover(desk, tournament, settled, None)


def test_the_second_of_two_windows_is_told_both_results(desk: Desk) -> None:
    tournament, [pairing, *_] = a_round(desk)
    result(desk, tournament, pairing, games_won=(2, 0))

    with refused(desk, tournament, Overtaken) as caught:
        result(desk, tournament, pairing, games_won=(1, 2))

    assert isinstance(caught.value, Overtaken)
    mine, theirs = caught.value.mine, caught.value.theirs
    assert isinstance(mine, dict)
    assert isinstance(theirs, dict)
    assert (theirs["winner"], theirs["games_won"]) == (pairing.left.ticket, [2, 0])
    assert (mine["winner"], mine["games_won"]) == (right(pairing), [1, 2])


def test_a_form_sent_twice_records_once_and_answers_the_same(desk: Desk) -> None:
    tournament, [pairing, *_] = a_round(desk)
    form = Stamp("Kassa", key="form")

    def send() -> Entry:
        return record_result(
            desk, form, tournament, key_of(pairing), seen=pairing.revision, games=[(7, 3), (7, 0)]
        )

    first = send()
    before = snapshot(desk, tournament)
    again = send()

    assert (again.repeated, again.revision, again.after) == (True, first.revision, first.after)
    assert snapshot(desk, tournament) == before


def test_a_result_can_be_corrected_until_the_next_draw_and_the_log_keeps_the_old_one(desk: Desk) -> None:
    tournament, pairings = a_round(desk, 4, capacity=4)
    for pairing in pairings:
        result(desk, tournament, pairing, games_won=(2, 0))
    wrong = now(desk, tournament, pairings[0])

    entry = result(desk, tournament, wrong, games_won=(1, 2))

    assert (entry.before["winner"], entry.before["games_won"]) == (wrong.left.ticket, [2, 0])
    assert (entry.after["winner"], entry.after["games_won"]) == (right(wrong), [1, 2])
    draw_rounds(desk, KASSA, tournament)
    final = read_office(desk.database, tournament).board.round("main-2")
    assert final
    assert {side.ticket for side in final.pairings[0].sides} == {right(wrong), pairings[1].left.ticket}


def test_a_result_can_be_corrected_between_announcement_and_draw(desk: Desk) -> None:
    tournament, pairings = a_round(desk)
    played_until(desk, tournament, Step.DRAW)
    wrong = now(desk, tournament, pairings[0])

    result(desk, tournament, wrong, winner=right(wrong))

    office = played_until(desk, tournament, "main-2")
    semis = office.board.round("main-2")
    assert semis
    assert right(wrong) in {side.ticket for pairing in semis.pairings for side in pairing.sides}


@pytest.mark.parametrize(
    ("slug", "later"),
    [
        ("main-1", "main-2"),
        ("main-1", "fifth-to-eighth-1"),
        ("main-2", "main-3"),
        ("main-2", "third-2"),
        ("fifth-to-eighth-1", "fifth-1"),
        ("fifth-to-eighth-1", "seventh-1"),
    ],
)
def test_a_result_from_which_a_round_was_drawn_cannot_be_corrected_freely(
    desk: Desk, slug: str, later: str
) -> None:
    tournament, _ = a_round(desk, 8, slug)
    played_until(desk, tournament, later)
    round_ = read_office(desk.database, tournament).board.round(slug)
    assert round_
    pairing = round_.pairings[0]

    with refused(desk, tournament, field="outcome"):
        result(desk, tournament, pairing, winner=right(pairing))
    with refused(desk, tournament, field="outcome"):
        walkover(desk, tournament, pairing, right(pairing))


def test_a_match_for_third_can_be_corrected_while_the_final_is_played(desk: Desk) -> None:
    tournament, [pairing] = a_round(desk, 8, "third-2")
    play(desk, tournament, pairing)

    result(desk, tournament, now(desk, tournament, pairing), winner=right(pairing))

    assert now(desk, tournament, pairing).winner == right(pairing)


def test_a_walkover_replaces_a_result_with_its_games(desk: Desk) -> None:
    tournament, [pairing, *_] = a_round(desk)
    result(desk, tournament, pairing, games=[(7, 0), (7, 0)])

    entry = walkover(desk, tournament, now(desk, tournament, pairing), right(pairing))

    after = now(desk, tournament, pairing)
    assert (after.outcome, after.winner) == (Outcome.WALKOVER, right(pairing))
    assert (after.games_won, after.games) == (None, ())
    assert (entry.act, entry.before["games"]) == ("record-walkover", [[7, 0], [7, 0]])


def test_after_a_double_walkover_the_next_draw_has_a_bye(desk: Desk) -> None:
    tournament, pairings = a_round(desk)

    walkover(desk, tournament, pairings[0], None)

    office = played_until(desk, tournament, "main-2")
    semis = office.board.round("main-2")
    assert semis
    assert (len(semis.pairings), len(semis.open)) == (2, 1)
    assert now(desk, tournament, pairings[0]).winner is None


def test_somebody_must_go_on_from_every_main_round(desk: Desk) -> None:
    tournament, [one, other] = a_round(desk, 4, capacity=4)
    walkover(desk, tournament, one, None)

    with refused(desk, tournament, field="outcome"):
        walkover(desk, tournament, other, None)

    result(desk, tournament, other, winner=right(other))
    with refused(desk, tournament, field="outcome"):
        walkover(desk, tournament, now(desk, tournament, other), None)


def test_a_final_has_a_winner(desk: Desk) -> None:
    tournament, [final] = a_round(desk, 2)

    with refused(desk, tournament, field="outcome"):
        walkover(desk, tournament, final, None)


def test_both_may_be_absent_from_a_match_for_third(desk: Desk) -> None:
    tournament, [third] = a_round(desk, 4, "third-1", capacity=4)

    walkover(desk, tournament, third, None)

    places = played_until(desk, tournament, Step.DONE).board.places
    assert [place.side.ticket for place in places[2:]] == sorted(side.ticket for side in third.sides)


def test_after_the_end_no_result_changes(desk: Desk) -> None:
    tournament, [final] = a_round(desk, 2)
    play(desk, tournament, final)
    played_until(desk, tournament, Step.DONE)

    with refused(desk, tournament, field="pairing"):
        result(desk, tournament, now(desk, tournament, final), winner=right(final))


def test_who_goes_home_loses_the_open_pairing_and_every_later_one(desk: Desk) -> None:
    tournament, pairings = a_round(desk, 8, each=2)
    gone = pairings[0].left.player
    mine = [p for p in pairings if gone in {side.player for side in p.sides}]

    entry = withdraw(desk, KASSA, tournament, gone)

    assert entry.after["withdrawn"] is True
    for pairing in mine:
        after = now(desk, tournament, pairing)
        assert after.outcome is Outcome.WALKOVER
        assert after.revision == entry.revision
        assert [s.player for s in pairing.sides if s.ticket == after.winner] != [gone]
    places = played_until(desk, tournament, Step.DONE).board.places
    assert len(places) == 8


def test_who_goes_home_after_winning_loses_the_next_pairing_when_it_is_drawn(desk: Desk) -> None:
    tournament, pairings = a_round(desk, 8)
    for pairing in pairings:
        play(desk, tournament, pairing)
    gone = pairings[0].left
    withdraw(desk, KASSA, tournament, gone.player)

    semis = played_until(desk, tournament, "main-2").board.round("main-2")

    assert semis
    [own] = [p for p in semis.pairings if gone.ticket in {s.ticket for s in p.sides}]
    assert (own.outcome, own.winner == gone.ticket) == (Outcome.WALKOVER, False)
    assert now(desk, tournament, pairings[0]).winner == gone.ticket


def test_two_who_went_home_leave_a_double_walkover_but_never_an_empty_round(desk: Desk) -> None:
    tournament, [one, other] = a_round(desk, 4, capacity=4)
    for side in one.sides:
        withdraw(desk, KASSA, tournament, side.player)
    assert now(desk, tournament, one).outcome is Outcome.WALKOVER

    for side in other.sides:
        withdraw(desk, KASSA, tournament, side.player)

    final = played_until(desk, tournament, "main-2").board.round("main-2")
    assert final
    assert len(final.open) == 1


def test_a_withdrawal_is_told_once_and_only_of_who_is_there(desk: Desk) -> None:
    tournament, _ = a_round(desk)
    withdraw(desk, KASSA, tournament, 1)

    with refused(desk, tournament, field="player"):
        withdraw(desk, KASSA, tournament, 1)
    with refused(desk, tournament, NotThere, field="player"):
        withdraw(desk, KASSA, tournament, 10**30)
    assert [entry.act for entry in read_log(desk.database, tournament)].count("withdraw") == 1


def test_who_withdrew_before_the_draw_stays_in_it(desk: Desk) -> None:
    tournament = a_tournament(desk, 8)
    withdraw(desk, KASSA, tournament, 3)

    pairings = played_until(desk, tournament, "main-1").board.rounds[0].pairings

    assert len(read_night(desk.database, tournament).drawn[0].round.entrants) == 8
    [own] = [p for p in pairings if 3 in {side.player for side in p.sides}]
    assert own.outcome is Outcome.WALKOVER
