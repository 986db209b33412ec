"""Players from a spreadsheet: all rows, or none and why."""

from __future__ import annotations

from flask import flash, redirect, request, url_for
from werkzeug.wrappers import Response
from wtforms import FileField, RadioField

from tournament.desk import players
from tournament.desk.acts import Entry, Stamp
from tournament.desk.selling import TicketState
from tournament.errors import RuleBroken
from tournament.language import mark
from tournament.web.answers import carry_out
from tournament.web.context import Shown, ngettext, the_desk
from tournament.web.forms import DeskForm
from tournament.web.office.frame import pages, read, show_form
from tournament.web.office.selling import PAID_OR_RESERVED


class ImportForm(DeskForm):
    file = FileField(mark("List of players"))
    state = RadioField(mark("Money"), choices=PAID_OR_RESERVED, default=TicketState.PAID.value)


@pages.route("/<int:id_>/import", methods=["GET", "POST"])
def import_players(id_: int) -> Response | Shown:
    form = ImportForm()
    bad_rows: list[players.Reason] = []
    if form.is_sent:
        entry = carry_out(form, lambda stamp: _import(form, stamp, id_, bad_rows))
        if entry:
            count = len(entry.after["players"])
            flash(ngettext("Imported: %(num)s player.", "Imported: %(num)s players.", count))
            return redirect(url_for("office.sell", id_=id_), 303)
    return show_form("import", form, read(id_), bad_rows=bad_rows)


@pages.get("/<int:id_>/players.csv")
def players_csv(id_: int) -> Response:
    """Everybody who holds cards, as a table for a spreadsheet."""
    night = read(id_).night
    table = Response(players.players_csv(night), mimetype="text/csv")
    table.headers["Content-Disposition"] = f'attachment; filename="{night.terms.date}-players.csv"'
    return table


def _import(form: ImportForm, stamp: Stamp, id_: int, bad_rows: list[players.Reason]) -> Entry:
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        raise RuleBroken("Choose a file, please.", field="file")
    limit = read(id_).night.terms.max_tickets_per_player
    paid = form.state.data == TicketState.PAID
    try:
        rows = players.parse_players(upload.read(), limit=limit)
        return players.import_players(the_desk(), stamp, id_, rows, paid=paid)
    except players.BadRows as error:
        bad_rows += error.reasons
        raise
