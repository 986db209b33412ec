"""Tournaments as files, for the management: taken along to another computer, and brought here from one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from flask import flash, make_response, redirect, request, url_for
from werkzeug.wrappers import Response
from wtforms import FileField

from tournament.desk.archive import archive_bytes, bring_in_once
from tournament.desk.importing import DoesNotHold
from tournament.desk.office import list_tournaments
from tournament.desk.verify import Discrepancy
from tournament.errors import RuleBroken
from tournament.language import mark
from tournament.web.context import Shown, _, locale, the_desk
from tournament.web.forms import DeskForm
from tournament.web.office.frame import pages, read, show

LARGEST_ARCHIVE = 50_000_000
"""In bytes: an archive of 4,096 cards has five million."""

DOUBTS_SHOWN = 10
"""Of an archive that does not hold, so many reasons are shown; the first is the one to look at."""


class ArchiveForm(DeskForm):
    file = FileField(mark("Archive of a tournament"))


@pages.route("/archives", methods=["GET", "POST"])
def archives() -> Response | Shown:
    """All tournaments, each to be taken along as a file, and a form to bring one here."""
    request.max_content_length = LARGEST_ARCHIVE
    form = ArchiveForm()
    if form.is_sent and form.validate():
        try:
            id_, new = bring_in_once(the_desk(), _uploaded())
        except DoesNotHold as refused:
            form.refuse(refused)
            return _show(form, refused.found)
        except RuleBroken as refused:
            form.refuse(refused)
            return _show(form)
        flash(_("The tournament is here now.") if new else _("This tournament stands here already."))
        return redirect(url_for("office.overview", id_=id_), 303)
    return _show(form)


@pages.get("/<int:id_>/archive.json")
def export_archive(id_: int) -> Response:
    """The archive of one tournament, as a file to keep. NotThere without it."""
    response = make_response(archive_bytes(the_desk().database, id_))
    response.mimetype = "application/json"
    name = f"preisschnapsen-{read(id_).night.terms.date}-{id_}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _uploaded() -> bytes:
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        raise RuleBroken("Choose a file, please.", field="file")
    with closing(upload):
        data: bytes = upload.read()
    return data


def _show(form: ArchiveForm, found: Sequence[Discrepancy] = ()) -> Shown:
    return show(
        "archives",
        status=422 if form.errors else 200,
        form=form,
        tournaments=list_tournaments(the_desk().database),
        doubts=[doubt.sentence(locale()) for doubt in found[1:DOUBTS_SHOWN]],
    )
