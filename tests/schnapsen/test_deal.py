"""Who wins a deal, what it is worth and why, beside the shared cases (rules.md, section 9)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.schnapsen.deals import a_deal, holding, swapped
from tournament.schnapsen import sentences as say
from tournament.schnapsen.deal import score_deal
from tournament.schnapsen.facts import Claimed, DealFacts, Holding, PlayedOut, Reached, Revoked
from tournament.schnapsen.reading import facts_from
from tournament.schnapsen.rules import rules_from
from tournament.schnapsen.side import Side

A, B = Side.A, Side.B

LINES = (Path(__file__).parent / "scoring.jsonl").read_text(encoding="utf-8").splitlines()
SHARED: list[dict[str, Any]] = [
    case for case in map(json.loads, LINES) if case["kind"] == "deal" and "winner" in case["expected"]
]

NOBODY_HAS_ANY = (holding(0, 0), holding(0, 0))
ONE_EACH = (holding(14, 1), holding(6, 1))
TRICKLESS_B = (holding(14, 1), holding(0, 0))

OPEN_CLAIM_AT_66 = a_deal(Claimed(A), holding(66, 5), holding(33, 3))
OPEN_CLAIM_AT_65 = a_deal(Claimed(A), holding(65, 5), holding(32, 3))
REACHED = a_deal(Reached(A), holding(66, 5), holding(32, 3))
CLAIM_AT_THE_END = a_deal(Claimed(A, last_trick=A), holding(95, 8), holding(25, 2))
CLOSED_OUT = a_deal(Claimed(A), holding(66, 4), holding(34, 2), A, TRICKLESS_B)
CLOSER_AT_65 = a_deal(Claimed(A), holding(65, 4), holding(34, 2), A, TRICKLESS_B)
CLOSER_BEATEN = a_deal(Claimed(B), holding(20, 1), holding(66, 4), A, NOBODY_HAS_ANY)
OPPONENT_AT_65 = a_deal(Claimed(B), holding(0, 0), holding(65, 4), A, NOBODY_HAS_ANY)
SILENT_CLOSER = a_deal(PlayedOut(B), holding(70, 4), holding(34, 3), A, ONE_EACH)
SILENT_CLOSER_WITH_LAST_TRICK = a_deal(PlayedOut(A), holding(70, 4), holding(34, 3), A, ONE_EACH)
CLOSER_PLAYED_OUT_AT_65 = a_deal(PlayedOut(A), holding(65, 4), holding(34, 3), A, ONE_EACH)
EVERY_TRICK = a_deal(PlayedOut(A), holding(120, 10), holding(0, 0))
REVOKED = a_deal(Revoked(A), holding(66, 5), holding(0, 0))


@pytest.mark.parametrize(
    ("facts", "options", "outcome", "won_because", "worth_because"),
    [
        (OPEN_CLAIM_AT_66, "", "A 1 claim", say.CLAIMED_RIGHTLY, say.FROM_33),
        (REACHED, "claim=automatic", "A 2 claim", say.REACHED, say.UNDER_33),
        (OPEN_CLAIM_AT_65, "", "B 2 false_claim", say.CLAIMED_WRONGLY, say.AS_IF_CORRECT),
        (
            OPEN_CLAIM_AT_65,
            "false_claim=two_or_three",
            "B 2 false_claim",
            say.CLAIMED_WRONGLY,
            say.FALSE_CLAIM_TWO,
        ),
        (CLAIM_AT_THE_END, "", "A 2 claim", say.CLAIMED_RIGHTLY, say.UNDER_33),
        (CLAIM_AT_THE_END, "last_trick=by_count", "A 2 claim", say.CLAIMED_RIGHTLY, say.UNDER_33),
        (
            CLAIM_AT_THE_END,
            "last_trick=always_one",
            "A 1 last_trick",
            say.CLAIMED_AT_THE_LAST_TRICK,
            say.LAST_TRICK_ONE,
        ),
        (OPEN_CLAIM_AT_66, "last_trick=always_one", "A 1 claim", say.CLAIMED_RIGHTLY, say.FROM_33),
        (CLOSED_OUT, "", "A 1 closed_out", say.CLOSER_MADE_IT, say.FROM_33),
        (CLOSED_OUT, "closed_count=frozen", "A 3 closed_out", say.CLOSER_MADE_IT, say.NO_TRICK_AT_CLOSE),
        (CLOSER_AT_65, "", "B 3 failed_close", say.CLOSER_CLAIMED_WRONGLY, say.FAILED_CLOSE_THREE),
        (
            CLOSER_AT_65,
            "failed_close=flat_two",
            "B 2 failed_close",
            say.CLOSER_CLAIMED_WRONGLY,
            say.FAILED_CLOSE_ALWAYS_TWO,
        ),
        (
            CLOSER_AT_65,
            "closer_wrong_claim=false_claim",
            "B 1 false_claim",
            say.CLAIMED_WRONGLY,
            say.AS_IF_CORRECT,
        ),
        (
            CLOSER_AT_65,
            "closer_wrong_claim=false_claim closed_count=frozen",
            "B 3 false_claim",
            say.CLAIMED_WRONGLY,
            say.AS_IF_CORRECT,
        ),
        (CLOSER_BEATEN, "", "B 3 beat_closer", say.OPPONENT_WAS_FIRST, say.FAILED_CLOSE_THREE),
        (
            CLOSER_BEATEN,
            "failed_close=flat_two",
            "B 2 beat_closer",
            say.OPPONENT_WAS_FIRST,
            say.FAILED_CLOSE_ALWAYS_TWO,
        ),
        (OPPONENT_AT_65, "", "A 3 false_claim", say.CLAIMED_WRONGLY, say.AS_IF_CORRECT),
        (OPPONENT_AT_65, "failed_close=flat_two", "A 2 false_claim", say.CLAIMED_WRONGLY, say.AS_IF_CORRECT),
        (
            OPPONENT_AT_65,
            "false_claim=two_or_three failed_close=flat_two",
            "A 3 false_claim",
            say.CLAIMED_WRONGLY,
            say.FALSE_CLAIM_THREE,
        ),
        (SILENT_CLOSER, "", "B 2 failed_close", say.CLOSER_STAYED_SILENT, say.FAILED_CLOSE_TWO),
        (
            SILENT_CLOSER,
            "closed_unclaimed_66=closer_wins",
            "A 1 closed_out",
            say.CLOSER_WINS_UNSAID,
            say.FROM_33,
        ),
        (
            SILENT_CLOSER,
            "closed_unclaimed_66=closer_wins closed_count=frozen",
            "A 2 closed_out",
            say.CLOSER_WINS_UNSAID,
            say.UNDER_33_AT_CLOSE,
        ),
        (SILENT_CLOSER_WITH_LAST_TRICK, "", "A 1 closed_out", say.CLOSER_MADE_IT, say.FROM_33),
        (
            CLOSER_PLAYED_OUT_AT_65,
            "closed_unclaimed_66=closer_wins last_trick=always_one",
            "B 2 failed_close",
            say.CLOSER_HAS_TOO_LITTLE,
            say.FAILED_CLOSE_TWO,
        ),
        (EVERY_TRICK, "", "A 1 last_trick", say.LAST_TRICK_WINS, say.LAST_TRICK_ONE),
        (EVERY_TRICK, "last_trick=always_one", "A 1 last_trick", say.LAST_TRICK_WINS, say.LAST_TRICK_ONE),
        (EVERY_TRICK, "last_trick=by_count", "A 3 last_trick", say.LAST_TRICK_WINS, say.NO_TRICK),
        (REVOKED, "", "B 3 revoke", say.REVOKE_LOSES, say.REVOKE_THREE),
    ],
)
def test_a_deal_has_a_winner_a_worth_and_the_rules_that_decided(
    facts: DealFacts, options: str, outcome: str, won_because: str, worth_because: str
) -> None:
    result = score_deal(facts, rules_from(dict(option.split("=") for option in options.split())))

    assert f"{result.winner} {result.game_points} {result.how}" == outcome
    assert (result.won_because, result.worth_because, result.section) == (won_because, worth_because, "9")


@pytest.mark.parametrize("case", SHARED, ids=[case["id"] for case in SHARED])
def test_every_shared_deal_comes_out_alike_from_the_other_chair(case: dict[str, Any]) -> None:
    facts, rules = facts_from(case["facts"]), rules_from(case["rules"])

    here, there = score_deal(facts, rules), score_deal(swapped(facts), rules)

    assert there == replace(here, winner=here.winner.other)


@pytest.mark.parametrize(
    ("loser", "points"),
    [(holding(0, 0, 40), 3), (holding(4, 1), 2), (holding(12, 1, 20), 2), (holding(13, 1, 20), 1)],
)
def test_the_loser_alone_sets_the_worth_with_the_line_at_33(loser: Holding, points: int) -> None:
    facts = a_deal(Claimed(A), holding(66, 5), loser)

    assert score_deal(facts, rules_from({})).game_points == points


@pytest.mark.parametrize(
    ("at_close", "points"),
    [(holding(0, 0, 40), 3), (holding(12, 1, 20), 2), (holding(13, 1, 20), 1), (holding(33, 2), 1)],
)
def test_a_frozen_count_looks_at_the_close_alone(at_close: Holding, points: int) -> None:
    end = holding(at_close.card_points + 4, at_close.tricks + 1, *at_close.marriages)
    facts = a_deal(Claimed(A), holding(66, 4), end, A, (holding(20, 1), at_close))

    assert score_deal(facts, rules_from({"closed_count": "frozen"})).game_points == points


def test_what_somebody_holds_counts_from_his_first_trick_on() -> None:
    assert holding(0, 0, 40, 20).count == 0
    assert holding(4, 1, 40, 20).count == 64
