"""The backups of this desk, for the management: made by hand, and gone back to."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from typing import TypeVar

from flask import flash, redirect, request, url_for
from werkzeug.wrappers import Response
from wtforms import FileField, HiddenField

from tournament.desk import wording
from tournament.desk.acts import Stamp
from tournament.desk.backups import FOLDER, Backup, Backups, Elsewhere, Why, cannot_be_done, made_here
from tournament.desk.glancing import Look, look_into
from tournament.desk.restoring import Restored, generation, restore
from tournament.desk.wording import round_name
from tournament.errors import NotThere, RuleBroken
from tournament.language import INN, mark, show_date_time, show_number
from tournament.web.answers import attempt
from tournament.web.context import Shown, _, account, locale, ngettext, the_desk, user
from tournament.web.forms import DeskForm
from tournament.web.office.frame import pages, show, show_form
from tournament.web.telling import act_name

T = TypeVar("T")

DOUBTS_SHOWN = 3
"""So many doubts are told one by one; messages travel in a cookie, which holds four kilobytes."""

LARGEST_FILE = 500_000_000
"""In bytes: a thousand full nights fit."""


class BringForm(DeskForm):
    file = FileField(mark("Backup file"))


class RestoreForm(DeskForm):
    """`generation` is that of the data which were to be replaced: a form sent twice finds another."""

    backup = HiddenField()
    generation = HiddenField()


@pages.route("/backups", methods=["GET", "POST"])
def backups() -> Response | Shown:
    form = DeskForm()
    if form.is_sent and (made := attempt(form, lambda: _with_files(_make))):
        flash(_("The backup is made: %(size)s.", size=file_size(made.came.bytes)))
        return redirect(url_for("office.backups"), 303)
    return _show(form, BringForm())


@pages.post("/backups/bring")
def bring_backup() -> Response | Shown:
    """A backup from a stick or another computer comes into the list, and is asked about as any other."""
    request.max_content_length = LARGEST_FILE
    form = BringForm()
    if made := attempt(form, lambda: _with_files(_bring)):
        return redirect(url_for("office.restore_backup", backup=made.came.name), 303)
    return _show(DeskForm(), form)


def _show(form: DeskForm, bring: BringForm) -> Shown:
    kept = the_desk().backups
    made = [(backup, look_into(kept, backup)) for backup in kept.list()] if kept else []
    status = 422 if form.errors or bring.errors else 200
    return show("backups", status=status, form=form, bring=bring, backups=kept, made=made, variable=FOLDER)


@pages.route("/backups/restore", methods=["GET", "POST"])
def restore_backup() -> Response | Shown:
    """What going back would do, and doing it."""
    form = RestoreForm()
    made = _named((form.backup.data if form.is_sent else request.args.get("backup")) or "")
    if form.is_sent and (restored := attempt(form, lambda: _with_files(lambda: _restore(form)))):
        _tell(made, restored.came)
        return redirect(url_for("office.backups"), 303)
    if not form.is_sent:
        form.process(data={"backup": made.name, "generation": generation(the_desk().database)})
    return show_form("restore_backup", form, made=made, look=look_into(_kept(), made))


@pages.app_template_global()
def why_backed_up(made: Backup) -> str:
    return wording.why_backed_up(made.why, locale())


@pages.app_template_global()
def to_the_second(moment: datetime) -> str:
    """Day and time in the inn: several backups can be made in one minute."""
    return f"{show_date_time(moment, locale())}:{moment.astimezone(INN):%S}"


@pages.app_template_global()
def last_in(look: Look) -> str:
    """Tournament, act and rounds of what was done last in a backup; nothing if that is not known."""
    if look.last is None:
        return ""
    rounds = ", ".join(round_name(*round_, locale()) for round_ in look.last.rounds)
    done = act_name(look.last.act) + (f" ({rounds})" if rounds else "")
    return _("%(tournament)s: %(act)s", tournament=look.last.tournament, act=done)


@pages.app_template_global()
def file_size(size: int) -> str:
    """A size in bytes as people read it: whole kilobytes, from ten megabytes on whole megabytes."""
    if size < 10_000_000:
        return _("%(number)s kB", number=show_number(-(-size // 1000), locale()))
    return _("%(number)s MB", number=show_number(round(size / 1_000_000), locale()))


@pages.app_template_global()
def backup_headline(trouble: RuleBroken) -> str:
    if isinstance(trouble, Elsewhere):
        return _("The second folder cannot be reached.")
    return _("The last backup did not work.")


@pages.app_template_global()
def backup_trouble() -> RuleBroken | None:
    """Why the last backup failed, for the pages of the desk; the page of the backups says it in its place."""
    kept = the_desk().backups
    at_desk = request.blueprint == pages.name and request.endpoint != "office.backups"
    return kept.trouble if kept and at_desk and account() else None


def _kept() -> Backups:
    """All backups of this desk. RuleBroken if it makes none."""
    return made_here(the_desk().backups, the_desk().database)


def _make() -> Backup:
    return _kept().make(the_desk().now())


def _bring() -> Backup:
    kept, upload = _kept(), request.files.get("file")
    if upload is None or not upload.filename:
        raise RuleBroken("Choose a file, please.", field="file")
    with closing(upload):
        return kept.bring(upload.stream, the_desk().now())


def _named(name: str) -> Backup:
    kept = the_desk().backups
    if kept is None:
        raise NotThere("This backup does not exist any more.", field="backup")
    return kept.named(name)


def _restore(form: RestoreForm) -> Restored:
    """Go back. The stamp has no key, for one key could not stand in the logs of several tournaments."""
    stamp, seen = Stamp(user() or ""), form.generation.data or ""
    return restore(the_desk(), stamp, form.backup.data or "", seen=seen)


def _with_files(act: Callable[[], T]) -> T:
    """What came of it. RuleBroken if the files do not let it happen."""
    try:
        return act()
    except OSError as error:
        raise cannot_be_done(error) from error


def _came_back(made: Backup, count: int) -> str:
    if made.why == Why.BROUGHT:
        return ngettext(
            "%(num)s tournament is here as it stands in the file.",
            "%(num)s tournaments are here as they stand in the file.",
            count,
        )
    return ngettext(
        "%(num)s tournament is back as it stood on %(moment)s.",
        "%(num)s tournaments are back as they stood on %(moment)s.",
        count,
        moment=show_date_time(made.made_at, locale()),
    )


def _tell(made: Backup, restored: Restored) -> None:
    """Say what came back, where the other state is, and what does not hold in what came back."""
    said = _came_back(made, restored.tournaments)
    if restored.kept:
        said += " " + _("What stood here before is kept as a backup.")
    flash(said)
    for name, doubt in restored.doubts[:DOUBTS_SHOWN]:
        flash(_("Does not hold in %(name)s: %(doubt)s", name=name, doubt=doubt.sentence(locale())), "error")
    if more := len(restored.doubts[DOUBTS_SHOWN:]):
        flash(ngettext("And %(num)s more doubt.", "And %(num)s more doubts.", more), "error")
