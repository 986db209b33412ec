"""Undoing the last act of whoever is signed in, from a quiet button on the pages where acts happen.

Where one press cannot, it is said why, with a link to the page that can.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import flash, redirect, request, url_for
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Response
from wtforms import HiddenField

from tournament.desk import undoing
from tournament.desk.acts import Entry
from tournament.desk.office import Office
from tournament.language import mark, translate
from tournament.web.answers import carry_out
from tournament.web.context import Shown, _, locale, the_desk, user
from tournament.web.fields import HiddenNumber
from tournament.web.forms import DeskForm
from tournament.web.office.frame import pages, read, show_form
from tournament.web.roles import may, may_undo
from tournament.web.telling import act_sentence

_BACK = ("sell", "results", "draw", "prizes", "overview")
"""The pages that offer it, by their endpoints: after undoing one is there again."""


_PAGES = {
    "open-tournament": ("office.terms", mark("Terms")),
    "change-terms": ("office.terms", mark("Terms")),
    "restore-backup": ("office.backups", mark("Backups")),
    "record-result": ("office.pairing", mark("Correct the result")),
    "record-walkover": ("office.pairing", mark("Correct the result")),
    "withdraw-result": ("office.pairing", mark("Correct the result")),
    "withdraw": ("office.bring_back", mark("Bring this player back")),
    "bring-back": ("office.withdraw", mark("This player goes home")),
    "announce-draw": ("office.draw", mark("Draw")),
    "draw-rounds": ("office.draw", mark("Void the draw")),
    "void-draw": ("office.draw", mark("Draw")),
    "close-sales": ("office.draw", mark("Draw")),
    "reopen-sales": ("office.sell", mark("Sales")),
    "sell": ("office.player", mark("The player and his cards")),
    "sell-late": ("office.player", mark("The player and his cards")),
    "serve-guest": ("office.player", mark("The player and his cards")),
    "name-ticket": ("office.player", mark("The player and his cards")),
    "move-ticket": ("office.player", mark("The player and his cards")),
    "rename": ("office.player", mark("The player and his cards")),
    "merge-players": ("office.player", mark("The player and his cards")),
    "sell-unnamed": ("office.sell", mark("Sales")),
    "take-back": ("office.sell", mark("Sales")),
    "pay": ("office.sell", mark("Sales")),
    "import-players": ("office.sell", mark("Sales")),
    "double-capacity": ("office.terms", mark("Terms")),
    "finish": ("office.reopen_tournament", mark("Open the tournament again")),
    "reopen": ("office.overview", mark("What now?")),
    "collect-prize": ("office.prizes", mark("Places and prizes")),
    "count-cash": ("office.cash", mark("Cash")),
    "wait-for-cards": ("office.waiting", mark("Waiting list")),
    "drop-guest": ("office.waiting", mark("Waiting list")),
}
"""Where what one press cannot undo can be changed all the same."""


@dataclass(frozen=True, slots=True)
class Link:
    href: str
    label: str


class UndoForm(DeskForm):
    """`seen` is the revision of the act to be undone, `back` the page it is done from."""

    seen = HiddenNumber()
    back = HiddenField()


@dataclass(frozen=True, slots=True)
class LastAct:
    """What was done last, told as in the log, and the form that undoes it; or why not, and which page can."""

    sentence: str
    form: UndoForm | None
    reason: str = ""
    page: Link | None = None


@pages.app_template_global()
def last_act(office: Office) -> LastAct | None:
    """The last act of whoever is signed in."""
    last = undoing.last_act(the_desk().database, office.id, user() or "")
    if last is None:
        return None
    sentence = act_sentence(last.entry, office)
    if not may_undo(last.entry.act):
        return LastAct(sentence, None, _("This is done by somebody with another role."))
    if last.obstacle:
        return LastAct(sentence, None, translate(last.obstacle, locale()), page_that_can(last.entry, office))
    form = UndoForm()
    form.seen.data = last.entry.revision
    form.back.data = (request.endpoint or "").removeprefix("office.")
    return LastAct(sentence, form)


@pages.post("/<int:id_>/undo")
def undo(id_: int) -> Response | Shown:
    form = UndoForm()
    seen = form.seen.data or 0
    last = undoing.last_act(the_desk().database, id_, user() or "")
    if last and last.entry.revision == seen and not may_undo(last.entry.act):
        raise Forbidden
    entry = carry_out(form, lambda stamp: undoing.undo(the_desk(), stamp, id_, seen=seen))
    office = read(id_)
    if not entry:
        last = undoing.last_act(the_desk().database, id_, user() or "")
        page = page_that_can(last.entry, office) if last and last.entry.revision == seen else None
        return show_form("undone", form, office, page=page)
    flash(act_sentence(entry, office))
    back = f"office.{form.back.data}"
    endpoint = back if form.back.data in _BACK and may(back) else "office.overview"
    return redirect(url_for(endpoint, id_=id_), 303)


def page_that_can(entry: Entry, office: Office) -> Link | None:
    """The page on which what this act did can be changed all the same, for whoever may reach it."""
    endpoint, label = _PAGES.get(entry.act, ("office.overview", mark("What now?")))
    values = _address(entry, endpoint, office)
    if values is None or not may(endpoint):
        return None
    return Link(url_for(endpoint, **values), _(label))


def _address(entry: Entry, endpoint: str, office: Office) -> dict[str, Any] | None:
    """What the address of that page needs; None if what it is about is no more."""
    if endpoint == "office.backups":
        return {}
    if endpoint in ("office.player", "office.bring_back", "office.withdraw"):
        player = entry.after.get("player")
        return {"id_": office.id, "player": player} if player in office.night.person else None
    if endpoint == "office.pairing":
        there = office.board.round(entry.after["round"])
        return {"id_": office.id, "slug": there.slug, "number": entry.after["pairing"]} if there else None
    return {"id_": office.id}
