"""Facts of a deal that cannot be, refused with the field they stand in: rules.md, section 9."""

from __future__ import annotations

from collections import Counter

from tournament.errors import RuleBroken
from tournament.schnapsen.facts import (
    ALL_TRICKS,
    ENOUGH,
    TALON,
    TRICKS_AFTER_CLOSE,
    Claimed,
    Close,
    DealFacts,
    End,
    Holding,
    PlayedOut,
    Reached,
    Revoked,
    Standing,
)
from tournament.schnapsen.rules import Rules
from tournament.schnapsen.side import Side

LEAST = (0, 4, 8, 14, 20, 28, 36, 56, 76, 98, 120)
MOST = (0, 22, 44, 64, 84, 92, 100, 106, 112, 116, 120)
"""Card points that so many tricks (the index) can hold."""

ALL_CARD_POINTS = 120
PLAIN_SUITS = 3
TRICKS_UNDER_THE_TALON = 5
"""Tricks after which the talon is gone."""


def refuse_impossible(facts: DealFacts, rules: Rules) -> None:
    """Raises `RuleBroken` (section 9) for the first fact that cannot be, naming its field.

    Fields are `card_points`, `marriages`, `tricks`, `at_close`, `end`, `last_trick_winner` and `revoke_by`.
    """
    _refuse_standing(facts.standing)
    if facts.close:
        _refuse_close(facts.close, rules)
        _refuse_play_after_close(facts.standing, facts.close)
    _refuse_end(facts.end, facts, rules)


def _refuse_end(end: End, facts: DealFacts, rules: Rules) -> None:
    if isinstance(end, Revoked):
        _refuse_revoke_while_talon_is_open(facts)
    elif isinstance(end, PlayedOut):
        _refuse_unfinished_play(facts)
        _refuse_last_trick_of(end.last_trick, facts)
        _refuse_66_left_lying(facts.standing, rules)
    elif isinstance(end, Claimed):
        _refuse_saying_66_where_it_counts_itself(rules)
        _refuse_66_after_losing_the_last_trick(end, facts)
    else:
        _refuse_reaching(end.by, facts.standing, rules)
        _refuse_66_after_losing_the_last_trick(end, facts)


def _refuse_standing(standing: Standing, field: str | None = None) -> None:
    """`field` overrides the names of the single facts: at the close all of them stand in one field."""
    _refuse_tricks(standing, field or "tricks")
    if standing.card_points > ALL_CARD_POINTS:
        raise RuleBroken(
            "There are 120 card points, not %(points)s.",
            rule="9",
            field=field or "card_points",
            points=standing.card_points,
        )
    for holding in (standing.a, standing.b):
        _refuse_holding(holding.tricks, holding.card_points, field or "card_points")
    _refuse_holding(standing.tricks, standing.card_points, field or "card_points")
    _refuse_marriages(standing.marriages, field or "marriages")


def _refuse_tricks(standing: Standing, field: str) -> None:
    if min(standing.a.tricks, standing.b.tricks) < 0:
        raise RuleBroken("Tricks cannot be negative.", rule="9", field=field)
    if standing.tricks > ALL_TRICKS:
        raise RuleBroken(
            "There are ten tricks, not %(tricks)s.", rule="9", field=field, tricks=standing.tricks
        )


def _refuse_holding(tricks: int, points: int, field: str) -> None:
    if not LEAST[tricks] <= points <= MOST[tricks]:
        raise RuleBroken(
            "Tricks: %(tricks)s. They hold %(least)s to %(most)s card points, not %(points)s.",
            rule="9",
            field=field,
            tricks=tricks,
            least=LEAST[tricks],
            most=MOST[tricks],
            points=points,
        )


def _refuse_marriages(marriages: tuple[int, ...], field: str) -> None:
    if not set(marriages) <= {20, 40}:
        raise RuleBroken("A marriage counts 20 or 40.", rule="9", field=field)
    if marriages.count(40) > 1:
        raise RuleBroken("There is only one marriage of 40.", rule="9", field=field)
    if len(marriages) > 4:
        raise RuleBroken("There are four marriages at most.", rule="9", field=field)
    if marriages.count(20) > PLAIN_SUITS:
        raise RuleBroken(
            "There are three marriages of 20 at most: one suit is trumps.", rule="9", field=field
        )


