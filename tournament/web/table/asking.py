"""How many points is that? On a sheet, by a tournament's terms, or by a set of rules."""

from __future__ import annotations

from typing import Any

from flask import render_template, request

from tournament.desk.loading import read_night
from tournament.schnapsen.asking import Settled, ask
from tournament.schnapsen.rules import DEFAULT_PROFILE, Rules, rules_from
from tournament.schnapsen.side import Side
from tournament.web.context import _, the_desk
from tournament.web.table.forms import EntryForm
from tournament.web.table.frame import pages, read


@pages.get("/<token>/points")
def points(token: str) -> str:
    """How many points is that, on this table?"""
    view = read(token)
    return _asked(view.rules, view.names, view=view, form=EntryForm(on=view.last_line))


@pages.get("/points")
def points_by_profile() -> str:
    """How many points is that, by the rules of a profile?"""
    rules = rules_from({"profile": request.args.get("profile", DEFAULT_PROFILE)})
    return _asked(rules, (_("Player 1"), _("Player 2")))


@pages.get("/points/<int:id_>")
def points_in(id_: int) -> str:
    """How many points is that, by the terms of this tournament?"""
    night = read_night(the_desk().database, id_)
    return _asked(rules_from(night.terms.rules), (_("Player 1"), _("Player 2")), night=night.terms)


def _asked(rules: Rules, names: tuple[str, str], **context: Any) -> str:  # noqa: ANN401 (for the template)
    answers = request.args.getlist("a")
    step = ask(rules, answers)
    winner = Side(answers[0]) if answers else None
    said = {"winner": winner.of(names), "loser": winner.other.of(names)} if winner else {}
    settled = step if isinstance(step, Settled) else None
    return render_template(
        "table/points.html", step=step, settled=settled, answers=answers, names=names, said=said, **context
    )
