"""Who took a prize home before the tournament was opened again, as the log tells (rules, 6 and 7).

A prize is what its text says: where prizes were put in front or taken out meanwhile, it is found at its new
rank, and what stands at its old one is another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from tournament.desk.acts import undone_by
from tournament.knockout.draw import PlayerId, TicketNumber
from tournament.knockout.rounds import Holders
from tournament.store.models import LogEntry

ACTS = frozenset(("reopen", "collect-prize", "undo"))
"""The entries that tell of it."""


@dataclass(frozen=True, slots=True)
class HandedOut:
    """Which prize was handed out at which rank, for whose ticket, and when."""

    rank: int
    text: str
    ticket: TicketNumber
    at: datetime


def handed_out(entries: Iterable[LogEntry]) -> tuple[HandedOut, ...]:
    """What had been collected when the tournament was opened again and is not given back since.

    A prize that is collected anew has come back from whoever had it. `entries` are those of `ACTS`, the
    oldest first.
    """
    entries = list(entries)
    undone = undone_by(entries)
    had: dict[tuple[str, datetime], HandedOut] = {}
    ticked: dict[int, str] = {}
    for entry in entries:
        if entry.revision in undone:
            continue
        if entry.act == "reopen":
            had |= {(one.text, one.at): one for one in _collected_before(entry, ticked)}
        elif entry.act == "collect-prize":
            ticked[entry.after["rank"]] = entry.after["text"]
            had = {key: one for key, one in had.items() if not _comes_back(one, entry)}
    return tuple(had.values())


def by_rank(
    had: Iterable[HandedOut],
    prizes: Mapping[int, str],
    *,
    winners: Mapping[int, PlayerId | None],
    holders: Holders,
) -> dict[int, HandedOut]:
    """Which of these prizes, given by rank, had been handed out.

    Of those alike whoever has one is seen at the one that he wins, or else at the one of its rank. `holders`
    are those of all these cards, be they taken back since.
    """
    alike = [(rank, one) for one in had for rank, text in prizes.items() if text == one.text]
    alike.sort(key=lambda pair: (winners[pair[0]] != holders[pair[1].ticket], pair[0] != pair[1].rank))
    found: dict[int, HandedOut] = {}
    seen: set[HandedOut] = set()
    for rank, one in alike:
        if rank not in found and one not in seen:
            found[rank] = one
            seen.add(one)
    return found


def _collected_before(reopened: LogEntry, ticked: Mapping[int, str]) -> Iterator[HandedOut]:
    """An earlier version did not note what the prizes were: `ticked` is what was said when they were."""
    before = reopened.before
    tickets = dict(before.get("awards", ()))
    texts = dict(ticked) | dict(enumerate(before.get("prizes", ()), start=1))
    for rank, at in before.get("collected", ()):
        if tickets.get(rank) is not None and rank in texts:
            yield HandedOut(rank, texts[rank], tickets[rank], datetime.fromisoformat(at))


def _comes_back(one: HandedOut, entry: LogEntry) -> bool:
    """Whether this tick, or the tick taken back, is of the very prize that had been handed out."""
    now, was = entry.after, entry.before.get("collected_at")
    return now["text"] == one.text and (
        now["rank"] == one.rank
        or now.get("back_from") == one.ticket
        or (was is not None and datetime.fromisoformat(was) == one.at)
    )
