"""Score cases: every shared one, and every kind of malformed one (formats.md, "Score cases")."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.schnapsen.cases import MOST_DEALS, score_case, score_lines
from tournament.schnapsen.reading import MOST_COUNTED

LINES = (Path(__file__).parent / "scoring.jsonl").read_text(encoding="utf-8").splitlines()
CASES: list[dict[str, Any]] = [json.loads(line) for line in LINES]
BY_ID = {case["id"]: case for case in CASES}


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']}: {case['why']}" for case in CASES])
def test_every_shared_case_comes_out_as_expected(case: dict[str, Any]) -> None:
    result = score_case(case)

    if case["expected"].get("error"):
        assert set(result) == {"id", "error"}
        assert result["error"]["field"]
        assert result["error"]["message"]
        assert result["error"]["rule"] in ("4", "9")
    else:
        assert result == {"id": case["id"], **case["expected"]}


def test_lines_come_out_in_the_order_they_went_in_and_blank_ones_are_skipped() -> None:
    results = [json.loads(line) for line in score_lines([LINES[0] + "\n", "  \n", LINES[1]])]

    assert [result["id"] for result in results] == ["A01", "A02"]


@pytest.mark.parametrize("line", ["{", "[]", "7", "NaN", '{"id": Infinity}', "[" * 100_000, '{"id": "A"'])
def test_a_line_that_is_no_json_object_is_an_error_with_its_number(line: str) -> None:
    assert [json.loads(result) for result in score_lines(["", line])] == [
        {"id": None, "line": 2, "error": {"field": "line", "message": "This line is no JSON object."}}
    ]


@pytest.mark.parametrize("number", ["9" * 4300, "-" + "9" * 4300, "1e999"])
@pytest.mark.parametrize(
    ("field", "half"), [("tricks", '{"A": 5, "B": 3}'), ("card_points", '{"A": 66, "B": 40}')]
)
def test_numbers_too_long_to_write_down_are_refused_by_their_field(
    number: str, field: str, half: str
) -> None:
    line = LINES[0].replace(f'"{field}": {half}', f'"{field}": {{"A": {number}, "B": {number}}}')

    assert [json.loads(result)["error"]["field"] for result in score_lines([line])] == [field]


@pytest.mark.parametrize(
    ("written", "told"), [("1e999", None), ("2.5", 2.5), ("7", 7), ('"7"', "7"), ("[7]", None)]
)
def test_an_id_comes_back_as_it_was_or_as_null_but_never_as_what_json_cannot_write(
    written: str, told: object
) -> None:
    (result,) = score_lines([LINES[0].replace('"A01"', written, 1)])

    assert json.loads(result, parse_constant=pytest.fail)["id"] == told


@pytest.mark.parametrize(
    ("once", "twice", "field"),
    [
        ('"kind": "deal"', '"kind": "deal", "kind": "match"', "kind"),
        ('"claim": "automatic"', '"claim": "automatic", "claim": "declared"', "claim"),
        ('"end": "reached"', '"end": "reached", "end": "exhausted"', "end"),
        ('"claimant": "A"', '"claimant": "A", "claimant": "A"', "claimant"),
        ('"tricks": {"A": 5, "B": 3}', '"tricks": {"A": 5, "B": 3, "A": 6}', "tricks"),
        ('"at_close": null', '"at_close": {"tricks": {"A": 1, "B": 0, "B": 1}}', "at_close"),
        ('"at_close": null', '"at_close": {"tricks": {}, "tricks": {}}', "at_close"),
    ],
)
def test_of_two_answers_to_one_question_none_is_believed(once: str, twice: str, field: str) -> None:
    (result,) = score_lines([LINES[0].replace(once, twice, 1)])

    assert json.loads(result) == {
        "id": "A01",
        "error": {"field": field, "message": "This is told twice.", "rule": "9"},
    }


def test_a_byte_order_mark_before_the_first_line_is_no_part_of_it() -> None:
    assert list(score_lines(["\ufeff" + LINES[0] + "\r\n", "\ufeff\n"])) == list(score_lines([LINES[0]]))


def case_with(case_id: str, **changed: Any) -> dict[str, Any]:
    """A shared case with some fields changed; those of its facts are named `facts__…`, `None` is null."""
    case = copy.deepcopy(BY_ID[case_id])
    for name, value in changed.items():
        fact = name.removeprefix("facts__")
        (case if fact == name else case["facts"])[fact] = value
    return case


@pytest.mark.parametrize(
    ("case", "field"),
    [
        (case_with("D03", kind="hand"), "kind"),
        (case_with("D03", rules=[]), "rules"),
        (case_with("D03", rules={"claim": "shouted"}), "claim"),
        (case_with("D03", facts=None), "facts"),
        (case_with("D03", facts__end="over"), "end"),
        (case_with("D03", facts__end="reached"), "end"),
        (case_with("A01", facts__end="claim"), "end"),
        (case_with("D03", facts__claimant=None), "claimant"),
        (case_with("D03", facts__claimant="C"), "claimant"),
        (case_with("L01", facts__claimant="A"), "claimant"),
        (case_with("D03", facts__revoke_by="A"), "revoke_by"),
        (case_with("A01", facts__claimant=None), "claimant"),
        (case_with("R01", facts__revoke_by=None), "revoke_by"),
        (case_with("L01", facts__last_trick_winner=None), "last_trick_winner"),
        (case_with("D03", facts__card_points=None), "card_points"),
        (case_with("D03", facts__card_points={"A": 66}), "card_points"),
        (case_with("D03", facts__card_points={"A": 66.0, "B": 0}), "card_points"),
        (case_with("D03", facts__card_points={"A": 66, "B": True}), "card_points"),
        (case_with("D03", facts__card_points={"A": 66, "B": "0"}), "card_points"),
        (case_with("D03", facts__tricks={"A": 4, "B": 0, "C": 0}), "tricks"),
        (case_with("D03", facts__marriages={"A": 20, "B": []}), "marriages"),
        (case_with("D03", facts__marriages={"A": ["20"], "B": []}), "marriages"),
        (case_with("C04", facts__closed_by="dealer"), "closed_by"),
        (case_with("C04", facts__closed_by=None), "closed_by"),
        (case_with("C04", facts__at_close=None), "at_close"),
        (case_with("C04", facts__at_close={"tricks": {"A": 1, "B": 2}}), "at_close"),
        (case_with("C04", facts__last_trick_winner=7), "last_trick_winner"),
        (case_with("A01", facts__last_trick_winner=7), "last_trick_winner"),
        (case_with("R01", facts__last_trick_winner=7), "last_trick_winner"),
        (case_with("R01", facts__claimant=False), "claimant"),
        (case_with("D03", facts__tricks={"A": MOST_COUNTED + 1, "B": 0}), "tricks"),
        (case_with("D03", facts__card_points={"A": 66, "B": -MOST_COUNTED - 1}), "card_points"),
        (case_with("B01", deals=None), "deals"),
        (case_with("B01", deals=["A"]), "deals"),
        (case_with("B01", deals=[["A"]]), "deals"),
        (case_with("B01", deals=[["A", 1, 1]]), "deals"),
        (case_with("B01", deals=[["C", 1]]), "deals"),
        (case_with("B01", deals=[["A", 0]]), "deals"),
        (case_with("B01", deals=[["A", "3"]]), "deals"),
        (case_with("M01", bummerl={}), "bummerl"),
        (case_with("M01", bummerl=[["A", 7]]), "bummerl"),
        (case_with("M01", bummerl=[["A", 3, 7]]), "bummerl"),
        (case_with("M01", bummerl=[["A", 7, None]]), "bummerl"),
        (case_with("M01", bummerl=[["A", 7, 7]]), "bummerl"),
        (case_with("M01", bummerl=[["A", 10, 3]]), "bummerl"),
        (case_with("M01", bummerl=[["A", 6, 3]]), "bummerl"),
        (case_with("M01", bummerl=[["A", 7, -1]]), "bummerl"),
        (case_with("M01", bummerl=[["A", 7, 3], ["A", 7, 3], ["B", 7, 3]]), "bummerl"),
        (case_with("P01", first_dealer=None), "first_dealer"),
        (case_with("P01", deals=-1), "deals"),
        (case_with("P01", deals=MOST_DEALS + 1), "deals"),
        (case_with("P01", deals=[["A", 1]]), "deals"),
    ],
)
def test_a_malformed_case_is_an_error_that_names_its_field(case: dict[str, Any], field: str) -> None:
    result = score_case(case)

    assert result["id"] == case["id"]
    assert result["error"]["field"] == field
    assert result["error"]["message"]
    assert result["error"]["rule"] in ("4", "9")


def test_a_case_may_leave_out_its_rules_and_what_did_not_happen() -> None:
    case = copy.deepcopy(BY_ID["D03"])
    del case["rules"]
    for fact in ("closed_by", "at_close", "last_trick_winner", "revoke_by"):
        del case["facts"][fact]

    assert score_case(case)["game_points"] == 3


@pytest.mark.parametrize("deals", [0, 1, MOST_DEALS])
def test_dealers_are_named_for_any_evening(deals: int) -> None:
    assert len(score_case(case_with("P01", deals=deals))["dealers"]) == deals


def test_an_error_says_what_is_wrong_and_under_which_section() -> None:
    assert score_case(case_with("B01", deals=[["A", 4]]))["error"] == {
        "field": "deals",
        "message": "A deal is worth 1, 2 or 3, not 4.",
        "rule": "4",
    }


def test_an_id_that_is_no_text_comes_back_as_null() -> None:
    assert score_case(case_with("D03", id={"A": []}))["id"] is None


junk = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 130) | st.sampled_from(["A", "B", "claim", "deal", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["A", "B", "end"]), inner),
    max_leaves=6,
)


@given(st.sampled_from(CASES), st.data())
def test_no_malformed_case_raises(case: dict[str, Any], data: st.DataObject) -> None:
    case = copy.deepcopy(case)
    inner = case.get("facts") or case
    inner[data.draw(st.sampled_from(sorted(inner)))] = data.draw(junk)

    result = score_case(case)

    json.dumps(result)
    assert ("error" in result) or len(result) > 1
