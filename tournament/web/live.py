"""Pages that hundreds of phones ask for every few seconds.

Who has the newest page is told so for the price of one small query (304). A new revision is read and
rendered once: all who ask meanwhile wait for that one page.
"""

from __future__ import annotations

import gzip
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import RLock
from typing import cast

from flask import Blueprint, Response, current_app, request, session

from tournament.desk.board import Board, newest_of, read_board
from tournament.web.context import locale, the_desk

Render = Callable[[Board], str]
Key = tuple[int, int, str, str]
"""Tournament, revision, language, view."""

_MOST_PAGES = 64
"""Kept at a time, of all tournaments, views and languages."""


@dataclass(frozen=True, slots=True)
class Page:
    """A rendered page, as it is sent."""

    plain: bytes
    zipped: bytes


@dataclass(slots=True)
class Newest:
    """The newest board of each tournament, and the pages rendered from it."""

    boards: dict[int, Board] = field(default_factory=dict)
    pages: dict[Key, Page] = field(default_factory=dict)
    lock: RLock = field(default_factory=RLock)
    start: str = field(default_factory=lambda: secrets.token_hex(4))
    """Tells this start of the program from all others."""
    generation: str = ""

    def forget_earlier(self, generation: str) -> None:
        """After a restore, what was kept of the data before is out of date, whatever its revision."""
        with self.lock:
            if generation != self.generation:
                self.generation = generation
                self.boards.clear()
                self.pages.clear()

    def board(self, id_: int, revision: int) -> Board:
        with self.lock:
            known = self.boards.get(id_)
            if known is None or known.revision != revision:
                known = self.boards[id_] = read_board(the_desk().database, id_)
            return known

    def page(self, board: Board, view: str, render: Render) -> Page:
        key = (board.id, board.revision, locale(), view)
        with self.lock:
            if key not in self.pages:
                self._make_room(board)
                self.pages[key] = _sent(render(board))
            return self.pages[key]

    def tag(self, revision: int, part: int) -> str:
        return f"{self.start}{self.generation}-{revision}-{part}-{locale()}"

    def _make_room(self, board: Board) -> None:
        kept = {
            key: page for key, page in self.pages.items() if key[0] != board.id or key[1] == board.revision
        }
        self.pages = dict(list(kept.items())[1 - _MOST_PAGES :])


def prepare(pages: Blueprint) -> None:
    """Give the app that registers these pages a place to keep them."""
    pages.record(lambda state: state.app.extensions.update(newest=Newest()))


def started() -> str:
    """Part of every tag: after a restart, perhaps of a newer program, no old page counts as new."""
    return _newest().start


def speaks_to_visitor() -> bool:
    """Whether this page says something to this visitor alone; a page that renews itself does not."""
    return "_flashes" in session and "HX-Request" not in request.headers


def live(id_: int, view: str, render: Render, *, keep: bool = True, part: int = 0) -> Response:
    """The page of a tournament at its newest revision, or 304. NotThere without the tournament.

    `view` is all that `render` depends on besides board and language. Without `keep` the page is one
    person's, and rendered for each from the same board. `part` tells apart what changes with the time.
    """
    newest = _newest()
    generation, revision = newest_of(the_desk().database, id_)
    newest.forget_earlier(generation)
    if speaks_to_visitor():
        return Response(render(newest.board(id_, revision)))
    if request.if_none_match.contains_weak(newest.tag(revision, part)):
        return _tagged(Response(status=304), newest.tag(revision, part))
    board = newest.board(id_, revision)
    page = newest.page(board, view, render) if keep else _sent(render(board))
    return _tagged(_in_the_encoding_asked_for(page), newest.tag(board.revision, part))


def _newest() -> Newest:
    return cast("Newest", current_app.extensions["newest"])


def _tagged(response: Response, tag: str) -> Response:
    response.set_etag(tag, weak=True)
    response.vary.update(("Accept-Encoding", "Accept-Language", "Cookie"))
    return response


def _in_the_encoding_asked_for(page: Page) -> Response:
    if not request.accept_encodings.quality("gzip"):
        return Response(page.plain, mimetype="text/html")
    response = Response(page.zipped, mimetype="text/html")
    response.content_encoding = "gzip"
    return response


def _sent(html: str) -> Page:
    plain = html.encode()
    return Page(plain, gzip.compress(plain, compresslevel=5, mtime=0))
