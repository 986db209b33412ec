"""The draw: announced with a fingerprint, a word from the audience, one button, the result."""

from __future__ import annotations

from flask import flash, redirect, url_for
from werkzeug.wrappers import Response
from wtforms import HiddenField

from tournament.desk import by_hand, drawing
from tournament.desk.office import Office
from tournament.errors import NotThere
from tournament.language import mark
from tournament.web.answers import carry_out
from tournament.web.context import Shown, _, the_desk
from tournament.web.fields import NumberField, TextField
from tournament.web.forms import DeskForm
from tournament.web.office.frame import main_first, pages, read, show, show_form


class CallForm(DeskForm):
    """Of rounds in which it is clear who meets; `seen` are the rounds that were shown."""

    seen = HiddenField()


class LotForm(DeskForm):
    """A number from a real pot, and whose it is."""

    who = TextField(mark("Card or name"))
    number = NumberField(mark("Number from the pot"))


class DrawForm(CallForm):
    word = TextField(
        mark("A word from the audience"),
        description=mark("Whatever somebody calls out. It goes into the draw; it may stay empty."),
    )


@pages.get("/<int:id_>/draw")
def draw(id_: int) -> Shown:
    return draw_page(read(id_))


@pages.post("/<int:id_>/draw")
def draw_rounds(id_: int) -> Response | Shown:
    form = DrawForm() if any(view.commitment for view in read(id_).board.announced) else CallForm()
    word = form.word.data if isinstance(form, DrawForm) else ""
    seen = (form.seen.data or "").split()
    if carry_out(form, lambda stamp: drawing.draw_rounds(the_desk(), stamp, id_, word, seen=seen)):
        flash(_said(read(id_)))
        return redirect(url_for("office.draw", id_=id_), 303)
    return draw_page(read(id_), form)


@pages.post("/<int:id_>/draw/announce")
def announce_draw(id_: int) -> Response | Shown:
    form = DeskForm()
    if carry_out(form, lambda stamp: drawing.announce_draw(the_desk(), stamp, id_)):
        return redirect(url_for("office.draw", id_=id_), 303)
    return draw_page(read(id_), refused=form)


@pages.get("/<int:id_>/draw/<slug>")
def drawn(id_: int, slug: str) -> Shown:
    """The result of one draw that was made before."""
    office = read(id_)
    rounds = [view for view in office.board.rounds if view.slug == slug]
    if not rounds:
        raise NotThere("This round does not exist.")
    return show("drawn", office, rounds=rounds)


def draw_page(
    office: Office, form: CallForm | None = None, *, refused: DeskForm | None = None, slug: str = ""
) -> Shown:
    """The draw as it stands; `refused` is what was sent for the pots of the round `slug`, or for all."""
    form = form or DrawForm(seen=_due_slugs(office))
    if refused and not slug:
        form.form_errors = [text for field in refused for text in field.errors] + refused.form_errors
    page, status = show_form(
        "draw",
        form,
        office,
        rounds=main_first(office.board.newest),
        pots=[
            (now, refused if refused and now.slug == slug else LotForm(blank=True))
            for now in by_hand.pots(office.night)
        ],
        plain=DeskForm(blank=True),
    )
    return page, 422 if refused else status


def _said(office: Office) -> str:
    """What has happened: a draw, or only that it was clear who meets, or who meets nobody."""
    if any(view.order for view in office.board.newest):
        return _("It is drawn.")
    if any(view.open for view in office.board.newest):
        return _("They can be called to the table.")
    return _("It is noted down: there is nothing to play.")


def _due_slugs(office: Office) -> str:
    """The rounds the form offers to draw: not those of which a card has still to draw from a real pot."""
    unready = {now.slug for now in by_hand.pots(office.night) if not now.complete}
    return " ".join(due.slug for due in office.due if due.slug not in unready)
