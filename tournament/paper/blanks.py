"""Sheets to fill in by hand: at the table, and when a round must be drawn without the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tournament.desk import wording
from tournament.desk.matches import PairingView, side
from tournament.knockout.coming import DueRound
from tournament.knockout.draw import TicketNumber
from tournament.knockout.rounds import Stage
from tournament.language import mark
from tournament.paper.job import Job, row_of, side_of
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
    """Empty lots for the next draw, and under them who takes part: who is sure to, and whose match is open.

    The draw among those who lose the quarter-finals has a sheet of its own. Once no lots are drawn any more
    it is an empty form, as large as the house, and says so.
    """
    return [_draw(job, due) for due in job.reading.night.draws_to_come] or [_empty(job)]


def _empty(job: Job) -> Json:
    nothing = job._("empty form: no lots are left to draw")
    return _form(job.board.size or job.board.capacity) | job.head(BLANK_DRAW_SHEET, nothing)


def _draw(job: Job, due: DueRound) -> Json:
    """The head of a main draw leaves room to write which round it is: a night can go on further by hand."""
    beside = due.stage is not Stage.MAIN
    name = wording.round_name(due.stage, due.number, due.size, job.locale) if beside else ""
    return {
        **_form(due.size),
        **job.head(BLANK_DRAW_SHEET, round_=name),
        "cards": [side_of(side(job.reading.night, card)) for card in sorted(due.tickets)],
        "losers": beside,
        "open": list(_still_open(job, due)),
    }


def _form(size: int) -> Json:
    """The lots of a draw of this size, for nobody yet."""
    return {"template": "blank-draw-sheet", "lots": size // 2, "cards": [], "losers": False, "open": []}


def _still_open(job: Job, due: DueRound) -> Iterator[Json]:
    """The main rounds before a draw that are not decided yet, the earliest first: the last leads to the draw.

    In a match that waits nobody sits for sure who plays in an earlier one: it says from which he comes. A bye
    of the round whose losers are drawn is of no use there.
    """
    main = [r for r in reversed(job.board.rounds) if r.stage is Stage.MAIN and r.number <= due.number]
    sources: dict[TicketNumber, str] = {}
    for round_ in main:
        unsure = [p for p in round_.pairings if p.outcome is None or p.left.ticket in sources]
        if round_.number == due.number:
            unsure = [pairing for pairing in unsure if pairing.right]
        if unsure:
            matches = [_unsure_row(pairing, sources) for pairing in unsure]
            yield {"round": "" if round_ is main[-1] else job.round_name(round_), "matches": matches}
        for pairing in unsure:
            winner = job._(
                "Winner of lot %(lot)s, %(round)s", lot=pairing.number, round=job.round_name(round_)
            )
            sources |= dict.fromkeys((seat.ticket for seat in pairing.sides), winner)


def _unsure_row(pairing: PairingView, sources: Mapping[TicketNumber, str]) -> Json:
    names = {"left": pairing.left, "right": pairing.right}
    comes = {name: {"from": sources[s.ticket]} for name, s in names.items() if s and s.ticket in sources}
    return row_of(pairing) | comes
