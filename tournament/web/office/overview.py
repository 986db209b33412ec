"""What now? The one next step of a night, the biggest thing on its page."""

from __future__ import annotations

from typing import Any

from werkzeug.wrappers import Response

from tournament.desk.office import Office, Step
from tournament.language import mark
from tournament.web.context import Shown, _
from tournament.web.office.frame import pages, read, show, show_live
from tournament.web.roles import reachable

_STEPS = {
    Step.SELL: (mark("Sell cards"), "office.sell"),
    Step.ANNOUNCE: (mark("Go to the draw"), "office.draw"),
    Step.DRAW: (mark("Go to the draw"), "office.draw"),
    Step.PLAY: (mark("Record a result"), "office.results"),
    Step.FINISH: (mark("Go to places and prizes"), "office.prizes"),
    Step.AWARD: (mark("Go to the prizes"), "office.prizes"),
    Step.DONE: (mark("Print the results"), "paper.index"),
}
"""The words on the button of each step, and where it is done."""


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
    label, endpoint = _STEPS[office.step]
    return {"step_label": _(label), "step_href": reachable(endpoint, id_=office.id)}
