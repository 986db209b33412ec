"""Many people at the same moment, as threads of one program or spread over several programs."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.desk.builders import a_desk
from tournament.desk.acts import Desk
from tournament.errors import RuleBroken

Action = Callable[[Desk, int, int], Any]
"""What one person does at a desk, with a tournament; the last argument tells people apart."""

PROGRAMS = 4
_READY_SECONDS = 0.2


def at_once(
    programs: ProcessPoolExecutor | None,
    place: Path | str,
    action: Action,
    tournament: int,
    people: Sequence[int],
) -> list[Any]:
    """What each of the people got: an answer, or the name of the error that told why not."""
    start = time.time() + _READY_SECONDS
    if programs is None:
        return _crowd(place, action, tournament, people, start)
    groups = [group for k in range(PROGRAMS) if (group := people[k::PROGRAMS])]
    tasks = [programs.submit(_crowd, place, action, tournament, group, start) for group in groups]
    return [answer for task in tasks for answer in task.result()]


def _crowd(
    place: Path | str, action: Action, tournament: int, people: Sequence[int], start: float
) -> list[Any]:
    desk = a_desk(place)

    def one(person: int) -> Any:
        time.sleep(max(0.0, start - time.time()))
        try:
            return action(desk, tournament, person)
        except RuleBroken as error:
            return type(error).__name__

    with ThreadPoolExecutor(len(people)) as pool:
        answers = list(pool.map(one, people))
    desk.database.close()
    return answers
