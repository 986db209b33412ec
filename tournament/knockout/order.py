"""In which order rounds started, and which were drawn together, last.

That follows from the rounds: each comes after those it was made from. When they were drawn tells only of
others which was first, and only if it is known: a clock may have been set back, an archive may name no times.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from tournament.knockout.rounds import Round, Stage, feeds

DrawnAt = Mapping[tuple[Stage, int], datetime | None]
"""Rounds by stage and number, and when each was drawn; None before that, or where nobody has told."""


class Start(NamedTuple):
    """When a round started; the smaller one was before.

    `at` is not before any round from which it was made; `behind` is how many of them follow on each other.
    """

    at: datetime
    behind: int
    stage: int


def starts(drawn_at: DrawnAt) -> dict[tuple[Stage, int], Start]:
    """When each of these rounds started."""
    found: list[tuple[Round, Start]] = []
    for stage, number in sorted(drawn_at, key=_after_those_it_was_made_from):
        round_ = _named(stage, number)
        made_from = [start for earlier, start in found if feeds(earlier, round_)] or [_FIRST]
        last = max(made_from)
        at = max(last.at, drawn_at[stage, number] or _FIRST.at)
        found.append((round_, Start(at, last.behind + 1, _STAGES[stage])))
    return {(round_.stage, round_.number): start for round_, start in found}


def drawn_last(drawn_at: DrawnAt) -> tuple[tuple[Stage, int], ...]:
    """The rounds drawn last, the newest first: at one time, and none of them was made from another."""
    order = starts(drawn_at)
    last: list[tuple[Stage, int]] = []
    for key in sorted(order, key=order.__getitem__, reverse=True):
        if any(drawn_at[key] != drawn_at[later] or feeds(_named(*key), _named(*later)) for later in last):
            break
        last.append(key)
    return tuple(last)


_FIRST = Start(datetime.min.replace(tzinfo=UTC), 0, 0)
_STAGES = {stage: index for index, stage in enumerate(Stage)}


def _after_those_it_was_made_from(key: tuple[Stage, int]) -> tuple[int, int]:
    stage, number = key
    return _STAGES[stage], number


def _named(stage: Stage, number: int) -> Round:
    """The round, as far as its name tells."""
    return Round(number, stage, 0, ())
