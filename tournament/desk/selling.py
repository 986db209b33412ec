"""Cards and their players: sell, reserve, pay, take back, rename, close (rules, section 1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from tournament.desk.acts import Change, Facts, Work, act
from tournament.desk.entering import find_or_enter, namesakes, person_facts
from tournament.desk.names import clean, clean_name, who
from tournament.errors import NotThere, Overtaken, RuleBroken
from tournament.knockout import sales
from tournament.knockout.draw import PlayerId, TicketNumber, holdings_of
from tournament.store import queries
from tournament.store.models import Player, Ticket


class TicketState(StrEnum):
    PAID = "paid"
    RESERVED = "reserved"
    RETURNED = queries.RETURNED

    @classmethod
    def of(cls, paid: bool) -> TicketState:
        """That of a card that is sold, or only reserved."""
        return cls.PAID if paid else cls.RESERVED


@act
def sell(work: Work, name: str, town: str, count: int, *, paid: bool = True) -> Change:
    """Sell `count` cards to a player, who is entered if he is new; `paid` or reserved.

    A name that is known in another town is refused without a town: two people may share it.
    """
    check_selling(work)
    player = find_or_enter(work, name, town)
    return issue(work, player, count, paid)


@act
def sell_unnamed(work: Work, count: int, *, paid: bool = True) -> Change:
    """Sell presale cards before their players are known; they must be named before the draw."""
    check_selling(work)
    return issue(work, None, count, paid)


@act
def name_ticket(work: Work, ticket: int, name: str, town: str) -> Change:
    """Give a presale card its player."""
    check_selling(work)
    row = find_ticket(work, ticket)
    if row.player is not None:
        raise RuleBroken("Card %(ticket)s has a player already.", rule="1", field="ticket", ticket=ticket)
    player = find_or_enter(work, name, town)
    held = queries.count_held(work.session, work.id, player.number)
    sales.check_sale(1, sold=0, capacity=1, held=held, limit=work.tournament.max_tickets_per_player)
    row.player, row.revision = player.number, work.revision
    return Change({"ticket": ticket, **person_facts(player)}, {"ticket": ticket, "player": None})


@act
def pay(work: Work, tickets: Sequence[int], *, player: int | None) -> Change:
    """Take the money for reserved cards of this player, or of nobody yet.

    Overtaken if one of them is somebody else's by now.
    """
    if not tickets:
        raise RuleBroken("Choose at least one card.", rule="1", field="ticket")
    rows = [find_ticket(work, ticket) for ticket in tickets]
    for row in rows:
        if row.state != TicketState.RESERVED:
            raise RuleBroken("Card %(ticket)s is paid already.", rule="1", field="ticket", ticket=row.number)
        if row.player != player:
            raise _changed(work, row, mine=_owner_facts(work, player))
        row.state, row.revision = TicketState.PAID.value, work.revision
    return Change({"tickets": list(tickets), "cents": sum(row.price_cents for row in rows)})


@act
def take_back(work: Work, ticket: int, *, seen: int) -> Change:
    """Take back a card as read at revision `seen`; its price is refunded if it was paid.

    Only before the draw; the number leaves a gap.
    Once sales are closed the size of the draw rests on the cards sold: they must be reopened first.
    """
    if queries.round_heads(work.session, work.id):
        raise RuleBroken("After the draw no card can be taken back.", rule="1", field="ticket")
    if work.tournament.size is not None:
        raise RuleBroken("Sales are closed: reopen them to take a card back.", rule="1", field="ticket")
    row = find_ticket(work, ticket)
    check_unchanged(work, row, seen, {"name": None, "state": TicketState.RETURNED.value})
    refund = row.price_cents if row.state == TicketState.PAID else 0
    before = {"ticket": ticket, "player": row.player, "state": row.state}
    row.state, row.revision = TicketState.RETURNED.value, work.revision
    return Change(before | {"state": row.state, "refund_cents": refund}, before)


@act
def rename(work: Work, player: int, name: str, town: str, *, seen: int) -> Change:
    """Correct a player's name or town as read at revision `seen`."""
    row = queries.player(work.session, work.id, player)
    if row is None:
        raise NotThere("This player does not exist.")
    before, mine = person_facts(row), {"name": clean_name(name), "town": clean(town, "town")}
    if row.revision != seen:
        raise Overtaken("Somebody else renamed this player.", mine=mine, theirs=before)
    for other in namesakes(work, mine["name"]):
        if other is not row and who(other.name, other.town) == who(**mine):
            raise RuleBroken("There is another player of this name and town.", rule="1", field="name")
    row.name, row.town, row.revision = mine["name"], mine["town"], work.revision
    return Change(person_facts(row), before)


