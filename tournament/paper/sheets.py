"""Every sheet by its name (formats, "Commands"), and the prints that a moment of the night needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tournament.language import mark
from tournament.paper import rounds
from tournament.paper.job import Job
from tournament.paper.typesetting import Json, typeset


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet, or several in one print: its name in addresses and commands, its title, what it is for."""

    name: str
    title: str
    purpose: str
    make: Callable[[Job], list[Json]]


_ALONE = (
    Sheet("draw-sheet", rounds.DRAW_SHEET, mark("All matches by number, for the wall."), rounds.draw_sheet),
    Sheet("names", rounds.NAMES, mark("Each card with its match, for the players."), rounds.names),
)


def _together(name: str, title: str, purpose: str, *parts: str) -> Sheet:
    makers = [sheet.make for sheet in _ALONE if sheet.name in parts]
    return Sheet(name, title, purpose, lambda job: [page for make in makers for page in make(job)])


MOMENTS = (
    _together(
        "round", mark("Everything for this round"), mark("Draw sheet, list by name and slips."),
        "draw-sheet", "names",
    ),
)  # fmt: skip
SHEETS = {sheet.name: sheet for sheet in (*_ALONE, *MOMENTS)}


def print_sheet(name: str, job: Job) -> bytes:
    """A sheet as PDF. NotThere if it needs a draw that has not been made yet."""
    sheet = SHEETS[name]
    document = {
        "language": job.locale.split("_")[0],
        "region": "at" if job.locale == "de_AT" else "gb",
        "paper": job.paper,
        "title": f"{job._(sheet.title)} – {job.board.name}",
        "night": job.board.name,
        "printed": job.footing(),
        "logo": list(job.reading.letterhead.logo),
        "sponsors": job.reading.letterhead.sponsors,
        "sheets": sheet.make(job),
    }
    return typeset(document, job.locale, job.printed_at)
