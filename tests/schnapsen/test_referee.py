"""Where section 9 leaves a choice, or two of its sentences meet: how a referee decides, and why."""

from __future__ import annotations

from typing import Any

import pytest

from tests.schnapsen.deals import a_deal, holding
from tournament.errors import RuleBroken
from tournament.schnapsen.cases import score_case
from tournament.schnapsen.deal import score_deal
from tournament.schnapsen.facts import Claimed, DealFacts, PlayedOut, Reached, Revoked
from tournament.schnapsen.reading import facts_from
from tournament.schnapsen.rules import rules_from
from tournament.schnapsen.side import Side

A, B = Side.A, Side.B

START = (holding(0, 0), holding(0, 0))
ONE_EACH = (holding(14, 1), holding(6, 1))


def verdict(facts: DealFacts, **options: Any) -> str:
    scored = score_deal(facts, rules_from(options))
    return f"{scored.winner} {scored.game_points} {scored.how}"


def test_who_beats_the_closer_wins_a_flat_two_even_if_the_closer_has_no_trick_at_all() -> None:
    beaten = a_deal(Claimed(B), holding(0, 0), holding(66, 4), A, START)

    assert verdict(beaten, failed_close="flat_two") == "B 2 beat_closer"
    assert verdict(beaten) == "B 3 beat_closer"


def test_the_closer_is_beaten_by_66_that_count_themselves_as_by_a_claim() -> None:
    beaten = a_deal(Reached(B), holding(20, 1), holding(66, 4), A, START)

    assert verdict(beaten, claim="automatic") == "B 3 beat_closer"
    assert verdict(beaten, profile="card-sunday") == "B 2 beat_closer"


def test_66_unsaid_on_both_sides_are_the_closers_where_the_last_trick_does_not_matter() -> None:
    both = a_deal(PlayedOut(B), holding(50, 4, 20), holding(40, 3, 40), A, ONE_EACH)

    assert verdict(both, closed_unclaimed_66="closer_wins") == "A 1 closed_out"
    assert verdict(both, closed_unclaimed_66="closer_wins", closed_count="frozen") == "A 2 closed_out"
    assert verdict(both) == "B 2 failed_close"


def test_the_last_trick_keeps_the_promise_of_a_closer_with_66_because_he_could_have_claimed_with_it() -> None:
    facts = a_deal(PlayedOut(A), holding(70, 4), holding(34, 3), A, ONE_EACH)

    for unclaimed in ("closer_fails", "closer_wins"):
        assert verdict(facts, closed_unclaimed_66=unclaimed) == "A 1 closed_out"


@pytest.mark.parametrize("last_trick", ["one_unless_claimed", "always_one", "by_count"])
def test_after_a_close_there_is_no_talon_to_exhaust_so_the_last_trick_is_worth_nothing_by_itself(
    last_trick: str,
) -> None:
    claimed = a_deal(Claimed(A, last_trick=A), holding(80, 5), holding(10, 2), A, ONE_EACH)
    silent = a_deal(PlayedOut(B), holding(60, 4), holding(34, 3), A, ONE_EACH)

    assert verdict(claimed, last_trick=last_trick) == "A 2 closed_out"
    assert verdict(silent, last_trick=last_trick) == "B 2 failed_close"


def test_a_false_claim_with_the_last_trick_is_worth_what_it_would_have_won_there_or_the_strict_two() -> None:
    false = a_deal(Claimed(A, last_trick=A), holding(64, 6), holding(56, 4))

    assert verdict(false, last_trick="always_one") == "B 1 false_claim"
    assert verdict(false, last_trick="always_one", false_claim="two_or_three") == "B 2 false_claim"


def test_66_reached_with_the_tenth_trick_are_worth_one_where_the_last_trick_always_is() -> None:
    reached = a_deal(Reached(A, last_trick=A), holding(66, 5), holding(54, 5))

    assert verdict(reached, claim="automatic", last_trick="always_one") == "A 1 last_trick"
    assert verdict(reached, claim="automatic") == "A 1 claim"


def test_the_last_trick_beats_66_unsaid_and_by_count_it_is_the_loser_who_is_counted() -> None:
    poor_winner = a_deal(PlayedOut(A), holding(20, 2), holding(100, 8))
    rich_winner = a_deal(PlayedOut(B), holding(20, 2), holding(100, 8))

    assert verdict(poor_winner, last_trick="by_count") == "A 1 last_trick"
    assert verdict(rich_winner, last_trick="by_count") == "B 2 last_trick"
    assert verdict(rich_winner) == "B 1 last_trick"


