"""What a look into a backup shows: whether it is whole, and what was done last in it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournament.desk.backups import Backup, Backups
from tournament.desk.night import round_key
from tournament.knockout.rounds import Stage
from tournament.store.peeking import Last


@dataclass(frozen=True, slots=True)
class LastDone:
    """The last act in a backup: of which tournament, its name in the log, when, and about which rounds.

    Of a round its stage, number and size; a size that is not known is 0.
    """

    tournament: str
    act: str
    at: datetime
    rounds: tuple[tuple[Stage, int, int], ...]


@dataclass(frozen=True, slots=True)
class Look:
    """`last` is None where nothing was done yet, or nothing can be read."""

    whole: bool
    last: LastDone | None


def look_into(backups: Backups, made: Backup) -> Look:
    """A look into a backup of the list, whatever its version and state."""
    found = backups.glance(made)
    last = found.last
    return Look(found.whole, LastDone(last.tournament, last.act, last.at, _rounds_in(last)) if last else None)


def _rounds_in(last: Last) -> tuple[tuple[Stage, int, int], ...]:
    """None are told if the log says it in a way that nobody here knows."""
    with suppress(ValueError, TypeError, AttributeError):
        told = last.before.get("rounds") or last.after.get("rounds") or [{**last.before, **last.after}]
        return tuple(_round(last, facts) for facts in told if "round" in facts)
    return ()


def _round(last: Last, facts: Mapping[str, Any]) -> tuple[Stage, int, int]:
    """An older log does not tell the size of every round; one that stands has it."""
    stage, number = round_key(facts["round"])
    return stage, number, facts.get("size") or last.sizes.get((stage, number), 0)
