"""The club's logo and its sponsors, for every sheet of paper."""

from __future__ import annotations

from base64 import b64encode

from flask import flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import FileField, HiddenField

from tournament.desk.letterhead import Letterhead, read_letterhead, write_letterhead
from tournament.language import mark
from tournament.paper.typesetting import check_picture
from tournament.web.answers import attempt
from tournament.web.context import _, the_desk
from tournament.web.fields import CheckField, TextField
from tournament.web.forms import DeskForm
from tournament.web.office.frame import desk_pages, read
from tournament.web.paper.prints import pages


class LetterheadForm(DeskForm):
    may_lack = frozenset({"without"})

    logo = FileField(mark("Logo of the club"))
    without = CheckField(mark("Print without this logo from now on"))
    sponsors = TextField(mark("Sponsors"))
    seen = HiddenField()


@pages.route("/letterhead", methods=["GET", "POST"])
def letterhead(id_: int) -> Response | tuple[str, int]:
    stands = read_letterhead(the_desk().database)
    form = LetterheadForm(sponsors=stands.sponsors, seen=stands.state)
    if form.is_sent and attempt(form, lambda: _save(form, stands)):
        flash(_("This is how the sheets are printed from now on."))
        return redirect(url_for("paper.index", id_=id_), 303)
    office = read(id_)
    page = render_template(
        "paper/letterhead.html",
        night=office,
        desk_pages=desk_pages(office),
        form=form,
        picture=_as_source(stands.logo),
    )
    return page, 422 if form.errors else 200


def _save(form: LetterheadForm, stands: Letterhead) -> None:
    upload = request.files.get("logo")
    logo = upload.read() if upload else b""
    if logo:
        check_picture(logo)
    kept = b"" if form.without.data else stands.logo
    letterhead = Letterhead(logo or kept, form.sponsors.data)
    write_letterhead(the_desk().database, letterhead, seen=form.seen.data or "")


def _as_source(logo: bytes) -> str:
    """A picture as an image's source; browsers tell the kinds apart themselves, but for SVG."""
    kind = "svg+xml" if b"<svg" in logo[:1000] else "png"
    return f"data:image/{kind};base64,{b64encode(logo).decode()}" if logo else ""
