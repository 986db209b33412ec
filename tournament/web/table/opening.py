"""Opening a private sheet: two names, and how it is played."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tournament.desk import throttle
from tournament.desk.scoring import open_private_sheet
from tournament.desk.throttle import TooOften
from tournament.errors import RuleBroken
from tournament.web.context import Shown, the_desk
from tournament.web.table.forms import OpenForm
from tournament.web.table.frame import pages, remember

MOST_OPENED = 20
"""So many private sheets from one source within a minute."""


@pages.route("/", methods=["GET", "POST"])
def index() -> Response | Shown:
    """Open a private sheet."""
    form = OpenForm()
    if form.is_sent and form.validate():
        try:
            return _opened(form)
        except TooOften:
            raise
        except RuleBroken as error:
            form.refuse(error)
    return render_template("table/open.html", form=form), 422 if form.errors else 200


def _opened(form: OpenForm) -> Response:
    refusal = TooOften("So many new sheets at once: wait a minute, then try again.")
    throttle.note(the_desk(), f"open {request.remote_addr}", MOST_OPENED, refusal)
    token, host_key = open_private_sheet(the_desk(), (form.name_a.data, form.name_b.data), form.rules())
    answer = redirect(url_for("table.sheet", token=token), 303)
    return remember(answer, "host", host_key, url_for("table.sheet", token=token))
