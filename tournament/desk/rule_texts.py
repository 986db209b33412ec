"""The options in which inns differ, in the words of a page: rules.md, section 9."""

from __future__ import annotations

from collections.abc import Mapping

from tournament.language import mark
from tournament.schnapsen.rules import OptionValue

PROFILE_TEXTS = {
    "preisschnapsen-sharp": mark("Sharp, as at a Preisschnapsen"),
    "preisschnapsen-soft": mark("Soft, as at a Preisschnapsen"),
    "squarescores-home": mark("At home: a close freezes the count"),
    "card-sunday": mark("At home: 66 counts by itself"),
}
"""What the sets of rules are called."""

_FOUR_OR_TWO: Mapping[OptionValue, str] = {
    3: mark("while four cards or more are left"),
    2: mark("down to two cards"),
}
_YES_OR_NO: Mapping[OptionValue, str] = {True: mark("yes"), False: mark("no")}
_NUMBERS: Mapping[OptionValue, str] = {1: "1", 2: "2", 3: "3"}

OPTION_TEXTS: Mapping[str, tuple[str, Mapping[OptionValue, str]]] = {
    "bummerl_to_win": (mark("Bummerl to win a match"), _NUMBERS),
    "schneider_bummerl": (mark("A game won 7:0"), {1: mark("counts once"), 2: mark("counts twice")}),
    "count": (mark("Points are counted"), {"down": mark("down from 7"), "up": mark("up to 7")}),
    "closed_count": (
        mark("The closer makes it: the other's card points count"),
        {"end": mark("as at the end of the deal"), "frozen": mark("as when the talon was closed")},
    ),
    "failed_close": (
        mark("The closer does not make it"),
        {
            "two_or_three": mark("two points, three if the other had no trick"),
            "flat_two": mark("always two points"),
        },
    ),
    "false_claim": (
        mark("Claimed without 66"),
        {
            "as_if_correct": mark("costs what it would have won"),
            "two_or_three": mark("costs two points, three if the other had no trick"),
        },
    ),
    "closer_wrong_claim": (
        mark("The closer claims without 66"),
        {"failed_close": mark("is a failed close"), "false_claim": mark("is a false claim")},
    ),
    "closed_unclaimed_66": (
        mark("The closer has 66, says nothing and loses the last trick"),
        {"closer_fails": mark("the closer loses"), "closer_wins": mark("the closer wins")},
    ),
    "last_trick": (
        mark("The talon is gone and nobody claimed"),
        {
            "one_unless_claimed": mark("the last trick wins one point"),
            "always_one": mark("the last trick wins one point, even if it is claimed"),
            "by_count": mark("the last trick wins, by the other's card points"),
        },
    ),
    "claim": (
        mark("66"),
        {"declared": mark("must be claimed"), "automatic": mark("ends the deal by itself")},
    ),
    "close_min_talon": (mark("The talon can be closed"), _FOUR_OR_TWO),
    "exchange_min_talon": (mark("The trump jack can be exchanged"), _FOUR_OR_TWO),
    "exchange_needs_trick": (mark("Only with a trick can the trump jack be exchanged"), _YES_OR_NO),
    "marriage_needs_trick": (mark("Only with a trick can a marriage be declared"), _YES_OR_NO),
    "marriage_leads_king": (mark("A marriage is led with its king"), _YES_OR_NO),
}
"""For each option a table can choose: what it is about, and its values. A revoke always costs three."""
