"""Section 9 of the rules read a second time, sentence by sentence, without a look at how the scorer does it.

No reasons, no refusals: only who wins, what it is worth and how.
"""

from __future__ import annotations

from tournament.schnapsen.facts import DealFacts, Holding, PlayedOut, Revoked
from tournament.schnapsen.rules import Rules
from tournament.schnapsen.side import Side

Verdict = tuple[Side, int, str]


def _card_points(has: Holding) -> int:
    return has.card_points + sum(has.marriages) if has.tricks > 0 else 0


def _one_two_or_three(loser: Holding) -> int:
    if loser.tricks == 0:
        return 3
    return 1 if _card_points(loser) >= 33 else 2


def _failed_close(facts: DealFacts, rules: Rules) -> int:
    assert facts.close
    opponent = facts.close.standing.of(facts.close.by.other)
    return 3 if opponent.tricks == 0 and rules.failed_close == "two_or_three" else 2


def _worth_of_being_right(facts: DealFacts, rules: Rules, claimer: Side) -> int:
    if facts.close and facts.close.by is not claimer:
        return _failed_close(facts, rules)
    if facts.close and rules.closed_count == "frozen":
        return _one_two_or_three(facts.close.standing.of(claimer.other))
    if not facts.close and rules.last_trick == "always_one" and facts.standing.tricks == 10:
        return 1
    return _one_two_or_three(facts.standing.of(claimer.other))


def _exhausted(facts: DealFacts, rules: Rules, taker: Side) -> Verdict:
    if not facts.close:
        loser = facts.standing.of(taker.other)
        return taker, _one_two_or_three(loser) if rules.last_trick == "by_count" else 1, "last_trick"
    closer = facts.close.by
    if _card_points(facts.standing.of(closer)) < 66:
        return closer.other, _failed_close(facts, rules), "failed_close"
    if taker is not closer and rules.closed_unclaimed_66 == "closer_fails":
        return closer.other, _failed_close(facts, rules), "failed_close"
    return closer, _worth_of_being_right(facts, rules, closer), "closed_out"


def _right(facts: DealFacts, rules: Rules, claimer: Side) -> Verdict:
    how = "claim"
    if facts.close:
        how = "closed_out" if facts.close.by is claimer else "beat_closer"
    elif rules.last_trick == "always_one" and facts.standing.tricks == 10:
        how = "last_trick"
    return claimer, _worth_of_being_right(facts, rules, claimer), how


def _wrong(facts: DealFacts, rules: Rules, claimer: Side) -> Verdict:
    if facts.close and facts.close.by is claimer and rules.closer_wrong_claim == "failed_close":
        return claimer.other, _failed_close(facts, rules), "failed_close"
    if rules.false_claim == "as_if_correct":
        return claimer.other, _worth_of_being_right(facts, rules, claimer), "false_claim"
    return claimer.other, 2 if facts.standing.of(claimer.other).tricks > 0 else 3, "false_claim"


def verdict(facts: DealFacts, rules: Rules) -> Verdict:
    """The winner, the game points and how, for facts that can be."""
    end = facts.end
    if isinstance(end, Revoked):
        return end.by.other, 3, "revoke"
    if isinstance(end, PlayedOut):
        return _exhausted(facts, rules, end.last_trick)
    right = _card_points(facts.standing.of(end.by)) >= 66
    return _right(facts, rules, end.by) if right else _wrong(facts, rules, end.by)
