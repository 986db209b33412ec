"""What was done last in a backup, from the words of its log."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from tournament.desk.night import round_key
from tournament.knockout.rounds import Stage
from tournament.store.peeking import Last


def rounds_in(last: Last) -> tuple[tuple[Stage, int, int], ...]:
    """Stage, number and size of the rounds that the last act of a backup was about.

    A size that is not known is 0; none are told if the log says it in a way that nobody here knows.
    """
    with suppress(ValueError, TypeError, AttributeError):
        told = last.before.get("rounds") or last.after.get("rounds") or [{**last.before, **last.after}]
        return tuple(_round(last, facts) for facts in told if "round" in facts)
    return ()


def _round(last: Last, facts: Mapping[str, Any]) -> tuple[Stage, int, int]:
    """An older log does not tell the size of every round; one that stands has it."""
    stage, number = round_key(facts["round"])
    return stage, number, facts.get("size") or last.sizes.get((stage, number), 0)
