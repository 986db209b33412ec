"""What a malformed case is told: the field, the sentence and the section."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tournament.schnapsen.cases import MOST_DEALS, score_case
from tournament.schnapsen.reading import MOST_COUNTED

LINES = (Path(__file__).parent / "scoring.jsonl").read_text(encoding="utf-8").splitlines()
BY_ID: dict[str, dict[str, Any]] = {case["id"]: case for case in map(json.loads, LINES)}


def told(case_id: str, path: str, value: Any) -> str:
    """What a shared case is told once what stands at `path` ("facts/tricks/A") is another value."""
    case = copy.deepcopy(BY_ID[case_id])
    *folders, name = path.split("/")
    inside = case
    for folder in folders:
        inside = inside[folder]
    inside[name] = value
    error = score_case(case)["error"]
    return f"{error['rule']} {error['field']}: {error['message']}"


@pytest.mark.parametrize(
    ("case_id", "path", "value", "refusal"),
    [
        ("D03", "kind", "hand", "9 kind: A case is a deal, a bummerl, a match or a dealer."),
        ("D03", "rules", [], "9 rules: Here stands an object with named fields."),
        ("D03", "facts", 7, "9 facts: Here stands an object with named fields."),
        ("D03", "facts/end", "over", "9 end: A deal ends by claim, reached, exhausted or revoke."),
        ("D03", "facts/claimant", None, "9 claimant: Say who: A or B."),
        ("A01", "facts/claimant", "C", "9 claimant: Say who: A or B."),
        ("A01", "facts/last_trick_winner", "C", "9 last_trick_winner: Say who: A or B."),
        ("D03", "facts/last_trick_winner", 0, "9 last_trick_winner: Say who: A or B."),
        ("L01", "facts/last_trick_winner", None, "9 last_trick_winner: Say who: A or B."),
        ("L01", "facts/claimant", "A", "9 claimant: An exhausted deal is one nobody claimed."),
        ("R01", "facts/revoke_by", None, "9 revoke_by: Say who: A or B."),
        ("R01", "facts/claimant", "C", "9 claimant: Say who: A or B."),
        ("D03", "facts/revoke_by", "A", "9 revoke_by: A revoke ends the deal at once."),
        ("D03", "facts/card_points", [66, 0], "9 card_points: Here stands an object with named fields."),
        ("D03", "facts/card_points", {"A": 66}, "9 card_points: Here stand values for A and B."),
        ("D03", "facts/card_points/B", "0", "9 card_points: Here stands a whole number."),
        ("D03", "facts/tricks/B", False, "9 tricks: Here stands a whole number."),
        ("D03", "facts/tricks/A", MOST_COUNTED, f"9 tricks: There are ten tricks, not {MOST_COUNTED}."),
        ("D03", "facts/tricks/A", MOST_COUNTED + 1, "9 tricks: So much is counted at no table."),
        ("D03", "facts/tricks/A", -MOST_COUNTED, "9 tricks: Tricks cannot be negative."),
        ("D03", "facts/tricks/A", -MOST_COUNTED - 1, "9 tricks: So much is counted at no table."),
        ("D03", "facts/marriages/A", 20, "9 marriages: Here stands a list."),
        ("D03", "facts/marriages/A", ["20"], "9 marriages: Here stands a whole number."),
        ("C04", "facts/closed_by", None, "9 closed_by: Say who: A or B."),
        (
            "C04",
            "facts/at_close",
            None,
            "9 at_close: What both had at the close is missing or cannot be read.",
        ),
        (
            "C04",
            "facts/at_close/tricks/A",
            "1",
            "9 at_close: What both had at the close is missing or cannot be read.",
        ),
        ("B01", "deals", {}, "9 deals: Here stands a list."),
        ("B01", "deals", ["A3"], "9 deals: Here stands a list."),
        ("B01", "deals", [["A", 3, 1]], "9 deals: A deal is written [winner, game points]."),
        ("B01", "deals", [["C", 3]], "9 deals: Say who: A or B."),
        ("B01", "deals", [["A", True]], "9 deals: Here stands a whole number."),
        ("B01", "deals", [["A", 4]], "4 deals: A deal is worth 1, 2 or 3, not 4."),
        ("M01", "bummerl", None, "9 bummerl: Here stands a list."),
        ("M01", "bummerl", [7], "9 bummerl: Here stands a list."),
        (
            "M01",
            "bummerl",
            [["A", 7]],
            "9 bummerl: A game is written [winner, winner's points, loser's points].",
        ),
        ("M01", "bummerl", [["C", 7, 3]], "9 bummerl: Say who: A or B."),
        ("M01", "bummerl", [["A", 7, 3.0]], "9 bummerl: Here stands a whole number."),
        ("M01", "bummerl", [["A", 3, 7]], "4 bummerl: The winner of a game has more points."),
        (
            "M01",
            "bummerl",
            [["B", 7, 7]],
            "4 bummerl: 7:7 cannot be: a game ends as soon as one side has 7 points.",
        ),
        ("P01", "first_dealer", "C", "9 first_dealer: Say who: A or B."),
        ("P01", "deals", "5", "9 deals: Here stands a whole number."),
        ("P01", "deals", -1, f"9 deals: Deals: from 0 to {MOST_DEALS}."),
        ("P01", "deals", MOST_DEALS + 1, f"9 deals: Deals: from 0 to {MOST_DEALS}."),
    ],
)
def test_a_malformed_case_is_told_what_should_stand_where(
    case_id: str, path: str, value: Any, refusal: str
) -> None:
    assert told(case_id, path, value) == refusal


@pytest.mark.parametrize("name", ["kind", "facts"])
def test_a_missing_field_is_named(name: str) -> None:
    case = copy.deepcopy(BY_ID["D03"])
    del case[name]

    assert score_case(case)["error"]["field"] == name


@pytest.mark.parametrize("name", ["end", "claimant", "card_points", "marriages", "tricks"])
def test_a_missing_fact_is_named(name: str) -> None:
    case = copy.deepcopy(BY_ID["D03"])
    del case["facts"][name]

    assert score_case(case)["error"]["field"] == name
