"""Facts that cannot be, each refused by name (rules.md, section 9)."""

from __future__ import annotations

import pytest

from tests.schnapsen.deals import CARD_POINTS, a_deal, holding
from tournament.errors import RuleBroken
from tournament.schnapsen.facts import Claimed, DealFacts, Holding, PlayedOut, Reached, Revoked
from tournament.schnapsen.possible import LEAST, MOST, refuse_impossible
from tournament.schnapsen.rules import Rules
from tournament.schnapsen.side import Side

A, B = Side.A, Side.B

SHARP = Rules()
AUTOMATIC = Rules(claim="automatic")
CLOSES_LATE = Rules(close_min_talon=2)

AT_CLOSE = (holding(20, 1), holding(10, 1))


def claimed(a: Holding, b: Holding) -> DealFacts:
    return a_deal(Claimed(A), a, b)


A_AT_THE_END, B_AT_THE_END = holding(66, 4), holding(20, 2)


def closed(
    at_close: tuple[Holding, Holding], a: Holding = A_AT_THE_END, b: Holding = B_AT_THE_END
) -> DealFacts:
    """A deal that A closed and claimed, with what both had at the close and at the end."""
    return a_deal(Claimed(A), a, b, A, at_close)


def refusal(facts: DealFacts, rules: Rules = SHARP) -> str:
    """The field and the reason, in one line."""
    with pytest.raises(RuleBroken) as refused:
        refuse_impossible(facts, rules)
    assert refused.value.rule == "9"
    return f"{refused.value.field}: {refused.value}"


def test_so_many_tricks_hold_the_cheapest_and_the_dearest_cards() -> None:
    cheap = sorted(CARD_POINTS)

    assert [sum(cheap[: 2 * tricks]) for tricks in range(11)] == list(LEAST)
    assert [sum(cheap[20 - 2 * tricks :]) for tricks in range(11)] == list(MOST)


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [
        (holding(80, 5), holding(41, 4), "card_points: There are 120 card points, not 121."),
        (holding(66, -1), holding(20, 2), "tricks: Tricks cannot be negative."),
        (holding(20, 2), holding(66, -1), "tricks: Tricks cannot be negative."),
        (holding(66, 6), holding(50, 5), "tricks: There are ten tricks, not 11."),
        (holding(23, 1), holding(0, 0), "card_points: Tricks: 1. They hold 4 to 22 card points, not 23."),
        (holding(22, 1), holding(3, 1), "card_points: Tricks: 1. They hold 4 to 22 card points, not 3."),
        (holding(22, 1), holding(4, 0), "card_points: Tricks: 0. They hold 0 to 0 card points, not 4."),
        (holding(66, 4), holding(-1, 0), "card_points: Tricks: 0. They hold 0 to 0 card points, not -1."),
        (holding(60, 3), holding(44, 2), "card_points: Tricks: 5. They hold 28 to 92 card points, not 104."),
        (holding(14, 3), holding(8, 2), "card_points: Tricks: 5. They hold 28 to 92 card points, not 22."),
        (holding(66, 4, 40), holding(20, 2, 40), "marriages: There is only one marriage of 40."),
        (holding(66, 4, 20, 20, 20), holding(20, 2, 20, 20), "marriages: There are four marriages at most."),
        (holding(66, 4, 30), holding(20, 2), "marriages: A marriage counts 20 or 40."),
        (
            holding(66, 4, 20, 20),
            holding(20, 2, 20, 20),
            "marriages: There are three marriages of 20 at most: one suit is trumps.",
        ),
    ],
)
def test_what_two_hands_cannot_hold_is_refused(a: Holding, b: Holding, reason: str) -> None:
    assert refusal(claimed(a, b)) == reason


MORE_AT_THE_CLOSE = "Nobody has more at the close than at the end."
OVER_BEFORE_THE_CLOSE = "With 66 before the close the deal was over."


