"""A player who goes home, or comes back: what that does is said before anyone confirms."""

from __future__ import annotations

from collections.abc import Sequence

from flask import flash, redirect, url_for
from werkzeug.wrappers import Response

from tournament.desk import withdrawing
from tournament.desk.matches import PairingView
from tournament.desk.office import holder_of
from tournament.errors import RuleBroken
from tournament.web.answers import carry_out
from tournament.web.context import Shown, _, the_desk
from tournament.web.forms import DeskForm
from tournament.web.office.frame import pages, read, show_form


@pages.route("/<int:id_>/players/<int:player>/withdraw", methods=["GET", "POST"])
def withdraw(id_: int, player: int) -> Response | Shown:
    office = read(id_)
    holder = holder_of(office, player)
    form = DeskForm()
    if form.is_sent:
        entry = carry_out(form, lambda stamp: withdrawing.withdraw(the_desk(), stamp, id_, player))
        if entry:
            flash(_("%(name)s has gone home.", name=office.called(entry.after)))
            return redirect(url_for("office.overview", id_=id_), 303)
    pairings = [p for p in office.open if player in [side.player for side in p.sides]]
    cards = withdrawing.still_in(office, holder)
    return show_form("withdraw", form, office, holder=holder, cards=cards, pairings=pairings)


@pages.route("/<int:id_>/players/<int:player>/back", methods=["GET", "POST"])
def bring_back(id_: int, player: int) -> Response | Shown:
    """A player is there after all: his matches lost without play are open again, if nothing has followed."""
    office = read(id_)
    form = DeskForm()
    if form.is_sent:
        entry = carry_out(form, lambda stamp: withdrawing.bring_back(the_desk(), stamp, id_, player))
        if entry:
            flash(_("%(name)s is back.", name=office.called(entry.after)))
            return redirect(url_for("office.overview", id_=id_), 303)
    missed, obstacle = _missed(id_, player)
    return show_form(
        "bring_back", form, office, holder=holder_of(office, player), missed=missed, obstacle=obstacle
    )


def _missed(id_: int, player: int) -> tuple[Sequence[PairingView], RuleBroken | None]:
    """The matches that would be open again, or why he cannot come back."""
    try:
        return withdrawing.missed_matches(the_desk().database, id_, player), None
    except RuleBroken as why_not:
        return (), why_not
