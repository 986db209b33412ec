"""Closing the sales, with the numbers of the draw shown before anyone confirms; opening them; more room."""

from __future__ import annotations

from flask import flash, redirect, url_for
from werkzeug.wrappers import Response

from tournament.desk import rearranging, selling
from tournament.web.answers import carry_out
from tournament.web.context import Shown, _, the_desk
from tournament.web.fields import HiddenNumber
from tournament.web.forms import DeskForm
from tournament.web.office.frame import flash_with_link, pages, read, show_form


class CloseForm(DeskForm):
    seen_sold = HiddenNumber()


class DoubleForm(DeskForm):
    seen = HiddenNumber()


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
    waiting = rearranging.waiting_list(the_desk().database, id_)
    return show_form("close", form, read(id_), waiting=waiting)


@pages.route("/<int:id_>/reopen", methods=["GET", "POST"])
def reopen_sales(id_: int) -> Response | Shown:
    form = DeskForm()
    if form.is_sent and carry_out(form, lambda stamp: selling.reopen_sales(the_desk(), stamp, id_)):
        flash(_("Sales are open again."))
        return redirect(url_for("office.sell", id_=id_), 303)
    return show_form("reopen", form, read(id_))


@pages.route("/<int:id_>/double", methods=["GET", "POST"])
def double_capacity(id_: int) -> Response | Shown:
    """Twice the cards when the house is full; what that does to the draw is said before anyone confirms."""
    office = read(id_)
    capacity = office.night.terms.capacity
    form = DoubleForm(seen=capacity)
    if form.is_sent:
        seen = form.seen.data or 0
        entry = carry_out(form, lambda stamp: rearranging.double_capacity(the_desk(), stamp, id_, seen=seen))
        if entry:
            flash(_("There is room for %(capacity)s cards now.", capacity=entry.after["capacity"]))
            return redirect(url_for("office.sell", id_=id_), 303)
    return show_form("double", form, office, capacity=capacity)
