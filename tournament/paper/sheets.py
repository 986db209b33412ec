"""Every sheet by its name (formats, "Commands"), and which moment of the night needs which, in one print."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tournament.desk.board import Board
from tournament.desk.night import State
from tournament.desk.office import Office
from tournament.errors import NotThere
from tournament.language import mark
from tournament.paper import blanks, cutting, honours, press, records, rounds, trees
from tournament.paper.job import Job
from tournament.paper.typesetting import Json, typeset


def _always(office: Office) -> bool:
    return True


def _drawn(office: Office) -> bool:
    return bool(office.board.rounds)


def _playing(office: Office) -> bool:
    return any(round_.playing for round_ in office.board.rounds)


def _honoured(office: Office) -> bool:
    return any(place.to <= honours.HONOURED for place in office.board.places)


def _draws_to_come(office: Office) -> bool:
    return bool(office.night.draws_to_come)


def _sold_late(office: Office) -> bool:
    return any(drawn.late for facts in office.night.drawn for drawn in facts.lots)


def _no_round(job: Job) -> str:
    return ""


def _round_asked_for(job: Job) -> str:
    return job.round or ""


def _round_printed(job: Job) -> str:
    return job.rounds()[0].slug


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: its name in addresses and commands, its title, what it is for, whether it can be made yet.

    `round` tells the slug of the round that it is about; empty for a sheet about the whole night.
    """

    name: str
    title: str
    purpose: str
    make: Callable[[Job], list[Json]]
    ready: Callable[[Office], bool] = _always
    round: Callable[[Job], str] = _no_round


@dataclass(frozen=True, slots=True)
class Moment:
    """What a moment of the night needs as one print, sheet after sheet; `besides` are its other sheets."""

    name: str
    title: str
    sheets: tuple[Sheet, ...]
    besides: tuple[Sheet, ...] = ()

    def round(self, job: Job) -> str:
        """As of its first sheet."""
        return self.sheets[0].round(job)

    def make(self, job: Job) -> list[Json]:
        ready = [sheet for sheet in self.sheets if sheet.ready(job.reading.office)]
        return [page for sheet in ready or self.sheets for page in sheet.make(job)]


_ALONE = (
    Sheet(
        "draw-sheet",
        rounds.DRAW_SHEET,
        mark("All matches by number, for the wall."),
        rounds.draw_sheet,
        _drawn,
        _round_printed,
    ),
    Sheet(
        "names",
        rounds.NAMES,
        mark("Each card with its match, for the players."),
        rounds.names,
        _drawn,
        _round_printed,
    ),
    Sheet(
        "slips",
        cutting.SLIPS,
        mark("One for each match, for its result: four to a page."),
        cutting.slips,
        _playing,
        _round_printed,
    ),
    Sheet(
        "tickets",
        cutting.TICKETS,
        mark("To hand out; the stub stays at the desk. Eight to a page."),
        cutting.tickets,
    ),
    Sheet("pot-numbers", cutting.POT_NUMBERS, mark("To cut out, for drawing by hand."), cutting.pot_numbers),
    Sheet(
        "score-sheets",
        blanks.SCORE_SHEETS,
        mark("To write on at the table: two to a page."),
        blanks.score_sheets,
    ),
    Sheet(
        "blank-draw-sheet",
        blanks.BLANK_DRAW_SHEET,
        mark("Empty lots for the next draw, and who takes part: to go on without the program."),
        blanks.blank_draw_sheet,
        _draws_to_come,
    ),
    Sheet(
        "addendum",
        rounds.ADDENDUM,
        mark("The matches of late cards, to hang beside it."),
        rounds.addendum,
        _sold_late,
        _round_asked_for,
    ),
    Sheet("rules", records.RULES, mark("From the terms, to hang up and to read out."), records.rules),
    Sheet(
        "protocol",
        records.PROTOCOL,
        mark("All that is needed to make each draw again."),
        records.protocol,
        _drawn,
        _round_asked_for,
    ),
    Sheet("log", records.LOG, mark("Who did what and when."), records.log),
    Sheet("cash", records.CASH, mark("What should be in the box, to count and to sign."), records.cash),
    Sheet(
        "results",
        press.RESULTS,
        mark("Places, prizes and all rounds, for the notice board and the newspaper."),
        press.results,
        _drawn,
        _round_asked_for,
    ),
    Sheet(
        "last-eight",
        trees.LAST_EIGHT,
        mark("The tree from the quarter-finals on, to hang up and to write in."),
        trees.last_eight,
    ),
    Sheet(
        "poster",
        trees.POSTER,
        mark("Every match and the way of each card, on A3 or A2."),
        trees.poster,
        _drawn,
    ),
    Sheet("prizes", honours.PRIZES, mark("Rank, prize and name, to sign for."), honours.prizes),
    Sheet(
        "certificates",
        honours.CERTIFICATES,
        mark("One for each of the first eight places, to frame."),
        honours.certificates,
        _honoured,
    ),
)


_NAMED = {sheet.name: sheet for sheet in _ALONE}


def _named(*names: str) -> tuple[Sheet, ...]:
    return tuple(_NAMED[name] for name in names)


BEFORE = Moment(
    "before",
    mark("Before the night"),
    _named("rules", "tickets", "score-sheets", "pot-numbers", "blank-draw-sheet"),
)
ROUND = Moment(
    "round",
    mark("For this round"),
    _named("draw-sheet", "names", "slips"),
    besides=_named("addendum"),
)
PRIZE_GIVING = Moment(
    "prize-giving",
    mark("For the prize-giving"),
    _named("prizes", "certificates", "results"),
    besides=_named("last-eight"),
)
ARCHIVE = Moment("archive", mark("For the archive"), _named("poster", "results", "protocol", "log", "cash"))
MOMENTS = (BEFORE, ROUND, PRIZE_GIVING, ARCHIVE)

SHEETS: dict[str, Sheet | Moment] = {sheet.name: sheet for sheet in (*_ALONE, *MOMENTS)}


def moment_of(board: Board) -> Moment:
    """The moment that the night is at."""
    if board.state is State.FINISHED:
        return PRIZE_GIVING
    return ROUND if board.rounds else BEFORE


def file_name(name: str, job: Job) -> str:
    """What the PDF of a sheet is called: the night's date, the round it is about if any, the sheet's name.

    NotThere for a round that is not drawn yet.
    """
    parts = (str(job.board.date), SHEETS[name].round(job), name)
    return "-".join(part for part in parts if part) + ".pdf"


def print_sheet(name: str, job: Job) -> bytes:
    """A sheet as PDF. NotThere if it needs a draw that has not been made yet, or nothing is on it now."""
    sheet = SHEETS[name]
    made = sheet.make(job)
    if not made:
        raise NotThere("Nothing stands on this sheet at the moment.")
    document = {
        "language": job.locale.split("_")[0],
        "region": "at" if job.locale == "de_AT" else "gb",
        "paper": job.paper,
        "title": f"{job._(sheet.title)} – {job.board.name}",
        "night": job.board.name,
        "printed": job.footing(),
        "logo": list(job.reading.letterhead.logo),
        "sponsors": job.reading.letterhead.sponsors,
        "sheets": made,
    }
    return typeset(document, job.locale, job.printed_at)
