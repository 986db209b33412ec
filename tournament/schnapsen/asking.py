"""How many points is that? A few questions, and the rule that answers: rules.md, section 9.

Only what matters under a table's rules is asked: at most four questions, the first of them who won. A text
names the two as %(winner)s and %(loser)s.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from tournament.errors import RuleBroken
from tournament.schnapsen import sentences as say
from tournament.schnapsen.rules import Rules
from tournament.schnapsen.sentences import mark
from tournament.schnapsen.side import Side


class Answer(StrEnum):
    """All that can be answered, but for who won (`Side`)."""

    CLAIM = "claim"
    CLOSED_OUT = "closed-out"
    FAILED_CLOSE = "failed-close"
    FALSE_CLAIM = "false-claim"
    LAST_TRICK = "last-trick"
    REVOKE = "revoke"

    NO_TRICK = "no-trick"
    UNDER_33 = "under-33"
    FROM_33 = "from-33"
    A_TRICK = "a-trick"

    OPEN = "open"
    AFTER_LAST_TRICK = "after-last-trick"
    CLAIMER_CLOSED = "claimer-closed"
    WINNER_CLOSED = "winner-closed"
    CLAIMER_DID_NOT_CLOSE = "claimer-did-not-close"


@dataclass(frozen=True)
class Option:
    """One possible answer. Who won is answered with a `Side`; its `label` is empty, the name stands there."""

    answer: str
    label: str = ""


@dataclass(frozen=True)
class Settled:
    """The answer to all of it: who won, 1 to 3 game points, and the sentence of the rule that decides."""

    winner: Side
    points: int
    because: str


@dataclass(frozen=True)
class Question:
    """What to ask next; both texts are keys of translations."""

    text: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class _Worth:
    points: int
    because: str


@dataclass(frozen=True)
class _Fork:
    """A question whose answers lead on."""

    text: str
    ways: Mapping[Option, _Fork | _Worth]


def ask(rules: Rules, answers: Sequence[str] = ()) -> Question | Settled:
    """What to ask after these answers, or what they settle.

    Raises `RuleBroken` (field `answer`) for an answer that its question does not have.
    """
    if not answers:
        return Question(mark("Who won the deal?"), tuple(Option(side) for side in Side))
    if answers[0] not in list(Side):
        raise _no_answer()
    step: _Fork | _Worth = _how(rules)
    for answer in answers[1:]:
        step = _follow(step, answer)
    if isinstance(step, _Worth):
        return Settled(Side(answers[0]), step.points, step.because)
    return Question(step.text, tuple(step.ways))


def _follow(step: _Fork | _Worth, answer: str) -> _Fork | _Worth:
    ways = step.ways.items() if isinstance(step, _Fork) else ()
    following = next((after for option, after in ways if option.answer == answer), None)
    if following is None:
        raise _no_answer()
    return following


def _no_answer() -> RuleBroken:
    return RuleBroken("This is no answer to the question.", rule="9", field="answer")


def _fork(text: str, ways: Iterable[tuple[Answer, str, _Fork | _Worth]]) -> _Fork:
    return _Fork(text, MappingProxyType({Option(answer, label): after for answer, label, after in ways}))


def _how(rules: Rules) -> _Fork:
    always_one = rules.last_trick == "always_one"
    ways: list[tuple[Answer, str, _Fork | _Worth]] = [
        (Answer.CLAIM, _label_of_claim(rules), _by_count_of_loser()),
        (Answer.CLOSED_OUT, mark("%(winner)s closed the talon and made it"), _closed_out(rules)),
        (
            Answer.FAILED_CLOSE,
            mark("%(loser)s closed the talon and did not make it"),
            _failed_close(rules),
        ),
        (
            Answer.LAST_TRICK,
            mark("With the very last trick, talon open")
            if always_one
            else mark("With the last trick, nobody claimed"),
            _last_trick(rules),
        ),
        (Answer.REVOKE, mark("%(loser)s revoked"), _Worth(rules.revoke_points, say.REVOKE_THREE)),
    ]
    if rules.claim == "declared":
        ways.insert(3, (Answer.FALSE_CLAIM, mark("%(loser)s claimed without 66"), _false_claim(rules)))
    return _fork(mark("How did %(winner)s win?"), ways)


def _label_of_claim(rules: Rules) -> str:
    if rules.last_trick == "always_one":
        return mark("With 66 before the last trick, talon open")
    if rules.claim == "automatic":
        return mark("With 66, talon open")
    return mark("Claimed 66, talon open")


def _by_count_of_loser() -> _Fork:
    return _fork(
        mark("What did %(loser)s have?"),
        (
            (Answer.NO_TRICK, mark("no trick"), _Worth(3, say.NO_TRICK)),
            (Answer.UNDER_33, mark("a trick, fewer than 33 card points"), _Worth(2, say.UNDER_33)),
            (Answer.FROM_33, mark("33 card points or more"), _Worth(1, say.FROM_33)),
        ),
    )


def _by_count_of_loser_at_close() -> _Fork:
    return _fork(
        mark("What did %(loser)s have when the talon was closed?"),
        (
            (Answer.NO_TRICK, mark("no trick"), _Worth(3, say.NO_TRICK_AT_CLOSE)),
            (Answer.UNDER_33, mark("a trick, fewer than 33 card points"), _Worth(2, say.UNDER_33_AT_CLOSE)),
            (Answer.FROM_33, mark("33 card points or more"), _Worth(1, say.FROM_33_AT_CLOSE)),
        ),
    )


def _closed_out(rules: Rules) -> _Fork:
    return _by_count_of_loser_at_close() if rules.closed_count == "frozen" else _by_count_of_loser()


def _failed_close(rules: Rules) -> _Fork | _Worth:
    if rules.failed_close == "flat_two":
        return _Worth(2, say.FAILED_CLOSE_ALWAYS_TWO)
    return _fork(
        mark("What did %(winner)s have when the talon was closed?"),
        (
            (Answer.NO_TRICK, mark("no trick"), _Worth(3, say.FAILED_CLOSE_THREE)),
            (Answer.A_TRICK, mark("a trick"), _Worth(2, say.FAILED_CLOSE_TWO)),
        ),
    )


def _last_trick(rules: Rules) -> _Fork | _Worth:
    if rules.last_trick != "by_count":
        return _Worth(1, say.LAST_TRICK_ONE)
    if rules.claim == "automatic":
        return _Worth(1, say.FROM_33)  # Nobody has 66 of 120, so the loser has 55 at least.
    return _by_count_of_loser()


def _false_claim(rules: Rules) -> _Fork | _Worth:
    if rules.false_claim == "as_if_correct":
        return _as_if_correct(rules)
    if rules.closer_wrong_claim == "false_claim":
        return _two_or_three()
    return _fork(
        mark("Had %(loser)s closed the talon?"),
        (
            (Answer.CLAIMER_CLOSED, mark("yes"), _failed_close(rules)),
            (Answer.CLAIMER_DID_NOT_CLOSE, mark("no"), _two_or_three()),
        ),
    )


def _two_or_three() -> _Fork:
    return _fork(
        mark("What did %(winner)s have when %(loser)s claimed?"),
        (
            (Answer.NO_TRICK, mark("no trick"), _Worth(3, say.FALSE_CLAIM_THREE)),
            (Answer.A_TRICK, mark("a trick"), _Worth(2, say.FALSE_CLAIM_TWO)),
        ),
    )


def _as_if_correct(rules: Rules) -> _Fork:
    """The claimer's opponent wins what the claimer would have, so it is the winner's count that matters."""
    ways: list[tuple[Answer, str, _Fork | _Worth]] = [
        (Answer.OPEN, mark("no"), _count_of_winner(mark("What did %(winner)s have when %(loser)s claimed?"))),
        (Answer.CLAIMER_CLOSED, mark("yes, by %(loser)s"), _closer_claimed_wrongly(rules)),
        (Answer.WINNER_CLOSED, mark("yes, by %(winner)s"), _closers_opponent_claimed_wrongly(rules)),
    ]
    if rules.last_trick == "always_one":
        last = (Answer.AFTER_LAST_TRICK, mark("no, and all tricks were played"), _Worth(1, say.AS_IF_CORRECT))
        ways.insert(1, last)
    return _fork(mark("Had the talon been closed?"), ways)


def _closer_claimed_wrongly(rules: Rules) -> _Fork | _Worth:
    if rules.closer_wrong_claim == "failed_close":
        return _failed_close(rules)
    if rules.closed_count == "frozen":
        return _count_of_winner(mark("What did %(winner)s have when the talon was closed?"))
    return _count_of_winner(mark("What did %(winner)s have when %(loser)s claimed?"))


def _closers_opponent_claimed_wrongly(rules: Rules) -> _Fork | _Worth:
    if rules.failed_close == "flat_two":
        return _Worth(2, say.AS_IF_CORRECT)
    return _fork(
        mark("What did %(loser)s have when the talon was closed?"),
        (
            (Answer.NO_TRICK, mark("no trick"), _Worth(3, say.AS_IF_CORRECT)),
            (Answer.A_TRICK, mark("a trick"), _Worth(2, say.AS_IF_CORRECT)),
        ),
    )


def _count_of_winner(text: str) -> _Fork:
    return _fork(
        text,
        (
            (Answer.NO_TRICK, mark("no trick"), _Worth(3, say.AS_IF_CORRECT)),
            (Answer.UNDER_33, mark("a trick, fewer than 33 card points"), _Worth(2, say.AS_IF_CORRECT)),
            (Answer.FROM_33, mark("33 card points or more"), _Worth(1, say.AS_IF_CORRECT)),
        ),
    )
