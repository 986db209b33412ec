"""Voiding a draw: at once while nothing was played, else after the name of the round is typed."""

from __future__ import annotations

from flask import flash, redirect, url_for
from werkzeug.wrappers import Response
from wtforms import HiddenField

from tournament.desk import voiding
from tournament.desk.acts import Entry, Stamp
from tournament.desk.matches import PairingView, RoundView
from tournament.desk.office import Office
from tournament.desk.voiding import Voided
from tournament.errors import NotThere, RuleBroken
from tournament.language import mark
from tournament.web.answers import carry_out
from tournament.web.context import Shown, _, the_desk
from tournament.web.fields import TextField, read_number
from tournament.web.forms import DeskForm
from tournament.web.office.frame import main_first, pages, read, show_form
from tournament.web.wording import round_name


class VoidForm(DeskForm):
    """`rounds` and `results` are what was shown to be lost; the name is asked only if results are."""

    may_lack = frozenset({"name"})
    name = TextField(mark("Name of the round"))
    rounds = HiddenField()
    results = HiddenField()

    def show(self, lost: Voided) -> None:
        self.rounds.data = " ".join(lost.rounds)
        self.results.data = " ".join(f"{slug}/{number}" for slug, number in lost.results)

    @property
    def seen(self) -> Voided:
        results = [one.rpartition("/") for one in (self.results.data or "").split()]
        return Voided(
            tuple((self.rounds.data or "").split()),
            tuple((slug, read_number(number) or 0) for slug, _slash, number in results),
        )


@pages.route("/<int:id_>/draw/<slug>/void", methods=["GET", "POST"])
def void_draw(id_: int, slug: str) -> Response | Shown:
    office = read(id_)
    view = _find(office, slug)
    form = VoidForm()
    if form.is_sent and carry_out(form, lambda stamp: _void(office, view, form, stamp)):
        flash(_("The draw is void: %(round)s. All stands as before it.", round=round_name(view)))
        return redirect(url_for("office.draw", id_=id_), 303)
    lost = voiding.would_be_lost(office.night, view.stage, view.number)
    form.show(lost)
    with_it = main_first(one for one in reversed(office.board.rounds) if one.slug in lost.rounds[1:])
    late = voiding.late_tickets(office.night, view.stage, view.number)
    return show_form(
        "void",
        form,
        office,
        round_=view,
        with_it=with_it,
        lost=_results(office, lost),
        late=late,
        typed=voiding.typed_lots(office.night, lost),
    )


def _void(office: Office, view: RoundView, form: VoidForm, stamp: Stamp) -> Entry:
    """RuleBroken unless the name of the round was typed, where results would be lost."""
    name = round_name(view)
    if form.seen.results and _plain(form.name.data) != _plain(name):
        raise RuleBroken("Please type the name as it stands here: %(name)s", field="name", name=name)
    return voiding.void_draw(the_desk(), stamp, office.id, view.stage, view.number, seen=form.seen)


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def _find(office: Office, slug: str) -> RoundView:
    view = office.board.round(slug)
    if view is None:
        raise NotThere("This round does not exist.")
    return view


def _results(office: Office, lost: Voided) -> list[PairingView]:
    return [
        pairing for view in office.board.rounds for pairing in view.pairings if pairing.key in lost.results
    ]
