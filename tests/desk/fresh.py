"""Acts done by somebody who has just looked: each is told what stands."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.desk import prizing, rearranging, selling, users
from tournament.desk.acts import Desk, Entry, Stamp
from tournament.desk.board import PrizeView
from tournament.desk.loading import read_night
from tournament.desk.office import read_office
from tournament.desk.users import Role
from tournament.store.database import Database


def revision_of(desk: Desk, tournament: int, ticket: int) -> int:
    """That of a card as it stands; 0 for one that was never sold."""
    tickets = read_night(desk.database, tournament).tickets
    return next((card.revision for card in tickets if card.number == ticket), 0)


def take_back(desk: Desk, by: Stamp, tournament: int, ticket: int) -> Entry:
    return selling.take_back(desk, by, tournament, ticket, seen=revision_of(desk, tournament, ticket))


def move_ticket(desk: Desk, by: Stamp, tournament: int, ticket: int, name: str, town: str) -> Entry:
    seen = revision_of(desk, tournament, ticket)
    return rearranging.move_ticket(desk, by, tournament, ticket, name, town, seen=seen)


def merge_players(desk: Desk, by: Stamp, tournament: int, player: int, into: int) -> Entry:
    cards = read_night(desk.database, tournament).live_tickets
    seen = [card.number for card in cards if card.player in (player, into)]
    return rearranging.merge_players(desk, by, tournament, player, into, seen=seen)


def pay(desk: Desk, by: Stamp, tournament: int, tickets: Sequence[int]) -> Entry:
    """The money for these cards, all of them of whoever has the first."""
    cards = read_night(desk.database, tournament).tickets
    player = next((card.player for card in cards if card.number in tickets), None)
    return selling.pay(desk, by, tournament, tickets, player=player)


def serve_guest(
    desk: Desk, by: Stamp, tournament: int, number: int, count: int | None = None, *, paid: bool = True
) -> Entry:
    """All cards the guest waits for, or `count` of them."""
    guests = rearranging.waiting_list(desk.database, tournament)
    wants = next((guest.count for guest in guests if guest.number == number), 0)
    count = wants if count is None else count
    return rearranging.serve_guest(desk, by, tournament, number, count, seen=wants, paid=paid)


def collect_prize(desk: Desk, by: Stamp, tournament: int, rank: int, *, collected: bool = True) -> Entry:
    prizes = read_office(desk.database, tournament).board.prizes
    seen = next((_shown(prize, collected) for prize in prizes if prize.rank == rank), 0)
    return prizing.collect_prize(desk, by, tournament, rank, seen=seen, collected=collected)


def _shown(prize: PrizeView, collected: bool) -> int:
    """The card that wins a prize, or that has it."""
    side = prize.side if collected else prize.owed_by or prize.side
    return side.ticket if side else 0


def change_role(database: Database, name: str, role: Role, password: str = "", *, by: str = "") -> None:
    users.change_role(database, name, role, password, seen=_state_of(database, name), by=by)


def remove_user(database: Database, name: str, *, by: str = "") -> None:
    users.remove_user(database, name, seen=_state_of(database, name), by=by)


def _state_of(database: Database, name: str) -> str:
    account = users.find_account(database, name)
    return account.state if account else ""
