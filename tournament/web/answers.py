"""From what an act says to a page: done, refused at the field, overtaken, not there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import urlsplit

from flask import Flask, current_app, flash, redirect, render_template, request, url_for
from markupsafe import escape
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from tournament.desk.acts import Entry, Stamp, carried_out
from tournament.errors import Expired, NotThere, Overtaken, RuleBroken
from tournament.language import mark
from tournament.web.conflicts import conflict_rows
from tournament.web.context import Shown, _, the_desk
from tournament.web.forms import DeskForm, sent_forms, stamp_of

T = TypeVar("T")
ALREADY = mark("This had been done already; nothing was done twice.")


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """It was done, and this came of it."""

    came: T


def prepare(app: Flask) -> None:
    app.add_template_global(said_nowhere)
    app.register_error_handler(Overtaken, _overtaken)
    app.register_error_handler(NotThere, _not_there)
    app.register_error_handler(RuleBroken, _refused)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _bug)


def carry_out(form: DeskForm, act: Callable[[Stamp], Entry]) -> Entry | None:
    """Do what a form asks for. None if it is refused: the form then says why, at the field.

    Overtaken is not caught: it has a page of its own, with both values.
    """
    done = attempt(form, lambda: act(form.stamp))
    if done is None:
        return None
    if done.came.undone:
        form.begin_anew()
        form.form_errors.append(
            _("This had been done already, and was undone since. To do it once more, send it once more.")
        )
        return None
    if done.came.repeated:
        flash(_(ALREADY), "again")
    return done.came


def attempt(form: DeskForm, do: Callable[[], T]) -> Done[T] | None:
    """Do what a form asks for, and what came of it. None if it is refused: the form then says why."""
    if not form.validate():
        return None
    try:
        return Done(do())
    except Overtaken:
        raise
    except RuleBroken as error:
        form.refuse(error)
    return None


def what_is_wrong(form: DeskForm) -> list[str]:
    """All that a form says is wrong with it, field by field."""
    return [str(error) for errors in form.errors.values() for error in errors]


def said_nowhere(content: str) -> list[str]:
    """What is wrong with what was sent and the content of its page does not say.

    It belongs to a field that the page shows no more, or never did.
    """
    wrong = (text for form in sent_forms() for text in what_is_wrong(form))
    return [text for text in dict.fromkeys(wrong) if escape(text) not in content]


def _overtaken(error: Overtaken) -> Shown:
    rows = conflict_rows(error)
    return render_template("overtaken.html", error=error, rows=rows, stands_at=_page_of_form()), 409


def _page_of_form() -> str:
    """Where to look how it stands now: the page of the form that was sent, or the one its button stood on."""
    index, pages = url_for("office.index"), current_app.url_map.bind("")
    came_from = urlsplit(request.referrer or index)
    for address in (request.full_path, f"{came_from.path}?{came_from.query}"):
        if pages.test(address.partition("?")[0], "GET"):
            return address
    return index


def _not_there(error: NotThere) -> Response | Shown:
    """Nothing is there; for a form sent once more, because it has done away with it itself."""
    stamp = stamp_of(request.form.get("key"))
    if done := carried_out(the_desk().database, stamp) if stamp.key else None:
        flash(_(ALREADY), "again")
        return redirect(url_for("office.overview", id_=done.tournament), 303)
    return render_template("error.html", error=error), 410 if isinstance(error, Expired) else 404


def _refused(error: RuleBroken) -> Shown:
    return render_template("error.html", error=error), 422


def _http_error(error: HTTPException) -> Shown | HTTPException:
    if error.code is None or error.code < 400:
        return error
    return render_template("error.html", code=error.code), error.code


def _bug(error: Exception) -> Shown:
    current_app.logger.error("a bug", exc_info=error)
    return render_template("error.html", code=500), 500
