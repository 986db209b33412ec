"""Changing one's mind: the right ticket takes the wrong one's seat, and only what hangs on it is lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings

from tests.knockout.builders import absent, bye, handed_in, main_round, placement, still_open, won
from tests.knockout.fields import Field, chances, fields, holders_of
from tests.knockout.nights import started
from tournament.errors import RuleBroken
from tournament.knockout.coming import PlacementTerms, first_round, is_over, next_rounds
from tournament.knockout.corrections import Correction, PairingRef, decide, waits, withdraw
from tournament.knockout.draw import PlayerId, TicketNumber
from tournament.knockout.places import places
from tournament.knockout.rounds import Holders, Outcome, Pairing, Round, Stage, settle
from tournament.knockout.seed import Stream

ALONE: Holders = {TicketNumber(n): PlayerId(n) for n in range(1, 65)}


def at(stage: Stage, round_: int, number: int) -> PairingRef:
    return PairingRef(stage, round_, number)


def main(round_: int, number: int) -> PairingRef:
    return at(Stage.MAIN, round_, number)


def played(rounds: Sequence[Round], ref: PairingRef, winner: int, holders: Holders = ALONE) -> Correction:
    return decide(rounds, ref, Outcome.PLAYED, TicketNumber(winner), holders)


def pairing(rounds: Sequence[Round], ref: PairingRef) -> Pairing:
    round_ = next(r for r in rounds if (r.stage, r.number) == ref[:2])
    return next(p for p in round_.pairings if p.number == ref[2])


FIRST = main_round(8, won(1, 2), won(3, 4), won(5, 6), won(7, 8))
SEMI_OPEN = main_round(4, still_open(1, 3), still_open(5, 7), number=2)
SEMI_PLAYED = main_round(4, won(1, 3), won(5, 7), number=2)
LOSERS_OPEN = placement(Stage.FIFTH_TO_EIGHTH, still_open(2, 4), still_open(6, 8))


def test_before_the_next_draw_a_result_changes_freely() -> None:
    corrected = played([FIRST], main(1, 1), 2)
    assert pairing(corrected.rounds, main(1, 1)).winner == 2
    assert corrected.withdrawn == ()
    assert corrected.exchanged == ()


def test_while_the_follow_up_is_undecided_the_right_ticket_takes_the_seat() -> None:
    corrected = played([FIRST, SEMI_OPEN], main(1, 1), 2)
    assert pairing(corrected.rounds, main(2, 1)).tickets == (2, 3)
    assert corrected.exchanged == (1, 2)
    assert corrected.withdrawn == ()


def test_in_the_matches_for_places_the_two_change_seats_alike() -> None:
    corrected = played([FIRST, SEMI_OPEN, LOSERS_OPEN], main(1, 1), 2)
    assert pairing(corrected.rounds, at(Stage.FIFTH_TO_EIGHTH, 1, 1)).tickets == (1, 4)


def test_what_was_decided_with_the_wrong_ticket_is_withdrawn_latest_first() -> None:
    final = replace(main_round(2, won(1, 5)), number=3)
    third = placement(Stage.THIRD, won(3, 7), number=2)
    corrected = played([FIRST, SEMI_PLAYED, LOSERS_OPEN, final, third], main(1, 1), 2)
    assert corrected.withdrawn == (at(Stage.THIRD, 2, 1), main(3, 1), main(2, 1))
    assert pairing(corrected.rounds, main(2, 1)) == replace(still_open(2, 3), number=1)
    assert pairing(corrected.rounds, main(3, 1)).tickets == (2, 5)


def test_what_does_not_hang_on_it_stays_as_it_was() -> None:
    corrected = played([FIRST, SEMI_PLAYED, LOSERS_OPEN], main(1, 1), 2)
    assert pairing(corrected.rounds, main(2, 2)) == pairing([SEMI_PLAYED], main(2, 2))


def test_the_same_winner_with_another_score_touches_nothing_later() -> None:
    corrected = played([FIRST, SEMI_PLAYED], main(1, 1), 1)
    assert corrected.rounds == (FIRST, SEMI_PLAYED)
    assert corrected.withdrawn == ()


def test_a_follow_up_waits_until_the_withdrawn_result_is_there_again() -> None:
    final = replace(main_round(2, still_open(1, 5)), number=3)
    opened = withdraw([FIRST, SEMI_PLAYED, final], main(2, 1), ALONE).rounds
    assert waits(opened, main(3, 1))
    with pytest.raises(RuleBroken, match="waits for an earlier result"):
        played(opened, main(3, 1), 5)
    again = played(opened, main(2, 1), 3).rounds
    assert pairing(again, main(3, 1)).tickets == (3, 5)
    assert not waits(again, main(3, 1))


def test_withdrawing_takes_back_all_that_hangs_on_it() -> None:
    final = replace(main_round(2, won(1, 5)), number=3)
    taken_back = withdraw([FIRST, SEMI_PLAYED, final], main(1, 3), ALONE)
    assert taken_back.withdrawn == (main(3, 1), main(2, 2))


def test_a_bye_goes_to_the_right_ticket_and_does_not_hide_that_somebody_waits() -> None:
    byes = main_round(4, bye(1), won(3, 5), number=2)
    final = replace(main_round(2, still_open(1, 3)), number=3)
    corrected = played([FIRST, byes, final], main(1, 1), 2)
    assert pairing(corrected.rounds, main(2, 1)) == replace(bye(2), number=1)
    assert pairing(corrected.rounds, main(3, 1)).tickets == (2, 3)
    assert waits(withdraw([FIRST, byes, final], main(1, 1), ALONE).rounds, main(3, 1))


def test_who_is_set_against_himself_hands_a_ticket_in() -> None:
    holders = {**ALONE, TicketNumber(2): PlayerId(3)}
    corrected = played([FIRST, SEMI_OPEN], main(1, 1), 2, holders)
    assert corrected.against_himself == (main(2, 1),)
    assert pairing(corrected.rounds, main(2, 1)).outcome is Outcome.HANDED_IN


def test_who_is_no_longer_set_against_himself_must_play() -> None:
    holders = {**ALONE, TicketNumber(1): PlayerId(3)}
    semi = main_round(4, handed_in(1, 3), won(5, 7), number=2)
    corrected = played([FIRST, semi], main(1, 1), 2, holders)
    assert pairing(corrected.rounds, main(2, 1)) == replace(still_open(2, 3), number=1)


def test_after_a_draw_nobody_can_turn_out_to_have_been_absent_on_both_sides() -> None:
    with pytest.raises(RuleBroken, match="void its draw first"):
        decide([FIRST, SEMI_OPEN], main(1, 1), Outcome.DOUBLE_WALKOVER, None, ALONE)


def test_before_a_draw_both_can_turn_out_to_have_been_absent() -> None:
    corrected = decide([FIRST], main(1, 1), Outcome.DOUBLE_WALKOVER, None, ALONE)
    assert pairing(corrected.rounds, main(1, 1)) == replace(absent(1, 2), number=1)


def test_there_is_no_result_to_withdraw_from_a_bye() -> None:
    with pytest.raises(RuleBroken, match="no result"):
        withdraw([main_round(8, bye(1), won(3, 4), won(5, 6), won(7, 8))], main(1, 1), ALONE)


@settings(max_examples=120)
@given(fields(most=64), chances)
def test_a_night_corrected_again_and_again_stays_whole_and_ends(field: Field, chance: Random) -> None:
    holders = holders_of(field)
    stream = Stream(chance.randbytes(32))
    rounds: list[Round] = []
    corrections = 0
    while True:
        due = next_rounds(rounds, PlacementTerms()) if rounds else (first_round(tuple(holders)),)
        undecided = [ref for ref in _refs(rounds) if pairing(rounds, ref).outcome is None]
        ready = [ref for ref in undecided if not waits(rounds, ref)]
        recorded = [ref for ref in _refs(rounds) if pairing(rounds, ref).outcome in RECORDED]
        if recorded and corrections < 15 and chance.random() < 0.3:
            corrections += 1
            rounds = _corrected(rounds, chance.choice(recorded), holders, chance)
        elif due and (not ready or chance.random() < 0.3):
            rounds.append(settle(started(chance.choice(due), holders, stream), holders, ()))
        elif ready:
            rounds = _recorded(rounds, chance.choice(ready), holders, chance)
        else:
            break
        _check_seats(rounds)
    assert undecided == []
    assert is_over(rounds, PlacementTerms())
    assert sorted(place.ticket for place in places(rounds, PlacementTerms())) == sorted(holders)


RECORDED = (Outcome.PLAYED, Outcome.WALKOVER, Outcome.DOUBLE_WALKOVER)


def _refs(rounds: Sequence[Round]) -> list[PairingRef]:
    return [PairingRef(r.stage, r.number, p.number) for r in rounds for p in r.pairings]


def _recorded(rounds: list[Round], ref: PairingRef, holders: Holders, chance: Random) -> list[Round]:
    """A first result, or one after an earlier was withdrawn: now and then both are absent."""
    tickets = pairing(rounds, ref).tickets
    if chance.random() < 0.1:
        try:
            return list(decide(rounds, ref, Outcome.DOUBLE_WALKOVER, None, holders).rounds)
        except RuleBroken:
            pass
    return list(decide(rounds, ref, Outcome.PLAYED, chance.choice(tickets), holders).rounds)


def _corrected(rounds: list[Round], ref: PairingRef, holders: Holders, chance: Random) -> list[Round]:
    """Another winner, or none for now; only what the correction names is lost."""
    try:
        if chance.random() < 0.3:
            after = withdraw(rounds, ref, holders)
        else:
            winner = chance.choice(pairing(rounds, ref).losers)
            after = decide(rounds, ref, Outcome.PLAYED, winner, holders)
    except RuleBroken:
        return rounds
    _check_exactly_these_changed(rounds, after, ref)
    return list(after.rounds)


def _check_exactly_these_changed(before: Sequence[Round], after: Correction, ref: PairingRef) -> None:
    """Recorded results are lost only where the correction says so."""
    for round_ in before:
        for old in round_.pairings:
            own = PairingRef(round_.stage, round_.number, old.number)
            if own != ref and old.outcome in (Outcome.PLAYED, Outcome.WALKOVER, Outcome.DOUBLE_WALKOVER):
                lost = pairing(after.rounds, own) != old
                assert lost == (own in after.withdrawn)


def _check_seats(rounds: Sequence[Round]) -> None:
    """No ticket sits twice in a round, and whoever plays in a settled round won or lost where he should."""
    for round_ in rounds:
        assert len(set(round_.entrants)) == len(round_.entrants)
    main_rounds = [r for r in rounds if r.stage is Stage.MAIN]
    for earlier, later in pairwise(main_rounds):
        if not earlier.open:
            assert set(later.entrants) == set(earlier.survivors)
    for round_ in rounds:
        if round_.stage in (Stage.THIRD, Stage.FIFTH_TO_EIGHTH):
            source = next(r for r in main_rounds if r.number == round_.number)
            if not source.open:
                assert set(round_.entrants) == set(source.present_losers)
