"""Print pages: the lists of a round, prizes, rules, cash and log. The browser prints them on A4."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template, request

from tournament.desk.board import Board, RoundView, read_board
from tournament.desk.cash import read_cash
from tournament.desk.night import State
from tournament.desk.office import read_log
from tournament.errors import NotThere
from tournament.language import mark
from tournament.web import announcing
from tournament.web.context import the_desk
from tournament.web.office.frame import desk_pages, read
from tournament.web.office.log import told, wanted
from tournament.web.roles import may

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
RULES = Sheet(
    "paper.rules", mark("Announcement and rules"), mark("From the terms, to hang up and to read out.")
)
CASH = Sheet("paper.cash", mark("Cash sheet"), mark("What should be in the box, to count and to sign."))
LOG = Sheet("paper.log", mark("Protocol"), mark("Who did what and when."))

COINS = (50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1)
"""Notes and coins of the euro, in cents."""


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
        first=[sheet for sheet in first if may(sheet.endpoint)],
        others=[sheet for sheet in others if may(sheet.endpoint)],
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


@pages.get("/rules")
def rules(id_: int) -> str:
    """The announcement, as the terms have it."""
    office = read(id_)
    terms = office.night.terms
    return render_template(
        "paper/rules.html",
        night=office,
        terms=terms,
        facts=announcing.facts(terms),
        order=announcing.order_of_the_night(terms),
        rules=announcing.rules_of_play(terms),
    )


@pages.get("/cash")
def cash(id_: int) -> str:
    sheet = read_cash(the_desk().database, id_)
    return _sheet("cash", read_board(the_desk().database, id_), sheet=sheet, coins=COINS)


@pages.get("/log")
def log(id_: int) -> str:
    """The log, or what is sought in it, in the order in which it happened."""
    office = read(id_)
    entries = read_log(the_desk().database, id_)[::-1]
    lines = told(entries, office, wanted())
    return _sheet("log", office.board, lines=lines, total=len(entries), wanted=wanted())


def _sheets(board: Board) -> tuple[tuple[Sheet, ...], tuple[Sheet, ...]]:
    """The sheets for this moment, and the others that can be printed."""
    if board.state is State.FINISHED:
        return (PRIZES, RESULTS), (DRAW_SHEET, NAMES, CASH, LOG, RULES)
    if board.open:
        return (DRAW_SHEET, NAMES, RESULTS), (PRIZES, RULES, CASH, LOG)
    if board.rounds:
        return (RESULTS,), (DRAW_SHEET, NAMES, PRIZES, RULES, CASH, LOG)
    return (RULES,), (PRIZES, CASH, LOG)


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
