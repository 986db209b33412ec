"""A late guest: a bye can be sold until round two is drawn (rules, section 1)."""

from __future__ import annotations

from dataclasses import replace

from tournament.desk.acts import Change, Work, act
from tournament.desk.deciding import facts_of, put, settle_all, started
from tournament.desk.links import open_pairing_sheets
from tournament.desk.loading import load_night, pairing_of
from tournament.desk.night import Night
from tournament.desk.selling import find_or_enter, issue_tickets, sale_facts
from tournament.errors import RuleBroken
from tournament.knockout.draw import Lot, Pot, TicketNumber, draw_late
from tournament.knockout.sales import check_sale
from tournament.knockout.seed import SEED_BYTES, Stream
from tournament.store import models, queries


@act
def sell_late(work: Work, name: str, town: str, count: int, *, paid: bool = True) -> Change:
    """Sell byes after the draw: each late card draws from the numbers left in the right pot.

    Every other pairing stays as it was. RuleBroken once round two is drawn, or without byes enough.
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
    numbers = issue_tickets(work, [player.number] * count, paid)
    work.session.flush()
    night = load_night(work.session, work.id)
    [round_] = started(work)
    pairings = [_seat(work, night, round_, TicketNumber(number)) for number in numbers]
    settle_all(work, night)
    open_pairing_sheets(work, pairings)
    sold = sale_facts(work, player, numbers, paid)
    return Change(sold | {"pairings": [facts_of(pairing) for pairing in pairings]})


def byes_left(night: Night) -> int:
    """How many late cards can still be sold: the byes of round one until round two is drawn."""
    if len(night.drawn) != 1:
        return 0
    return sum(pairing.right is None for pairing in night.drawn[0].round.pairings)


def _seat(work: Work, night: Night, round_: models.Round, ticket: TicketNumber) -> models.Pairing:
    seed = work.entropy(SEED_BYTES)
    lots = [Lot(TicketNumber(row.ticket), Pot(row.pot), row.number) for row in round_.lots]
    own = [number for number, player in night.holders.items() if player == night.holders[ticket]]
    lot = draw_late(round_.size, lots, own, ticket, Stream(seed))
    round_.lots.append(models.Lot(ticket=ticket, pot=lot.pot.value, number=lot.number, late_seed=seed))
    pairing = next(row for row in round_.pairings if row.number == lot.number)
    both = replace(pairing_of(pairing), right=ticket, outcome=None, winner=None)
    put(pairing, both, at=None, revision=work.revision)
    work.session.flush()
    return pairing
