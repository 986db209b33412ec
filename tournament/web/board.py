"""Everybody's pages, without a password: where do I play, rounds, places, the wall. Nothing private."""

from __future__ import annotations

from enum import StrEnum

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from tournament.desk.board import Board
from tournament.desk.finding import find_players
from tournament.desk.matches import PairingView
from tournament.desk.night import State
from tournament.desk.office import list_tournaments
from tournament.errors import NotThere
from tournament.knockout.draw import TicketNumber
from tournament.web.context import the_desk
from tournament.web.live import live, prepare, speaks_to_visitor
from tournament.web.wall import SECONDS_A_SCREEN, screen

pages = Blueprint("board", __name__)
prepare(pages)

MOST_FOUND = 8
"""More people than this are not shown: another letter tells them apart."""

CHECK_COMMAND = "printf %s {seed} | xxd -r -p | sha256sum"


class View(StrEnum):
    """What a page of the board shows below the search."""

    NUMBER = "number"
    NAME = "name"
    PLACES = "places"


@pages.get("/")
def root() -> AnyResponse:
    return redirect(url_for("board.index"))


@pages.get("/board")
def index() -> str | AnyResponse:
    """All tournaments; straight on if there is only one. A practice night steps back behind a real one."""
    lines = list_tournaments(the_desk().database)
    shown = [line for line in lines if not line.practice] or list(lines)
    if len(shown) == 1:
        return redirect(url_for("board.show", id_=shown[0].id))
    return render_template("board/index.html", tournaments=shown)


@pages.get("/board/<int:id_>")
def show(id_: int) -> Response:
    """Where do I play? The player's own pairings if something was typed, otherwise everybody's."""
    query = request.args.get("q", "").strip()[:100]
    view, slug = request.args.get("view", ""), request.args.get("round", "")
    if view not in list(View):
        view = ""  # whatever else is asked for is no page of its own to be kept
    if query:
        return live(id_, "", lambda board: _mine(board, query), keep=False)
    return live(id_, f"{view} {slug}", lambda board: _everybody(board, view, slug))


@pages.get("/board/<int:id_>/fair")
def fair(id_: int) -> Response:
    """Was that fair? What is needed to draw every round again."""
    return live(id_, "fair", lambda board: _page("fair", board, check=CHECK_COMMAND))


@pages.get("/board/<int:id_>/wall")
def wall(id_: int) -> Response:
    """For the projector: nothing to click, pairings that do not fit take turns."""
    turn = int(the_desk().now().timestamp()) // SECONDS_A_SCREEN
    return live(
        id_, "", lambda board: _page("wall", board, screen=screen(board, turn)), keep=False, part=turn
    )


def _mine(board: Board, query: str) -> str:
    people = find_players(board, query)
    return _page("show", board, query=query, people=people[:MOST_FOUND], found=len(people))


def _everybody(board: Board, view: str, slug: str) -> str:
    chosen = board.round(slug) if slug else None
    if slug and chosen is None:
        raise NotThere("This round does not exist.")
    usual = View.PLACES if board.state is State.FINISHED and not slug else View.NUMBER
    return _page(
        "show",
        board,
        view=View(view) if view in list(View) else usual,
        rounds=(chosen,) if chosen else board.current,
        chosen=chosen,
    )


def _page(template: str, board: Board, **context: object) -> str:
    context |= {"board": board, "night": board, "speaks": speaks_to_visitor()}
    context["user"] = None  # the page is kept for everybody, whoever happens to ask first
    return render_template(f"board/{template}.html", **context)


@pages.app_template_filter()
def score(pairing: PairingView, left: TicketNumber) -> str:
    """The games won, "2:1", those of `left` first; empty if they are not known."""
    if pairing.games_won is None:
        return ""
    ours, theirs = pairing.games_won if pairing.left.ticket == left else reversed(pairing.games_won)
    return f"{ours}:{theirs}"
