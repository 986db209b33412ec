"""How one pairing ended: who won, 2:0 or 2:1, or only "won"; points of each game; or somebody was absent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from tournament.desk import results as acts
from tournament.desk.acts import Entry, Stamp
from tournament.desk.board import PairingView, Side
from tournament.desk.office import Office
from tournament.desk.results import PairingKey
from tournament.errors import NotThere, RuleBroken
from tournament.language import mark
from tournament.schnapsen.match import parse_games
from tournament.web.answers import carry_out
from tournament.web.context import _, the_desk
from tournament.web.forms import DeskForm, HiddenNumber, TextField
from tournament.web.office.frame import Shown, flash_with_link, pages, read, show_form
from tournament.web.office.results import can_be_corrected, pairing_url
from tournament.web.wording import result_sentence

WON, WALKOVER, ABSENT, POINTS = "won", "walkover", "absent", "points"


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers offered for one side as the winner: (value of the button, what it says)."""

    side: Side
    offered: tuple[tuple[str, str], ...]
    walkover: str


class PairingForm(DeskForm):
    seen = HiddenNumber()
    games = TextField(mark("Points of each game"))


@pages.route("/<int:id_>/results/<slug>/<int:number>", methods=["GET", "POST"])
def pairing(id_: int, slug: str, number: int) -> Response | Shown:
    office = read(id_)
    view = _find(office, slug, number)
    form = PairingForm(seen=view.revision)
    if form.is_sent:
        answer = request.form.get("answer", POINTS)
        if entry := carry_out(form, lambda stamp: record(office, view, form, answer, stamp)):
            return _recorded(entry)
    return show_form(
        "pairing", form, office, pairing=view, answers=_answers(office, view), **_circumstances(office, view)
    )


def record(office: Office, view: PairingView, form: PairingForm, answer: str, stamp: Stamp) -> Entry:
    """Carry out the answer of a button: "12 won", "12 2:1", "12 walkover", "absent" or "points"."""
    key = _key(office, view)
    seen = form.seen.data or 0
    ticket, _space, how = answer.partition(" ")
    if answer == POINTS:
        games = parse_games(form.games.data)
        if not games:
            raise RuleBroken("Write the games like this: 7:3 5:7 7:6.", rule="4", field="games")
        return acts.record_result(the_desk(), stamp, office.id, key, seen=seen, games=games)
    if answer == ABSENT:
        return acts.record_walkover(the_desk(), stamp, office.id, key, seen=seen, winner=None)
    winner = next((side.ticket for side in view.sides if str(side.ticket) == ticket), 0)
    if how == WALKOVER:
        return acts.record_walkover(the_desk(), stamp, office.id, key, seen=seen, winner=winner)
    won = _games_won(how, winner == view.left.ticket)
    return acts.record_result(the_desk(), stamp, office.id, key, seen=seen, winner=winner, games_won=won)


def _games_won(how: str, left_won: bool) -> tuple[int, int] | None:
    """(left, right) from what the winner's button says; None if it only says that he won."""
    if how == WON:
        return None
    (games,) = parse_games(how) or ((0, 0),)
    return games if left_won else (games[1], games[0])


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
                *(((f"{side.ticket} {WON}", _("only “won”")),) if games > 1 else ()),
            ),
            f"{side.ticket} {WALKOVER}",
        )
        for side in sides
    ]


def _circumstances(office: Office, view: PairingView) -> Mapping[str, object]:
    round_ = office.board.round(view.round)
    assert round_ is not None  # noqa: S101 (the pairing was found in it)
    lost = request.args.get("card", type=int)
    return {
        "round_": round_,
        "lost": next((side for side in view.sides if side.ticket == lost), None),
        "locked": not can_be_corrected(office.night, round_),
        "others": _others(office, view, lost),
    }


def _others(office: Office, view: PairingView, typed: int | None) -> list[tuple[PairingView, str]]:
    """The open pairings whose lot was perhaps meant by the number typed."""
    meant = [p for p in office.board.open if typed is not None and p.number == typed and p != view]
    return [(other, pairing_url(office.id, other)) for other in meant]


def _find(office: Office, slug: str, number: int) -> PairingView:
    round_ = office.board.round(slug)
    found = [p for p in round_.pairings if p.number == number and p.right] if round_ else []
    if not found:
        raise NotThere("This match does not exist.")
    return found[0]


def _key(office: Office, view: PairingView) -> PairingKey:
    round_ = office.board.round(view.round)
    assert round_ is not None  # noqa: S101 (the pairing was found in it)
    return PairingKey(round_.stage, round_.number, view.number)


def _recorded(entry: Entry) -> Response:
    office = read(entry.tournament)
    view = _find(office, entry.after["round"], entry.after["pairing"])
    flash_with_link(result_sentence(view), pairing_url(office.id, view), _("Correct"))
    return redirect(url_for("office.results", id_=office.id), 303)
