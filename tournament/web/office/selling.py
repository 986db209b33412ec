"""Selling at the door: a name, a number of cards, Enter."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from flask import flash, redirect, request, url_for
from werkzeug.wrappers import Response
from wtforms import RadioField

from tournament.desk import selling
from tournament.desk.acts import Entry
from tournament.desk.late import byes_left, draws_from_pot
from tournament.desk.office import Office, known_people
from tournament.desk.rearranging import waiting_list
from tournament.desk.selling import TicketState
from tournament.desk.waiting import guest_named
from tournament.language import mark, show_money
from tournament.web.answers import carry_out
from tournament.web.context import Shown, _, locale, ngettext, the_desk
from tournament.web.fields import NumberField, NumbersField, Required, TextField, offered
from tournament.web.forms import DeskForm
from tournament.web.office.frame import pages, read, show_form, show_live
from tournament.web.wording import with_town

BETWEEN = " · "
"""Stands between a known player's name and town where he is offered."""

GUEST = ("name", "town", "count")
"""What is known of somebody who has waited."""

MOST_NUMBERS = 20
"""So many card numbers are told one by one; messages travel in a cookie, which holds four kilobytes."""

PAID_OR_RESERVED = offered(
    (TicketState.PAID.value, mark("paid")),
    (TicketState.RESERVED.value, mark("reserved")),
)


class PresaleForm(DeskForm):
    count = NumberField(mark("Number of cards"), [Required()], default=1)
    state = RadioField(mark("Money"), choices=PAID_OR_RESERVED, default=TicketState.PAID.value)


class SaleForm(PresaleForm):
    name = TextField(mark("Name"), [Required(mark("A name, please."))])
    town = TextField(mark("Town"))


class LateForm(SaleForm):
    """A late card, and what was drawn for it where all others drew from real pots."""

    may_lack = frozenset({"number"})
    number = NumbersField(
        mark("Drawn from the right pot"),
        description=mark("One number for each card, such as 3, 7. Empty: the computer draws."),
    )


@pages.route("/<int:id_>/sell", methods=["GET", "POST"])
def sell(id_: int) -> Response | Shown:
    """The sale; a name, a town and a number may stand in the address, of somebody who has waited."""
    known: dict[str, Any] = {name: request.args[name] for name in GUEST if name in request.args}
    form = LateForm(**known)
    if form.is_sent:
        name, town = split_known(form.name.data, form.town.data)
        entry = carry_out(
            form,
            lambda stamp: selling.sell(
                the_desk(), stamp, id_, name, town, form.count.data or 0, paid=is_paid(form)
            ),
        )
        if entry:
            return say_sold(entry)
    return sale_page(form, read(id_))


def sale_page(form: DeskForm, office: Office) -> Shown:
    """Whatever can be sold at this moment: cards, a place on the waiting list, byes, or nothing."""
    return show_form(
        "sell",
        form,
        office,
        list_form=DeskForm(),
        people=offered_people(),
        between=BETWEEN,
        byes=byes_left(office.night),
        from_pot=draws_from_pot(office.night),
        **house(office),
    )


def house(office: Office) -> dict[str, Any]:
    """How many cards are left, and who waits for one."""
    return {"left": office.left, "waiting": waiting_list(the_desk().database, office.id)}


@pages.get("/<int:id_>/takings")
def takings(id_: int) -> Response:
    """How many cards and how much money, to be asked for again and again."""
    office = read(id_)
    return show_live("_takings", office, **house(office))


@pages.get("/<int:id_>/sold")
def sold(id_: int) -> Response:
    """Who holds which cards, to be asked for again and again."""
    return show_live("_sold", read(id_), list_form=DeskForm())


@pages.route("/<int:id_>/presale", methods=["GET", "POST"])
def presale(id_: int) -> Response | Shown:
    """Cards sold before their players are known."""
    form = PresaleForm()
    if form.is_sent:
        entry = carry_out(
            form,
            lambda stamp: selling.sell_unnamed(
                the_desk(), stamp, id_, form.count.data or 0, paid=is_paid(form)
            ),
        )
        if entry:
            return say_sold(entry)
    return show_form("presale", form, read(id_))


def split_known(name: str, town: str) -> tuple[str, str]:
    """Name and town; a town typed in its own field counts more than the one offered with the name."""
    first, between, offered = name.rpartition(BETWEEN)
    return (first, town or offered) if between else (name, town)


def is_paid(form: PresaleForm) -> bool:
    return bool(form.state.data == TicketState.PAID)


def offered_people() -> tuple[tuple[str, str], ...]:
    return known_people(the_desk().database)


def say_sold(entry: Entry, *more: str) -> Response:
    """Say what was sold, and whatever else there is to say, and go on selling."""
    office = read(entry.tournament)
    sentences = (sale_sentence(entry, office), holding_sentence(entry, office), _gone(entry, office), *more)
    if entry.act != "serve-guest":
        sentences += (_still_waits(entry),)
    flash(" ".join(filter(None, sentences)))
    return redirect(url_for("office.sell", id_=entry.tournament), 303)


def sale_sentence(entry: Entry, office: Office) -> str:
    """Who got which cards, and what that costs."""
    sale = entry.after
    values = {
        "name": office.called(sale) if sale.get("name") else _("Presale"),
        "numbers": card_numbers(sale["tickets"]),
        "money": show_money(sale["cents"], office.money.currency, locale()),
    }
    count = len(sale["tickets"])
    if sale["state"] == TicketState.PAID:
        return ngettext(
            "%(name)s: card %(numbers)s, %(money)s paid.",
            "%(name)s: cards %(numbers)s, %(money)s paid.",
            count,
            **values,
        )
    return ngettext(
        "%(name)s: card %(numbers)s reserved, %(money)s due.",
        "%(name)s: cards %(numbers)s reserved, %(money)s due.",
        count,
        **values,
    )


def holding_sentence(entry: Entry, office: Office) -> str:
    """All cards the buyer holds now, if these are not all."""
    player = entry.after["player"]
    held = [ticket.number for ticket in office.night.live_tickets if player and ticket.player == player]
    if len(held) in (0, len(entry.after["tickets"])):
        return ""
    return _("Has cards %(numbers)s now.", numbers=card_numbers(held))


def _still_waits(entry: Entry) -> str:
    """That the buyer stands on the waiting list, if the sale was made past it."""
    guests = waiting_list(the_desk().database, entry.tournament)
    guest = guest_named(guests, entry.after.get("name") or "", entry.after.get("town") or "")
    if guest is None:
        return ""
    return _(
        "%(name)s still stands on the waiting list (%(count)s).", name=with_town(guest), count=guest.count
    )


def _gone(entry: Entry, office: Office) -> str:
    """Which of these cards were taken back since, if the same form had sold them before."""
    live = {ticket.number for ticket in office.night.live_tickets}
    gone = [number for number in entry.after["tickets"] if number not in live]
    return _("Taken back since: %(numbers)s.", numbers=card_numbers(gone)) if gone else ""


def card_numbers(numbers: Sequence[int]) -> str:
    """Card numbers as one reads them out: "1, 2, 5"; long rows as "1–40", and no more than fits a message."""
    runs = [list(run) for _difference, run in groupby(enumerate(numbers), lambda one: one[1] - one[0])]
    if len(numbers) > MOST_NUMBERS:
        rows = [f"{run[0][1]}–{run[-1][1]}" if len(run) > 1 else str(run[0][1]) for run in runs]
        return ", ".join([*rows[:MOST_NUMBERS], *(["…"] if len(rows) > MOST_NUMBERS else [])])
    return ", ".join(map(str, numbers))
