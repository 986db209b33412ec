"""The end of the night: places, and prizes ticked off as they are collected."""

from __future__ import annotations

from flask import flash, redirect, url_for
from werkzeug.wrappers import Response

from tournament.desk import prizing
from tournament.desk.acts import Facts
from tournament.desk.board import PrizeView
from tournament.web.answers import carry_out
from tournament.web.context import _, the_desk
from tournament.web.forms import DeskForm
from tournament.web.office.frame import Shown, pages, read, show_form


@pages.get("/<int:id_>/prizes")
def prizes(id_: int) -> Shown:
    return show_form("prizes", DeskForm(), read(id_))


@pages.post("/<int:id_>/prizes/finish")
def finish(id_: int) -> Response | Shown:
    form = DeskForm()
    if carry_out(form, lambda stamp: prizing.finish(the_desk(), stamp, id_)):
        flash(_("The tournament is finished. Now the prizes can be handed out."))
        return redirect(url_for("office.prizes", id_=id_), 303)
    return show_form("prizes", form, read(id_))


@pages.post("/<int:id_>/prizes/<int:rank>/<any(collect, undo):what>")
def collect_prize(id_: int, rank: int, what: str) -> Response | Shown:
    form = DeskForm()
    collected = what == "collect"
    if entry := carry_out(
        form, lambda stamp: prizing.collect_prize(the_desk(), stamp, id_, rank, collected=collected)
    ):
        flash(_said(entry.after))
        return redirect(url_for("office.prizes", id_=id_), 303)
    return show_form("prizes", form, read(id_))


def _said(facts: Facts) -> str:
    prize = facts["text"]
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
    plain = _("Prize %(rank)s", rank=prize.rank)
    if prize.text.casefold() == plain.casefold():
        return prize.text
    return _("Prize %(rank)s: %(prize)s", rank=prize.rank, prize=prize.text)


@pages.route("/<int:id_>/prizes/reopen", methods=["GET", "POST"])
def reopen_tournament(id_: int) -> Response | Shown:
    """Take the end back, to correct a result; what that means for prizes already collected is said first."""
    form = DeskForm()
    if form.is_sent and carry_out(form, lambda stamp: prizing.reopen(the_desk(), stamp, id_)):
        flash(_("The tournament is open again: results can be corrected."))
        return redirect(url_for("office.results", id_=id_), 303)
    return show_form("reopen_tournament", form, read(id_))
