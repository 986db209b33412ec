"""How long whole tournaments take. Judges nothing: compare rows, and between machines the yardsticks."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from tests.knockout.nights import play
from tournament.knockout.draw import PlayerId, TicketNumber
from tournament.knockout.prizes import award, bands_to_order
from tournament.knockout.sales import check_sale, close, draw_size

LIMIT = 3
PRIZES = range(1, 9)
REPEATS = 3
HEADINGS = ("tickets", "CPU s", "elapsed s", "CPU µs/ticket", "growth", "yardsticks")


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds a piece of work took: of the processor, and by the clock on the wall."""

    cpu: float
    elapsed: float


def main() -> None:
    yardstick = spent(fixed_amount_of_work).cpu
    print(f"yardstick: {yardstick:.3f} CPU s to hash 100,000 numbers and sort them by their hashes")
    print_table("knockout alone, in memory", (128, 1024, 4096, 16384), play_in_memory, yardstick)


def print_table(
    title: str, sizes: Sequence[int], play_tournament: Callable[[int], object], yardstick: float
) -> None:
    """One row for each number of tickets; `play_tournament` creates and plays a whole tournament of so many.

    `growth` is CPU time over that of the row before: as many times as the tickets grew if it is linear.
    """
    print(f"\n{title}")
    print("".join(f"{heading:>15}" for heading in HEADINGS))
    before: Spent | None = None
    for tickets in sizes:
        took = spent(partial(play_tournament, tickets))
        growth = f"x {took.cpu / before.cpu:.1f}" if before else ""
        print(
            f"{tickets:>15,}{took.cpu:>15.3f}{took.elapsed:>15.3f}{1e6 * took.cpu / tickets:>15.1f}"
            f"{growth:>15}{took.cpu / yardstick:>15.2f}"
        )
        before = took


def spent(work: Callable[[], object]) -> Spent:
    """The best of a few tries: what else the machine was doing only ever adds."""
    tries = [_once(work) for _ in range(REPEATS)]
    return Spent(min(t.cpu for t in tries), min(t.elapsed for t in tries))


def _once(work: Callable[[], object]) -> Spent:
    cpu, elapsed = time.process_time(), time.perf_counter()
    work()
    return Spent(time.process_time() - cpu, time.perf_counter() - elapsed)


def fixed_amount_of_work() -> None:
    """The yardstick: the same on every machine and in every version of the program."""
    sorted(hashlib.sha256(number.to_bytes(8, "big")).digest() for number in range(100_000))


def play_in_memory(tickets: int) -> None:
    """Sell, draw, play and award a whole tournament with the rules of the knock-out alone."""
    holdings = sell(tickets)
    close(holdings)
    night = play(holdings)
    places = night.places
    bands = bands_to_order(PRIZES, places, night.holders, one_each=True)
    orders = {band[0].place: [place.ticket for place in band] for band in bands}
    award(PRIZES, places, night.holders, one_each=True, orders=orders)


def sell(tickets: int) -> dict[PlayerId, list[TicketNumber]]:
    """Players who take three tickets each, one sale a ticket."""
    holdings: dict[PlayerId, list[TicketNumber]] = {}
    for sold in range(tickets):
        held = holdings.setdefault(PlayerId(1 + sold // LIMIT), [])
        check_sale(1, sold=sold, capacity=draw_size(tickets), held=len(held), limit=LIMIT)
        held.append(TicketNumber(1 + sold))
    return holdings


if __name__ == "__main__":
    main()
