"""How each pairing ended, from the two who met and what is told of their match (rules, 3 and 4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tournament.desk.night import Night, Result, RoundFacts
from tournament.desk.verifying.finding import Discrepancy
from tournament.errors import RuleBroken
from tournament.knockout.corrections import PairingRef, settle_open, waits
from tournament.knockout.rounds import Outcome, Pairing, Round, check_somebody_goes_on, decided, settle
from tournament.schnapsen.match import Side, match_result


def check_outcomes(night: Night, facts: RoundFacts) -> Iterator[Discrepancy]:
    """What does not hold of a round whose pairings are as drawn.

    A pairing that waits for a withdrawn result is open, whatever it is to be. A score altered into another
    possible one of the same winner leaves no trace here: only the log knows.
    """
    round_ = facts.round
    waiting = {p.number for p in round_.open if waits(night.rounds, PairingRef(*facts.key, p.number))}
    for pairing in round_.pairings:
        if pairing.number in waiting:
            continue
        result = facts.results[pairing.number]
        try:
            _check_outcome(night, round_, pairing)
            _check_match(night.terms.bummerl_to_win, pairing, result)
        except RuleBroken as broken:
            yield Discrepancy(broken, round_, pairing.number)
    settled = settle_open(night.rounds, night.holders, night.withdrawn)
    for pairing in next(r for r in settled if (r.stage, r.number) == facts.key).pairings:
        if pairing not in round_.pairings:
            withdrawn = RuleBroken("A player has withdrawn, and his pairing is still open.", rule="3")
            yield Discrepancy(withdrawn, round_, pairing.number)
    try:
        check_somebody_goes_on(round_)
    except RuleBroken as broken:
        yield Discrepancy(broken, round_)


def _check_outcome(night: Night, round_: Round, pairing: Pairing) -> None:
    """A bye, or a player against himself, can end in one way only; the others as somebody recorded."""
    undecided = replace(pairing, outcome=None, winner=None)
    [settled] = settle(replace(round_, pairings=(undecided,)), night.holders, ()).pairings
    if settled.outcome is None and pairing.outcome is not None:
        decided(undecided, pairing.outcome, pairing.winner)
    elif settled.outcome is None and pairing.winner is not None:
        raise RuleBroken("An open pairing has no winner.", rule="3")
    elif settled.outcome is Outcome.BYE and pairing != settled:
        raise RuleBroken("Card %(left)s has a bye and goes on unplayed.", rule="3", left=pairing.left)
    elif settled.outcome is Outcome.HANDED_IN and pairing != settled:
        raise RuleBroken(
            "A player against himself: card %(winner)s goes on, the other is handed in.",
            rule="3",
            winner=settled.winner,
        )


def _check_match(bummerl_to_win: int, pairing: Pairing, result: Result) -> None:
    if pairing.outcome is not Outcome.PLAYED:
        if result.games or result.games_won:
            raise RuleBroken("Only a match that was played has a score.", rule="4")
        return
    winner = Side.A if pairing.winner == pairing.left else Side.B
    match_result(bummerl_to_win, winner=winner, games_won=result.games_won, games=result.games)
    if result.games and result.games_won is None:
        raise RuleBroken("The games are told, but not how many each side won.", rule="4")
