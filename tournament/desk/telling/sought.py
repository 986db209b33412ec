"""The entries of the log that somebody looks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.desk.acts import Entry
from tournament.desk.telling import act_sentence
from tournament.desk.telling.evening import is_correction
from tournament.desk.telling.teller import Teller

Line = tuple[Entry, str]
"""An entry, and what it says."""


CORRECTED = "corrected"
"""Corrections are recorded as any result is, and have a kind of their own where one is chosen."""


def kinds(entry: Entry) -> tuple[str, ...]:
    """The kinds under which an entry is found."""
    return (entry.act, CORRECTED) if is_correction(entry) else (entry.act,)


@dataclass(frozen=True, slots=True)
class Sought:
    """What is looked for in the log; empty where anything will do."""

    act: str = ""
    by: str = ""
    text: str = ""

    def fits(self, entry: Entry, sentence: str) -> bool:
        return (
            self.act in ("", *kinds(entry))
            and self.by in ("", entry.by)
            and all(word in sentence.casefold() for word in self.text.casefold().split())
        )


EVERYTHING = Sought()


def lines(entries: Sequence[Entry], told: Teller, sought: Sought) -> list[Line]:
    """The entries that fit, each with its sentence."""
    said = ((entry, act_sentence(told, entry)) for entry in entries)
    return [(entry, sentence) for entry, sentence in said if sought.fits(entry, sentence)]
