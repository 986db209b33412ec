"""The options of a table (rules.md, section 9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import FrozenInstanceError
from dataclasses import replace as but_with

import pytest

from tournament.errors import RuleBroken
from tournament.schnapsen.rules import OPTIONS, PROFILES, Rules, rules_from


def test_no_overrides_mean_a_sharp_preisschnapsen() -> None:
    assert rules_from({}) == Rules() == PROFILES["preisschnapsen-sharp"]


def test_an_override_changes_one_option_of_its_profile() -> None:
    rules = rules_from({"profile": "preisschnapsen-soft", "close_min_talon": 2})

    assert rules == but_with(PROFILES["preisschnapsen-soft"], close_min_talon=2)


def test_soft_play_exchanges_and_declares_more_freely_than_sharp_play() -> None:
    assert PROFILES["preisschnapsen-soft"] == Rules(
        exchange_min_talon=2,
        exchange_needs_trick=False,
        marriage_needs_trick=False,
        marriage_leads_king=False,
    )


def test_the_home_profiles_are_soft_play_with_what_their_sources_say() -> None:
    soft = PROFILES["preisschnapsen-soft"]

    assert PROFILES["squarescores-home"] == but_with(
        soft, closed_count="frozen", false_claim="two_or_three", close_min_talon=2, count="up"
    )
    assert PROFILES["card-sunday"] == but_with(
        soft, failed_close="flat_two", claim="automatic", exchange_min_talon=3, count="up"
    )


@pytest.mark.parametrize("profile", PROFILES)
def test_every_profile_is_taken_by_its_name(profile: str) -> None:
    assert rules_from({"profile": profile}) == PROFILES[profile]


def test_every_value_of_every_option_is_accepted_and_the_default_is_offered_first() -> None:
    for name, values in OPTIONS.items():
        assert getattr(Rules(), name) == values[0]
        for value in values:
            assert getattr(rules_from({name: value}), name) == value


@pytest.mark.parametrize(
    ("overrides", "field"),
    [
        ({"profile": "bauernschnapsen"}, "profile"),
        ({"profile": ["preisschnapsen-sharp"]}, "profile"),
        ({"closed_count": "start"}, "closed_count"),
        ({"close_min_talon": 4}, "close_min_talon"),
        ({"close_min_talon": "3"}, "close_min_talon"),
        ({"schneider_bummerl": True}, "schneider_bummerl"),
        ({"exchange_needs_trick": 1}, "exchange_needs_trick"),
        ({"bummerl_to_win": 2.0}, "bummerl_to_win"),
        ({"last_trick": ["by_count"]}, "last_trick"),
        ({"trump": "H"}, "trump"),
    ],
)
def test_an_unknown_profile_option_or_value_is_refused_by_name(
    overrides: Mapping[str, object], field: str
) -> None:
    with pytest.raises(RuleBroken) as refused:
        rules_from(overrides)

    assert refused.value.field == field
    assert refused.value.rule == "9"


def test_a_refusal_names_the_option_and_the_value() -> None:
    with pytest.raises(RuleBroken, match=r"^The option count cannot be sideways\.$"):
        rules_from({"count": "sideways"})
    with pytest.raises(RuleBroken, match=r"^There is no option called trump\.$"):
        rules_from({"trump": "H"})
    with pytest.raises(RuleBroken, match=r"^There is no set of rules called bauernschnapsen\.$"):
        rules_from({"profile": "bauernschnapsen"})


def test_rules_cannot_be_changed_while_a_match_is_played() -> None:
    with pytest.raises(FrozenInstanceError):
        Rules().count = "up"  # type: ignore[misc]
