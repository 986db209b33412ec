"""The end of the night: places, and prizes ticked off as they are collected."""

from __future__ import annotations

from flask import flash, redirect, url_for
from werkzeug.wrappers import Response

from tournament.desk import prizing, wording
from tournament.desk.acts import Facts
from tournament.desk.board import PrizeView
from tournament.desk.matches import side
from tournament.desk.office import Office
from tournament.desk.wording import is_usual_prize
from tournament.language import mark
from tournament.web.answers import carry_out
from tournament.web.context import Shown, _, locale, the_desk
from tournament.web.fields import NumbersField, PressedNumber
from tournament.web.forms import DeskForm
from tournament.web.office.frame import pages, read, show, show_form
from tournament.web.wording import prize_text


class FinishForm(DeskForm):
    """`play_off` is asked for only where prizes reach places that several share."""

    may_lack = frozenset({"play_off"})
    play_off = NumbersField(
        mark("Order after a play-off"),
        description=mark(
            "The numbers of the cards, the best first: as many as there are prizes to win here. "
            "Empty: the lot decides."
        ),
    )


class CollectForm(DeskForm):
    """`seen` is the card that was shown to win the prize, or to have it."""

    seen = PressedNumber()


@pages.get("/<int:id_>/prizes")
def prizes(id_: int) -> Shown:
    return _page(FinishForm(), read(id_))


def _page(form: FinishForm, office: Office, *, status: int = 200) -> Shown:
    shared = [place for band in prizing.reached_bands(office.night) for place in band]
    return show(
        "prizes",
        office,
        status=status,
        form=form,
        list_form=DeskForm(blank=True),
        shared=[side(office.night, place.ticket) for place in shared],
    )


@pages.post("/<int:id_>/prizes/finish")
def finish(id_: int) -> Response | Shown:
    form = FinishForm()
    if carry_out(form, lambda stamp: prizing.finish(the_desk(), stamp, id_, form.play_off.data or ())):
        flash(_("The tournament is finished. Now the prizes can be handed out."))
        return redirect(url_for("office.prizes", id_=id_), 303)
    return _page(form, read(id_), status=422)


@pages.post("/<int:id_>/prizes/<int:rank>/<any(collect, undo):what>")
def collect_prize(id_: int, rank: int, what: str) -> Response | Shown:
    form = CollectForm()
    collected, seen = what == "collect", form.seen.data or 0
    if entry := carry_out(
        form,
        lambda stamp: prizing.collect_prize(the_desk(), stamp, id_, rank, seen=seen, collected=collected),
    ):
        flash(_said(entry.after))
        return redirect(url_for("office.prizes", id_=id_), 303)
    return _page(FinishForm(blank=True), read(id_), status=422)


def _said(facts: Facts) -> str:
    prize = wording.prize_text(facts["text"], facts["rank"], locale())
    if facts["collected"]:
        return _("Collected: %(prize)s.", prize=prize)
    return (
        _("Given back: %(prize)s.", prize=prize)
        if "back_from" in facts
        else _("Not collected yet: %(prize)s.", prize=prize)
    )


@pages.app_template_global()
def prize_name(prize: PrizeView) -> str:
    """A prize by its rank and what it is; only once if it is nothing but "2nd prize"."""
    text, plain = prize_text(prize), _("Prize %(rank)s", rank=prize.rank)
    if is_usual_prize(prize.text, prize.rank) or text.casefold() == plain.casefold():
        return text
    return _("Prize %(rank)s: %(prize)s", rank=prize.rank, prize=text)


@pages.route("/<int:id_>/prizes/reopen", methods=["GET", "POST"])
def reopen_tournament(id_: int) -> Response | Shown:
    """Take the end back, to correct a result; what that means for prizes already collected is said first."""
    form = DeskForm()
    if form.is_sent and carry_out(form, lambda stamp: prizing.reopen(the_desk(), stamp, id_)):
        flash(_("The tournament is open again: results can be corrected."))
        return redirect(url_for("office.results", id_=id_), 303)
    return show_form("reopen_tournament", form, read(id_))
