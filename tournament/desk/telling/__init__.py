"""The log, told: one plain sentence for each act, from its facts, in either language.

`sales`   what was sold, named, taken back, counted      `teller`    the words they share
`evening` what was drawn, played, awarded                `terms`     what differs between two states
`sought`  the entries that somebody looks for            `act_names` what the acts are called in a list
"""

from __future__ import annotations

from dataclasses import replace

from tournament.desk import wording
from tournament.desk.acts import Entry
from tournament.desk.backups import told_by_name
from tournament.desk.telling import evening, sales
from tournament.desk.telling.teller import Sentences, Teller
from tournament.desk.telling.terms import differing_rows
from tournament.language import show_date_time


def act_sentence(told: Teller, entry: Entry) -> str:
    """What was done, in a sentence; the bare name of the act for one that has no sentence."""
    tell = SENTENCES.get(entry.act)
    return tell(told, entry) if tell else entry.act


def _opened(told: Teller, entry: Entry) -> str:
    return told._("Opened the tournament “%(name)s”.", name=entry.after["name"])


def _changed_terms(told: Teller, entry: Entry) -> str:
    rows = differing_rows(entry.before, entry.after, told.locale)
    changes = "; ".join(f"{what}: {old} → {new}" for what, old, new in rows)
    return told._("Changed the terms: %(changes)s.", changes=changes or "–")


def _restored(told: Teller, entry: Entry) -> str:
    known = told_by_name(entry.after["file"])
    if known is None:
        return told._("Went back to the backup %(file)s.", file=entry.after["file"])
    made_at, why = known
    return told._(
        "Went back to the backup “%(why)s” of %(moment)s.",
        why=wording.why_backed_up(why, told.locale),
        moment=show_date_time(made_at, told.locale),
    )


def _undone(told: Teller, entry: Entry) -> str:
    """The act undone, told as it was told then: its facts stand in the entry the other way round."""
    before = {name: value for name, value in entry.after.items() if name not in ("undone", "revision")}
    undone = replace(entry, act=entry.after["undone"], before=before, after=entry.before)
    return told._("Undone: %(act)s", act=act_sentence(told, undone))


SENTENCES: Sentences = {
    "open-tournament": _opened,
    "change-terms": _changed_terms,
    **sales.SENTENCES,
    **evening.SENTENCES,
    "restore-backup": _restored,
    "undo": _undone,
}
