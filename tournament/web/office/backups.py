"""The backups of this desk, for the management: made by hand, and gone back to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from flask import flash, redirect, request, url_for
from werkzeug.wrappers import Response
from wtforms import HiddenField

from tournament.desk.acts import Stamp
from tournament.desk.backups import BY_HAND, Backup, why
from tournament.desk.restoring import Restored, generation, restore
from tournament.errors import NotThere, RuleBroken
from tournament.language import mark, show_date_time, show_number
from tournament.web.answers import attempt
from tournament.web.context import _, account, locale, ngettext, the_desk, user
from tournament.web.forms import DeskForm
from tournament.web.office.frame import Shown, pages, show_form

T = TypeVar("T")

DOUBTS_SHOWN = 3
"""So many doubts are told one by one; messages travel in a cookie, which holds four kilobytes."""

_WHY = {
    "draw": mark("Before a draw"),
    "void": mark("Before a draw was voided"),
    "import": mark("Before an import"),
    BY_HAND: mark("Made by hand"),
    "before-restore": mark("Before going back to a backup"),
}


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
    kept = the_desk().backups
    return show_form("backups", form, backups=kept, made=kept.list() if kept else ())


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
    return show_form("restore_backup", form, made=made)


@pages.app_template_global()
def why_backed_up(made: Backup) -> str:
    return _(_WHY[made.why]) if made.why in _WHY else made.why


@pages.app_template_global()
def file_size(size: int) -> str:
    """A size in bytes as people read it: whole kilobytes, from ten megabytes on whole megabytes."""
    if size < 10_000_000:
        return _("%(number)s kB", number=show_number(-(-size // 1000), locale()))
    return _("%(number)s MB", number=show_number(round(size / 1_000_000), locale()))


@pages.app_template_global()
def backup_trouble() -> RuleBroken | None:
    """Why the last backup failed, for the pages of the desk; the page of the backups says it in its place."""
    kept = the_desk().backups
    at_desk = request.blueprint == pages.name and request.endpoint != "office.backups"
    return kept.trouble if kept and at_desk and account() else None


def _make() -> Backup:
    kept = the_desk().backups
    if kept is None:
        raise RuleBroken("PostgreSQL keeps its own backups: use pg_dump and pg_restore.")
    return kept.make(the_desk().now())


def _named(name: str) -> Backup:
    kept = the_desk().backups
    if kept is None:
        raise NotThere("This backup does not exist any more.", field="backup")
    return kept.named(name)


def _restore(form: RestoreForm) -> Restored:
    """Go back. The stamp has no key, for one key could not stand in the logs of several tournaments."""
    if form.generation.data != generation(the_desk().database):
        raise RuleBroken("Somebody has gone back to a backup since this page was opened. Look at that first.")
    return restore(the_desk(), Stamp(user() or ""), form.backup.data or "")


def _with_files(act: Callable[[], T]) -> T:
    """What came of it. RuleBroken if the files do not let it happen."""
    try:
        return act()
    except OSError as error:
        raise RuleBroken("That cannot be done with the files: %(reason)s", reason=why(error)) from error


def _tell(made: Backup, restored: Restored) -> None:
    """Say what came back, where the other state is, and what does not hold in what came back."""
    said = ngettext(
        "%(num)s tournament is back as it stood on %(moment)s.",
        "%(num)s tournaments are back as they stood on %(moment)s.",
        restored.tournaments,
        moment=show_date_time(made.made_at, locale()),
    )
    if restored.kept:
        said += " " + _("What stood here before is kept as a backup.")
    flash(said)
    for name, doubt in restored.doubts[:DOUBTS_SHOWN]:
        flash(_("Does not hold in %(name)s: %(doubt)s", name=name, doubt=doubt.sentence(locale())), "error")
    if more := len(restored.doubts[DOUBTS_SHOWN:]):
        flash(ngettext("And %(num)s more doubt.", "And %(num)s more doubts.", more), "error")
