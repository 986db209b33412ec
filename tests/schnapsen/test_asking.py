"""A few questions lead to what the scorer says of the same deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as but_with
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.schnapsen.deals import (
    a_deal,
    deals,
    deals_with_a_trickless_side,
    holding,
    reached_deals,
    tables,
)
from tournament.errors import RuleBroken
from tournament.schnapsen.asking import Answer, Question, Settled, ask
from tournament.schnapsen.deal import How, ScoredDeal, score_deal
from tournament.schnapsen.facts import Claimed, DealFacts, Holding, PlayedOut, Reached, Revoked
from tournament.schnapsen.rules import OPTIONS, PROFILES, Rules, rules_from
from tournament.schnapsen.side import Side

MATTER = (
    "closed_count", "false_claim", "failed_close", "closer_wrong_claim", "closed_unclaimed_66", "last_trick",
    "claim",
)  # fmt: skip
ALL_TABLES = [
    rules_from(dict(zip(MATTER, values, strict=True)))
    for values in product(*(OPTIONS[name] for name in MATTER))
]


class Witness:
    """Somebody who saw the deal and answers each question truthfully, from its facts alone."""

    def __init__(self, facts: DealFacts, scored: ScoredDeal, rules: Rules) -> None:
        self.facts, self.scored, self.rules = facts, scored, rules
        self.winner, self.loser = scored.winner, scored.winner.other

    def answer(self, question: Question) -> str:
        kinds = {option.answer for option in question.options}
        if kinds == set(Side):
            return self.winner
        if Answer.REVOKE in kinds:
            return self.way()
        if Answer.CLAIMER_CLOSED in kinds:
            return self.who_closed(kinds)
        return self.what_was_had(question)

    def way(self) -> Answer:
        match self.scored.how:
            case How.BEAT_CLOSER | How.FAILED_CLOSE if self.loser_claimed_wrongly():
                return Answer.FALSE_CLAIM
            case How.BEAT_CLOSER | How.FAILED_CLOSE:
                return Answer.FAILED_CLOSE
            case How.CLAIM:
                return Answer.CLAIM
            case How.CLOSED_OUT:
                return Answer.CLOSED_OUT
            case How.FALSE_CLAIM:
                return Answer.FALSE_CLAIM
            case How.LAST_TRICK:
                return Answer.LAST_TRICK
            case How.REVOKE:
                return Answer.REVOKE

    def loser_claimed_wrongly(self) -> bool:
        return self.scored.won_because == "The closer claimed without 66: the close has failed."

    def who_closed(self, kinds: set[str]) -> Answer:
        close = self.facts.close
        if close and close.by is self.loser:
            return Answer.CLAIMER_CLOSED
        if Answer.CLAIMER_DID_NOT_CLOSE in kinds:
            return Answer.CLAIMER_DID_NOT_CLOSE
        if close:
            return Answer.WINNER_CLOSED
        all_played = Answer.AFTER_LAST_TRICK in kinds and self.facts.all_tricks_played
        return Answer.AFTER_LAST_TRICK if all_played else Answer.OPEN

    def what_was_had(self, question: Question) -> Answer:
        had = self.holding(question.text)
        if not had.tricks:
            return Answer.NO_TRICK
        if Answer.A_TRICK in {option.answer for option in question.options}:
            return Answer.A_TRICK
        return Answer.UNDER_33 if had.count < 33 else Answer.FROM_33

    def holding(self, text: str) -> Holding:
        side = self.winner if text.startswith("What did %(winner)s") else self.loser
        if "closed" in text:
            assert self.facts.close
            return self.facts.close.standing.of(side)
        return self.facts.standing.of(side)


def asked(facts: DealFacts, scored: ScoredDeal, rules: Rules) -> tuple[Settled, tuple[str, ...]]:
    """What a truthful witness is told, and the answers that led there."""
    witness, answers = Witness(facts, scored, rules), list[str]()
    while isinstance(step := ask(rules, answers), Question):
        answers.append(witness.answer(step))
    return step, tuple(answers)


def paths(rules: Rules, *answers: str) -> Iterator[tuple[tuple[str, ...], Settled]]:
    """Every way through the questions of a table."""
    step = ask(rules, answers)
    if isinstance(step, Settled):
        yield answers, step
        return
    for option in step.options:
        yield from paths(rules, *answers, option.answer)


def agrees(facts: DealFacts, rules: Rules) -> tuple[str, ...] | None:
    """Checks the questions against the scorer. The way through them, or None for facts refused here."""
    try:
        scored = score_deal(facts, rules)
    except RuleBroken:
        return None
    settled, answers = asked(facts, scored, rules)
    assert (settled.winner, settled.points) == (scored.winner, scored.game_points)
    assert settled.because == scored.worth_because
    return answers


def written_deals() -> Iterator[DealFacts]:
    """Deals of every kind: claimed rightly and wrongly, closed by either, played out, revoked."""
    low = (holding(0, 0), holding(8, 1), holding(40, 2))
    for other, ours in product(low, (holding(30, 2, 40), holding(8, 1))):
        yield from (a_deal(end(Side.A), ours, other) for end in (Claimed, Reached))
    for played_out in ((120, 10), (112, 9), (80, 6), (60, 5), (40, 4), (8, 1)):
        ours, other = holding(*played_out), holding(120 - played_out[0], 10 - played_out[1])
        yield from (a_deal(end(Side.A), ours, other) for end in (Claimed, Reached, PlayedOut, Revoked))
    yield from closed_deals_written(low)


GAINED = (((0, 0), (0, 0)), ((15, 1), (30, 2)), ((0, 0), (30, 2)), ((0, 0), (60, 5)), ((60, 5), (0, 0)),
          ((45, 4), (15, 1)))  # fmt: skip
"""Card points and tricks after the close, of the closer's opponent and of the closer."""


