"""What is read out before the first deal says every option, and each of its values in its own words."""

from __future__ import annotations

import re

import pytest

from tournament.language import LOCALES, gettext
from tournament.schnapsen.announcing import SOFT_OR_SHARP, sentences
from tournament.schnapsen.rules import OPTIONS, PROFILES, OptionValue, Rules, rules_from

EVERY_VALUE = [(option, value) for option, values in OPTIONS.items() for value in values]


def announced(rules: Rules) -> dict[str, str]:
    """The text of each option."""
    return {sentence.option: sentence.text for sentence in sentences(rules)}


@pytest.mark.parametrize(("option", "value"), EVERY_VALUE)
def test_every_option_has_one_sentence_whatever_its_value(option: str, value: OptionValue) -> None:
    said = [sentence.option for sentence in sentences(rules_from({option: value}))]

    assert said.count(option) == 1
    assert len(said) == len(set(said))


@pytest.mark.parametrize("locale", LOCALES)
def test_no_two_values_read_the_same(locale: str) -> None:
    texts = [gettext(announced(rules_from({option: value}))[option], locale) for option, value in EVERY_VALUE]

    assert len(set(texts)) == len(EVERY_VALUE)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_sentence_is_one_sentence(locale: str) -> None:
    for option, value in EVERY_VALUE:
        text = gettext(announced(rules_from({option: value}))[option], locale)
        assert re.fullmatch(r"[A-Z6].+[^.]\.", text)
        assert ". " not in text


def test_they_come_in_the_order_in_which_a_player_needs_them() -> None:
    assert list(announced(Rules())) == [
        SOFT_OR_SHARP,
        "marriage_needs_trick",
        "marriage_leads_king",
        "exchange_needs_trick",
        "exchange_min_talon",
        "close_min_talon",
        "closed_count",
        "failed_close",
        "closed_unclaimed_66",
        "claim",
        "false_claim",
        "closer_wrong_claim",
        "last_trick",
        "revoke_points",
        "schneider_bummerl",
        "bummerl_to_win",
        "count",
    ]


def test_where_66_count_themselves_nothing_is_said_of_false_and_forgotten_claims() -> None:
    unsaid = set(announced(Rules())) - set(announced(Rules(claim="automatic")))

    assert unsaid == {"false_claim", "closer_wrong_claim", "closed_unclaimed_66"}


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        (PROFILES["preisschnapsen-sharp"], "Gespielt wird scharf: Die eigenen Stiche bleiben verdeckt, "),
        (PROFILES["preisschnapsen-soft"], "Gespielt wird weich: Die eigenen Stiche darf man anschauen."),
        (PROFILES["squarescores-home"], "Gespielt wird weich: Die eigenen Stiche darf man anschauen."),
        (PROFILES["card-sunday"], "Gespielt wird weder ganz scharf noch ganz weich, sondern so:"),
    ],
)
def test_soft_or_sharp_comes_first_in_one_line(rules: Rules, line: str) -> None:
    first = sentences(rules)[0]

    assert first.option == SOFT_OR_SHARP
    assert gettext(first.text, "de_AT").startswith(line)


@pytest.mark.parametrize("profile", ["preisschnapsen-sharp", "preisschnapsen-soft"])
@pytest.mark.parametrize(
    "option", ["exchange_min_talon", "exchange_needs_trick", "marriage_needs_trick", "marriage_leads_king"]
)
def test_one_strict_option_more_or_less_is_neither_soft_nor_sharp(profile: str, option: str) -> None:
    usual = getattr(PROFILES[profile], option)
    other = next(value for value in OPTIONS[option] if value != usual)

    mixed = sentences(rules_from({"profile": profile, option: other}))[0].text

    assert mixed.startswith("We play neither all sharp nor all soft")


def test_options_that_are_no_matter_of_soft_and_sharp_leave_that_line_alone() -> None:
    usual = sentences(Rules())[0]

    assert all(
        sentences(rules_from({option: value}))[0] == usual
        for option, value in EVERY_VALUE
        if option
        not in {"exchange_min_talon", "exchange_needs_trick", "marriage_needs_trick", "marriage_leads_king"}
    )


def test_a_sharp_preisschnapsen_is_read_out_like_this() -> None:
    read_out = [gettext(sentence.text, "de_AT") for sentence in sentences(Rules())]

    assert read_out[1:6] == [
        "Ansagen darf nur, wer schon einen Stich hat.",
        "Wer ansagt, spielt den König aus.",
        "Den Atout-Buben austauschen darf nur, wer schon einen Stich hat.",
        "Ausgetauscht werden darf nur, solange mehr als zwei Karten im Talon sind, die offene mitgezählt.",
        "Zugedreht werden darf nur, solange mehr als zwei Karten im Talon sind, die offene mitgezählt.",
    ]
