"""Changing a result after rounds were drawn from it: first it is said what will happen, in plain words."""

from __future__ import annotations

from dataclasses import replace
from typing import TypedDict

from flask import flash, redirect, request, url_for
from werkzeug.wrappers import Response
from wtforms import HiddenField

from tournament.desk import correcting
from tournament.desk import results as acts
from tournament.desk.acts import Entry, Stamp
from tournament.desk.correcting import Consequences
from tournament.desk.matches import PairingView
from tournament.desk.office import Office
from tournament.errors import RuleBroken
from tournament.web.answers import carry_out
from tournament.web.context import Shown, _, the_desk
from tournament.web.fields import HiddenNumber
from tournament.web.forms import DeskForm
from tournament.web.office.ending import POINTS, consequences, read_ending, record, ref_of
from tournament.web.office.frame import pages, read, show, show_form
from tournament.web.office.pairing import find_pairing, recorded, round_of, rounds_named
from tournament.web.wording import round_name


class Sent(TypedDict):
    seen: int
    confirmed: str | None


class ConfirmForm(DeskForm):
    """`cost` is what was shown to be lost; if it is something else by now, nothing happens."""

    seen = HiddenNumber()
    cost = HiddenField()

    @property
    def sent(self) -> Sent:
        return {"seen": self.seen.data or 0, "confirmed": self.cost.data}


@pages.route("/<int:id_>/results/<slug>/<int:number>/correct", methods=["GET", "POST"])
def correct(id_: int, slug: str, number: int) -> Response | Shown:
    """What recording this answer would change in rounds drawn since, and the one button that does it."""
    office = read(id_)
    view = find_pairing(office, slug, number)
    said = read_ending(office, view, request.args.get("answer", POINTS), request.args.get("games", ""))
    form, reported = ConfirmForm(seen=view.revision), "reported" in request.args
    entry = form.is_sent and carry_out(
        form, lambda stamp: record(office, view, said, stamp, reported=reported, **form.sent)
    )
    if entry:
        return recorded(entry)
    told = consequences(office, view, said)
    becomes = replace(
        view, outcome=said.outcome, winner=said.winner, games_won=said.games_won, games=said.games
    )
    return _confirm("correct", office, view, form, told, becomes=becomes)


@pages.route("/<int:id_>/results/<slug>/<int:number>/withdraw", methods=["GET", "POST"])
def withdraw_result(id_: int, slug: str, number: int) -> Response | Shown:
    """Take a result back: the match is open again, and what hangs on it is withdrawn, too."""
    office = read(id_)
    view = find_pairing(office, slug, number)
    form = ConfirmForm(seen=view.revision)
    if form.is_sent and carry_out(form, lambda stamp: _withdraw(office, view, form, stamp)):
        flash(_("The result is withdrawn."))
        return redirect(url_for("office.results", id_=id_), 303)
    try:
        told = correcting.consequences_of_withdrawal(the_desk().database, id_, ref_of(office, view))
    except RuleBroken as refusal:
        blocked = rounds_named(office, correcting.in_the_way(office.night, refusal))
        return show("withdraw_result", office, status=422, pairing=view, refusal=refusal, in_the_way=blocked)
    return _confirm("withdraw_result", office, view, form, told)


def _withdraw(office: Office, view: PairingView, form: ConfirmForm, stamp: Stamp) -> Entry:
    return acts.withdraw_result(the_desk(), stamp, office.id, ref_of(office, view), **form.sent)


def _confirm(
    template: str,
    office: Office,
    view: PairingView,
    form: ConfirmForm,
    told: Consequences,
    becomes: PairingView | None = None,
) -> Shown:
    """The page that says what will happen; shown again, it says what would happen by now."""
    form.seen.data, form.cost.data = view.revision, told.cost
    return show_form(
        template, form, office, pairing=view, round_=round_of(office, view), told=told, becomes=becomes
    )


@pages.app_template_global()
def place_of(office: Office, view: PairingView) -> str:
    """Where a match stands: "Semi-final, match 2"."""
    name = round_name(round_of(office, view))
    return _("%(round)s, match %(number)s", round=name, number=view.number)
