"""The names of rounds and outcomes, in both languages: for pages, paper, terminal and messages."""

from __future__ import annotations

from tournament.knockout.rounds import Outcome, Stage
from tournament.language import gettext, mark

_MAIN = {
    2: mark("Final"),
    4: mark("Semi-final"),
    8: mark("Quarter-final"),
    16: mark("Last sixteen"),
}
_PLACEMENT = {
    Stage.THIRD: mark("Match for third place"),
    Stage.FIFTH_TO_EIGHTH: mark("Places five to eight"),
    Stage.FIFTH: mark("Match for fifth place"),
    Stage.SEVENTH: mark("Match for seventh place"),
}
_OUTCOMES = {
    Outcome.PLAYED: mark("played"),
    Outcome.BYE: mark("bye"),
    Outcome.WALKOVER: mark("walkover"),
    Outcome.DOUBLE_WALKOVER: mark("both absent"),
    Outcome.HANDED_IN: mark("handed in"),
}


def round_name(stage: Stage, number: int, size: int, locale: str) -> str:
    """What people call a round: "Quarter-final", "Round 2"."""
    if stage is not Stage.MAIN:
        return gettext(_PLACEMENT[stage], locale)
    return (
        gettext(_MAIN[size], locale) if size in _MAIN else gettext("Round %(number)s", locale, number=number)
    )


def outcome_name(outcome: Outcome, locale: str) -> str:
    return gettext(_OUTCOMES[outcome], locale)
