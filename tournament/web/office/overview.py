"""What now? The one next step of a night, the biggest thing on its page."""

from __future__ import annotations

from typing import Any

from flask import url_for
from werkzeug.wrappers import Response

from tournament.desk.office import Office, Step
from tournament.language import mark
from tournament.web.context import _
from tournament.web.office.frame import Shown, pages, read, show, show_live

_STEPS = {
    Step.SELL: (mark("Sell the cards"), mark("Sell cards"), "office.sell"),
    Step.ANNOUNCE: (mark("Announce the draw"), mark("Go to the draw"), "office.draw"),
    Step.DRAW: (mark("Draw"), mark("Go to the draw"), "office.draw"),
    Step.PLAY: (mark("Record the results"), mark("Record a result"), "office.results"),
    Step.FINISH: (mark("Finish the tournament"), mark("Go to places and prizes"), "office.prizes"),
    Step.AWARD: (mark("Hand out the prizes"), mark("Go to the prizes"), "office.prizes"),
    Step.DONE: (mark("All done"), mark("Print the results"), "paper.index"),
}
"""What to do now, the words on its button, and where that is done."""


@pages.get("/<int:id_>")
def overview(id_: int) -> Shown:
    office = read(id_)
    return show("overview", office, **_next_step(office))


@pages.get("/<int:id_>/now")
def now(id_: int) -> Response:
    """The same, to be asked for again and again."""
    office = read(id_)
    return show_live("_now", office, **_next_step(office))


def _next_step(office: Office) -> dict[str, Any]:
    title, label, endpoint = _STEPS[office.step]
    return {"step_title": _(title), "step_label": _(label), "step_href": url_for(endpoint, id_=office.id)}
