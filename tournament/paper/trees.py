"""Trees of matches: the last eight, and the whole night as a poster."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.desk import wording
from tournament.desk.matches import PairingView, RoundView
from tournament.errors import NotThere
from tournament.knockout.coming import possible_placements
from tournament.knockout.rounds import QUARTERFINAL_SIZE, Stage
from tournament.language import mark, show_date
from tournament.paper.honours import HONOURED, honoured, ordinal, standing
from tournament.paper.job import Job, side_of
from tournament.paper.matches import match_of
from tournament.paper.typesetting import Json
from tournament.paper.ways import Column, Matches, champion, leading_to, ways

LAST_EIGHT = mark("The last eight")
POSTER = mark("The whole night")

A3_HOLDS, A2_HOLDS = 64, 128
"""So many cards a sheet of this paper shows in letters that can be read."""

BLANK: Json = {"ticket": "", "name": "", "town": "", "called": "", "won": False, "games": ""}
"""A side to write in."""

CROWN = 32
"""Of a larger night the first sheet shows the last so many cards, at least; the others lead to them."""


def last_eight(job: Job) -> list[Json]:
    """Quarter-finals to final with the matches for places; what is not known yet can be written in."""
    size = min(QUARTERFINAL_SIZE, job.board.size or job.board.capacity)
    return [
        {
            "template": "last-eight",
            **job.head(LAST_EIGHT, standing(job), round_=show_date(job.board.date, job.locale)),
            "digits": _digits(job),
            "columns": [_column(job, column) for column in ways(job.board, size)],
            "placements": placements(job, size),
            "places": _places(job),
        }
    ]


def poster(job: Job) -> list[Json]:
    """Every match of the night and the way of each card: A3 up to 64 cards, A2 up to 128.

    A larger night has a sheet from the last 32 on, and sheets with the ways that lead there. NotThere before
    the draw.
    """
    size = job.board.size
    if size is None or not job.board.rounds:
        raise NotThere("This round is not drawn yet.")
    if size <= A2_HOLDS:
        return [_poster(job, ways(job.board, size), crown=True)]
    parts = size // A2_HOLDS
    first = max(CROWN, 2 * parts)
    return [
        _poster(job, ways(job.board, first), crown=True),
        *_parts(job, ways(job.board, size, first), parts),
    ]


def placements(job: Job, size: int) -> Json:
    """The matches for places that there are, or may still be, by stage."""
    night = job.reading.night
    drawn = {round_.stage: round_ for round_ in job.board.rounds}
    stages = possible_placements(night.rounds, night.placement, size)
    return {stage.value: _placement(job, stage, drawn) for stage in stages}


def _placement(job: Job, stage: Stage, drawn: dict[Stage, RoundView]) -> Json:
    count = 2 if stage is Stage.FIFTH_TO_EIGHTH else 1
    round_, fifth = drawn.get(stage), drawn.get(Stage.FIFTH)
    matches: Matches = (*round_.pairings,) if round_ else (None,) * count
    if round_ and count == 2 and fifth:
        matches = leading_to(round_.pairings, fifth.pairings)
    return {
        "name": wording.round_name(stage, 0, 0, job.locale),
        "drawn": round_ is not None,
        "matches": [_match(job, pairing) for pairing in matches],
    }


def _column(job: Job, column: Column) -> Json:
    return {
        "name": wording.round_name(Stage.MAIN, _number(job, column.size), column.size, job.locale),
        "drawn": column.round is not None,
        "matches": [_match(job, pairing) for pairing in column.matches],
    }


def _number(job: Job, size: int) -> int:
    """Which round of the night has this size."""
    return ((job.board.size or size) // size).bit_length()


def _digits(job: Job) -> int:
    """How long the longest number of a card is."""
    return len(str(max(job.reading.night.holders, default=1)))


def _match(job: Job, pairing: PairingView | None) -> Json | None:
    """A match in a tree; `way` tells that it was the winner's of the night.

    A side is blank while an earlier match decides who sits there.
    """
    if pairing is None:
        return None
    won = pairing.winner is not None and pairing.winner == champion(job.board)
    match = match_of(job, pairing)
    sides = [BLANK if side["ticket"] in pairing.unsure else side for side in match["sides"]]
    return {**match, "sides": sides, "way": won}


def _places(job: Job) -> list[Json]:
    """The first eight places, those that are not certain yet to write in."""
    last = min(HONOURED, job.board.sold if job.board.size else HONOURED)
    certain = [(place.place, place.to, place.side) for place in honoured(job)]
    taken = {number for place, to, _ in certain for number in range(place, to + 1)}
    free = [(number, number, None) for number in range(1, last + 1) if number not in taken]
    rows = sorted([*certain, *free], key=lambda row: row[0])
    return [{"place": ordinal(job, place, to), "side": side_of(side)} for place, to, side in rows]


def _poster(job: Job, columns: tuple[Column, ...], *, crown: bool, part: str = "") -> Json:
    winner = next((place for place in job.board.places if place.place == 1), None) if crown else None
    return {
        "template": "poster",
        **job.head(POSTER, standing(job), round_=part),
        "large": (job.board.size or 0) > A3_HOLDS,
        "date": show_date(job.board.date, job.locale),
        "venue": job.board.venue,
        "digits": _digits(job),
        "columns": [_column(job, column) for column in columns],
        "placements": placements(job, columns[0].size) if crown else {},
        "crown": crown,
        "winner": side_of(winner.side) if winner else None,
    }


def _parts(job: Job, early: tuple[Column, ...], count: int) -> Iterator[Json]:
    """The early rounds in so many sheets."""
    for number in range(count):
        columns = tuple(column.part(number, count) for column in early)
        part = job._("part %(number)s of %(count)s", number=number + 1, count=count)
        yield _poster(job, columns, crown=False, part=part)
