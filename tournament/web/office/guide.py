"""What to do if something does not work: open to everybody, for it also helps who cannot sign in."""

from __future__ import annotations

from flask import render_template

from tournament.web.office.frame import Shown, pages, show


@pages.get("/help")
def guide() -> Shown:
    return show("guide")


@pages.get("/help/print")
def guide_paper() -> str:
    return render_template("paper/guide.html", night=None)
