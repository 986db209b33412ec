"""A deal's facts as `formats.md` writes them (score cases), read into `DealFacts`.

Each `RuleBroken` names the field that is missing or wrong. Fields nobody knows are left alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament.errors import RuleBroken
from tournament.schnapsen.facts import (
    Claimed,
    Close,
    DealFacts,
    End,
    Holding,
    PlayedOut,
    Reached,
    Revoked,
    Standing,
)
from tournament.schnapsen.side import Side

Fields = Mapping[str, Any]

MOST_COUNTED = 1_000_000
"""Beyond this a number is a slip of the keyboard; some are too long to be written down again in a message."""


def facts_from(told: object) -> DealFacts:
    """The facts of a deal from their JSON object.

    Raises `RuleBroken` (section 9) naming the first field it cannot read.
    """
    fields = an_object(told, "facts")
    return DealFacts(_end(fields), _standing(fields), _close(fields))


def an_object(value: object, field: str) -> Fields:
    """`value` if it is a JSON object; else `RuleBroken` naming `field`."""
    if not isinstance(value, dict):
        raise RuleBroken("Here stands an object with named fields.", rule="9", field=field)
    return value


def a_list(value: object, field: str) -> list[Any]:
    """`value` if it is a JSON list; else `RuleBroken` naming `field`."""
    if not isinstance(value, list):
        raise RuleBroken("Here stands a list.", rule="9", field=field)
    return value


def a_whole_number(value: object, field: str) -> int:
    """`value` if it is a whole number (true is none) of sensible size; else `RuleBroken` naming `field`."""
    if type(value) is not int:
        raise RuleBroken("Here stands a whole number.", rule="9", field=field)
    if abs(value) > MOST_COUNTED:
        raise RuleBroken("So much is counted at no table.", rule="9", field=field)
    return value


def a_side(value: object, field: str) -> Side:
    """The seat A or B; else `RuleBroken` naming `field`."""
    if value not in ("A", "B"):
        raise RuleBroken("Say who: A or B.", rule="9", field=field)
    return Side(value)


def _end(fields: Fields) -> End:
    end = fields.get("end")
    if end != "revoke" and fields.get("revoke_by") is not None:
        raise RuleBroken("A revoke ends the deal at once.", rule="9", field="revoke_by")
    match end:
        case "claim":
            return Claimed(
                a_side(fields.get("claimant"), "claimant"), _side_if_told(fields, "last_trick_winner")
            )
        case "reached":
            return Reached(
                a_side(fields.get("claimant"), "claimant"), _side_if_told(fields, "last_trick_winner")
            )
        case "exhausted":
            return _played_out(fields)
        case "revoke":
            return _revoked(fields)
        case _:
            raise RuleBroken("A deal ends by claim, reached, exhausted or revoke.", rule="9", field="end")


def _played_out(fields: Fields) -> PlayedOut:
    if fields.get("claimant") is not None:
        raise RuleBroken("An exhausted deal is one nobody claimed.", rule="9", field="claimant")
    return PlayedOut(a_side(fields.get("last_trick_winner"), "last_trick_winner"))


def _revoked(fields: Fields) -> Revoked:
    """Who claimed, or took the last trick, does not matter then, but must be somebody."""
    for unimportant in ("claimant", "last_trick_winner"):
        _side_if_told(fields, unimportant)
    return Revoked(a_side(fields.get("revoke_by"), "revoke_by"))


def _side_if_told(fields: Fields, name: str) -> Side | None:
    side = fields.get(name)
    return None if side is None else a_side(side, name)


def _close(fields: Fields) -> Close | None:
    closer, standing = fields.get("closed_by"), fields.get("at_close")
    if closer is None and standing is None:
        return None
    return Close(a_side(closer, "closed_by"), _standing_at_close(standing))


def _standing_at_close(told: object) -> Standing:
    """Whatever is wrong in it is named `at_close`."""
    try:
        return _standing(an_object(told, "at_close"))
    except RuleBroken as wrong:
        raise RuleBroken(
            "What both had at the close is missing or cannot be read.", rule="9", field="at_close"
        ) from wrong


def _standing(fields: Fields) -> Standing:
    points, marriages, tricks = (_both(fields, name) for name in ("card_points", "marriages", "tricks"))
    a, b = (
        Holding(
            a_whole_number(points[side], "card_points"),
            tuple(a_whole_number(each, "marriages") for each in a_list(marriages[side], "marriages")),
            a_whole_number(tricks[side], "tricks"),
        )
        for side in Side
    )
    return Standing(a, b)


def _both(fields: Fields, name: str) -> Fields:
    pair = an_object(fields.get(name), name)
    if set(pair) != set(Side):
        raise RuleBroken("Here stand values for A and B.", rule="9", field=name)
    return pair
