"""What is read out before the first deal: a plain sentence for each option in which inns differ (section 9).

In the order in which a player needs them, from the first lead to the last game. Texts are keys to translate.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tournament.schnapsen.rules import OptionValue, Rules
from tournament.schnapsen.sentences import mark

SOFT_OR_SHARP: Final = "soft_or_sharp"

_SHARP: Final = mark("We play sharp: won tricks stay face down until the deal is over.")
_SOFT: Final = mark("We play soft: everybody may look through his own tricks.")
_MIXED: Final = mark("We play neither all sharp nor all soft, but as follows.")

_TEXTS: Final[Mapping[str, Mapping[OptionValue, str]]] = MappingProxyType(
    {
        "marriage_needs_trick": {
            True: mark("Only somebody who already has a trick may declare a marriage."),
            False: mark(
                "A marriage may be declared from the first lead on; it counts once its owner has a trick."
            ),
        },
        "marriage_leads_king": {
            True: mark("Whoever declares a marriage leads its king."),
            False: mark("Whoever declares a marriage leads its king or its queen, as he likes."),
        },
        "exchange_needs_trick": {
            True: mark("Only somebody who already has a trick may exchange the trump jack."),
            False: mark("The trump jack may be exchanged from the first lead on."),
        },
        "exchange_min_talon": {
            3: mark(
                "The trump jack may be exchanged only while more than two cards are left,"
                " the trump card included."
            ),
            2: mark(
                "The trump jack may still be exchanged when only two cards are left, the trump card included."
            ),
        },
        "close_min_talon": {
            3: mark(
                "The talon may be closed only while more than two cards are left, the trump card included."
            ),
            2: mark("The talon may still be closed when only two cards are left, the trump card included."),
        },
        "closed_count": {
            "end": mark(
                "If the closer makes 66, what his opponent has at the end counts, later"
                " tricks and marriages included."
            ),
            "frozen": mark(
                "If the closer makes 66, what his opponent had at the close counts, without"
                " later tricks and marriages."
            ),
        },
        "failed_close": {
            "two_or_three": mark(
                "If the closer does not make 66, or his opponent has 66 first, the opponent wins two points,"
                " or three if he had no trick at the close."
            ),
            "flat_two": mark(
                "If the closer does not make 66, or his opponent has 66 first, the opponent"
                " wins two points, always."
            ),
        },
        "closed_unclaimed_66": {
            "closer_fails": mark("A closer who has 66, does not say so and loses the last trick has failed."),
            "closer_wins": mark(
                "A closer who has 66 wins even if he does not say so and loses the last trick."
            ),
        },
        "claim": {
            "declared": mark("66 must be claimed, right after winning a trick or declaring a marriage."),
            "automatic": mark("66 need not be claimed: whoever has them first wins the deal at once."),
        },
        "false_claim": {
            "as_if_correct": mark(
                "Whoever claims without 66 loses the deal; his opponent wins what the"
                " claimer would have won with 66."
            ),
            "two_or_three": mark(
                "Whoever claims without 66 loses the deal; his opponent wins two points, or"
                " three if he has no trick yet."
            ),
        },
        "closer_wrong_claim": {
            "failed_close": mark("If the closer claims without 66, his close has failed."),
            "false_claim": mark("If the closer claims without 66, it counts like any other false claim."),
        },
        "last_trick": {
            "one_unless_claimed": mark(
                "If the talon is used up and nobody wins with 66, the last trick wins the deal and one point."
            ),
            "always_one": mark(
                "If the talon is used up and play goes to the very last trick, it wins the"
                " deal and one point,"
                " with 66 or without."
            ),
            "by_count": mark(
                "If the talon is used up and nobody wins with 66, the last trick wins the"
                " deal and one, two or three"
                " points, by what the loser has."
            ),
        },
        "revoke_points": {
            3: mark(
                "Whoever does not follow, beat or trump when he must loses the deal at once;"
                " his opponent wins three points."
            ),
        },
        "schneider_bummerl": {
            1: mark("A game lost 7:0 (Schneider) is one Bummerl, like any other."),
            2: mark("A game lost 7:0 (Schneider) is two Bummerl."),
        },
        "bummerl_to_win": {
            1: mark("Whoever first hangs one Bummerl on the other wins the match."),
            2: mark("Whoever first hangs two Bummerl on the other wins the match."),
            3: mark("Whoever first hangs three Bummerl on the other wins the match."),
        },
        "count": {
            "down": mark("The score is counted down from 7 to 0."),
            "up": mark("The score is counted up from 0 to 7."),
        },
    }
)

_OF_CLAIMS: Final = {"closed_unclaimed_66", "false_claim", "closer_wrong_claim"}
"""Options that mean nothing where 66 end a deal by themselves."""


@dataclass(frozen=True)
class Sentence:
    """One line of the announcement: its `option` of `Rules` (or `SOFT_OR_SHARP`) and its text."""

    option: str
    text: str


def sentences(rules: Rules) -> tuple[Sentence, ...]:
    """What to read out at this table. Where nobody claims, nothing is said of false and forgotten claims."""
    return (Sentence(SOFT_OR_SHARP, _soft_or_sharp(rules)), *_of_options(rules))


def _of_options(rules: Rules) -> Iterator[Sentence]:
    unsaid = _OF_CLAIMS if rules.claim == "automatic" else set()
    for option, texts in _TEXTS.items():
        if option not in unsaid:
            yield Sentence(option, texts[getattr(rules, option)])


def _soft_or_sharp(rules: Rules) -> str:
    """By the four options in which the two ways to play differ."""
    strict = rules.exchange_needs_trick, rules.marriage_needs_trick, rules.marriage_leads_king
    if all(strict) and rules.exchange_min_talon == 3:
        return _SHARP
    if not any(strict) and rules.exchange_min_talon == 2:
        return _SOFT
    return _MIXED
