"""Closing the sales, with the numbers of the draw shown before anyone confirms; and opening them again."""

from __future__ import annotations

from flask import flash, redirect, url_for
from werkzeug.wrappers import Response

from tournament.desk import selling
from tournament.web.answers import carry_out
from tournament.web.context import _, the_desk
from tournament.web.forms import DeskForm, HiddenNumber
from tournament.web.office.frame import Shown, flash_with_link, pages, read, show_form


class CloseForm(DeskForm):
    seen_sold = HiddenNumber()


@pages.route("/<int:id_>/close", methods=["GET", "POST"])
def close_sales(id_: int) -> Response | Shown:
    office = read(id_)
    form = CloseForm(seen_sold=office.closing.sold)
    if form.is_sent:
        seen = form.seen_sold.data or 0
        if carry_out(form, lambda stamp: selling.close_sales(the_desk(), stamp, id_, seen_sold=seen)):
            undo = url_for("office.reopen_sales", id_=id_)
            flash_with_link(_("Sales are closed."), undo, _("Sell on after all"))
            return redirect(url_for("office.draw", id_=id_), 303)
    return show_form("close", form, read(id_))


@pages.route("/<int:id_>/reopen", methods=["GET", "POST"])
def reopen_sales(id_: int) -> Response | Shown:
    form = DeskForm()
    if form.is_sent and carry_out(form, lambda stamp: selling.reopen_sales(the_desk(), stamp, id_)):
        flash(_("Sales are open again."))
        return redirect(url_for("office.sell", id_=id_), 303)
    return show_form("reopen", form, read(id_))
