"""Drawing from real pots: who drew which number, typed in as it happens."""

from __future__ import annotations

from collections.abc import Callable

from flask import flash, redirect, url_for
from werkzeug.wrappers import Response

from tournament.desk import by_hand
from tournament.desk.acts import Entry, Stamp
from tournament.desk.by_hand import Pots
from tournament.errors import NotThere
from tournament.knockout.draw import Pot
from tournament.web.answers import carry_out
from tournament.web.context import Shown, _, the_desk
from tournament.web.fields import HiddenNumber
from tournament.web.forms import DeskForm
from tournament.web.office.drawing import LotForm, draw_page
from tournament.web.office.frame import pages, read


class StrikeForm(DeskForm):
    ticket = HiddenNumber()


@pages.post("/<int:id_>/draw/pots")
def take_pots(id_: int) -> Response | Shown:
    return _carry_out(id_, DeskForm(), lambda stamp: by_hand.take_pots(the_desk(), stamp, id_))


@pages.post("/<int:id_>/draw/pots/away")
def leave_pots(id_: int) -> Response | Shown:
    return _carry_out(id_, DeskForm(), lambda stamp: by_hand.leave_pots(the_desk(), stamp, id_))


@pages.post("/<int:id_>/draw/pots/<slug>/lot")
def type_lot(id_: int, slug: str) -> Response | Shown:
    form, now = LotForm(), _find(id_, slug)

    def act(stamp: Stamp) -> Entry:
        ticket = by_hand.who_draws(now, form.who.data)
        return by_hand.type_lot(the_desk(), stamp, id_, now.stage, now.number, ticket, form.number.data or 0)

    if entry := carry_out(form, act):
        pot = _("left pot") if entry.after["pot"] == Pot.LEFT else _("right pot")
        values = entry.after | {"name": read(id_).called(entry.after), "pot": pot}
        flash(_("%(ticket)s %(name)s drew %(number)s, %(pot)s", **values))
        return redirect(url_for("office.draw", id_=id_), 303)
    return draw_page(read(id_), refused=form, slug=slug)


@pages.post("/<int:id_>/draw/pots/<slug>/strike")
def strike_lot(id_: int, slug: str) -> Response | Shown:
    form, now = StrikeForm(), _find(id_, slug)

    def act(stamp: Stamp) -> Entry:
        return by_hand.strike_lot(the_desk(), stamp, id_, now.stage, now.number, form.ticket.data or 0)

    return _carry_out(id_, form, act)


def _find(id_: int, slug: str) -> Pots:
    for now in by_hand.pots(read(id_).night):
        if now.slug == slug:
            return now
    raise NotThere("This round is not drawn from real pots at the moment.")


def _carry_out(id_: int, form: DeskForm, act: Callable[[Stamp], Entry]) -> Response | Shown:
    """Back to the draw, done or refused."""
    if carry_out(form, act):
        return redirect(url_for("office.draw", id_=id_), 303)
    return draw_page(read(id_), refused=form)
