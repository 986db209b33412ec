"""The lists of a round: by number for the wall, by name for the player, and for the results."""

from __future__ import annotations

from collections.abc import Callable

from tournament.desk.matches import RoundView
from tournament.desk.night import round_slug
from tournament.errors import NotThere
from tournament.language import mark
from tournament.paper.job import Job, row_of, side_of
from tournament.paper.typesetting import Json

DRAW_SHEET = mark("Draw sheet")
NAMES = mark("List by name")
ADDENDUM = mark("Addendum to the draw")


def draw_sheet(job: Job) -> list[Json]:
    """The pairings by number, of all rounds being played on one sheet."""
    return [_list(job, "draw-sheet", DRAW_SHEET, _by_number)]


def names(job: Job) -> list[Json]:
    """A row for each card, as in a phone book: where it plays and against whom; round by round."""
    return [_list(job, "names", NAMES, _by_name)]


def _list(job: Job, template: str, title: str, rows_of: Callable[[RoundView], list[Json]]) -> Json:
    """A list of a round; of several each is a part with a head of its own."""
    first, *more = job.rounds()
    parts = [
        {"name": job.round_name(round_), "facts": job.facts_of(round_), "rows": rows_of(round_)}
        for round_ in (first, *more)
    ]
    return {"template": template, **(job.head(title) if more else job.head_of(title, first)), "parts": parts}


def _by_number(round_: RoundView) -> list[Json]:
    return [row_of(pairing) for pairing in round_.pairings]


def _by_name(round_: RoundView) -> list[Json]:
    return [
        row_of(pairing) | {"left": side_of(own), "right": side_of(pairing.opponent(own))}
        for own, pairing in round_.by_name
    ]


def addendum(job: Job) -> list[Json]:
    """The matches of late cards, to hang beside a draw sheet. NotThere without a late card."""
    night = job.reading.night
    late = {
        round_slug(*facts.key): {drawn.lot.number for drawn in facts.lots if drawn.late}
        for facts in night.drawn
    }
    sheets = [
        {
            "template": "addendum",
            **job.head(ADDENDUM, *job.facts_of(round_, replaces=False), round_=job.round_name(round_)),
            "rows": [row_of(pairing) for pairing in round_.pairings if pairing.number in late[round_.slug]],
        }
        for round_ in (job.rounds() if job.round else job.drawn())
        if late[round_.slug]
    ]
    if not sheets:
        raise NotThere("No card was sold after the draw.")
    return sheets
