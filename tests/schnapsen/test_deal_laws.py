"""What holds for every deal under every table's rules (rules.md, section 9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.schnapsen.deals import (
    closed_deals,
    deals,
    deals_with_a_trickless_side,
    holding,
    reached_deals,
    swapped,
    tables,
)
from tournament.errors import RuleBroken
from tournament.schnapsen.deal import How, ScoredDeal, score_deal
from tournament.schnapsen.facts import Claimed, Close, DealFacts, PlayedOut, Reached, Standing
from tournament.schnapsen.rules import Rules
from tournament.schnapsen.side import Side


@given(deals(), tables())
def test_a_deal_played_with_real_cards_is_never_refused_where_claims_are_said(
    facts: DealFacts, rules: Rules
) -> None:
    result = score_deal(facts, replace(rules, claim="declared"))

    assert result.game_points in (1, 2, 3)


def scored(facts: DealFacts, rules: Rules) -> ScoredDeal | str:
    """The result, or the reason it is refused (a claim where 66 counts itself, say)."""
    try:
        return score_deal(facts, rules)
    except RuleBroken as refused:
        return str(refused)


@given(deals(), tables())
def test_swapping_the_players_swaps_the_result(facts: DealFacts, rules: Rules) -> None:
    here, there = scored(facts, rules), scored(swapped(facts), rules)

    if isinstance(here, ScoredDeal):
        here = replace(here, winner=here.winner.other)
    assert here == there


@given(closed_deals(), tables())
def test_a_failed_close_is_never_worth_one(facts: DealFacts, rules: Rules) -> None:
    result = score_deal(facts, replace(rules, claim="declared"))

    if result.how in (How.FAILED_CLOSE, How.BEAT_CLOSER):
        assert result.game_points >= 2


@given(closed_deals(), tables())
def test_a_made_close_is_never_worth_less_frozen_than_counted_at_the_end(
    facts: DealFacts, rules: Rules
) -> None:
    rules = replace(rules, claim="declared")
    frozen = score_deal(facts, replace(rules, closed_count="frozen"))
    at_end = score_deal(facts, replace(rules, closed_count="end"))

    assert frozen.how is at_end.how
    assert frozen.game_points >= at_end.game_points


@given(st.integers(55, 65), st.integers(4, 6), st.sampled_from(Side), tables())
def test_a_deal_nobody_could_claim_is_worth_one_however_the_last_trick_counts(
    card_points: int, tricks: int, taker: Side, rules: Rules
) -> None:
    standing = Standing(holding(card_points, tricks), holding(120 - card_points, 10 - tricks))

    result = score_deal(DealFacts(PlayedOut(taker), standing), rules)

    assert (result.winner, result.game_points, result.how) == (taker, 1, How.LAST_TRICK)


def with_void_marriage(standing: Standing, marriage: int) -> Standing:
    """The same with a marriage beside one who has no trick."""
    if standing.a.tricks:
        return Standing(standing.a, replace(standing.b, marriages=(marriage,)))
    return Standing(replace(standing.a, marriages=(marriage,)), standing.b)


@given(deals_with_a_trickless_side(), tables(), st.sampled_from([20, 40]))
def test_a_marriage_without_a_trick_changes_nothing(facts: DealFacts, rules: Rules, marriage: int) -> None:
    rules = replace(rules, claim="declared")

    declared = replace(facts, standing=with_void_marriage(facts.standing, marriage))

    assert score_deal(declared, rules) == score_deal(facts, rules)


@pytest.mark.parametrize(("closed_count", "points"), [("end", 1), ("frozen", 3)])
def test_a_frozen_count_knows_a_marriage_only_with_a_trick_before_the_close(
    closed_count: Literal["end", "frozen"], points: int
) -> None:
    at_close = Standing(holding(14, 1), holding(0, 0, 20))
    facts = DealFacts(Claimed(Side.A), Standing(holding(68, 4), holding(13, 1, 20)), Close(Side.A, at_close))

    assert score_deal(facts, Rules(closed_count=closed_count)).game_points == points


@given(reached_deals(), tables())
def test_reaching_66_is_worth_what_claiming_it_in_time_is(facts: DealFacts, rules: Rules) -> None:
    assert isinstance(facts.end, Reached)
    reached = score_deal(facts, replace(rules, claim="automatic"))

    claimed = score_deal(replace(facts, end=Claimed(facts.end.by)), replace(rules, claim="declared"))

    assert reached.winner is facts.end.by
    assert (reached.winner, reached.game_points, reached.how) == (
        claimed.winner,
        claimed.game_points,
        claimed.how,
    )
