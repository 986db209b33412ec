"""Sheets to fill in by hand: at the table, and when a round must be drawn without the program."""

from __future__ import annotations

from collections.abc import Iterable

from tournament.desk import wording
from tournament.desk.board import PairingView, side
from tournament.knockout.draw import TicketNumber
from tournament.knockout.rounds import FINAL_SIZE, Stage
from tournament.language import mark
from tournament.paper.job import Job, pairing_of, side_of
from tournament.paper.typesetting import Json
from tournament.schnapsen.match import POINTS_TO_WIN
from tournament.schnapsen.rules import rules_from

SCORE_SHEETS = mark("Score sheets to fill in")
BLANK_DRAW_SHEET = mark("Draw by hand")

SHEETS_A_PAGE = 2


def score_sheets(job: Job) -> list[Json]:
    """A page of score sheets for the tables: a block for each game that a match can need.

    In each block a column has room for as many deals as a player can win in a game: seven of one point.
    """
    terms = job.reading.night.terms
    down = rules_from({**terms.rules, "bummerl_to_win": terms.bummerl_to_win}).count == "down"
    return [
        {
            "template": "score-sheets",
            **job.head(SCORE_SHEETS),
            "hang": terms.bummerl_to_win,
            "games": 2 * terms.bummerl_to_win - 1,
            "start": POINTS_TO_WIN if down else 0,
            "end": 0 if down else POINTS_TO_WIN,
            "deals": POINTS_TO_WIN,
            "copies": SHEETS_A_PAGE,
        }
    ]


def blank_draw_sheet(job: Job) -> list[Json]:
    """Empty lots for the next draw, and under them who takes part: who is through, and whose match is open.

    A draw among those who play for places has a sheet of its own once it is due. Nothing after the final.
    """
    night = job.reading.night
    placement = [due for due in night.due if due.drawn and due.stage is not Stage.MAIN]
    return [
        *_next_main_draw(job),
        *(
            _draw(
                job,
                due.size,
                due.tickets,
                round_=wording.round_name(due.stage, due.number, due.size, job.locale),
            )
            for due in placement
        ),
    ]


def _next_main_draw(job: Job) -> list[Json]:
    newest = next((round_ for round_ in job.board.rounds if round_.stage is Stage.MAIN), None)
    if newest is None:
        return [_draw(job, job.board.size or job.board.capacity, job.reading.night.holders)]
    if newest.size == FINAL_SIZE:
        return []
    winners = [pairing.winner for pairing in newest.pairings if pairing.winner is not None]
    return [_draw(job, newest.size // 2, winners, newest.open)]


def _draw(
    job: Job,
    size: int,
    cards: Iterable[TicketNumber],
    still_open: Iterable[PairingView] = (),
    round_: str = "",
) -> Json:
    return {
        "template": "blank-draw-sheet",
        **job.head(BLANK_DRAW_SHEET, round_=round_),
        "lots": size // 2,
        "cards": [side_of(side(job.reading.night, card)) for card in sorted(cards)],
        "open": [pairing_of(pairing) for pairing in still_open],
    }