def _refuse_close(close: Close, rules: Rules) -> None:
    _refuse_standing(close.standing, "at_close")
    left = TALON - 2 * close.standing.tricks
    if close.standing.tricks >= TRICKS_UNDER_THE_TALON:
        raise RuleBroken("After the fifth trick there is nothing to close.", rule="9", field="at_close")
    if left < rules.close_min_talon:
        raise RuleBroken(
            "With %(cards)s cards left the talon cannot be closed.", rule="9", field="at_close", cards=left
        )
    _refuse_66_at_close(close.standing, rules)


def _refuse_66_at_close(standing: Standing, rules: Rules) -> None:
    if rules.claim == "automatic" and max(standing.a.count, standing.b.count) >= ENOUGH:
        raise RuleBroken("With 66 before the close the deal was over.", rule="9", field="at_close")


def _refuse_play_after_close(standing: Standing, close: Close) -> None:
    for side in Side:
        _refuse_losing_what_one_had(close.standing.of(side), standing.of(side))
    later = standing.tricks - close.standing.tricks
    if later > TRICKS_AFTER_CLOSE:
        raise RuleBroken(
            "After a close five tricks are left, not %(tricks)s.", rule="9", field="tricks", tricks=later
        )
    for side in Side:
        before, after = close.standing.of(side), standing.of(side)
        _refuse_winning_too_much(after.tricks - before.tricks, after.card_points - before.card_points)
    _refuse_winning_too_much(later, standing.card_points - close.standing.card_points)


def _refuse_winning_too_much(tricks: int, points: int) -> None:
    """Only the most is asked: shared cases (F09, F10) win less after the close than so many tricks hold."""
    if points > MOST[tricks]:
        raise RuleBroken(
            "Tricks after the close: %(tricks)s. They hold %(most)s card points at most, not %(points)s.",
            rule="9",
            field="card_points",
            tricks=tricks,
            most=MOST[tricks],
            points=points,
        )


def _refuse_losing_what_one_had(before: Holding, after: Holding) -> None:
    undeclared = Counter(before.marriages) - Counter(after.marriages)
    if before.tricks > after.tricks or before.card_points > after.card_points or undeclared:
        raise RuleBroken("Nobody has more at the close than at the end.", rule="9", field="at_close")


def _refuse_revoke_while_talon_is_open(facts: DealFacts) -> None:
    if facts.close is None and facts.standing.tricks < TRICKS_UNDER_THE_TALON:
        raise RuleBroken("While the talon is open nobody can revoke.", rule="9", field="revoke_by")


def _refuse_unfinished_play(facts: DealFacts) -> None:
    if not facts.all_tricks_played:
        raise RuleBroken("Nobody claimed, so every trick is played out.", rule="9", field="tricks")


def _refuse_last_trick_of(taker: Side, facts: DealFacts) -> None:
    before = facts.close.standing.of(taker).tricks if facts.close else 0
    if facts.standing.of(taker).tricks == before:
        raise RuleBroken("Whoever took the last trick has one more.", rule="9", field="last_trick_winner")


def _refuse_66_left_lying(standing: Standing, rules: Rules) -> None:
    if rules.claim == "automatic" and max(standing.a.count, standing.b.count) >= ENOUGH:
        raise RuleBroken("With 66 the deal was over before the last trick.", rule="9", field="end")


def _refuse_saying_66_where_it_counts_itself(rules: Rules) -> None:
    if rules.claim == "automatic":
        raise RuleBroken("Nobody claims here: 66 ends the deal by itself.", rule="9", field="end")


def _refuse_66_after_losing_the_last_trick(end: Claimed | Reached, facts: DealFacts) -> None:
    if end.last_trick is None or not facts.all_tricks_played:
        return
    _refuse_last_trick_of(end.last_trick, facts)
    if end.last_trick is not end.by:
        raise RuleBroken(
            "After the last trick only its winner can still win with 66.", rule="9", field="last_trick_winner"
        )


def _refuse_reaching(first: Side, standing: Standing, rules: Rules) -> None:
    if rules.claim == "declared":
        raise RuleBroken("Here 66 must be claimed; they end nothing by themselves.", rule="9", field="end")
    if standing.of(first).count < ENOUGH:
        raise RuleBroken("Nobody reaches 66 with fewer.", rule="9", field="card_points")
    if standing.of(first.other).count >= ENOUGH:
        raise RuleBroken("Only one side can be first to reach 66.", rule="9", field="card_points")
