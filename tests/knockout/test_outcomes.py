"""How a pairing can end, and which ones need no match (rules, section 3)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import pytest

from tournament.errors import RuleBroken
from tournament.knockout.draw import PlayerId, TicketNumber
from tournament.knockout.rounds import (
    Outcome,
    Pairing,
    Round,
    Stage,
    check_somebody_goes_on,
    decided,
    settle,
)

ALICE, BERT, CARL, DORA = map(PlayerId, (1, 2, 3, 4))
HOLDERS = {
    TicketNumber(number): player
    for player, numbers in {ALICE: (1, 2), BERT: (3, 4), CARL: (5, 6), DORA: (7, 8)}.items()
    for number in numbers
}


def meeting(left: int, right: int | None, number: int = 1) -> Pairing:
    return Pairing(number, TicketNumber(left), None if right is None else TicketNumber(right))


def a_round(*pairs: tuple[int, int | None], stage: Stage = Stage.MAIN) -> Round:
    pairings = tuple(meeting(left, right, number) for number, (left, right) in enumerate(pairs, start=1))
    return Round(1, stage, 2 * len(pairs), pairings)


def outcomes(
    round_: Round, withdrawn: Collection[PlayerId] = ()
) -> list[tuple[Outcome | None, TicketNumber | None]]:
    return [(p.outcome, p.winner) for p in settle(round_, HOLDERS, withdrawn).pairings]


def test_a_bye_goes_on_unplayed() -> None:
    assert outcomes(a_round((3, None))) == [(Outcome.BYE, 3)]


def test_a_player_against_himself_hands_in_the_higher_ticket() -> None:
    round_ = settle(a_round((2, 1), (3, 4)), HOLDERS, ())
    assert [(p.outcome, p.winner, p.losers) for p in round_.pairings] == [
        (Outcome.HANDED_IN, 1, (2,)),
        (Outcome.HANDED_IN, 3, (4,)),
    ]


def test_two_players_who_are_both_there_have_to_play() -> None:
    assert outcomes(a_round((1, 3), (5, 7))) == [(None, None), (None, None)]


def test_a_withdrawn_player_loses_every_pairing_by_walkover() -> None:
    expected = [(Outcome.WALKOVER, 3), (Outcome.WALKOVER, 5), (None, None)]
    assert outcomes(a_round((1, 3), (5, 2), (7, 4)), {ALICE}) == expected


def test_a_withdrawn_player_with_a_bye_still_goes_on() -> None:
    assert outcomes(a_round((1, None)), {ALICE}) == [(Outcome.BYE, 1)]


def test_two_withdrawn_players_both_lose() -> None:
    round_ = settle(a_round((1, 3), (5, 7)), HOLDERS, {ALICE, BERT})
    double = round_.pairings[0]
    assert (double.outcome, double.winner, double.losers) == (Outcome.DOUBLE_WALKOVER, None, (1, 3))
    assert round_.open == round_.pairings[1:]


def test_what_has_been_decided_stays_when_a_player_withdraws() -> None:
    round_ = a_round((1, 3), (5, 7))
    won = decided(round_.pairings[0], Outcome.PLAYED, TicketNumber(1))
    round_ = replace(round_, pairings=(won, round_.pairings[1]))
    assert settle(round_, HOLDERS, {ALICE}).pairings[0] == won


def test_a_final_of_two_withdrawn_players_stays_open() -> None:
    assert outcomes(a_round((1, 3)), {ALICE, BERT}) == [(None, None)]


def test_a_placement_match_of_two_withdrawn_players_is_a_double_walkover() -> None:
    round_ = settle(a_round((3, 1), stage=Stage.THIRD), HOLDERS, {ALICE, BERT})
    assert round_.pairings[0].outcome is Outcome.DOUBLE_WALKOVER
    assert round_.pairings[0].ranked == (1, 3)


def test_a_main_round_of_withdrawn_players_only_stays_open_where_nobody_would_go_on() -> None:
    everybody = {ALICE, BERT, CARL, DORA}
    assert outcomes(a_round((1, 3), (5, 7)), everybody) == [(None, None), (None, None)]
    assert outcomes(a_round((1, 3), (5, None)), everybody) == [
        (Outcome.DOUBLE_WALKOVER, None),
        (Outcome.BYE, 5),
    ]


def test_the_last_pairing_stays_open_if_its_double_walkover_would_leave_nobody() -> None:
    round_ = a_round((1, 3), (5, 7))
    absent = decided(round_.pairings[0], Outcome.DOUBLE_WALKOVER, None)
    round_ = replace(round_, pairings=(absent, round_.pairings[1]))
    assert outcomes(round_, {CARL, DORA}) == [(Outcome.DOUBLE_WALKOVER, None), (None, None)]


@pytest.mark.parametrize("outcome", [Outcome.PLAYED, Outcome.WALKOVER])
@pytest.mark.parametrize("winner", [1, 3])
def test_a_match_is_won_by_either_side_played_or_by_walkover(outcome: Outcome, winner: int) -> None:
    pairing = decided(meeting(1, 3), outcome, TicketNumber(winner))
    assert (pairing.outcome, pairing.winner) == (outcome, winner)
    assert pairing.losers == (4 - winner,)
    assert pairing.ranked == (winner, 4 - winner)


def test_in_a_double_walkover_both_lose_and_the_lower_number_is_placed_first() -> None:
    pairing = decided(meeting(3, 1), Outcome.DOUBLE_WALKOVER, None)
    assert pairing.winner is None
    assert set(pairing.losers) == {1, 3}
    assert pairing.ranked == (1, 3)


def test_while_a_pairing_is_open_nobody_has_lost() -> None:
    assert meeting(1, 3).losers == ()


def test_a_result_can_be_corrected_to_another() -> None:
    wrong = decided(meeting(1, 3), Outcome.DOUBLE_WALKOVER, None)
    assert decided(wrong, Outcome.PLAYED, TicketNumber(3)).winner == 3


@pytest.mark.parametrize(
    ("pairing", "outcome", "winner", "message", "field"),
    [
        (meeting(1, None), Outcome.PLAYED, 1, "needs no match", "outcome"),
        (settle(a_round((1, 2)), HOLDERS, ()).pairings[0], Outcome.PLAYED, 2, "needs no match", "outcome"),
        (meeting(1, 3), Outcome.DOUBLE_WALKOVER, 1, "has no winner", "winner"),
        (meeting(1, 3), Outcome.BYE, 1, "is played, or won by walkover", "outcome"),
        (meeting(1, 3), Outcome.HANDED_IN, 1, "is played, or won by walkover", "outcome"),
        (meeting(1, 3), Outcome.PLAYED, 5, "one of the two cards", "winner"),
        (meeting(1, 3), Outcome.WALKOVER, None, "one of the two cards", "winner"),
    ],
)
def test_a_pairing_cannot_end_in_a_way_the_rules_do_not_know(
    pairing: Pairing, outcome: Outcome, winner: TicketNumber | None, message: str, field: str
) -> None:
    with pytest.raises(RuleBroken, match=message) as refusal:
        decided(pairing, outcome, winner)
    assert (refusal.value.rule, refusal.value.field) == ("3", field)


def test_a_double_walkover_is_refused_in_the_final() -> None:
    final = a_round((1, 3))
    final = replace(final, pairings=(decided(final.pairings[0], Outcome.DOUBLE_WALKOVER, None),))
    with pytest.raises(RuleBroken, match="Somebody must go on"):
        check_somebody_goes_on(final)


def test_a_double_walkover_is_allowed_where_somebody_else_goes_on_or_may_still() -> None:
    round_ = a_round((1, 3), (5, 7))
    absent = decided(round_.pairings[0], Outcome.DOUBLE_WALKOVER, None)
    check_somebody_goes_on(replace(round_, pairings=(absent, round_.pairings[1])))
    won = decided(round_.pairings[1], Outcome.PLAYED, TicketNumber(5))
    check_somebody_goes_on(replace(round_, pairings=(absent, won)))
    check_somebody_goes_on(replace(a_round(stage=Stage.FIFTH), pairings=(absent,)))
