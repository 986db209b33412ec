"""A player who goes home: what that does is said before anyone confirms."""

from __future__ import annotations

from flask import flash, redirect, url_for
from werkzeug.wrappers import Response

from tournament.desk import withdrawing
from tournament.web.answers import carry_out
from tournament.web.context import _, the_desk
from tournament.web.forms import DeskForm
from tournament.web.office.frame import Shown, pages, read, show_form
from tournament.web.office.holders import holder_of


@pages.route("/<int:id_>/players/<int:player>/withdraw", methods=["GET", "POST"])
def withdraw(id_: int, player: int) -> Response | Shown:
    office = read(id_)
    holder = holder_of(office, player)
    form = DeskForm()
    if form.is_sent:
        entry = carry_out(form, lambda stamp: withdrawing.withdraw(the_desk(), stamp, id_, player))
        if entry:
            flash(_("%(name)s has gone home.", name=entry.after["name"]))
            return redirect(url_for("office.overview", id_=id_), 303)
    pairings = [p for p in office.open if player in [side.player for side in p.sides]]
    return show_form("withdraw", form, office, holder=holder, pairings=pairings)
