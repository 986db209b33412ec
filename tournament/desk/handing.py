"""Who took a prize home before the tournament was opened again, as the log tells (rules, 6 and 7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tournament.desk.acts import undone_by
from tournament.knockout.draw import TicketNumber
from tournament.store.models import LogEntry

ACTS = frozenset(("reopen", "collect-prize", "undo"))
"""The entries that tell of it."""


@dataclass(frozen=True, slots=True)
class HandedOut:
    """Whose ticket the prize was handed out for, and when."""

    ticket: TicketNumber
    at: datetime


def handed_out(entries: Iterable[LogEntry]) -> dict[int, HandedOut]:
    """By rank, what had been collected when the tournament was opened again and is not given back since.

    A prize that is collected anew has come back from whoever had it. `entries` are those of `ACTS`, the
    oldest first.
    """
    entries = list(entries)
    undone = undone_by(entries)
    had: dict[int, HandedOut] = {}
    for entry in entries:
        if entry.revision in undone:
            continue
        if entry.act == "reopen":
            had |= _collected_before(entry)
        elif entry.act == "collect-prize":
            had.pop(entry.after["rank"], None)
    return had


def _collected_before(reopened: LogEntry) -> dict[int, HandedOut]:
    tickets = dict(reopened.before.get("awards", ()))
    return {
        rank: HandedOut(tickets[rank], datetime.fromisoformat(at))
        for rank, at in reopened.before.get("collected", ())
        if tickets.get(rank) is not None
    }
