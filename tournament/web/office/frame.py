"""What all pages of the desk share: the way in, the navigation, reading a tournament, rendering."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from flask import Blueprint, flash, make_response, render_template, request, session, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from tournament.desk.matches import RoundView
from tournament.desk.office import Office, read_office, takes_long
from tournament.desk.restoring import generation
from tournament.language import mark
from tournament.web.context import Shown, _, account, locale, the_desk
from tournament.web.forms import DeskForm
from tournament.web.live import started
from tournament.web.roles import may

pages = Blueprint("office", __name__)
pages.add_app_template_global(takes_long)

_OF_THE_SALES = (
    "presale", "import_players", "close_sales", "reopen_sales", "double_capacity", "late", "waiting",
    "player", "name_ticket", "move_ticket", "merge", "withdraw",
)  # fmt: skip

_NAVIGATION = (
    (mark("What now?"), "office.overview", ()),
    (
        mark("Sales"),
        "office.sell",
        _OF_THE_SALES,
    ),
    (mark("Draw"), "office.draw", ("drawn", "void_draw")),
    (mark("Results"), "office.results", ("pairing", "correct", "withdraw_result", "score_sheets")),
    (mark("Places and prizes"), "office.prizes", ("reopen_tournament",)),
    (mark("Cash"), "office.cash", ()),
    (mark("Paper"), "paper.index", ()),
    (mark("Board"), "board.show", ()),
    (mark("Log"), "office.log", ()),
    (mark("Terms"), "office.terms", ()),
)
"""Label, endpoint, and the other endpoints of the desk that belong to it."""


@dataclass(frozen=True, slots=True)
class DeskPage:
    """One page of a tournament's desk in its navigation."""

    href: str
    label: str
    current: bool


def read(id_: int) -> Office:
    """The tournament as it stands. NotThere without it."""
    return read_office(the_desk().database, id_)


def show(template: str, office: Office | None = None, *, status: int = 200, **context: Any) -> Shown:  # noqa: ANN401 (a template takes what it needs)
    """A page of the desk; `office` is its tournament, if it has one."""
    page = render_template(
        f"office/{template}.html",
        office=office,
        night=office,
        desk_pages=desk_pages(office) if office else (),
        **context,
    )
    return page, status


def show_form(template: str, form: DeskForm, office: Office | None = None, **context: Any) -> Shown:  # noqa: ANN401
    """A page about a form: 422 if it was sent and refused."""
    return show(template, office, status=422 if form.errors else 200, form=form, **context)


def show_live(template: str, office: Office, **context: Any) -> Response:  # noqa: ANN401
    """A part of a page that is asked for again and again: 304 while nothing has changed."""
    page, status = show(template, office, **context)
    response = make_response(page, status)
    minute = int(the_desk().now().timestamp()) // 60
    newest = started(), generation(the_desk().database), office.id, office.board.revision
    seen = (*newest, locale(), minute, account(), session.get("csrf"))
    response.set_etag(sha256(repr(seen).encode()).hexdigest())
    response.vary.update(("Accept-Language", "Cookie"))
    return response.make_conditional(request)


def desk_pages(office: Office) -> list[DeskPage]:
    here = request.endpoint or ""
    return [
        DeskPage(
            url_for(endpoint, id_=office.id),
            _(label),
            here == endpoint or here.removeprefix("office.") in others,
        )
        for label, endpoint, others in _NAVIGATION
        if may(endpoint)
    ]


def flash_with_link(text: str, href: str, label: str) -> None:
    """Say what was done, with a link to see or undo it."""
    flash(Markup('{} <a href="{}">{}</a>').format(text, href, label))


@pages.app_template_global()
def main_first(rounds: Iterable[RoundView]) -> list[RoundView]:
    """The rounds of the knock-out as they are played, then the matches for places."""
    return sorted(rounds, key=lambda view: view.rank)


@pages.app_template_global()
def minutes_since(moment: datetime) -> int:
    """How many minutes ago that was; none if the clock was set back since."""
    return max(0, int((the_desk().now() - moment).total_seconds()) // 60)
