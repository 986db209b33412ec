"""Both values of what two desks changed at once, side by side, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from tournament.errors import Overtaken
from tournament.knockout.rounds import Outcome
from tournament.language import mark, show_date, show_money
from tournament.web.context import _, locale
from tournament.web.rule_texts import OPTION_TEXTS
from tournament.web.wording import outcome_name

Row = tuple[str, str, str]
"""What it is about, what was asked for, what stands."""

_LABELS = {
    "lost": mark("Results lost"),
    "games": mark("Games"),
    "name": mark("Name"),
    "town": mark("Town"),
    "date": mark("Date"),
    "venue": mark("Venue"),
    "capacity": mark("Cards at most"),
    "ticket_price_cents": mark("Price of a card"),
    "max_tickets_per_player": mark("Cards per player at most"),
    "bummerl_to_win": mark("Games (Bummerl) to win a match"),
    "rules": mark("How it is played"),
    "first_round_order": mark("Who draws first in round one"),
    "third_place_match": mark("A match for third place"),
    "fifth_to_eighth": mark("Matches for places five to eight"),
    "one_prize_per_player": mark("One prize per player"),
    "score_sheets": mark("Players may keep the score on their phones"),
    "ticket_word": mark("Word for a card"),
    "notes": mark("Notes"),
    "prizes": mark("Prizes"),
    "opening_cents": mark("In the box at the beginning"),
    "closing_cents": mark("Counted at the end"),
}
_VALUES = {
    "preisschnapsen-sharp": mark("sharp"),
    "preisschnapsen-soft": mark("soft"),
    "random": mark("in random order"),
    "purchase": mark("in order of purchase"),
}


def conflict_rows(error: Overtaken) -> list[Row]:
    """The rows in which what was asked for and what stands differ."""
    mine, theirs = error.mine, error.theirs
    if mine is None and isinstance(theirs, Mapping) and "outcome" in theirs:
        return [(_("Result"), _("open"), _result(theirs))]
    if not isinstance(mine, Mapping) or not isinstance(theirs, Mapping):
        return _whole(mine, theirs)
    if "outcome" in mine:
        return [(_("Result"), _result(mine), _result(theirs))]
    return differing_rows(mine, theirs)


def differing_rows(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[Row]:
    """What differs between two states of the same thing, in words."""
    return [
        (_(_LABELS[name]), _shown(name, one[name]), _shown(name, other.get(name)))
        for name in _LABELS
        if name in one and one[name] != other.get(name)
    ]


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


def _options(options: Mapping[Any, Any]) -> list[str]:
    """What differs from the usual way to play."""
    known = [(OPTION_TEXTS[name], value) for name, value in options.items() if name in OPTION_TEXTS]
    return [f"{_(label)}: {_(values[value])}" for (label, values), value in known]


def _shown(name: str, value: object) -> str:
    match value:
        case bool():
            return _("yes") if value else _("no")
        case {"profile": profile, **options}:
            return ", ".join((_(_VALUES.get(str(profile), str(profile))), *_options(options)))
        case int() if name.endswith("_cents"):
            return show_money(value, "EUR", locale())
        case str() if name == "date":
            return show_date(date.fromisoformat(value), locale())
        case str():
            return _(_VALUES[value]) if value in _VALUES else value or "–"
        case Sequence():
            return ", ".join(map(str, value)) or "–"
        case _:
            return "–" if value is None else str(value)
