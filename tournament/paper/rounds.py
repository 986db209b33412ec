"""The lists of a round: by number for the wall, by name for the player, and for the results."""

from __future__ import annotations

from tournament.desk.night import round_slug
from tournament.errors import NotThere
from tournament.language import mark
from tournament.paper.job import Job, row_of, side_of
from tournament.paper.typesetting import Json

DRAW_SHEET = mark("Draw sheet")
NAMES = mark("List by name")
ADDENDUM = mark("Addendum to the draw")


def draw_sheet(job: Job) -> list[Json]:
    """The pairings by number, of all rounds that were drawn together on one sheet."""
    parts = [
        {"name": job.round_name(round_), "rows": [row_of(pairing) for pairing in round_.pairings]}
        for round_ in job.rounds()
    ]
    return [{"template": "draw-sheet", **job.head_of(DRAW_SHEET, *job.rounds()), "parts": parts}]


def names(job: Job) -> list[Json]:
    """A row for each card, as in a phone book: where it plays and against whom; round by round."""
    parts = [
        {
            "name": job.round_name(round_),
            "rows": [
                row_of(pairing) | {"left": side_of(own), "right": side_of(pairing.opponent(own))}
                for own, pairing in round_.by_name
            ],
        }
        for round_ in job.rounds()
    ]
    return [{"template": "names", **job.head_of(NAMES, *job.rounds()), "parts": parts}]


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
            **job.head_of(ADDENDUM, round_, replaces=False),
            "rows": [row_of(pairing) for pairing in round_.pairings if pairing.number in late[round_.slug]],
        }
        for round_ in (job.rounds() if job.round else job.drawn())
        if late[round_.slug]
    ]
    if not sheets:
        raise NotThere("No card was sold after the draw.")
    return sheets