def test_a_false_claim_against_the_closer_looks_at_his_tricks_when_it_was_made() -> None:
    false = a_deal(Claimed(B), holding(20, 1), holding(60, 3), A, START)

    assert verdict(false, false_claim="two_or_three") == "A 2 false_claim"
    assert verdict(false) == "A 3 false_claim"  # What B would have won: he had no trick at the close.


def test_a_closer_claiming_wrongly_without_any_trick_fails_like_any_other() -> None:
    false = a_deal(Claimed(A), holding(0, 0, 40), holding(6, 1), A, (holding(0, 0), holding(6, 1)))

    assert verdict(false) == "B 2 failed_close"
    assert verdict(false, closer_wrong_claim="false_claim") == "B 2 false_claim"


def test_marriages_alone_are_no_66_because_their_owner_has_no_trick() -> None:
    assert verdict(a_deal(Claimed(A), holding(0, 0, 40, 20, 20), holding(36, 4))) == "B 1 false_claim"
    assert verdict(a_deal(Claimed(A), holding(4, 1, 40, 20, 20), holding(36, 4))) == "A 1 claim"


def test_a_closer_may_claim_at_once_because_a_marriage_can_be_all_he_lacked() -> None:
    at_once = a_deal(Claimed(A), holding(26, 2, 40), holding(6, 1), A, (holding(26, 2), holding(6, 1)))

    assert verdict(at_once) == "A 2 closed_out"


@pytest.mark.parametrize("options", [{}, {"failed_close": "flat_two"}, {"closer_wrong_claim": "false_claim"}])
def test_a_revoke_after_a_close_costs_three_whoever_closed_because_the_duty_binds_both(
    options: dict[str, str],
) -> None:
    for who in Side:
        revoked = a_deal(Revoked(who), holding(50, 3), holding(6, 1), A, ONE_EACH)
        assert verdict(revoked, **options) == f"{who.other} 3 revoke"


def test_a_revoke_found_while_a_claim_is_counted_outweighs_the_claim() -> None:
    told = {
        "end": "revoke",
        "revoke_by": "A",
        "claimant": "A",
        "last_trick_winner": "A",
        "card_points": {"A": 80, "B": 20},
        "marriages": {"A": [], "B": []},
        "tricks": {"A": 6, "B": 2},
    }

    assert verdict(facts_from(told)) == "B 3 revoke"


def test_a_claim_by_the_loser_of_the_last_trick_is_refused_because_the_deal_was_over() -> None:
    late = a_deal(Claimed(A, last_trick=B), holding(70, 4), holding(34, 3), A, ONE_EACH)

    with pytest.raises(RuleBroken) as refused:
        verdict(late)

    assert refused.value.field == "last_trick_winner"


@pytest.mark.parametrize(
    ("games", "hung", "winner"),
    [
        ([["A", 7, 0]], {"A": 2, "B": 0}, None),
        ([["A", 7, 0], ["A", 7, 6]], {"A": 3, "B": 0}, "A"),
        ([["A", 7, 0], ["B", 9, 0], ["A", 8, 0]], {"A": 4, "B": 2}, "A"),
        ([["A", 7, 0], ["B", 9, 0], ["B", 7, 1]], {"A": 2, "B": 3}, "B"),
    ],
)
def test_two_bummerl_of_a_schneider_lead_to_three_but_do_not_reach_them_alone(
    games: list[list[Any]], hung: dict[str, int], winner: str | None
) -> None:
    rules = {"bummerl_to_win": 3, "schneider_bummerl": 2}
    result = score_case({"id": "M", "kind": "match", "rules": rules, "bummerl": games})

    assert result == {"id": "M", "winner": winner, "hung": hung, "over": winner is not None}


@pytest.mark.parametrize(
    ("deals", "count", "shown"),
    [
        ([["A", 3], ["A", 3], ["A", 3]], "up", {"A": 9, "B": 0}),
        ([["A", 3], ["A", 3], ["A", 3]], "down", {"A": 0, "B": 7}),
        ([["B", 3], ["A", 2], ["B", 3], ["B", 2]], "up", {"A": 2, "B": 8}),
        ([["B", 3], ["A", 2], ["B", 3], ["B", 2]], "down", {"A": 5, "B": 0}),
        ([], "up", {"A": 0, "B": 0}),
        ([], "down", {"A": 7, "B": 7}),
    ],
)
def test_counting_up_shows_all_that_was_won_and_counting_down_stops_at_nought(
    deals: list[list[Any]], count: str, shown: dict[str, int]
) -> None:
    result = score_case({"id": "B", "kind": "bummerl", "rules": {"count": count}, "deals": deals})

    assert result["shown"] == shown
