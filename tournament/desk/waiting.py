"""What those who wait for cards can have by now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.desk.late import byes_left
from tournament.desk.names import who
from tournament.desk.office import Office
from tournament.desk.rearranging import Guest


@dataclass(frozen=True, slots=True)
class Waiting:
    """A guest on the waiting list, and the cards he holds already.

    `allowed` is how many more he may have, `room` how many of those he wants can be sold to him now: before
    the draw the cards left, after it the byes.
    """

    guest: Guest
    held: int
    allowed: int
    room: int


def guests_waiting(office: Office, guests: Iterable[Guest]) -> tuple[Waiting, ...]:
    """Each guest with what he can have by now, were he the only one."""
    free = office.left if office.night.size is None else byes_left(office.night)
    return tuple(_waiting(office, guest, free) for guest in guests)


def guest_named(guests: Iterable[Guest], name: str, town: str) -> Guest | None:
    """Whoever of them has this name, if he waits."""
    return next((guest for guest in guests if who(guest.name, guest.town) == who(name, town)), None)


def _waiting(office: Office, guest: Guest, free: int) -> Waiting:
    held = _held(office, guest)
    allowed = max(0, office.night.terms.max_tickets_per_player - held)
    return Waiting(guest, held, allowed, room=max(0, min(guest.count, free, allowed)))


def _held(office: Office, guest: Guest) -> int:
    name = who(guest.name, guest.town)
    holders = (h for h in office.holders if h.person and who(h.person.name, h.person.town) == name)
    return sum(len(holder.live) for holder in holders)
