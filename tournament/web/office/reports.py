"""Results that come from the tables: accepted with one tap; and the links of all score sheets."""

from __future__ import annotations

from flask import redirect
from werkzeug.wrappers import Response
from wtforms import HiddenField

from tournament.desk import sheets
from tournament.desk.acts import Entry, Stamp
from tournament.desk.matches import PairingView
from tournament.desk.office import Office
from tournament.web.answers import carry_out
from tournament.web.context import Shown, the_desk
from tournament.web.office.ending import POINTS, read_ending, record
from tournament.web.office.frame import pages, read, show, show_form
from tournament.web.office.pairing import SeenForm, asks_first, correct_url, find_pairing, recorded


class ReportForm(SeenForm):
    """What was shown of a report: the match's revision, the answer, and the points of each game."""

    answer = HiddenField()
    games = HiddenField()

    @property
    def said(self) -> str:
        return POINTS if self.games.data else self.answer.data or ""


@pages.post("/<int:id_>/reports/<slug>/<int:number>")
def accept_report(id_: int, slug: str, number: int) -> Response | Shown:
    """Record what both at the table say; not if they say something else by now."""
    office = read(id_)
    view = find_pairing(office, slug, number)
    form = ReportForm()
    if not form.validate():
        return show_form("undone", form, office)
    if asks_first(office, view, form, form.said, form.games.data or ""):
        return redirect(correct_url(office, view, form.said, form.games.data or "", reported=True), 303)
    if entry := carry_out(form, lambda stamp: _accept(office, view, form, stamp)):
        return recorded(entry)
    return show_form("undone", form, office)


@pages.get("/<int:id_>/sheets")
def score_sheets(id_: int) -> Shown:
    """The link of each open match's score sheet, to be opened at the desk or read out."""
    office = read(id_)
    tokens = sheets.sheet_tokens(the_desk().database, id_)
    linked = [(view, tokens[view.key]) for view in office.open if view.key in tokens]
    return show("score_sheets", office, linked=linked)


def _accept(office: Office, view: PairingView, form: ReportForm, stamp: Stamp) -> Entry:
    said = read_ending(office, view, form.said, form.games.data or "")
    return record(office, view, said, stamp, seen=form.seen.data or 0, reported=True)