@pytest.mark.parametrize(
    ("facts", "rules", "reason"),
    [
        (
            closed((holding(20, 1), holding(23, 1))),
            SHARP,
            "Tricks: 1. They hold 4 to 22 card points, not 23.",
        ),
        (closed((holding(20, 1), holding(10, 1, 30))), SHARP, "A marriage counts 20 or 40."),
        (closed((holding(20, -1), holding(10, 1))), SHARP, "Tricks cannot be negative."),
        (closed((holding(20, 1), holding(21, 1))), SHARP, MORE_AT_THE_CLOSE),
        (closed((holding(8, 1), holding(20, 2)), b=holding(20, 1)), SHARP, MORE_AT_THE_CLOSE),
        (closed((holding(20, 1), holding(10, 1, 20))), SHARP, MORE_AT_THE_CLOSE),
        (closed((holding(20, 1, 20, 20), holding(10, 1)), holding(66, 4, 20, 40)), SHARP, MORE_AT_THE_CLOSE),
        (
            closed((holding(40, 3), holding(20, 2))),
            CLOSES_LATE,
            "After the fifth trick there is nothing to close.",
        ),
        (closed((holding(40, 3), holding(20, 1))), SHARP, "With 2 cards left the talon cannot be closed."),
        (closed((holding(26, 3, 40), holding(0, 0)), holding(40, 4, 40)), AUTOMATIC, OVER_BEFORE_THE_CLOSE),
        (
            closed((holding(26, 2), holding(4, 1, 40, 20, 20)), holding(66, 4), holding(8, 2, 20, 20, 40)),
            AUTOMATIC,
            OVER_BEFORE_THE_CLOSE,
        ),
    ],
)
def test_a_close_that_cannot_have_been_is_refused(facts: DealFacts, rules: Rules, reason: str) -> None:
    assert refusal(facts, rules) == f"at_close: {reason}"


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        (
            closed(AT_CLOSE, holding(66, 5), holding(20, 3)),
            "tricks: After a close five tricks are left, not 6.",
        ),
        (
            closed(AT_CLOSE, holding(66, 4), holding(11, 1)),
            "card_points: Tricks after the close: 0. They hold 0 card points at most, not 1.",
        ),
        (
            closed((holding(14, 1), holding(10, 1)), holding(64, 3), holding(20, 2)),
            "card_points: Tricks after the close: 2. They hold 44 card points at most, not 50.",
        ),
        (
            closed((holding(4, 1), holding(4, 1)), holding(48, 3), holding(48, 3)),
            "card_points: Tricks after the close: 4. They hold 84 card points at most, not 88.",
        ),
    ],
)
def test_what_five_tricks_cannot_bring_after_a_close_is_refused(facts: DealFacts, reason: str) -> None:
    assert refusal(facts) == reason


TEN_TRICKS = (holding(66, 5), holding(54, 5))