@act
def close_sales(work: Work, *, seen_sold: int) -> Change:
    """Close the sales that were shown with `seen_sold` cards; the size of the draw is fixed by them."""
    check_selling(work)
    rows = queries.tickets(work.session, work.id)
    closing = closing_numbers(
        {
            TicketNumber(row.number): None if row.player is None else PlayerId(row.player)
            for row in rows
            if row.state != TicketState.RETURNED
        }
    )
    if closing.sold != seen_sold:
        raise Overtaken("Meanwhile cards were sold or taken back.", mine=seen_sold, theirs=closing.sold)
    work.tournament.size = closing.size
    return Change({"sold": closing.sold, "size": closing.size, "byes": closing.byes})


@act
def reopen_sales(work: Work) -> Change:
    """Sell on, as long as no draw has been announced."""
    if work.tournament.size is None or queries.round_heads(work.session, work.id):
        raise RuleBroken("Sales can be reopened only before the draw.", rule="1")
    before = {"size": work.tournament.size}
    work.tournament.size = None
    return Change({"size": None}, before)


def closing_numbers(cards: Mapping[TicketNumber, PlayerId | None]) -> sales.ClosedSales:
    """What closing now would mean, for the live cards and their players.

    RuleBroken while presale cards have no name, or too few are sold.
    """
    holders = {number: player for number, player in cards.items() if player is not None}
    if unnamed := sorted(cards.keys() - holders.keys()):
        raise RuleBroken(
            "These cards have no name yet: %(tickets)s. Name them or take them back.",
            rule="1",
            tickets=", ".join(map(str, unnamed)),
        )
    return sales.close(holdings_of(holders, holders))


def check_selling(work: Work) -> None:
    if work.tournament.size is not None:
        raise RuleBroken("Sales are closed.", rule="1")


def issue_tickets(work: Work, owners: Sequence[int | None], paid: bool) -> list[int]:
    """Write the next numbers, one card for each of these player numbers. The limits are checked before."""
    first = queries.last_ticket_number(work.session, work.id) + 1
    numbers = list(range(first, first + len(owners)))
    work.session.add_all(
        Ticket(
            tournament_id=work.id,
            number=number,
            player=owner,
            state=TicketState.of(paid).value,
            price_cents=work.tournament.ticket_price_cents,
            revision=work.revision,
        )
        for number, owner in zip(numbers, owners, strict=True)
    )
    return numbers


def issue(work: Work, player: Player | None, count: int, paid: bool) -> Change:
    terms = work.tournament
    sales.check_sale(
        count,
        sold=queries.count_sold(work.session, work.id),
        capacity=terms.capacity,
        held=queries.count_held(work.session, work.id, player.number) if player else 0,
        limit=terms.max_tickets_per_player if player else terms.capacity,
    )
    numbers = issue_tickets(work, [player.number if player else None] * count, paid)
    return Change(sale_facts(work, player, numbers, paid))


def sale_facts(work: Work, player: Player | None, numbers: Sequence[int], paid: bool) -> Facts:
    """A sale as the log tells it: whose cards, which, paid or reserved, and their price in cents."""
    return {
        **person_facts(player),
        "tickets": list(numbers),
        "state": TicketState.of(paid).value,
        "cents": len(numbers) * work.tournament.ticket_price_cents,
    }


def find_ticket(work: Work, number: int) -> Ticket:
    """A card that is out. NotThere if it was never sold, or was returned."""
    rows = queries.tickets_numbered(work.session, work.id, [number])
    if not rows or rows[0].state == TicketState.RETURNED:
        raise NotThere("Card %(ticket)s is not sold.", field="ticket", ticket=number)
    return rows[0]


def check_unchanged(work: Work, row: Ticket, seen: int, mine: Facts) -> None:
    """Overtaken if a card is not as it was read at revision `seen`; `mine` was asked for."""
    if row.revision != seen:
        raise _changed(work, row, mine)


def _changed(work: Work, row: Ticket, mine: Facts) -> Overtaken:
    theirs = _owner_facts(work, row.player) | {"state": row.state}
    return Overtaken("Somebody else changed this card.", mine=mine, theirs=theirs)


def _owner_facts(work: Work, player: int | None) -> Facts:
    """Whose card it is; nobody's before it has a name."""
    row = queries.player(work.session, work.id, player) if player else None
    return {"name": None, "town": ""} | person_facts(row)
