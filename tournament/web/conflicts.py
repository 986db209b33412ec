"""Both values of what two desks changed at once, side by side, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament.desk.telling.terms import Row, differing_rows
from tournament.desk.wording import result_in_words
from tournament.errors import Overtaken
from tournament.web.context import _, locale


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
    return result_in_words(facts, _("Card %(ticket)s", ticket=facts["winner"]), locale())
