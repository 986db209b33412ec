"""Whoever asks the helper at the table is asked, answered and told why in his own language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tournament.language import GERMAN, gettext
from tournament.schnapsen.asking import Answer, Question, Settled, ask
from tournament.schnapsen.rules import OPTIONS, PROFILES, Rules, rules_from

TABLES = {
    **PROFILES,
    **{
        f"{option}={value}": rules_from({option: value})
        for option, values in OPTIONS.items()
        for value in values
    },
    "strict": rules_from({"false_claim": "two_or_three", "closer_wrong_claim": "false_claim"}),
    "as if": rules_from({"closer_wrong_claim": "false_claim", "closed_count": "frozen"}),
    "counts itself to the end": rules_from({"claim": "automatic", "last_trick": "by_count"}),
}


def texts(rules: Rules, answers: tuple[str, ...] = ()) -> Iterator[str]:
    """Every text that can follow these answers."""
    step = ask(rules, answers)
    if isinstance(step, Settled):
        yield step.because
        return
    yield step.text
    for option in step.options:
        if answers:  # Who won is answered with a name.
            yield option.label
        yield from texts(rules, (*answers, option.answer))


@pytest.mark.parametrize("table", TABLES)
def test_every_text_of_the_helper_is_said_in_german(table: str) -> None:
    said = set(texts(TABLES[table]))

    assert len(said) > 10
    assert [text for text in said if gettext(text, GERMAN) == text] == []


SAID_66 = "Claimed 66, talon open"
WITH_LAST_TRICK = "With the last trick, nobody claimed"


@pytest.mark.parametrize(
    ("options", "claim", "last_trick"),
    [
        ({}, SAID_66, WITH_LAST_TRICK),
        ({"last_trick": "by_count"}, SAID_66, WITH_LAST_TRICK),
        ({"claim": "automatic"}, "With 66, talon open", WITH_LAST_TRICK),
        (
            {"last_trick": "always_one"},
            "With 66 before the last trick, talon open",
            "With the very last trick, talon open",
        ),
        (
            {"claim": "automatic", "last_trick": "always_one"},
            "With 66 before the last trick, talon open",
            "With the very last trick, talon open",
        ),
    ],
)
def test_how_a_deal_was_won_is_asked_in_the_words_of_the_table(
    options: dict[str, str], claim: str, last_trick: str
) -> None:
    how = ask(rules_from(options), ["A"])

    assert isinstance(how, Question)
    labels = {option.answer: option.label for option in how.options}
    assert (labels[Answer.CLAIM], labels[Answer.LAST_TRICK]) == (claim, last_trick)
    wrongly = [] if options.get("claim") == "automatic" else [Answer.FALSE_CLAIM]
    assert list(labels) == [
        Answer.CLAIM,
        Answer.CLOSED_OUT,
        Answer.FAILED_CLOSE,
        *wrongly,
        Answer.LAST_TRICK,
        Answer.REVOKE,
    ]
