"""Who is awarded which prize (rules, section 6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournament.knockout.draw import PlayerId, TicketNumber
from tournament.knockout.places import Place
from tournament.knockout.rounds import Holders
from tournament.knockout.seed import Stream

Band = tuple[Place, ...]
BandOrders = Mapping[int, Sequence[TicketNumber]]
"""The order within bands of equal losers, by lot or play-off: first place of the band -> its tickets."""


@dataclass(frozen=True, slots=True)
class Award:
    """The prize for `rank` goes to `ticket` and its player; to nobody if there are too few."""

    rank: int
    ticket: TicketNumber | None
    player: PlayerId | None


def bands_to_order(
    ranks: Sequence[int], places: Sequence[Place], holders: Holders, *, one_each: bool
) -> tuple[Band, ...]:
    """The bands of equal losers that prizes reach: a lot, or a play-off, must put them in order.

    A band needs no order if no prize falls into it, or if only one player can win there.
    """
    reached = []
    served: set[PlayerId] = set()
    taken = 0
    for band in _bands(places):
        players = {holders[place.ticket] for place in band}
        if one_each:
            players -= served
        served |= players
        last = taken + (len(players) if one_each else len(band))
        if len(players) > 1 and any(taken < rank <= last for rank in ranks):
            reached.append(band)
        taken = last
    return tuple(reached)


def in_order_by_lot(band: Iterable[TicketNumber], seed: bytes) -> tuple[TicketNumber, ...]:
    """The tickets of a band as the lots of this seed put them.

    A ticket's lot is the first number of the seed's stream with the ticket's own number as its word; the
    lowest comes first. So whoever stays in a band keeps his place before or behind each of the others.
    """
    return tuple(sorted(band, key=lambda ticket: (Stream(seed, str(ticket)).next(), ticket)))


def award(
    ranks: Sequence[int], places: Sequence[Place], holders: Holders, *, one_each: bool, orders: BandOrders
) -> tuple[Award, ...]:
    """The prizes in order of rank. With `one_each` a player keeps his best; later prizes move up.

    `orders` holds the order of every band of `bands_to_order`.
    """
    winners = _winners(places, holders, one_each, orders)
    line = dict(zip(range(1, max(ranks, default=0) + 1), winners, strict=False))
    return tuple(
        Award(rank, line.get(rank), holders[line[rank]] if rank in line else None) for rank in sorted(ranks)
    )


def _winners(
    places: Sequence[Place], holders: Holders, one_each: bool, orders: BandOrders
) -> Iterator[TicketNumber]:
    served: set[PlayerId] = set()
    for band in _bands(places):
        for ticket in orders.get(band[0].place, [place.ticket for place in band]):
            if not one_each or holders[ticket] not in served:
                served.add(holders[ticket])
                yield ticket


def _bands(places: Sequence[Place]) -> Iterator[Band]:
    for _, band in groupby(places, key=lambda place: place.place):
        yield tuple(band)
