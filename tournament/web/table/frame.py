"""What all pages of the table share: who asks, by which keys, and how many wrong links they may try."""

from __future__ import annotations

from flask import Blueprint, render_template, request, url_for
from werkzeug.wrappers import Response

from tournament.desk import throttle
from tournament.desk.sheets import SheetView, Visitor, view_sheet
from tournament.desk.throttle import TooOften
from tournament.errors import Expired, NotThere, RuleBroken
from tournament.language import mark
from tournament.web.context import Shown, _, the_desk, user
from tournament.web.roles import may

pages = Blueprint("table", __name__)

MOST_MISSES = 20
"""So many wrong links from one source within a minute, and it has to wait."""

_MONTH_SECONDS = 30 * 24 * 3600


def visitor() -> Visitor:
    """Who asks, by the keys in the cookies; a host's key is only sent to its own sheet.

    Of the desk, only those who record results write on other people's sheets.
    """
    desk = user() if may("office.pairing") else None
    return Visitor(request.cookies.get("phone", ""), request.cookies.get("host", ""), desk or "")


def remember(answer: Response, name: str, key: str, path: str) -> Response:
    """Let this browser hold a key for a month, and send it to pages below `path` only."""
    answer.set_cookie(
        name, key, max_age=_MONTH_SECONDS, path=path, samesite="Lax", httponly=True, secure=request.is_secure
    )
    return answer


def read(token: str) -> SheetView:
    """The sheet of this link. TooOften for a source of many wrong ones, but not for who sits at a table."""
    view = seen_by(token, visitor())
    if view.seat is None and not view.is_host:
        throttle.refuse_if_too_often(the_desk(), _source(), MOST_MISSES, _too_often())
    return view


def seen_by(token: str, visitor: Visitor) -> SheetView:
    """The sheet of this link as somebody sees it. NotThere, Expired; a wrong link is noted."""
    try:
        return view_sheet(the_desk().database, token, visitor)
    except Expired:
        raise
    except NotThere:
        note_wrong_link()
        raise


def note_wrong_link() -> None:
    """TooOften for the one too many."""
    throttle.note(the_desk(), _source(), MOST_MISSES, _too_often())


def _source() -> str:
    return f"table {request.remote_addr}"


def _too_often() -> TooOften:
    return TooOften("So many wrong links came from here: wait a minute, then try again.")


_CLOSED = {
    Expired: (410, mark("This sheet is closed")),
    NotThere: (404, mark("There is no sheet here")),
    TooOften: (429, mark("Slowly, please")),
}


@pages.errorhandler(Expired)
@pages.errorhandler(NotThere)
@pages.errorhandler(TooOften)
def closed(error: RuleBroken) -> Shown:
    """Why there is no sheet, and what to do instead; to one that was there, and may come back, a way back."""
    status, title = _CLOSED[type(error)]
    again = _sheet_asked_for() if isinstance(error, Expired) else None
    return render_template("table/closed.html", error=error, title=_(title), again=again), status


def _sheet_asked_for() -> str:
    token = (request.view_args or {})["token"]
    return url_for("table.sheet", token=token, watch=request.args.get("watch"))