@pytest.mark.parametrize(
    ("facts", "rules", "reason"),
    [
        (
            a_deal(Revoked(A), holding(20, 2), holding(20, 2)),
            SHARP,
            "revoke_by: While the talon is open nobody can revoke.",
        ),
        (
            a_deal(PlayedOut(A), holding(60, 5), holding(52, 4)),
            SHARP,
            "tricks: Nobody claimed, so every trick is played out.",
        ),
        (
            a_deal(PlayedOut(A), holding(60, 4), holding(20, 2), A, AT_CLOSE),
            SHARP,
            "tricks: Nobody claimed, so every trick is played out.",
        ),
        (
            a_deal(PlayedOut(B), holding(120, 10), holding(0, 0)),
            SHARP,
            "last_trick_winner: Whoever took the last trick has one more.",
        ),
        (
            a_deal(PlayedOut(A), holding(20, 2), holding(80, 6), A, (holding(20, 2), holding(10, 1))),
            SHARP,
            "last_trick_winner: Whoever took the last trick has one more.",
        ),
        (
            a_deal(PlayedOut(B), holding(90, 6), holding(10, 1), A, AT_CLOSE),
            SHARP,
            "last_trick_winner: Whoever took the last trick has one more.",
        ),
        (
            a_deal(Claimed(A, last_trick=A), holding(0, 0), holding(120, 10)),
            SHARP,
            "last_trick_winner: Whoever took the last trick has one more.",
        ),
        (
            a_deal(Claimed(A, last_trick=B), *TEN_TRICKS),
            SHARP,
            "last_trick_winner: After the last trick only its winner can still win with 66.",
        ),
        (
            a_deal(Reached(A, last_trick=B), *TEN_TRICKS),
            AUTOMATIC,
            "last_trick_winner: After the last trick only its winner can still win with 66.",
        ),
        (
            a_deal(PlayedOut(A), *TEN_TRICKS),
            AUTOMATIC,
            "end: With 66 the deal was over before the last trick.",
        ),
        (
            a_deal(PlayedOut(A), holding(65, 5), holding(55, 5, 20)),
            AUTOMATIC,
            "end: With 66 the deal was over before the last trick.",
        ),
        (a_deal(Claimed(A), *TEN_TRICKS), AUTOMATIC, "end: Nobody claims here: 66 ends the deal by itself."),
        (
            a_deal(Reached(A), *TEN_TRICKS),
            SHARP,
            "end: Here 66 must be claimed; they end nothing by themselves.",
        ),
        (
            a_deal(Reached(A), holding(65, 4), holding(20, 2)),
            AUTOMATIC,
            "card_points: Nobody reaches 66 with fewer.",
        ),
        (
            a_deal(Reached(A), holding(66, 4, 20), holding(46, 4, 20)),
            AUTOMATIC,
            "card_points: Only one side can be first to reach 66.",
        ),
    ],
)
def test_an_end_that_cannot_be_is_refused(facts: DealFacts, rules: Rules, reason: str) -> None:
    assert refusal(facts, rules) == reason


@pytest.mark.parametrize(
    ("facts", "rules"),
    [
        (claimed(holding(0, 0), holding(0, 0)), SHARP),
        (claimed(*TEN_TRICKS), SHARP),
        (claimed(holding(66, 4, 20, 40), holding(20, 2, 20, 20)), SHARP),
        (a_deal(Claimed(A, last_trick=B), holding(66, 4), holding(20, 2)), SHARP),
        (closed((holding(44, 3), holding(20, 1))), CLOSES_LATE),
        (closed((holding(40, 2), holding(20, 1))), SHARP),
        (closed((holding(26, 2, 20), holding(0, 0, 40)), holding(66, 4, 20), holding(20, 2, 40)), SHARP),
        (a_deal(Revoked(A), holding(20, 2), holding(20, 3)), SHARP),
        (a_deal(Revoked(A), holding(20, 1), holding(10, 1), A, AT_CLOSE), SHARP),
        (a_deal(PlayedOut(A), holding(60, 5), holding(60, 5)), AUTOMATIC),
        (a_deal(PlayedOut(A), holding(60, 4), holding(36, 4), A, (holding(20, 1), holding(30, 2))), SHARP),
        (a_deal(PlayedOut(A), holding(65, 5), holding(55, 5)), AUTOMATIC),
        (a_deal(Reached(A), holding(66, 4), holding(45, 4, 20)), AUTOMATIC),
        (a_deal(Reached(A, last_trick=A), *TEN_TRICKS), AUTOMATIC),
        (a_deal(Reached(A, last_trick=B), holding(66, 4), holding(20, 2)), AUTOMATIC),
        (
            a_deal(Reached(A), holding(66, 4, 20), holding(20, 2), A, (holding(44, 2, 20), holding(0, 0))),
            AUTOMATIC,
        ),
    ],
)
def test_a_fact_at_the_edge_of_the_possible_is_accepted(facts: DealFacts, rules: Rules) -> None:
    refuse_impossible(facts, rules)
