"""Terms, players and cards, and the size of the draw that follows from what was sold (rules, 1 and 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tournament.desk.names import clean, clean_name
from tournament.desk.night import Night, state_of
from tournament.desk.selling import closing_numbers
from tournament.desk.tournaments import checked
from tournament.desk.verifying.finding import Discrepancy
from tournament.desk.verifying.reading import Archive, Waiting
from tournament.errors import RuleBroken


def check_sales(archive: Archive) -> Iterator[Discrepancy]:
    night = archive.night
    for check in (_check_terms, _check_players, _check_tickets, _check_limits, _check_size):
        try:
            check(night)
        except RuleBroken as broken:
            yield Discrepancy(broken)
    yield from _check_waiting(archive.waiting)
    if archive.state is not state_of(night.size, night.finished):
        yield Discrepancy(RuleBroken("Sales are open until the draw has a size, and not after.", rule="1"))


def _check_waiting(waiting: Sequence[Waiting]) -> Iterator[Discrepancy]:
    try:
        for guest in waiting:
            clean_name(guest.name)
            clean(guest.town, "town")
    except RuleBroken as broken:
        yield Discrepancy(broken)
    numbers = [guest.number for guest in waiting]
    if numbers != list(range(1, len(waiting) + 1)) or not all(guest.count for guest in waiting):
        yield Discrepancy(RuleBroken("Who waits is numbered from 1, and wants one card at least.", rule="1"))


def _check_terms(night: Night) -> None:
    checked(night.terms)
    for prize in night.prizes:
        if not clean(prize.text, "prizes"):
            raise RuleBroken("Prize %(rank)s has no text.", rule="6", rank=prize.rank)


def _check_players(night: Night) -> None:
    for person in night.people:
        clean_name(person.name)
        clean(person.town, "town")
    for number in _twice(person.number for person in night.people):
        raise RuleBroken("Player %(player)s stands there twice.", rule="1", player=number)


def _check_tickets(night: Night) -> None:
    numbers = [ticket.number for ticket in night.tickets]
    if numbers != sorted(set(numbers) - {0}):
        raise RuleBroken("Card numbers are given once, in ascending order from 1.", rule="1")
    for ticket in night.tickets:
        if ticket.player is not None and ticket.player not in night.person:
            raise RuleBroken(
                "Card %(ticket)s belongs to player %(player)s, who is not in the list.",
                rule="1",
                ticket=ticket.number,
                player=ticket.player,
            )


def _check_limits(night: Night) -> None:
    terms = night.terms
    if len(night.live_tickets) > terms.capacity:
        raise RuleBroken(
            "%(sold)s cards are sold, more than the %(capacity)s there are.",
            rule="1",
            sold=len(night.live_tickets),
            capacity=terms.capacity,
        )
    for player, held in Counter(night.holders.values()).items():
        if held > terms.max_tickets_per_player:
            raise RuleBroken(
                "Player %(player)s has %(held)s cards; at most %(limit)s are allowed.",
                rule="1",
                player=player,
                held=held,
                limit=terms.max_tickets_per_player,
            )


def _check_size(night: Night) -> None:
    """Late tickets fill byes, so the size is that of all that were sold in the end."""
    if night.size is None:
        if night.all_rounds:
            raise RuleBroken("Sales must be closed before the draw.", rule="1")
        return
    closed = closing_numbers({ticket.number: ticket.player for ticket in night.live_tickets})
    if night.size != closed.size:
        raise RuleBroken(
            "For %(sold)s cards the draw has the size %(size)s, not %(told)s.",
            rule="1",
            sold=closed.sold,
            size=closed.size,
            told=night.size,
        )


def _twice(numbers: Iterator[int]) -> list[int]:
    return [number for number, count in Counter(numbers).items() if count > 1]
