"""The one error a rule raises. Whoever shows it translates it; nobody below the pages knows HTTP."""

from __future__ import annotations


class RuleBroken(Exception):
    """Something was asked for that the rules do not allow.

    `message` is an English sentence with `%(name)s` places for `values`; it is the key of its translation.
    `rule` names the section of the rules it comes from ("4"), `field` the input it belongs to ("games").
    """

    def __init__(self, message: str, *, rule: str = "", field: str | None = None, **values: object) -> None:
        super().__init__(message % values if values else message)
        self.message = message
        self.rule = rule
        self.field = field
        self.values = values


class Overtaken(RuleBroken):
    """Somebody changed the same thing since it was read: `mine` was asked for, `theirs` stands."""

    def __init__(self, message: str, *, mine: object, theirs: object) -> None:
        super().__init__(message)
        self.mine = mine
        self.theirs = theirs


class NotThere(RuleBroken):
    """What was named does not exist (any more)."""


class Expired(NotThere):
    """What was named was there, and is over."""
