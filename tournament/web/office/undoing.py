"""Undoing the last act of whoever is signed in, from a quiet button on the pages where acts happen."""

from __future__ import annotations

from dataclasses import dataclass

from flask import flash, redirect, request, url_for
from werkzeug.wrappers import Response
from wtforms import HiddenField

from tournament.desk import undoing
from tournament.desk.office import Office
from tournament.web.answers import carry_out
from tournament.web.context import the_desk, user
from tournament.web.forms import DeskForm, HiddenNumber
from tournament.web.office.frame import Shown, pages, read, show_form
from tournament.web.roles import may
from tournament.web.telling import act_sentence

_BACK = ("sell", "results", "draw", "prizes", "overview")
"""The pages that offer it, by their endpoints: after undoing one is there again."""


class UndoForm(DeskForm):
    """`seen` is the revision of the act to be undone, `back` the page it is done from."""

    seen = HiddenNumber()
    back = HiddenField()


@dataclass(frozen=True, slots=True)
class LastAct:
    """What can be undone, told as in the log, and the form that does it."""

    sentence: str
    form: UndoForm


@pages.app_template_global()
def last_act(office: Office) -> LastAct | None:
    """The last act of whoever is signed in, if it can be undone."""
    entry = undoing.last_act(the_desk().database, office.id, user() or "")
    if entry is None:
        return None
    here = (request.endpoint or "").removeprefix("office.")
    form = UndoForm()
    form.seen.data, form.back.data = entry.revision, here
    return LastAct(act_sentence(entry, office), form)


@pages.post("/<int:id_>/undo")
def undo(id_: int) -> Response | Shown:
    form = UndoForm()
    seen = form.seen.data or 0
    entry = carry_out(form, lambda stamp: undoing.undo(the_desk(), stamp, id_, seen=seen))
    office = read(id_)
    if not entry:
        return show_form("undone", form, office)
    flash(act_sentence(entry, office))
    back = f"office.{form.back.data}"
    endpoint = back if form.back.data in _BACK and may(back) else "office.overview"
    return redirect(url_for(endpoint, id_=id_), 303)
