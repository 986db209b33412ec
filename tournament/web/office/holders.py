"""The people who hold cards: take the money, rename, take back, name a presale card, move a card, merge."""

from __future__ import annotations

from collections.abc import Callable

from flask import flash, redirect, request, url_for
from werkzeug.wrappers import Response
from wtforms import HiddenField

from tournament.desk import rearranging, selling
from tournament.desk.acts import Entry, Stamp
from tournament.desk.finding import likeness, perhaps_meant
from tournament.desk.night import SoldTicket
from tournament.desk.office import Holder, Office, holder_of
from tournament.errors import NotThere
from tournament.language import mark, show_money
from tournament.web.answers import carry_out
from tournament.web.context import Shown, _, locale, the_desk
from tournament.web.fields import (
    HiddenNumber,
    HiddenNumbers,
    PressedNumber,
    PressedNumbers,
    Required,
    TextField,
)
from tournament.web.forms import DeskForm
from tournament.web.office.frame import pages, read, show_form
from tournament.web.office.selling import BETWEEN, offered_people, split_known

MOST_MEANT = 5
"""So many names are asked about."""


class NameForm(DeskForm):
    name = TextField(mark("Name"), [Required(mark("A name, please."))])
    town = TextField(mark("Town"))


class RenameForm(NameForm):
    seen = HiddenNumber()


class OwnerForm(NameForm):
    """`new` is a name that was asked about, and is somebody new if it comes once more."""

    new = HiddenField()


class MoveForm(OwnerForm):
    """`seen` is the revision at which the card was read."""

    seen = HiddenNumber()


class MergeForm(DeskForm):
    """`seen` are the cards of both that were shown."""

    into = HiddenNumber()
    seen = HiddenNumbers()


class PayForm(DeskForm):
    """The cards whose price stands on the button."""

    tickets = PressedNumbers()


class TakeBackForm(DeskForm):
    """`seen` is the revision at which the card was read."""

    seen = PressedNumber()


@pages.route("/<int:id_>/players/<int:player>", methods=["GET", "POST"])
def player(id_: int, player: int) -> Response | Shown:
    """One player: the name can be corrected, his cards paid or taken back."""
    office = read(id_)
    holder = holder_of(office, player)
    person = holder.person
    assert person is not None  # noqa: S101 (a player's holder has one)
    form = RenameForm(name=person.name, town=person.town, seen=person.revision)
    if form.is_sent and (entry := _rename(form, id_, player)):
        flash(_("Saved: %(name)s.", name=read(id_).called(entry.after)))
        return redirect(url_for("office.sell", id_=id_), 303)
    return show_form("player", form, office, holder=holder, list_form=DeskForm())


@pages.post("/<int:id_>/pay")
@pages.post("/<int:id_>/players/<int:player>/pay")
def pay(id_: int, player: int | None = None) -> Response | Shown:
    """Take the money for cards of a player, or for those that have none yet."""
    office = read(id_)
    form = PayForm()
    tickets = form.tickets.data or []
    entry = carry_out(form, lambda stamp: selling.pay(the_desk(), stamp, id_, tickets, player=player))
    if not entry:
        return show_form("refused", form, office)
    money = show_money(entry.after["cents"], office.money.currency, locale())
    flash(_("Paid: %(money)s.", money=money))
    return redirect(url_for("office.sell", id_=id_), 303)


@pages.post("/<int:id_>/cards/<int:ticket>/return")
def take_back(id_: int, ticket: int) -> Response | Shown:
    office = read(id_)
    form = TakeBackForm()
    seen = form.seen.data or 0
    entry = carry_out(form, lambda stamp: selling.take_back(the_desk(), stamp, id_, ticket, seen=seen))
    if not entry:
        return show_form("refused", form, office)
    flash(_taken_back(ticket, entry.after["refund_cents"], office.money.currency))
    return redirect(url_for("office.sell", id_=id_), 303)


@pages.route("/<int:id_>/cards/<int:ticket>/name", methods=["GET", "POST"])
def name_ticket(id_: int, ticket: int) -> Response | Shown:
    """Give a presale card its player."""
    form = OwnerForm()

    def name_it(stamp: Stamp, name: str, town: str) -> Entry:
        return selling.name_ticket(the_desk(), stamp, id_, ticket, name, town)

    if given := _give(form, id_, ticket, name_it):
        return given
    office = read(id_)
    return show_form(
        "name_ticket",
        form,
        office,
        card=_card(office, ticket),
        people=offered_people(),
        between=BETWEEN,
        list_form=DeskForm(),
    )


