"""The log: who did what and when, the newest first; sought through, printed, never changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from flask import request

from tournament.desk.acts import Entry
from tournament.desk.names import LONGEST_NAME, phone_book
from tournament.desk.office import Office, read_log
from tournament.web.act_names import act_name
from tournament.web.context import the_desk
from tournament.web.office.frame import Shown, pages, read, show
from tournament.web.telling import act_sentence

Line = tuple[Entry, str]
"""An entry, and what it says."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is sought in the log; empty where anything will do."""

    act: str = ""
    by: str = ""
    text: str = ""

    def fits(self, entry: Entry, sentence: str) -> bool:
        return (
            self.act in ("", entry.act)
            and self.by in ("", entry.by)
            and all(word in sentence.casefold() for word in self.text.casefold().split())
        )

    @property
    def address(self) -> dict[str, str]:
        """The same as part of an address."""
        return {name: value for name, value in asdict(self).items() if value}


def wanted() -> Wanted:
    """What this request seeks."""
    act, by, text = (request.args.get(name, "").strip()[:LONGEST_NAME] for name in ("act", "by", "text"))
    return Wanted(act, by, text)


def told(entries: Sequence[Entry], office: Office, sought: Wanted) -> list[Line]:
    """The entries that fit, each with its sentence."""
    lines = ((entry, act_sentence(entry, office)) for entry in entries)
    return [(entry, sentence) for entry, sentence in lines if sought.fits(entry, sentence)]


@pages.get("/<int:id_>/log")
def log(id_: int) -> Shown:
    office = read(id_)
    entries = read_log(the_desk().database, id_)
    acts = {entry.act: act_name(entry.act) for entry in entries}
    return show(
        "log",
        office,
        lines=told(entries, office, wanted()),
        total=len(entries),
        wanted=wanted(),
        acts=sorted(acts.items(), key=lambda act: phone_book(act[1])),
        people=sorted({entry.by for entry in entries}, key=phone_book),
    )
