"""How long whole tournaments take. Judges nothing: compare rows, and between machines the yardsticks."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import typst

from tests.knockout.nights import play
from tournament.desk import selling
from tournament.desk.acts import Desk, Stamp
from tournament.desk.drawing import announce_draw, draw_rounds
from tournament.desk.loading import read_night
from tournament.desk.printing import Reading, read_for_paper
from tournament.desk.prizing import finish
from tournament.desk.results import record_result
from tournament.desk.tournaments import Terms, open_tournament
from tournament.knockout.corrections import PairingRef
from tournament.knockout.draw import PlayerId, TicketNumber
from tournament.knockout.prizes import award, bands_to_order
from tournament.knockout.sales import check_sale, close, draw_size
from tournament.language import GERMAN
from tournament.paper.job import Job, Links
from tournament.paper.sheets import print_sheet
from tournament.store.database import Database, sqlite_url

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
    yardstick = spent(fixed_amount_of_work).elapsed
    print(f"yardstick: {yardstick:.3f} s to hash 100,000 numbers and sort them by their hashes")
    print_table("knockout alone, in memory", (128, 1024, 4096, 16384), play_in_memory, yardstick)
    yardstick = spent(durable_commits).elapsed
    print(f"\nyardstick: {yardstick:.3f} s for 100 durable commits of one row to SQLite")
    print_table("through the desk, a durable commit per act", (128, 1024), play_through_the_desk, yardstick)
    yardstick = spent(plain_pages).elapsed
    print(f"\nyardstick: {yardstick:.3f} s to typeset 20 pages of plain text")
    readings = {tickets: drawn_and_read(tickets) for tickets in (64, 128, 1024)}
    for name in ("round", "slips", "poster"):
        print_table(
            f"paper: {name} of the first round as PDF", tuple(readings), printing(name, readings), yardstick
        )


def print_table(
    title: str, sizes: Sequence[int], play_tournament: Callable[[int], object], yardstick: float
) -> None:
    """One row for each number of tickets; `play_tournament` creates and plays a whole tournament of so many.

    `growth` is CPU time over that of the row before: as many times as the tickets grew if it is linear.
    `yardsticks` is elapsed time over that of the yardstick named above the table.
    """
    print(f"\n{title}")
    print("".join(f"{heading:>15}" for heading in HEADINGS))
    before: Spent | None = None
    for tickets in sizes:
        took = spent(partial(play_tournament, tickets))
        growth = f"x {took.cpu / before.cpu:.1f}" if before else ""
        print(
            f"{tickets:>15,}{took.cpu:>15.3f}{took.elapsed:>15.3f}{1e6 * took.cpu / tickets:>15.1f}"
            f"{growth:>15}{took.elapsed / yardstick:>15.2f}"
        )
        before = took


def spent(work: Callable[[], object]) -> Spent:
    """The best of a few tries: what else the machine was doing only ever adds."""
    tries = [_once(work) for _ in range(REPEATS)]
    return Spent(min(t.cpu for t in tries), min(t.elapsed for t in tries))


def _once(work: Callable[[], object]) -> Spent:
    cpu, elapsed = processor_time(), time.perf_counter()
    work()
    return Spent(processor_time() - cpu, time.perf_counter() - elapsed)


def processor_time() -> float:
    """Seconds of the processor so far, with the processes that this one has waited for."""
    spent_so_far = os.times()
    return sum(spent_so_far[:4])


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


def play_through_the_desk(tickets: int) -> None:
    """Sell, draw, play and award a whole tournament by the acts of the desk, in a database file."""
    with TemporaryDirectory() as folder:
        database = Database(sqlite_url(Path(folder) / "bench.sqlite"))
        database.migrate()
        _play_acts(Desk(database), Stamp("bench"), tickets)
        database.close()


def _play_acts(desk: Desk, stamp: Stamp, tickets: int) -> None:
    terms = Terms("Bench", date(2026, 12, 5), capacity=draw_size(tickets), prizes=["prize"] * len(PRIZES))
    night = open_tournament(desk, stamp, terms).tournament
    for sold in range(0, tickets, LIMIT):
        selling.sell(desk, stamp, night, f"Player {sold}", "", min(LIMIT, tickets - sold))
    selling.close_sales(desk, stamp, night, seen_sold=tickets)
    while (stands := read_night(desk.database, night)).due:
        if any(due.drawn for due in stands.due):
            announce_draw(desk, stamp, night)
        draw_rounds(desk, stamp, night)
        for facts, pairing in read_night(desk.database, night).open:
            ref = PairingRef(*facts.key, pairing.number)
            seen = facts.results[pairing.number].revision
            record_result(desk, stamp, night, ref, seen=seen, winner=pairing.left)
    finish(desk, stamp, night)


def durable_commits() -> None:
    """The other yardstick: how long this disk takes to make a hundred small commits safe."""
    with TemporaryDirectory() as folder, closing(sqlite3.connect(Path(folder) / "yardstick.sqlite")) as file:
        file.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (n)")
        for number in range(100):
            with file:
                file.execute("INSERT INTO t VALUES (?)", (number,))


def drawn_and_read(tickets: int) -> Reading:
    """What paper is made from after the first draw: each match has a score sheet, and its code a slip."""
    database = Database("sqlite://")
    database.migrate()
    desk, stamp = Desk(database), Stamp("bench")
    terms = Terms("Bench", date(2026, 12, 5), capacity=draw_size(tickets), score_sheets=True)
    night = open_tournament(desk, stamp, terms).tournament
    for sold in range(0, tickets, LIMIT):
        selling.sell(desk, stamp, night, f"Player {sold}", "Altdorf", min(LIMIT, tickets - sold))
    selling.close_sales(desk, stamp, night, seen_sold=tickets)
    announce_draw(desk, stamp, night)
    draw_rounds(desk, stamp, night)
    return read_for_paper(database, night)


def printing(name: str, readings: Mapping[int, Reading]) -> Callable[[int], object]:
    """Prints this sheet of the night with so many tickets."""
    links = Links("http://192.168.1.7:8000/board/1", "http://192.168.1.7:8000/table/{}".format)

    def print_it(tickets: int) -> None:
        print_sheet(name, Job(readings[tickets], GERMAN, datetime(2026, 12, 5, 19, tzinfo=UTC), links=links))

    return print_it


def plain_pages() -> None:
    """The yardstick of paper: the same typesetter without any sheet of ours."""
    typst.compile(b"#for _ in range(20) [#lorem(500) #pagebreak()]", format="pdf")


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
