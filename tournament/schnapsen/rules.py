"""The options in which inns differ, as data: rules.md, section 9.

What is stored is the short form `{"profile": …, option: value, …}`; `rules_from` makes `Rules` of it. A page
offers `PROFILES` and, for each of `OPTIONS`, its values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import replace as but_with
from types import MappingProxyType
from typing import Literal, get_args, get_type_hints

from tournament.errors import RuleBroken

OptionValue = str | int | bool


@dataclass(frozen=True)
class Rules:
    """One table's rules; the defaults are those of a sharp Preisschnapsen (the bold values of section 9)."""

    closed_count: Literal["end", "frozen"] = "end"
    false_claim: Literal["as_if_correct", "two_or_three"] = "as_if_correct"
    failed_close: Literal["two_or_three", "flat_two"] = "two_or_three"
    closer_wrong_claim: Literal["failed_close", "false_claim"] = "failed_close"
    closed_unclaimed_66: Literal["closer_fails", "closer_wins"] = "closer_fails"
    last_trick: Literal["one_unless_claimed", "always_one", "by_count"] = "one_unless_claimed"
    claim: Literal["declared", "automatic"] = "declared"
    close_min_talon: Literal[3, 2] = 3
    exchange_min_talon: Literal[3, 2] = 3
    exchange_needs_trick: bool = True
    marriage_needs_trick: bool = True
    marriage_leads_king: bool = True
    revoke_points: Literal[3] = 3
    schneider_bummerl: Literal[1, 2] = 1
    bummerl_to_win: Literal[2, 1, 3] = 2
    count: Literal["down", "up"] = "down"


DEFAULT_PROFILE = "preisschnapsen-sharp"

_SHARP = Rules()
_SOFT = but_with(
    _SHARP,
    exchange_min_talon=2,
    exchange_needs_trick=False,
    marriage_needs_trick=False,
    marriage_leads_king=False,
)

PROFILES: Mapping[str, Rules] = MappingProxyType(
    {
        DEFAULT_PROFILE: _SHARP,
        "preisschnapsen-soft": _SOFT,
        "squarescores-home": but_with(
            _SOFT, closed_count="frozen", false_claim="two_or_three", close_min_talon=2, count="up"
        ),
        "card-sunday": but_with(
            _SOFT, claim="automatic", failed_close="flat_two", exchange_min_talon=3, count="up"
        ),
    }
)
"""Rules by name. Both home profiles are soft play: their sources describe the kitchen table."""


def _values_of(annotation: object) -> tuple[OptionValue, ...]:
    return (True, False) if annotation is bool else get_args(annotation)


OPTIONS: Mapping[str, tuple[OptionValue, ...]] = MappingProxyType(
    {name: _values_of(annotation) for name, annotation in get_type_hints(Rules).items()}
)
"""Every option with the values it can take, the default of a sharp Preisschnapsen first."""


def rules_from(overrides: Mapping[str, object]) -> Rules:
    """The rules a short form means: its profile (sharp Preisschnapsen if it names none) with its overrides.

    Raises `RuleBroken` naming the field for an unknown profile, option or value.
    """
    chosen = {name: value for name, value in overrides.items() if name != "profile"}
    for name, value in chosen.items():
        _refuse_unknown(name, value)
    return but_with(_profile(overrides.get("profile", DEFAULT_PROFILE)), **chosen)  # type: ignore[arg-type]


def _profile(name: object) -> Rules:
    if not isinstance(name, str) or name not in PROFILES:
        raise RuleBroken("There is no set of rules called %(name)s.", rule="9", field="profile", name=name)
    return PROFILES[name]


def _refuse_unknown(name: str, value: object) -> None:
    if name not in OPTIONS:
        raise RuleBroken("There is no option called %(name)s.", rule="9", field=name, name=name)
    if not any(type(value) is type(known) and value == known for known in OPTIONS[name]):
        raise RuleBroken(
            "The option %(name)s cannot be %(value)s.", rule="9", field=name, name=name, value=value
        )
