"""Who waits for cards while the house is full: served in turn, or dropped."""

from __future__ import annotations

from collections.abc import Sequence

from flask import flash, redirect, url_for
from werkzeug.wrappers import Response
from wtforms import RadioField

from tournament.desk import rearranging
from tournament.desk.acts import Facts
from tournament.desk.names import with_town
from tournament.desk.selling import TicketState
from tournament.desk.waiting import guests_waiting
from tournament.language import mark
from tournament.web.answers import carry_out, what_is_wrong
from tournament.web.context import Shown, _, the_desk
from tournament.web.fields import NumberField, Required, TextField
from tournament.web.forms import DeskForm
from tournament.web.office.frame import pages, read, show
from tournament.web.office.selling import (
    BETWEEN,
    PAID_OR_RESERVED,
    house,
    offered_people,
    say_sold,
    split_known,
)


class WaitForm(DeskForm):
    name = TextField(mark("Name"), [Required(mark("A name, please."))])
    town = TextField(mark("Town"))
    count = NumberField(mark("Number of cards"), [Required()], default=1)


class ServeForm(DeskForm):
    """The two buttons beside a guest."""

    state = RadioField(choices=PAID_OR_RESERVED)


@pages.route("/<int:id_>/waiting", methods=["GET", "POST"])
def waiting(id_: int) -> Response | Shown:
    form = WaitForm()
    if form.is_sent:
        name, town = split_known(form.name.data, form.town.data)
        count = form.count.data or 0
        if entry := carry_out(
            form, lambda stamp: rearranging.wait_for_cards(the_desk(), stamp, id_, name, town, count)
        ):
            flash(_("%(name)s is on the waiting list.", name=_guest(entry.after)))
            return redirect(url_for("office.waiting", id_=id_), 303)
    return _page(id_, form)


@pages.post("/<int:id_>/waiting/<int:number>/serve/<int:count>/of/<int:seen>")
def serve_guest(id_: int, number: int, count: int, seen: int) -> Response | Shown:
    """Sell a guest who was shown to wait for `seen` cards `count` of them."""
    form = ServeForm()
    paid = form.state.data == TicketState.PAID
    entry = carry_out(
        form,
        lambda stamp: rearranging.serve_guest(the_desk(), stamp, id_, number, count, seen=seen, paid=paid),
    )
    return say_sold(entry) if entry else _refused(id_, form)


@pages.post("/<int:id_>/waiting/<int:number>/drop")
def drop_guest(id_: int, number: int) -> Response | Shown:
    """Take a guest off the list who does not wait any more."""
    form = DeskForm()
    entry = carry_out(form, lambda stamp: rearranging.drop_guest(the_desk(), stamp, id_, number))
    if not entry:
        return _refused(id_, form)
    flash(_("%(name)s does not wait any more.", name=_guest(entry.before)))
    return redirect(url_for("office.waiting", id_=id_), 303)


def _guest(facts: Facts) -> str:
    """Somebody who waits, with the town: nobody knows yet who else has the same name."""
    return with_town(facts["name"], facts["town"])


def _refused(id_: int, form: DeskForm) -> Shown:
    """The list again, with what is wrong above it."""
    return _page(id_, WaitForm(blank=True), what_is_wrong(form))


def _page(id_: int, form: WaitForm, wrong: Sequence[str] = ()) -> Shown:
    office = read(id_)
    home = house(office)
    return show(
        "waiting",
        office,
        status=422 if wrong or form.errors else 200,
        form=form,
        wrong=wrong,
        guests=guests_waiting(office, home["waiting"]),
        list_form=DeskForm(),
        people=offered_people(),
        between=BETWEEN,
        **home,
    )
