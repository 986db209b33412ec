"""The names of rounds, outcomes, states and acts, as pages and paper say them."""

from __future__ import annotations

from flask import Flask

from tournament.knockout.rounds import Outcome, Stage
from tournament.language import mark
from tournament.web.context import _

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


def prepare(app: Flask) -> None:
    app.add_template_global(round_name)
    app.add_template_global(outcome_name)


def round_name(round_: object) -> str:
    """The name of anything with a stage, a number and a size: "Quarter-final", "Round 2"."""
    stage, number, size = (getattr(round_, name) for name in ("stage", "number", "size"))
    if stage is not Stage.MAIN:
        return _(_PLACEMENT[stage])
    return _(_MAIN[size]) if size in _MAIN else _("Round %(number)s", number=number)


def outcome_name(outcome: Outcome) -> str:
    return _(_OUTCOMES[outcome])
