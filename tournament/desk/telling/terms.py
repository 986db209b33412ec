"""What differs between two states of anything two desks may change, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from tournament.desk.rule_texts import OPTION_TEXTS, PROFILE_TEXTS
from tournament.language import gettext, mark, show_date, show_money
from tournament.schnapsen.rules import DEFAULT_PROFILE

Row = tuple[str, str, str]
"""What it is about, and its two values."""

_LABELS = {
    "lost": mark("Results lost"),
    "games": mark("Games"),
    "name": mark("Name"),
    "town": mark("Town"),
    "state": mark("Money"),
    "waits": mark("Wants"),
    "role": mark("Role"),
    "sponsors": mark("Sponsors"),
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
    "paid": mark("paid"),
    "reserved": mark("reserved"),
    "returned": mark("taken back"),
    "management": mark("Management"),
    "cash-desk": mark("Cash desk"),
    "referee": mark("Referee"),
}
_CHOSEN = frozenset(("first_round_order", "state", "role"))
"""What is one of a few values; anything else was typed."""


def differing_rows(one: Mapping[str, Any], other: Mapping[str, Any], locale: str) -> list[Row]:
    """What differs between two states of the same thing; where money is in it, with its currency."""
    currency = str(one.get("currency", ""))
    return [
        (
            gettext(_LABELS[name], locale),
            _shown(name, one[name], currency, locale),
            _shown(name, other.get(name), currency, locale),
        )
        for name in _LABELS
        if name in one and one[name] != other.get(name)
    ]


def _shown(name: str, value: object, currency: str, locale: str) -> str:
    def said(text: str) -> str:
        return gettext(text, locale)

    match value:
        case bool():
            return said("yes") if value else said("no")
        case Mapping():
            return ", ".join((said(_profile(value)), *_options(value, locale)))
        case int() if name.endswith("_cents"):
            return show_money(value, currency, locale)
        case str() if name == "date":
            return show_date(date.fromisoformat(value), locale)
        case str() if name in _CHOSEN:
            return said(_VALUES.get(value, value))
        case str():
            return value or "–"
        case Sequence():
            return ", ".join(map(str, value)) or "–"
        case _:
            return "–" if value is None else str(value)


def _profile(rules: Mapping[Any, Any]) -> str:
    profile = str(rules.get("profile", DEFAULT_PROFILE))
    return (PROFILE_TEXTS | _VALUES).get(profile, profile)


def _options(options: Mapping[Any, Any], locale: str) -> list[str]:
    """What differs from the usual way to play."""
    known = [(OPTION_TEXTS[name], value) for name, value in options.items() if name in OPTION_TEXTS]
    return [f"{gettext(label, locale)}: {gettext(values[value], locale)}" for (label, values), value in known]
