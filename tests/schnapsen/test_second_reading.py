"""Two who read section 9 apart from each other settle every deal alike, under every mixture of options."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from hypothesis import given, settings

from tests.schnapsen.deals import deals, reached_deals
from tests.schnapsen.second_reading import verdict
from tournament.schnapsen.deal import score_deal
from tournament.schnapsen.facts import DealFacts
from tournament.schnapsen.rules import OPTIONS, Rules, rules_from

OF_A_DEAL = (
    "closed_count",
    "false_claim",
    "failed_close",
    "closer_wrong_claim",
    "closed_unclaimed_66",
    "last_trick",
)
EVERY_TABLE = [
    rules_from(dict(zip(OF_A_DEAL, values, strict=True)))
    for values in product(*(OPTIONS[name] for name in OF_A_DEAL))
]


def settled(facts: DealFacts, rules: Rules) -> tuple[str, int, str]:
    scored = score_deal(facts, rules)
    return scored.winner, scored.game_points, scored.how


def test_every_mixture_of_the_options_of_a_deal_is_a_table() -> None:
    assert len(set(EVERY_TABLE)) == 2**5 * 3


@settings(max_examples=60)
@given(deals())
def test_a_deal_is_settled_alike_by_two_readers_at_every_table(facts: DealFacts) -> None:
    for rules in EVERY_TABLE:
        assert settled(facts, rules) == verdict(facts, rules)


@settings(max_examples=60)
@given(reached_deals())
def test_reaching_66_is_settled_alike_by_two_readers_at_every_table(facts: DealFacts) -> None:
    for rules in EVERY_TABLE:
        automatic = replace(rules, claim="automatic")
        assert settled(facts, automatic) == verdict(facts, automatic)
