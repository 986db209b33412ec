"""What to do if something does not work: open to everybody, for it also helps who cannot sign in."""

from __future__ import annotations

from flask import render_template

from tournament.web.context import _
from tournament.web.office.frame import Shown, pages, show


@pages.get("/help")
def guide() -> Shown:
    return show("guide", commands=_commands())


@pages.get("/help/print")
def guide_paper() -> str:
    return render_template("paper/guide.html", night=None, commands=_commands())


def _commands() -> dict[str, str]:
    """What is typed in a terminal when no page can help any more."""
    file = _("STICK/NIGHT.sqlite")
    return {
        "password": " ".join(("tournament user password", _("NAME"))),
        "backup": f"tournament backup {file}",
        "restore": f"tournament restore {file}",
    }
