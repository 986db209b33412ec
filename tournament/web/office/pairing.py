"""How one pairing ended: who won, 2:0 or 2:1, or only "won"; points of each game; or somebody was absent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask import flash, redirect, request, url_for
from werkzeug.wrappers import Response

from tournament.desk import correcting, sheets
from tournament.desk.acts import Entry, Stamp
from tournament.desk.matches import PairingView, RoundView, Side
from tournament.desk.office import Office
from tournament.errors import NotThere, RuleBroken
from tournament.knockout.rounds import Outcome
from tournament.language import mark
from tournament.web.answers import carry_out
from tournament.web.context import Shown, _, the_desk
from tournament.web.fields import HiddenNumber, TextField
from tournament.web.forms import DeskForm
from tournament.web.office.ending import POINTS, WALKOVER, WON, consequences, read_ending, record, ref_of
from tournament.web.office.frame import flash_with_link, pages, read, show, show_form
from tournament.web.office.results import pairing_url
from tournament.web.wording import result_sentence


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers offered for one side as the winner: (value of the button, what it says)."""

    side: Side
    offered: tuple[tuple[str, str], ...]
    walkover: str


class SeenForm(DeskForm):
    """`seen` is the revision at which the match was read."""

    seen = HiddenNumber()


class PairingForm(SeenForm):
    answer = TextField()
    games = TextField(mark("Points of each game"))


@pages.route("/<int:id_>/results/<slug>/<int:number>", methods=["GET", "POST"])
def pairing(id_: int, slug: str, number: int) -> Response | Shown:
    office = read(id_)
    view = find_pairing(office, slug, number)
    form = PairingForm(seen=view.revision)
    if form.is_sent:
        answer, games = form.answer.data, form.games.data
        if asks_first(office, view, form, answer, games):
            return redirect(correct_url(office, view, answer, games), 303)
        if entry := carry_out(form, lambda stamp: _record(office, view, form, stamp)):
            return recorded(entry)
    elif before := correcting.waits_for(office.night, ref_of(office, view)):
        return show("waits", office, pairing=view, round_=round_of(office, view), before=before)
    in_the_way = _in_the_way(office, view, form) if form.is_sent else []
    return show_form(
        "pairing",
        form,
        office,
        pairing=view,
        answers=_answers(office, view),
        in_the_way=in_the_way,
        **_circumstances(office, view),
    )


def asks_first(office: Office, view: PairingView, form: SeenForm, answer: str, points: str) -> bool:
    """Whether this result would change more than itself: then the page says what, before anything happens."""
    free = _is_free(office, view)
    if free or form.seen.data != view.revision or not form.validate():
        return False
    try:
        said = read_ending(office, view, answer, points)
        return bool(consequences(office, view, said).cost)
    except RuleBroken:
        return False  # recording it says why not, at the field


def _is_free(office: Office, view: PairingView) -> bool:
    round_ = round_of(office, view)
    return correcting.is_free(office.night, round_.stage, round_.number)


def _in_the_way(office: Office, view: PairingView, form: PairingForm) -> list[RoundView]:
    """The rounds whose draws have to be voided before this answer can be recorded."""
    try:
        consequences(office, view, read_ending(office, view, form.answer.data, form.games.data))
    except RuleBroken as refusal:
        return rounds_named(office, correcting.in_the_way(office.night, refusal))
    return []


def rounds_named(office: Office, slugs: Iterable[str]) -> list[RoundView]:
    return [round_ for round_ in map(office.board.round, slugs) if round_]


def find_pairing(office: Office, slug: str, number: int) -> PairingView:
    """A match of two. NotThere without it."""
    found = office.board.pairing(slug, number)
    if found is None or found.right is None:
        raise NotThere("This match does not exist.")
    return found


def recorded(entry: Entry) -> Response:
    """After a result: what was recorded, and on to the next; it may be withdrawn if it was sent again."""
    office = read(entry.tournament)
    view = find_pairing(office, entry.after["round"], entry.after["pairing"])
    if view.outcome:
        flash_with_link(result_sentence(view), pairing_url(office.id, view), _("Correct"))
    else:
        flash(_("Match %(number)s is open again since.", number=view.number))
    return redirect(url_for("office.results", id_=office.id), 303)


def round_of(office: Office, view: PairingView) -> RoundView:
    round_ = office.board.round(view.round)
    assert round_ is not None  # noqa: S101 (the pairing was found in it)
    return round_


def _record(office: Office, view: PairingView, form: PairingForm, stamp: Stamp) -> Entry:
    said = read_ending(office, view, form.answer.data, form.games.data)
    return record(office, view, said, stamp, seen=form.seen.data or 0)


def correct_url(office: Office, view: PairingView, answer: str, games: str, *, reported: bool = False) -> str:
    """The page that says what this answer would change; `reported` as in `record`."""
    points = games if answer == POINTS else None
    return url_for(
        "office.correct",
        id_=office.id,
        slug=view.round,
        number=view.number,
        answer=answer,
        games=points,
        reported=1 if reported else None,
    )


def _answers(office: Office, view: PairingView) -> list[Answers]:
    """For each side what it can have won; first the side whose opponent hands in his card."""
    lost = request.args.get("card", type=int)
    sides = sorted(view.sides, key=lambda side: side.ticket == lost)
    games = office.night.terms.bummerl_to_win
    return [
        Answers(
            side,
            (
                *((f"{side.ticket} {games}:{others}", f"{games}:{others}") for others in range(games)),
                *(((f"{side.ticket} {WON}", _("won, no score")),) if games > 1 else ()),
            ),
            f"{side.ticket} {WALKOVER}",
        )
        for side in sides
    ]


def _circumstances(office: Office, view: PairingView) -> Mapping[str, object]:
    round_ = round_of(office, view)
    drawn = rounds_named(office, correcting.drawn_from(office.night, round_.stage, round_.number))
    lost = request.args.get("card", type=int)
    tokens = sheets.sheet_tokens(the_desk().database, office.id) if office.night.terms.score_sheets else {}
    return {
        "round_": round_,
        "lost": next((side for side in view.sides if side.ticket == lost), None),
        "handed_in": view.outcome is Outcome.HANDED_IN,
        "locked": office.night.finished,
        "drawn": drawn,
        "may_both_miss": correcting.may_both_miss(office.night, ref_of(office, view)),
        "others": _others(office, view, lost),
        "token": tokens.get(view.key),
    }


def _others(office: Office, view: PairingView, typed: int | None) -> list[tuple[PairingView, str]]:
    """The open pairings whose lot was perhaps meant by the number typed."""
    meant = [p for p in office.board.open if typed is not None and p.number == typed and p != view]
    return [(other, pairing_url(office.id, other)) for other in meant]
