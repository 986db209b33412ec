"""All tournaments side by side, and a practice night to click through before the real one."""

from __future__ import annotations

from flask import flash, redirect, url_for
from werkzeug.wrappers import Response

from tournament.desk.office import list_tournaments
from tournament.desk.practice import practice_night
from tournament.web.context import Shown, _, the_desk
from tournament.web.forms import DeskForm
from tournament.web.office.frame import pages, show


@pages.get("/")
def index() -> Shown:
    return show("index", form=DeskForm(), tournaments=list_tournaments(the_desk().database))


@pages.post("/practice")
def practice() -> Response | Shown:
    """A practice night from a fictional player list."""
    form = DeskForm()
    if not form.validate():
        return show("index", status=422, form=form, tournaments=list_tournaments(the_desk().database))
    id_ = practice_night(the_desk(), form.stamp)
    flash(_("The practice night is ready. Try whatever you like: nobody real plays here."))
    return redirect(url_for("office.overview", id_=id_), 303)