def closed_deals_written(low: tuple[Holding, ...]) -> Iterator[DealFacts]:
    """B closed, or A did and B is the opponent who declares."""
    for at_close, gained, marriages in product(product(low, low[:2]), GAINED, ((), (40, 20))):
        a, b = (
            holding(had.card_points + points, had.tricks + tricks, *marriages * (side is Side.B))
            for side, had, (points, tricks) in zip(Side, at_close, gained, strict=True)
        )
        for end, by, closer in product((Claimed, Reached, PlayedOut), Side, Side):
            yield a_deal(end(by), a, b, closer, at_close)


def accepted(deals: list[DealFacts], rules: Rules) -> list[DealFacts]:
    return [facts for facts in deals if agrees(facts, rules)]


@settings(max_examples=300)
@given(st.one_of(deals(), deals_with_a_trickless_side()), tables())
def test_the_questions_lead_to_what_the_scorer_says(facts: DealFacts, rules: Rules) -> None:
    agrees(facts, but_with(rules, claim="declared"))


@settings(max_examples=100)
@given(reached_deals(), tables())
def test_they_do_where_66_ends_the_deal_by_itself(facts: DealFacts, rules: Rules) -> None:
    agrees(facts, but_with(rules, claim="automatic"))


@pytest.mark.parametrize("claim", OPTIONS["claim"])
def test_every_way_through_the_questions_of_every_table_ends_as_the_scorer_does(claim: str) -> None:
    tables = [rules for rules in ALL_TABLES if rules.claim == claim]
    possible = accepted(list(written_deals()), tables[0])
    for rules in tables:
        gone = {(agrees(facts, rules) or ())[1:] for facts in possible}
        assert gone == {answers[1:] for answers, _ in paths(rules)}


def test_nobody_is_asked_more_than_four_questions() -> None:
    assert max(len(answers) for rules in ALL_TABLES for answers, _ in paths(rules)) == 4


def test_no_question_is_asked_whose_answers_all_come_to_the_same() -> None:
    for rules in ALL_TABLES:
        for answers, _ in paths(rules):
            for asked_so_far in range(1, len(answers)):
                step = ask(rules, answers[:asked_so_far])
                assert isinstance(step, Question)
                worths = {
                    settled.points
                    for option in step.options
                    for _, settled in paths(rules, *answers[:asked_so_far], option.answer)
                }
                assert len(worths) > 1, (rules, answers[:asked_so_far])


def test_every_way_ends_with_a_winner_who_was_named_and_one_to_three_points() -> None:
    for rules in ALL_TABLES:
        for answers, settled in paths(rules):
            assert settled.winner == answers[0]
            assert settled.points in (1, 2, 3)


@pytest.mark.parametrize(
    ("profile", "answers", "points"),
    [
        ("preisschnapsen-sharp", "A claim no-trick", 3),
        ("preisschnapsen-sharp", "A claim under-33", 2),
        ("preisschnapsen-sharp", "B claim from-33", 1),
        ("preisschnapsen-sharp", "A failed-close no-trick", 3),
        ("preisschnapsen-sharp", "A failed-close a-trick", 2),
        ("preisschnapsen-sharp", "A last-trick", 1),
        ("preisschnapsen-sharp", "B revoke", 3),
        ("preisschnapsen-sharp", "A false-claim open from-33", 1),
        ("preisschnapsen-sharp", "A false-claim claimer-closed a-trick", 2),
        ("card-sunday", "A failed-close", 2),
        ("squarescores-home", "A false-claim claimer-did-not-close no-trick", 3),
    ],
)
def test_the_usual_deals(profile: str, answers: str, points: int) -> None:
    settled = ask(PROFILES[profile], answers.split())
    assert isinstance(settled, Settled)
    assert settled.points == points


def test_where_66_counts_itself_nobody_is_asked_about_a_false_claim() -> None:
    step = ask(PROFILES["card-sunday"], ["A"])
    assert isinstance(step, Question)
    assert Answer.FALSE_CLAIM not in {option.answer for option in step.options}


@pytest.mark.parametrize("answers", [["C"], ["A", "sideways"], ["A", "revoke", "no-trick"], ["claim"]])
def test_an_answer_that_its_question_does_not_have_is_refused(answers: list[str]) -> None:
    with pytest.raises(RuleBroken) as refused:
        ask(Rules(), answers)
    assert refused.value.field == "answer"
