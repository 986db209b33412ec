"""What a phone sends to a score sheet, as a form or as JSON, and the form that opens a private one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

from flask import request
from werkzeug.datastructures import MultiDict
from wtforms import Form, HiddenField, RadioField, SelectField

from tournament.desk.rule_texts import OPTION_TEXTS, PROFILE_TEXTS
from tournament.desk.scoring import Sent
from tournament.errors import RuleBroken
from tournament.language import mark
from tournament.schnapsen.match import Pair
from tournament.schnapsen.rules import DEFAULT_PROFILE, OPTIONS
from tournament.schnapsen.side import Side
from tournament.web.context import _
from tournament.web.fields import Required, TextField, offered
from tournament.web.forms import DeskForm


class Unreadable(RuleBroken):
    """No page of ours sends that."""


MOST_SENT = 200
"""So many entries wait on a phone at most; an evening without Wi-Fi has fewer."""


class OpenForm(DeskForm):
    """Two names, and how it is played: a profile, and what differs from it."""

    name_a = TextField(mark("Who plays?"), [Required(mark("A name, please."))])
    name_b = TextField(mark("Against whom?"), [Required(mark("A name, please."))])
    profile = RadioField(
        mark("How do you play?"), choices=offered(*PROFILE_TEXTS.items()), default=DEFAULT_PROFILE
    )

    def __init__(self) -> None:
        super().__init__()
        for name, (_label, values) in OPTION_TEXTS.items():
            choices = [(str(value), _(text)) for value, text in values.items()]
            self._option(name).choices = offered(("", _("as chosen above")), *choices)

    @property
    def options(self) -> list[SelectField]:
        """The fields of all options, in the order of the rules."""
        return [self._option(name) for name in OPTION_TEXTS]

    def _option(self, name: str) -> SelectField:
        return cast("SelectField", self._fields[name])

    def rules(self) -> dict[str, object]:
        """The short form of the rules chosen."""
        chosen = {name: self._option(name).data for name in OPTION_TEXTS}
        values = {
            name: next(v for v in OPTIONS[name] if str(v) == text) for name, text in chosen.items() if text
        }
        return {"profile": self.profile.data, **values}


for _name, (_text, _values) in OPTION_TEXTS.items():
    setattr(OpenForm, _name, SelectField(_text, default="", choices=[]))


class ChoiceForm(DeskForm):
    """Who sits where; choosing the same twice does no harm, so that it carries no key."""

    may_lack = frozenset({"key"})
    choice = TextField()


class EntryForm(DeskForm):
    """One entry as its button says it: "deal A 2", "bank", "strike", "agree", "dispute", "next-match"."""

    may_lack = frozenset({"hung"})
    on = HiddenField(default="")
    entry = HiddenField(default="")
    hung = HiddenField(default="")

    def sent(self) -> Sent:
        """The entry. Unreadable if no button says that."""
        kind, winner, points = _read_entry(self.entry.data or "")
        key = (self.stamp.key or "")[:32]
        hung = _read_pair(self.hung.data or "") if kind == "dispute" else None
        return Sent(key, kind, winner, points, hung, self.on.data or "")


class HeaderForm(DeskForm):
    """The token against forgery alone, as a script sends it in a header."""

    may_lack = frozenset({"key"})

    def __init__(self) -> None:
        token = request.headers.get("X-CSRF-Token", "")
        Form.__init__(self, MultiDict({"csrf_token": token}))


_ENTRY = re.compile(r"(?P<kind>[a-z-]+)(?: (?P<winner>[AB]) (?P<points>[123]))?")


def _read_entry(text: str) -> tuple[str, Side | None, int | None]:
    found = _ENTRY.fullmatch(text)
    if found is None:
        raise _unreadable()
    winner, points = found["winner"], found["points"]
    return found["kind"], Side(winner) if winner else None, int(points) if points else None


def _read_pair(text: str) -> Pair:
    found = re.fullmatch(r"(\d):(\d)", text)
    if found is None:
        raise Unreadable("How did it really end?", rule="4", field="hung")
    return int(found[1]), int(found[2])


def sent_as_json(told: object) -> list[Sent]:
    """The entries a phone kept. Unreadable for anything else."""
    entries = told.get("entries") if isinstance(told, dict) else None
    if not isinstance(entries, list) or len(entries) > MOST_SENT:
        raise _unreadable()
    return [_sent(entry) for entry in entries]


def _sent(entry: object) -> Sent:
    if not isinstance(entry, Mapping):
        raise _unreadable()
    values: dict[str, Any] = {name: entry.get(name, "") for name in ("key", "entry", "on", "hung")}
    if not all(isinstance(value, str) for value in values.values()):
        raise _unreadable()
    if not all(values[name].isascii() and values[name].isprintable() for name in ("key", "on")):
        raise _unreadable()
    kind, winner, points = _read_entry(values["entry"])
    hung = _read_pair(values["hung"]) if kind == "dispute" else None
    return Sent(values["key"], kind, winner, points, hung, values["on"])


def _unreadable() -> Unreadable:
    return Unreadable("This entry cannot be read.", rule="4", field="entry")
