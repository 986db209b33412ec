"""Showing a sheet, and writing on it: entries, columns, the first dealer."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import sha256

from flask import flash, jsonify, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from tournament.desk.restoring import generation
from tournament.desk.scoring import Sent, write_entries
from tournament.desk.seats import choose_first_dealer, free_seats, leave_seat, take_seat
from tournament.desk.sheets import SheetView, Visitor
from tournament.errors import NotThere, Overtaken, RuleBroken
from tournament.language import translate
from tournament.schnapsen.sheet import possible_results
from tournament.schnapsen.side import Side
from tournament.web.answers import what_is_wrong
from tournament.web.context import _, locale, the_desk, user
from tournament.web.forms import DeskForm
from tournament.web.table.columns import columns
from tournament.web.table.forms import ChoiceForm, EntryForm, HeaderForm, Unreadable, sent_as_json
from tournament.web.table.frame import note_wrong_link, pages, read, remember, seen_by, visitor


@pages.get("/<token>")
def sheet(token: str) -> Response:
    """One sheet, for whoever has its link."""
    return _shown("table/sheet.html", read(token))


@pages.get("/<token>/live")
def live(token: str) -> Response:
    """What changes on the sheet, asked for again and again: 304 while nothing has."""
    return _shown("table/_sheet.html", read(token))


@pages.post("/<token>")
def write(token: str) -> Response:
    """Write on the sheet: one entry as a form, or what a phone kept, in order, as JSON."""
    read(token)
    if request.is_json:
        return _write_what_was_kept(token)
    form = EntryForm()
    if not form.validate():
        return _back(token, _errors(form))
    try:
        refusal, _refused = _written(token, [form.sent()])
    except Unreadable as broken:
        refusal = broken
    return _back(token, translate(refusal, locale()) if refusal else "")


def _write_what_was_kept(token: str) -> Response:
    if not HeaderForm().validate():
        return _told(token, 400, error=_("This page was open for too long; please send it again."))
    try:
        refusal, refused = _written(token, sent_as_json(_json()))
    except Unreadable as broken:
        refusal, refused = broken, ()
    if refusal is None:
        return _told(token, 200)
    status = 409 if isinstance(refusal, Overtaken) else 422
    return _told(token, status, error=translate(refusal, locale()), refused=refused)


def _json() -> object:
    """What was sent; None if it is no JSON, or nested without end."""
    try:
        return request.get_json(silent=True)
    except RecursionError:
        return None


def _written(token: str, sent: Sequence[Sent]) -> tuple[RuleBroken | None, tuple[Sent, ...]]:
    """What was refused of the entries, and why. NotThere and Expired have pages of their own."""
    try:
        written = write_entries(the_desk(), token, sent, visitor())
    except NotThere:
        raise
    except RuleBroken as refusal:
        return refusal, tuple(sent)
    return written.refusal, written.refused


def _told(token: str, status: int, *, error: str = "", refused: Sequence[Sent] = ()) -> Response:
    """What a phone is told: the sheet as it stands, and what was refused."""
    sheet = _shown("table/_sheet.html", read(token), always=True).get_data(as_text=True)
    answer = jsonify(error=error, refused=[one.key for one in refused], sheet=sheet)
    answer.status_code = status
    return answer


@pages.post("/<token>/seat")
def choose(token: str) -> Response:
    """Choose a column, leave it, let others have both, or say who deals first."""
    read(token)
    form = ChoiceForm()
    phone = request.cookies.get("phone") or secrets.token_hex(12)
    if not form.validate():
        return _back(token, _errors(form))
    error = ""
    try:
        _choose(token, form.choice.data, phone)
    except NotThere:
        raise
    except RuleBroken as refusal:
        error = translate(refusal, locale())
    return remember(_back(token, error), "phone", phone, url_for("table.index"))


def _choose(token: str, choice: str, phone: str) -> None:
    match choice.split():
        case ["take", ("A" | "B") as side]:
            take_seat(the_desk(), token, Side(side), phone)
        case ["leave"]:
            leave_seat(the_desk(), token, phone)
        case ["free"]:
            free_seats(the_desk(), token, visitor())
        case ["dealer", ("A" | "B") as side]:
            choose_first_dealer(the_desk(), token, Side(side), visitor())
        case _:
            raise RuleBroken("This entry cannot be read.", rule="4", field="choice")


@pages.get("/<token>/host/<key>")
def host(token: str, key: str) -> Response:
    """The host's link: this browser may write in both columns from now on."""
    if not seen_by(token, Visitor(host_key=key)).is_host:
        note_wrong_link()
        raise NotThere("There is no score sheet at this link.")
    answer = redirect(url_for("table.sheet", token=token), 303)
    return remember(answer, "host", key, url_for("table.sheet", token=token))


def _shown(template: str, view: SheetView, *, always: bool = False) -> Response:
    """The sheet as this visitor may use it, or 304 while nothing has changed; `always` never says 304."""
    form = EntryForm(on=view.last_line)
    tag = _tag(view)
    if not always and "_flashes" not in session and request.if_none_match.contains_weak(tag):
        answer = make_response("", 304)
    else:
        shows = {
            "page_class": "table",
            "columns": columns(view),
            "results": possible_results(view.rules),
            "tag": tag,
        }
        answer = make_response(render_template(template, view=view, form=form, choice=ChoiceForm(), **shows))
    answer.set_etag(tag, weak=True)
    answer.vary.update(("Accept-Language", "Cookie"))
    return answer


def _tag(view: SheetView) -> str:
    """Changes with all that the page shows, and with the token its forms carry."""
    today = the_desk().now().date()
    shows = (
        generation(the_desk().database),
        view.revision,
        view.names,
        view.seat,
        view.is_host,
        locale(),
        user(),
        session.get("csrf"),
        today,
        request.args,
    )
    return f"{view.revision}-{sha256(repr(shows).encode()).hexdigest()[:12]}"


def _errors(form: DeskForm) -> str:
    return " ".join(what_is_wrong(form))


def _back(token: str, error: str = "") -> Response:
    if error:
        flash(error, "error")
    return redirect(url_for("table.sheet", token=token), 303)