@pages.route("/<int:id_>/cards/<int:ticket>/move", methods=["GET", "POST"])
def move_ticket(id_: int, ticket: int) -> Response | Shown:
    """Give a card to another player before the draw."""
    office = read(id_)
    card = _card(office, ticket)
    form = MoveForm(seen=card.revision)
    seen = form.seen.data or 0

    def move_it(stamp: Stamp, name: str, town: str) -> Entry:
        return rearranging.move_ticket(the_desk(), stamp, id_, ticket, name, town, seen=seen)

    if given := _give(form, id_, ticket, move_it):
        return given
    owner = holder_of(office, card.player or 0)
    return show_form(
        "move", form, office, ticket=ticket, owner=owner, people=offered_people(), between=BETWEEN
    )


@pages.route("/<int:id_>/players/<int:player>/merge", methods=["GET", "POST"])
def merge(id_: int, player: int) -> Response | Shown:
    """A player entered twice: choose the other entry, see what will happen, confirm."""
    office = read(id_)
    double = holder_of(office, player)
    form = MergeForm(into=request.args.get("into", type=int))
    if form.is_sent and (entry := _merge(form, id_, player)):
        flash(_("%(name)s is one person now.", name=read(id_).called(entry.after)))
        return redirect(url_for("office.player", id_=id_, player=entry.after["player"]), 303)
    office = read(id_)
    double = holder_of(office, player)
    kept = holder_of(office, form.into.data) if form.into.data else None
    all_ = sorted(ticket.number for one in (double, kept) if one for ticket in one.live)
    form.seen.data = [*all_]
    return show_form("merge", form, office, double=double, kept=kept, all=all_, others=_alike(office, double))


def _give(form: OwnerForm, id_: int, ticket: int, act: Callable[[Stamp, str, str], Entry]) -> Response | None:
    """Make a card that player's whose name the form says. None as long as it is not sent, or is refused."""
    if not form.is_sent:
        return None
    name, town = split_known(form.name.data, form.town.data)
    entry = _is_sure(form, read(id_), name) and carry_out(form, lambda stamp: act(stamp, name, town))
    if not entry:
        return None
    flash(_("Card %(ticket)s belongs to %(name)s now.", ticket=ticket, name=read(id_).called(entry.after)))
    return redirect(url_for("office.sell", id_=id_), 303)


def _card(office: Office, ticket: int) -> SoldTicket:
    """A card that is out. NotThere if it was never sold, or was returned."""
    for card in office.night.live_tickets:
        if card.number == ticket:
            return card
    raise NotThere("Card %(ticket)s is not sold.", ticket=ticket)


def _taken_back(ticket: int, cents: int, currency: str) -> str:
    if not cents:
        return _("Card %(ticket)s is taken back.", ticket=ticket)
    money = show_money(cents, currency, locale())
    return _("Card %(ticket)s is taken back. To be refunded: %(money)s.", ticket=ticket, money=money)


def _rename(form: RenameForm, id_: int, player: int) -> Entry | None:
    name, town, seen = form.name.data, form.town.data, form.seen.data or 0
    return carry_out(
        form, lambda stamp: selling.rename(the_desk(), stamp, id_, player, name, town, seen=seen)
    )


def _merge(form: MergeForm, id_: int, player: int) -> Entry | None:
    into, seen = form.into.data or 0, form.seen.data or []
    return carry_out(
        form, lambda stamp: rearranging.merge_players(the_desk(), stamp, id_, player, into, seen=seen)
    )


def _is_sure(form: OwnerForm, office: Office, name: str) -> bool:
    """Whether this name is known, or meant as a new one; else the form asks, for it may be half of a name."""
    here = (person.name for person in office.night.people)
    meant = perhaps_meant(name, here, (known for known, _town in offered_people()))
    if not meant or form.new.data == name or not form.validate():
        return True
    form.new.data = name
    names = ", ".join(meant[:MOST_MEANT])
    form.name.errors = [
        _("Do you mean %(names)s? If %(name)s is somebody new, send it once more.", names=names, name=name)
    ]
    return False


def _alike(office: Office, double: Holder) -> list[Holder]:
    """All others, the names that are most alike first."""
    others = [holder for holder in office.holders if holder.person and holder != double]
    return sorted(others, key=lambda other: -likeness(_name(double), _name(other)))


def _name(holder: Holder) -> str:
    return holder.person.name if holder.person else ""
