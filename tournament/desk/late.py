"""A late guest: a bye can be sold until round two is drawn (rules, section 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournament.desk.acts import Change, Work, act
from tournament.desk.deciding import facts_of, put, settle_all, started
from tournament.desk.entering import find_or_enter
from tournament.desk.links import open_pairing_sheets
from tournament.desk.loading import load_night, pairing_of
from tournament.desk.night import BY_HAND, Night
from tournament.desk.selling import issue_tickets, sale_facts
from tournament.errors import RuleBroken
from tournament.knockout.by_hand import late_lot
from tournament.knockout.draw import Lot, Pot, TicketNumber, draw_late
from tournament.knockout.sales import check_sale
from tournament.knockout.seed import SEED_BYTES, Stream
from tournament.store import models, queries


@act
def sell_late(
    work: Work, name: str, town: str, count: int, *, paid: bool = True, drawn: Sequence[int] = ()
) -> Change:
    """Sell byes after the draw: each late card draws from the numbers left in the right pot.

    After a draw from real pots `drawn` may say what the cards drew from the pot, one after another; without
    it the numbers are computed. Every other pairing stays as it was. RuleBroken once round two is drawn, or
    without byes enough; at `number` for one that cannot be or is said twice, or unless each card has one.
    """
    left = byes_left(load_night(work.session, work.id))
    if not left:
        raise RuleBroken("No bye is left to sell.", rule="1", field="count")
    if count > left:
        raise RuleBroken("There are not so many byes any more: %(left)s.", rule="1", field="count", left=left)
    player = find_or_enter(work, name, town)
    check_sale(
        count,
        sold=0,
        capacity=left,
        held=queries.count_held(work.session, work.id, player.number),
        limit=work.tournament.max_tickets_per_player,
    )
    tickets = issue_tickets(work, [player.number] * count, paid)
    work.session.flush()
    pairings = _seat_all(work, [TicketNumber(ticket) for ticket in tickets], drawn)
    open_pairing_sheets(work, pairings)
    sold = sale_facts(work, player, tickets, paid)
    return Change(sold | {"pairings": [facts_of(pairing) for pairing in pairings]})


def byes_left(night: Night) -> int:
    """How many late cards can still be sold: the byes of round one until round two is drawn."""
    if len(night.drawn) != 1:
        return 0
    return sum(pairing.right is None for pairing in night.drawn[0].round.pairings)


def draws_from_pot(night: Night) -> bool:
    """Whether a late card may draw from the real pot, as all others did."""
    return bool(byes_left(night)) and night.drawn[0].method == BY_HAND


def _seat_all(work: Work, tickets: Sequence[TicketNumber], drawn: Sequence[int]) -> list[models.Pairing]:
    night = load_night(work.session, work.id)
    [round_] = started(work)
    if drawn and not draws_from_pot(night):
        raise RuleBroken("This round was not drawn from real pots.", rule="1", field="number")
    if drawn and len(drawn) != len(tickets):
        raise RuleBroken("One number for each card, please.", rule="1", field="number")
    if len(set(drawn)) != len(drawn):
        raise RuleBroken("Each number only once.", rule="1", field="number")
    numbers: Sequence[int | None] = drawn or [None] * len(tickets)
    pairings = [
        _seat(work, night, round_, ticket, number) for ticket, number in zip(tickets, numbers, strict=True)
    ]
    settle_all(work, night)
    return pairings


def _seat(
    work: Work, night: Night, round_: models.Round, ticket: TicketNumber, drawn: int | None
) -> models.Pairing:
    lots = [Lot(TicketNumber(row.ticket), Pot(row.pot), row.number) for row in round_.lots]
    own = [number for number, player in night.holders.items() if player == night.holders[ticket]]
    if drawn is None:
        seed = work.entropy(SEED_BYTES)
        lot = draw_late(round_.size, lots, own, ticket, Stream(seed))
    else:
        seed = None
        lot = late_lot(round_.size, lots, own, ticket, drawn)
    round_.lots.append(
        models.Lot(ticket=ticket, pot=lot.pot.value, number=lot.number, late=True, late_seed=seed)
    )
    pairing = next(row for row in round_.pairings if row.number == lot.number)
    both = replace(pairing_of(pairing), right=ticket, outcome=None, winner=None)
    put(pairing, both, at=None, revision=work.revision)
    work.session.flush()
    return pairing
