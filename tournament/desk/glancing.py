"""What was done last in a backup, from the words of its log."""

from __future__ import annotations

from contextlib import suppress

from tournament.desk.night import round_key
from tournament.knockout.rounds import Stage
from tournament.store.peeking import Last


def rounds_in(last: Last) -> tuple[tuple[Stage, int, int], ...]:
    """Stage, number and size of the rounds that the last act of a backup was about.

    A size that is not known is 0; none are told if the log says it in a way that nobody here knows.
    """
    with suppress(ValueError, TypeError, AttributeError):
        told = last.after.get("rounds") or [last.after]
        slugs = [one if isinstance(one, str) else one.get("round") for one in told]
        keys = [round_key(slug) for slug in slugs if slug]
        return tuple((Stage(stage), number, last.sizes.get((stage, number), 0)) for stage, number in keys)
    return ()
