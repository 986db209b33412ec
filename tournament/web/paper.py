"""Print pages: draw sheet, list by name, results sheet, prize list. The browser prints them on A4."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template, request

from tournament.desk.board import Board, RoundView, read_board
from tournament.desk.night import State
from tournament.errors import NotThere
from tournament.language import mark
from tournament.web.context import the_desk
from tournament.web.office.frame import desk_pages, read

pages = Blueprint("paper", __name__)

DENSE_ROWS = 64
"""With more rows than this a sheet is set smaller, to save paper."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet in the list of all: its endpoint, its name and what it is for."""

    endpoint: str
    title: str
    purpose: str


DRAW_SHEET = Sheet("paper.draw_sheet", mark("Draw sheet"), mark("All matches by number, for the wall."))
NAMES = Sheet("paper.names", mark("List by name"), mark("Each card with its match, for the players."))
RESULTS = Sheet("paper.results", mark("Results sheet"), mark("To write results in, or to read them."))
PRIZES = Sheet("paper.prizes", mark("Prize list"), mark("Place, prize and name, to sign for."))


@pages.get("/")
def index(id_: int) -> str:
    """What can be printed, what this moment asks for first."""
    office = read(id_)
    first, others = _sheets(office.board)
    return render_template(
        "paper/index.html",
        board=office.board,
        night=office.board,
        desk_pages=desk_pages(office),
        first=first,
        others=others,
    )


@pages.get("/draw-sheet")
def draw_sheet(id_: int) -> str:
    return _round_sheet("draw_sheet", id_)


@pages.get("/names")
def names(id_: int) -> str:
    return _round_sheet("names", id_)


@pages.get("/results")
def results(id_: int) -> str:
    return _round_sheet("results", id_)


@pages.get("/prizes")
def prizes(id_: int) -> str:
    return _sheet("prizes", read_board(the_desk().database, id_))


def _sheets(board: Board) -> tuple[tuple[Sheet, ...], tuple[Sheet, ...]]:
    """The sheets for this moment, and the others that can be printed."""
    if board.state is State.FINISHED:
        return (PRIZES, RESULTS), (DRAW_SHEET, NAMES)
    if board.open:
        return (DRAW_SHEET, NAMES, RESULTS), (PRIZES,)
    return ((RESULTS,), (DRAW_SHEET, NAMES, PRIZES)) if board.rounds else ((), (PRIZES,))


def _round_sheet(template: str, id_: int) -> str:
    """A sheet of the round asked for, or of all that were drawn together last. NotThere before the draw."""
    board = read_board(the_desk().database, id_)
    slug = request.args.get("round")
    chosen = board.round(slug) if slug else None
    if (slug and chosen is None) or not board.rounds:
        raise NotThere("This round is not drawn yet.")
    rounds = (chosen,) if chosen else board.current
    return _sheet(template, board, rounds=rounds, dense=_rows(rounds) > DENSE_ROWS)


def _rows(rounds: tuple[RoundView, ...]) -> int:
    return sum(len(round_.pairings) for round_ in rounds)


def _sheet(template: str, board: Board, **context: object) -> str:
    printed_at = the_desk().now()
    return render_template(
        f"paper/{template}.html", board=board, night=board, printed_at=printed_at, **context
    )
