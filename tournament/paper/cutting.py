"""Sheets that are cut up: match slips, cards with their stubs, numbers for the two pots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from tournament.desk.matches import PairingView, RoundView
from tournament.desk.night import Night, SoldTicket
from tournament.desk.selling import TicketState
from tournament.knockout.rounds import Outcome
from tournament.language import mark, show_date, show_money
from tournament.paper.codes import qr_code
from tournament.paper.job import Job, row_of
from tournament.paper.typesetting import Json

SLIPS = mark("Match slips")
TICKETS = mark("Cards with stub")
POT_NUMBERS = mark("Numbers for the pots")

SLIPS_A_PAGE, TICKETS_A_PAGE, NUMBERS_A_PAGE = 4, 8, 32
_TURNED = str.maketrans("0689", "0986")
_HARD_TO_TELL = frozenset("01689")

Item = TypeVar("Item")


def stacked(items: Sequence[Item], a_page: int) -> list[list[Item]]:
    """The items on pages that can be cut as one pile: only the last places of a page stay empty.

    Each place goes on through all pages, so that after the cut the piles are laid on each other, place by
    place, and stand in the order of the items.
    """
    pages = -(-len(items) // a_page)
    return [list(items[page::pages]) for page in range(pages)]


def slips(job: Job) -> list[Json]:
    """A slip for each match that can be played of the round asked for, or of those being played, by lots.

    Only that of `job.match` if one is asked for. Who needs no play (a bye, a card against its own player)
    needs no slip, nor does a match that waits for an earlier result. Where all is decided, each match of two
    has its slip once more.
    """
    rounds = job.rounds()
    over = not any(round_.open for round_ in rounds)
    rows = [
        _slip(job, round_, pairing)
        for round_ in rounds
        for pairing in (_of_two(round_) if over else round_.playing)
        if job.match in (None, pairing.number)
    ]
    if not rows:
        return []
    games = 2 * job.reading.night.terms.bummerl_to_win - 1
    return [
        {
            "template": "slips",
            **job.head(SLIPS),
            "games": games,
            "pages": stacked(rows, SLIPS_A_PAGE),
        }
    ]


def _of_two(round_: RoundView) -> list[PairingView]:
    return [p for p in round_.pairings if p.right and p.outcome is not Outcome.HANDED_IN]


def _slip(job: Job, round_: RoundView, pairing: PairingView) -> Json:
    token = job.reading.tokens.get(pairing.key)
    code = qr_code(job.links.sheet(token)) if job.links and token else ""
    facts = job.facts_of(round_, replaces=False)
    return row_of(pairing) | {"round": job.round_name(round_), "facts": facts, "code": code}


def tickets(job: Job) -> list[Json]:
    """Each card that somebody holds, with its stub; blank ones if asked for, and before the first sale.

    Only those of `job.player` if one is asked for; no sheet if there are none.
    """
    night = job.reading.night
    cards = [_sold(job, ticket) for ticket in night.live_tickets if job.player in (None, ticket.player)]
    if job.blank or (not night.live_tickets and job.player is None):
        cards = [_card(job, number, night.terms.ticket_price_cents) for number in _unsold(night)]
    if not cards:
        return []
    return [
        {
            "template": "tickets",
            **job.head(TICKETS),
            "word": job.board.ticket_word or job._("Participation card"),
            "date": show_date(job.board.date, job.locale, "full"),
            "venue": job.board.venue,
            "pages": stacked(cards, TICKETS_A_PAGE),
        }
    ]


def _unsold(night: Night) -> range:
    """The numbers that will still be sold, until the house is full; none once sales are closed."""
    first = 1 + max((ticket.number for ticket in night.tickets), default=0)
    left = night.terms.capacity - len(night.live_tickets) if night.size is None else 0
    return range(first, first + left)


def _sold(job: Job, ticket: SoldTicket) -> Json:
    person = job.reading.night.person[ticket.player] if ticket.player else None
    return _card(job, ticket.number, ticket.price_cents) | {
        "name": person.name if person else "",
        "town": person.town if person else "",
        "reserved": ticket.state is TicketState.RESERVED,
    }


def _card(job: Job, number: int, price_cents: int) -> Json:
    """A card as it is before anybody has bought it.

    The desk's search takes the number from the stub's code as a scanner types it; the card's own code
    asks the board where its player plays.
    """
    return {
        "ticket": number,
        "name": "",
        "town": "",
        "price": show_money(price_cents, job.reading.night.terms.currency, job.locale) if price_cents else "",
        "reserved": False,
        "stub-code": qr_code(str(number)),
        "code": qr_code(f"{job.links.board}?q={number}") if job.links else "",
    }


def pot_numbers(job: Job) -> list[Json]:
    """The numbers of both pots for the first draw, on pages of their own: further draws need fewer.

    While cards are sold, as many as the house may need.
    """
    most = (job.board.size or job.board.capacity) // 2
    numbers = [{"number": number, "turns": turns_into_another(number)} for number in range(1, most + 1)]
    return [
        {
            "template": "pot-numbers",
            **job.head(POT_NUMBERS),
            "pot": pot,
            "pages": [numbers[at : at + NUMBERS_A_PAGE] for at in range(0, most, NUMBERS_A_PAGE)],
        }
        for pot in ("left", "right")
    ]


def turns_into_another(number: int) -> bool:
    """Whether a number is another one when read upside down: 6 and 9, 68 and 89, 18 and 81."""
    digits = str(number)
    turned = digits.translate(_TURNED)[::-1]
    return set(digits) <= _HARD_TO_TELL and turned[0] != "0" and turned != digits
