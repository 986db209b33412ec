"""Both values of what two desks changed at once, side by side, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament.desk.telling.terms import Row, differing_rows
from tournament.errors import Overtaken
from tournament.knockout.rounds import Outcome
from tournament.web.context import _, locale
from tournament.web.wording import outcome_name


def conflict_rows(error: Overtaken) -> list[Row]:
    """The rows in which what was asked for and what stands differ."""
    mine, theirs = error.mine, error.theirs
    if mine is None and isinstance(theirs, Mapping) and "outcome" in theirs:
        return [(_("Result"), _("open"), _result(theirs))]
    if not isinstance(mine, Mapping) or not isinstance(theirs, Mapping):
        return _whole(mine, theirs)
    if "outcome" in mine:
        return [(_("Result"), _result(mine), _result(theirs))]
    return differing_rows(mine, theirs, locale())


def _whole(mine: object, theirs: object) -> list[Row]:
    if isinstance(mine, int):
        return [(_("Cards sold"), str(mine), str(theirs))]
    return []


def _result(facts: Mapping[str, Any]) -> str:
    """A result in words, from the winner's side: "card 12 won 2:1"."""
    if facts["outcome"] is None:
        return _("open")
    if facts["winner"] is None:
        return outcome_name(Outcome(facts["outcome"]))
    values = {"ticket": facts["winner"]}
    if facts["outcome"] != Outcome.PLAYED:
        return _("Card %(ticket)s won without play", **values)
    if not facts["games_won"]:
        return _("Card %(ticket)s won", **values)
    games = ":".join(map(str, sorted(facts["games_won"], reverse=True)))
    return _("Card %(ticket)s won %(games)s", **values, games=games)
