"""Results: one field for the card the loser hands in; what is open, and since when."""

from __future__ import annotations

from typing import Any

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from tournament.desk import correcting
from tournament.desk.finding import (
    Fate,
    PlayerPairings,
    fate_of,
    find_pairings,
    find_players,
    the_one_meant,
    ticket_typed,
)
from tournament.desk.matches import PairingView
from tournament.desk.names import LONGEST_NAME
from tournament.desk.office import Office
from tournament.knockout.draw import TicketNumber
from tournament.language import mark
from tournament.web.context import Shown, _
from tournament.web.forms import DeskForm
from tournament.web.office.frame import pages, read, show, show_live
from tournament.web.office.reporting import reports_of

_FATES = {
    Fate.NOT_DRAWN: mark("Card %(ticket)s is not drawn yet."),
    Fate.BYE: mark("Card %(ticket)s has a bye in this round."),
    Fate.WON: mark("Card %(ticket)s has won its match already."),
    Fate.LOST: mark("Card %(ticket)s has been handed in already."),
}


@pages.get("/<int:id_>/results")
def results(id_: int) -> Response | Shown:
    office = read(id_)
    typed = request.args.get("find", "").strip()[:LONGEST_NAME]
    found = find_pairings(office.board, typed) if typed else ()
    card = ticket_typed(office.night, typed)
    only = the_one_meant(found, card)
    if only:
        return redirect(pairing_url(id_, only, loser=typed))
    idle = _idle(office, typed)
    cards = [card] if card else [] if found else [ticket for one in idle for ticket in one.waiting]
    note = " ".join(filter(None, (_fate(office, ticket) for ticket in cards)))
    return show("results", office, typed=typed, found=found, note=note, idle=idle, **_lists(office))


@pages.get("/<int:id_>/open")
def open_pairings(id_: int) -> Response:
    """What is open, to be asked for again and again."""
    office = read(id_)
    return show_live("_open", office, **_lists(office))


def _idle(office: Office, typed: str) -> list[PlayerPairings]:
    """Whoever may be meant and has no match at the moment, but will be drawn again: he, too, can go home."""
    meant = [] if office.night.finished else find_players(office.board, typed)
    return [one for one in meant if one.waiting and not one.open and one.player not in office.night.withdrawn]


def _fate(office: Office, card: TicketNumber) -> str:
    """Why a card is in no open match."""
    said = _FATES.get(fate_of(office.night, card))
    return _(said, ticket=card) if said else ""


def pairing_url(id_: int, pairing: PairingView, *, loser: str = "") -> str:
    card = loser if loser in [str(side.ticket) for side in pairing.sides] else None
    return url_for("office.pairing", id_=id_, slug=pairing.round, number=pairing.number, card=card)


def _lists(office: Office) -> dict[str, Any]:
    played = [view for view in office.board.rounds if any(p.outcome and p.right for p in view.pairings)]
    free = [view for view in played if correcting.is_free(office.night, view.stage, view.number)]
    return {
        "fixable": free,
        "earlier": [view for view in played if view not in free],
        "reports": reports_of(office),
        "report_form": DeskForm(),
        "pairing_url": pairing_url,
    }
