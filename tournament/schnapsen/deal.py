"""What a deal is worth: rules.md, section 9. Facts and a table's rules in; winner, points and reasons out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tournament.schnapsen import sentences as say
from tournament.schnapsen.facts import ENOUGH, Close, DealFacts, Holding, PlayedOut, Reached, Revoked
from tournament.schnapsen.possible import refuse_impossible
from tournament.schnapsen.rules import Rules
from tournament.schnapsen.side import Side

ENOUGH_TO_LOSE_ONE = 33
"""Card points, marriages included, from which a loser gives away one point only."""


class How(StrEnum):
    """The way a deal was won."""

    CLAIM = "claim"
    CLOSED_OUT = "closed_out"
    BEAT_CLOSER = "beat_closer"
    FALSE_CLAIM = "false_claim"
    FAILED_CLOSE = "failed_close"
    LAST_TRICK = "last_trick"
    REVOKE = "revoke"


@dataclass(frozen=True)
class ScoredDeal:
    """Who won a deal, its game points (1 to 3), how, and two sentences that say why (keys of translations).

    `won_because` names the rule that chose the winner, `worth_because` the one that set the points; both
    stand in `section` of the rules.
    """

    winner: Side
    game_points: int
    how: How
    won_because: str
    worth_because: str
    section: str = "9"


@dataclass(frozen=True)
class _Worth:
    points: int
    because: str


def score_deal(facts: DealFacts, rules: Rules) -> ScoredDeal:
    """Settles one deal under one table's rules.

    Raises `RuleBroken` (section 9) naming the field if the facts cannot be.
    """
    refuse_impossible(facts, rules)
    end = facts.end
    if isinstance(end, Revoked):
        return ScoredDeal(end.by.other, rules.revoke_points, How.REVOKE, say.REVOKE_LOSES, say.REVOKE_THREE)
    if isinstance(end, PlayedOut):
        return _played_out(facts, rules, end.last_trick)
    if facts.standing.of(end.by).count >= ENOUGH:
        return _rightly_claimed(facts, rules, end.by)
    return _wrongly_claimed(facts, rules, end.by)


def _rightly_claimed(facts: DealFacts, rules: Rules, claimer: Side) -> ScoredDeal:
    """The claimer has 66: closing, beating the closer, or the plain way."""
    if facts.close is None:
        return _rightly_claimed_in_the_open(facts, rules, claimer)
    if facts.close.by is claimer:
        return _closed_out(facts, facts.close, rules, say.CLOSER_MADE_IT)
    worth = _worth_of_failed_close(facts.close, rules)
    return ScoredDeal(claimer, worth.points, How.BEAT_CLOSER, say.OPPONENT_WAS_FIRST, worth.because)


def _rightly_claimed_in_the_open(facts: DealFacts, rules: Rules, claimer: Side) -> ScoredDeal:
    if rules.last_trick == "always_one" and facts.all_tricks_played:
        return ScoredDeal(claimer, 1, How.LAST_TRICK, say.CLAIMED_AT_THE_LAST_TRICK, say.LAST_TRICK_ONE)
    worth = _worth_of_loser(facts.standing.of(claimer.other))
    why = say.REACHED if isinstance(facts.end, Reached) else say.CLAIMED_RIGHTLY
    return ScoredDeal(claimer, worth.points, How.CLAIM, why, worth.because)


def _wrongly_claimed(facts: DealFacts, rules: Rules, claimer: Side) -> ScoredDeal:
    if facts.close and facts.close.by is claimer and rules.closer_wrong_claim == "failed_close":
        return _close_failed(facts.close, rules, say.CLOSER_CLAIMED_WRONGLY)
    if rules.false_claim == "as_if_correct":
        worth = _Worth(_rightly_claimed(facts, rules, claimer).game_points, say.AS_IF_CORRECT)
    elif facts.standing.of(claimer.other).tricks:
        worth = _Worth(2, say.FALSE_CLAIM_TWO)
    else:
        worth = _Worth(3, say.FALSE_CLAIM_THREE)
    return ScoredDeal(claimer.other, worth.points, How.FALSE_CLAIM, say.CLAIMED_WRONGLY, worth.because)


def _played_out(facts: DealFacts, rules: Rules, taker: Side) -> ScoredDeal:
    """Nobody claimed: after a close the closer is judged, else the last trick takes the deal."""
    if facts.close:
        return _played_out_after_close(facts, facts.close, rules, taker)
    worth = _Worth(1, say.LAST_TRICK_ONE)
    if rules.last_trick == "by_count":
        worth = _worth_of_loser(facts.standing.of(taker.other))
    return ScoredDeal(taker, worth.points, How.LAST_TRICK, say.LAST_TRICK_WINS, worth.because)


def _played_out_after_close(facts: DealFacts, close: Close, rules: Rules, taker: Side) -> ScoredDeal:
    if facts.standing.of(close.by).count < ENOUGH:
        return _close_failed(close, rules, say.CLOSER_HAS_TOO_LITTLE)
    if taker is close.by:
        return _closed_out(facts, close, rules, say.CLOSER_MADE_IT)
    if rules.closed_unclaimed_66 == "closer_wins":
        return _closed_out(facts, close, rules, say.CLOSER_WINS_UNSAID)
    return _close_failed(close, rules, say.CLOSER_STAYED_SILENT)


def _closed_out(facts: DealFacts, close: Close, rules: Rules, why: str) -> ScoredDeal:
    loser = close.by.other
    if rules.closed_count == "frozen":
        worth = _worth_of_loser_at_close(close.standing.of(loser))
    else:
        worth = _worth_of_loser(facts.standing.of(loser))
    return ScoredDeal(close.by, worth.points, How.CLOSED_OUT, why, worth.because)


def _close_failed(close: Close, rules: Rules, why: str) -> ScoredDeal:
    worth = _worth_of_failed_close(close, rules)
    return ScoredDeal(close.by.other, worth.points, How.FAILED_CLOSE, why, worth.because)


def _worth_of_failed_close(close: Close, rules: Rules) -> _Worth:
    """Looks at the opponent's tricks at the close, at nothing later and at no card points."""
    if rules.failed_close == "flat_two":
        return _Worth(2, say.FAILED_CLOSE_ALWAYS_TWO)
    if close.standing.of(close.by.other).tricks:
        return _Worth(2, say.FAILED_CLOSE_TWO)
    return _Worth(3, say.FAILED_CLOSE_THREE)


def _points_lost(loser: Holding) -> int:
    """The ordinary scale: three without a trick, two under 33, else one."""
    if not loser.tricks:
        return 3
    return 2 if loser.count < ENOUGH_TO_LOSE_ONE else 1


def _worth_of_loser(loser: Holding) -> _Worth:
    points = _points_lost(loser)
    return _Worth(points, {3: say.NO_TRICK, 2: say.UNDER_33, 1: say.FROM_33}[points])


def _worth_of_loser_at_close(loser: Holding) -> _Worth:
    points = _points_lost(loser)
    sentences = {3: say.NO_TRICK_AT_CLOSE, 2: say.UNDER_33_AT_CLOSE, 1: say.FROM_33_AT_CLOSE}
    return _Worth(points, sentences[points])
