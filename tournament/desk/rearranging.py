"""Cards that change hands before the draw, and a house that is full (rules, section 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournament.desk.acts import Change, Facts, Work, act
from tournament.desk.entering import called, find_or_enter, next_player_number, person_facts
from tournament.desk.names import clean, clean_name
from tournament.desk.selling import TicketState, check_selling, check_unchanged, find_ticket, issue
from tournament.errors import NotThere, Overtaken, RuleBroken
from tournament.knockout import sales
from tournament.store import queries
from tournament.store.database import Database
from tournament.store.models import Player, WaitingGuest


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody on the waiting list; `count` cards are wanted."""

    number: int
    name: str
    town: str
    count: int
    since: datetime


@act
def move_ticket(work: Work, ticket: int, name: str, town: str, *, seen: int) -> Change:
    """Give a card, as read at revision `seen`, to another player before the draw."""
    check_selling(work)
    row = find_ticket(work, ticket)
    check_unchanged(work, row, seen, {"name": clean_name(name), "town": clean(town, "town")})
    player = find_or_enter(work, name, town)
    if row.player == player.number:
        raise RuleBroken("%(name)s has this card already.", rule="1", field="name", name=called(work, player))
    _check_limit(work, player, 1)
    before = {"ticket": ticket, "player": row.player}
    row.player, row.revision = player.number, work.revision
    return Change({"ticket": ticket, **person_facts(player)}, before)


@act
def merge_players(work: Work, player: int, into: int, *, seen: Sequence[int]) -> Change:
    """Two entries are one person: all cards of `player` go to `into`, and the first entry goes.

    `seen` are the cards of both that were shown; RuleBroken if they have others by now.
    """
    check_selling(work)
    double, kept = _player(work, player), _player(work, into)
    if double is kept:
        raise RuleBroken("These are the same entry.", rule="1", field="into")
    if kept.withdrawn:
        raise RuleBroken("%(name)s has gone home.", rule="3", field="into", name=called(work, kept))
    both = [
        row for row in queries.tickets(work.session, work.id) if row.player in (double.number, kept.number)
    ]
    live = [row for row in both if row.state != TicketState.RETURNED]
    if sorted(seen) != sorted(row.number for row in live):
        raise RuleBroken("Meanwhile they have other cards: look at it once more.", rule="1")
    if moving := sum(row.player == double.number for row in live):
        _check_limit(work, kept, moving)
    cards = [row for row in both if row.player == double.number]
    for row in cards:
        row.player, row.revision = kept.number, work.revision
    work.session.flush()
    moved: Facts = {"tickets": [row.number for row in cards]}
    before = person_facts(double) | moved | {"withdrawn": double.withdrawn}
    highest = next_player_number(work) - 1
    work.session.delete(double)
    return Change(person_facts(kept) | moved | {"highest_player": highest}, before)


@act
def double_capacity(work: Work, *, seen: int) -> Change:
    """Make room when the house is full, knowingly: `seen` is the capacity that was shown."""
    check_selling(work)
    row = work.tournament
    if row.capacity != seen:
        raise RuleBroken("The capacity is %(capacity)s already.", rule="1", capacity=row.capacity)
    sales.check_capacity(2 * row.capacity, row.max_tickets_per_player)
    before = {"capacity": row.capacity}
    row.capacity *= 2
    row.terms_revision = work.revision
    return Change({"capacity": row.capacity}, before)


@act
def wait_for_cards(work: Work, name: str, town: str, count: int) -> Change:
    """Put a guest on the waiting list while the house is full."""
    check_selling(work)
    limit = work.tournament.max_tickets_per_player
    sales.check_sale(count, sold=0, capacity=limit, held=0, limit=limit)
    left = work.tournament.capacity - queries.count_sold(work.session, work.id)
    if left >= count:
        raise RuleBroken("There are cards left: sell them.", rule="1", field="count")
    guests = queries.waiting_guests(work.session, work.id)
    row = WaitingGuest(
        tournament_id=work.id,
        number=len(guests) + 1,
        name=clean_name(name),
        town=clean(town, "town"),
        count=count,
        since=work.now,
    )
    work.session.add(row)
    return Change(_guest_facts(row))


@act
def serve_guest(work: Work, number: int, count: int, *, seen: int, paid: bool = True) -> Change:
    """Sell `count` cards to a guest who was waiting for `seen`; for the rest he waits on."""
    check_selling(work)
    guest = _guest(work, number)
    before = _guest_facts(guest)
    if guest.count != seen:
        mine, theirs = {"waits": seen}, {"waits": guest.count}
        raise Overtaken("Somebody else sold cards to this guest.", mine=mine, theirs=theirs)
    if count > guest.count:
        raise RuleBroken("This guest waits for %(count)s cards.", rule="1", field="count", count=guest.count)
    player = find_or_enter(work, guest.name, guest.town)
    sold = issue(work, player, count, paid)
    waits = guest.count - count
    guest.done, guest.count = not waits, waits or guest.count
    return Change({**sold.after, "number": number, "waits": waits}, before)


@act
def drop_guest(work: Work, number: int) -> Change:
    """Take a guest off the waiting list who does not wait any more."""
    guest = _guest(work, number)
    guest.done = True
    return Change({}, _guest_facts(guest))


def waiting_list(database: Database, id_: int) -> tuple[Guest, ...]:
    """Who waits for cards, the first first."""
    with database.reading() as session:
        return tuple(
            Guest(row.number, row.name, row.town, row.count, row.since)
            for row in queries.waiting_guests(session, id_)
            if not row.done
        )


def _check_limit(work: Work, player: Player, count: int) -> None:
    held = queries.count_held(work.session, work.id, player.number)
    limit = work.tournament.max_tickets_per_player
    sales.check_sale(count, sold=0, capacity=count, held=held, limit=limit)


def _player(work: Work, number: int) -> Player:
    row = queries.player(work.session, work.id, number)
    if row is None:
        raise NotThere("This player does not exist.", field="player")
    return row


def _guest(work: Work, number: int) -> WaitingGuest:
    for row in queries.waiting_guests(work.session, work.id):
        if row.number == number and not row.done:
            return row
    raise NotThere("This guest is not on the waiting list.", field="number")


def _guest_facts(row: WaitingGuest) -> Facts:
    return {"number": row.number, "name": row.name, "town": row.town, "count": row.count}
