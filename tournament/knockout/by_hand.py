"""A draw from real pots, typed in lot by lot (rules, section 2): what cannot be is refused at once.

Players draw one after another, each all his tickets in ascending order; first from the left pot until it
is empty, then from the right. So a lot is only a player and a number: its ticket and its pot follow.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from tournament.errors import RuleBroken
from tournament.knockout.draw import Holdings, Lot, PlayerId, Pot, TicketNumber


def pot_in_turn(size: int, lots: Iterable[Lot]) -> Pot:
    """The pot that is drawn from now, in a round of `size` places."""
    return Pot.LEFT if sum(lot.pot is Pot.LEFT for lot in lots) < size // 2 else Pot.RIGHT


def still_to_draw(holdings: Holdings, lots: Iterable[Lot]) -> dict[PlayerId, list[TicketNumber]]:
    """The tickets that have no lot yet, ascending; only of the players who have any."""
    drawn = {lot.ticket for lot in lots}
    rest = {player: sorted(set(tickets) - drawn) for player, tickets in holdings.items()}
    return {player: tickets for player, tickets in rest.items() if tickets}


def in_the_middle(holdings: Holdings, lots: Iterable[Lot]) -> PlayerId | None:
    """The player who has drawn for some of his tickets and not yet for all."""
    rest = still_to_draw(holdings, lots)
    return next((player for player, tickets in rest.items() if len(tickets) < len(holdings[player])), None)


def next_lot(size: int, holdings: Holdings, lots: Sequence[Lot], player: PlayerId, number: int) -> Lot:
    """The lot of a player who drew `number` now.

    RuleBroken if he has none to draw or somebody else is not done; if the pot does not hold the number any
    more; or if it is his own from the other pot while others are left: it is set aside, and he draws again.
    """
    rest = still_to_draw(holdings, lots)
    if player not in rest:
        raise RuleBroken("This player has drawn for all cards in this round.", rule="2", field="who")
    drawing = in_the_middle(holdings, lots)
    if drawing not in (None, player):
        raise RuleBroken("Somebody else has not drawn for all cards yet.", rule="2", field="who")
    return _lot(size, lots, holdings[player], rest[player][0], pot_in_turn(size, lots), number)


def late_lot(
    size: int, lots: Sequence[Lot], own: Collection[TicketNumber], ticket: TicketNumber, number: int
) -> Lot:
    """The lot of a ticket sold after the draw whose player drew `number` from what is left in the right pot.

    `own` are the tickets its player has in this round. RuleBroken, at `number`, if the pot does not hold it
    any more, or if it is his own from the left pot while others are left.
    """
    return _lot(size, lots, own, ticket, Pot.RIGHT, number)


def _lot(
    size: int,
    lots: Sequence[Lot],
    own: Collection[TicketNumber],
    ticket: TicketNumber,
    pot: Pot,
    number: int,
) -> Lot:
    taken = {lot.number: lot.ticket for lot in lots if lot.pot is pot}
    if not 1 <= number <= size // 2:
        raise RuleBroken("The pot holds the numbers 1 to %(most)s.", rule="2", field="number", most=size // 2)
    if number in taken:
        raise RuleBroken(
            "Card %(ticket)s has drawn this number already.", rule="2", field="number", ticket=taken[number]
        )
    if is_set_aside(size, lots, own, pot, number):
        raise RuleBroken(
            "This is the player's own number from the other pot: set it aside, draw again, then put it back.",
            rule="2",
            field="number",
        )
    return Lot(ticket, pot, number)


def is_set_aside(
    size: int, lots: Iterable[Lot], own: Collection[TicketNumber], pot: Pot, number: int
) -> bool:
    """Whether the holder of the tickets `own` has this number from the other pot, and others are left."""
    lots = list(lots)
    mine = {lot.number for lot in lots if lot.pot is not pot and lot.ticket in own}
    taken = {lot.number for lot in lots if lot.pot is pot}
    return number in mine and bool(set(range(1, size // 2 + 1)) - taken - mine)


def draws_again(size: int, holdings: Holdings, lots: Sequence[Lot]) -> TicketNumber | None:
    """Whose lot from the right pot goes back, because the left one still holds numbers when all have drawn.

    That happens if a card leaves the draw by a correction. First comes a card whose number nobody has drawn
    from the left pot, else the one that drew last.
    """
    due = {ticket for tickets in holdings.values() for ticket in tickets}
    everybody = {lot.ticket for lot in lots} == due
    right = [lot for lot in reversed(lots) if lot.pot is Pot.RIGHT]
    if not (everybody and right and pot_in_turn(size, lots) is Pot.LEFT):
        return None
    left = {lot.number for lot in lots if lot.pot is Pot.LEFT}
    return min(right, key=lambda lot: lot.number in left).ticket
