"""A whole night through the acts of the desk; everything random and every time comes from one seed."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from tournament.desk.acts import Desk, Entry, Stamp
from tournament.desk.drawing import announce_draw, draw_rounds
from tournament.desk.loading import read_night
from tournament.desk.night import Night, RoundFacts, RoundKey
from tournament.desk.players import PlayerRow, import_players
from tournament.desk.practice import fiction
from tournament.desk.prizing import collect_prize, finish
from tournament.desk.results import Pair, record_result, record_walkover
from tournament.desk.selling import close_sales
from tournament.desk.tournaments import Terms, open_tournament
from tournament.desk.withdrawing import withdraw
from tournament.knockout.corrections import PairingRef
from tournament.knockout.draw import PlayerId
from tournament.knockout.rounds import Pairing, Stage
from tournament.knockout.sales import SMALLEST_CAPACITY, USUAL_LIMIT, check_capacity, draw_size
from tournament.schnapsen.match import POINTS_TO_WIN
from tournament.store.database import Database

DOORS = datetime(2026, 12, 5, 17, 30, tzinfo=UTC)
BY = Stamp("simulate")

SHORTEST_MATCH, USUAL_MATCH, LONGEST_MATCH = 13 * 60, 22 * 60, 38 * 60
"""In seconds, as reported of real nights."""

ABSENT, BOTH_ABSENT = 0.04, 0.15
"""How often a match is decided by a walkover, and how often such a one is a double walkover."""

MISTYPED, GOES_HOME, LEAVES_PRIZE = 0.02, 0.02, 0.1
"""How often a result is typed wrongly at first, a loser goes home, a prize is not collected."""

Watch = Callable[[Night], None]


def usual_limit(capacity: int | None) -> int:
    """The limit per player where nobody sets one: three, or half the capacity. RuleBroken for no capacity."""
    if capacity is None:
        return USUAL_LIMIT
    check_capacity(capacity, min(USUAL_LIMIT, capacity // 2))
    return min(USUAL_LIMIT, capacity // 2)


def smallest_capacity(rows: Sequence[PlayerRow], limit: int | None) -> int:
    """The smallest capacity that holds all the cards, and of which the limit is at most half."""
    most = limit or max(row.tickets for row in rows)
    return max(SMALLEST_CAPACITY, draw_size(sum(row.tickets for row in rows)), draw_size(2 * most))


def simulate(
    database: Database,
    rows: Sequence[PlayerRow],
    *,
    seed: int,
    capacity: int | None = None,
    max_tickets: int | None = None,
    one_prize: bool = False,
    watch: Watch = lambda _: None,
) -> int:
    """Play a whole night with these players, and answer the tournament's id.

    `watch` is shown the night after the sales, whenever a round is drawn or decided, and at the end.
    RuleBroken where the players do not fit the terms.
    """
    capacity = capacity or smallest_capacity(rows, max_tickets)
    terms = Terms(
        name=fiction().simulated,
        date=DOORS.date(),
        venue=fiction().venue,
        capacity=capacity,
        max_tickets_per_player=max_tickets or usual_limit(capacity),
        one_prize_per_player=one_prize,
        prizes=fiction().prizes,
    )
    return _Evening(database, terms, seed, watch).play(rows)


class _Match(NamedTuple):
    """A match that is being played, and when it ends; matches that end together stand in a fixed order."""

    end: datetime
    stage: str
    round: int
    number: int


class _Evening:
    """The desk of one simulated night, with a clock of its own."""

    def __init__(self, database: Database, terms: Terms, seed: int, watch: Watch) -> None:
        self.chance = random.Random(seed)  # noqa: S311 (a night that can be repeated, no secret)
        self.time = DOORS
        self.desk = Desk(database, now=lambda: self.time, entropy=self.chance.randbytes)
        self.watch = watch
        self.id = open_tournament(self.desk, BY, terms).tournament
        self.night = read_night(database, self.id)
        self.matches: list[_Match] = []
        self.open: dict[PairingRef, tuple[Pairing, int]] = {}
        self.busy: dict[PlayerId, datetime] = {}
        self.with_survivors: set[RoundKey] = set()

    def play(self, rows: Sequence[PlayerRow]) -> int:
        self._sell(rows)
        self._start_rounds()
        while self.matches:
            self._end(heapq.heappop(self.matches))
        self._award()
        return self.id

    def _sell(self, rows: Sequence[PlayerRow]) -> None:
        self._pass(20)
        import_players(self.desk, BY, self.id, rows, paid=True)
        self._pass(10)
        close_sales(self.desk, BY, self.id, seen_sold=sum(row.tickets for row in rows))
        self._look()

    def _start_rounds(self) -> None:
        """Draw or seat what is due, and again what follows if nobody needs to play."""
        while self.night.due:
            before = {facts.key for facts in self.night.drawn}
            self._pass(self.chance.randint(2, 8))
            if any(due.drawn for due in self.night.due):
                announce_draw(self.desk, BY, self.id)
            self._pass(2)
            draw_rounds(self.desk, BY, self.id, self.chance.choice(fiction().words))
            self._look()
            for facts in self.night.drawn:
                if facts.key not in before:
                    self._call_to_tables(facts)

    def _call_to_tables(self, facts: RoundFacts) -> None:
        """Whoever is free plays; who holds several cards plays one opponent after another."""
        if facts.round.survivors:
            self.with_survivors.add(facts.key)
        waiting = list(facts.round.open)
        while waiting:
            pairing = min(waiting, key=self._free_at)
            waiting.remove(pairing)
            length = self.chance.triangular(SHORTEST_MATCH, LONGEST_MATCH, USUAL_MATCH)
            end = self._free_at(pairing) + timedelta(seconds=int(length))
            self.busy |= dict.fromkeys((self.night.holders[ticket] for ticket in pairing.tickets), end)
            ref = PairingRef(*facts.key, pairing.number)
            self.open[ref] = pairing, facts.results[pairing.number].revision
            heapq.heappush(self.matches, _Match(end, ref.stage, ref.round, ref.number))

    def _free_at(self, pairing: Pairing) -> datetime:
        """When both players of a pairing have ended their matches before."""
        ends = (self.busy.get(self.night.holders[ticket], self.time) for ticket in pairing.tickets)
        return max(self.time, *ends)

    def _end(self, match: _Match) -> None:
        """The loser brings the result to the desk; with the last one of a round the next can be drawn."""
        ref = PairingRef(Stage(match.stage), match.round, match.number)
        if ref not in self.open:
            return  # decided since it was called: a player has gone home
        self.time = max(self.time, match.end)
        pairing, seen = self.open.pop(ref)
        entry = self._record(ref, pairing, seen)
        if entry.after["winner"] is not None:
            self.with_survivors.add((ref.stage, ref.round))
        if self.chance.random() < GOES_HOME:
            self._go_home(pairing, entry)
        if all((other.stage, other.round) != (ref.stage, ref.round) for other in self.open):
            self._look()
            self._start_rounds()

    def _record(self, ref: PairingRef, pairing: Pairing, seen: int) -> Entry:
        if self.chance.random() < ABSENT:
            return self._record_walkover(ref, pairing, seen)
        if self.chance.random() < MISTYPED:
            wrong = self.chance.choice(pairing.tickets)
            seen = record_result(self.desk, BY, self.id, ref, seen=seen, winner=wrong).revision
            self._pass(1)
        games = self._games()
        won = (sum(left > right for left, right in games), sum(left < right for left, right in games))
        match self.chance.choice(("winner", "games won", "games")):
            case "winner":
                winner = pairing.tickets[won[0] < won[1]]
                return record_result(self.desk, BY, self.id, ref, seen=seen, winner=winner)
            case "games won":
                return record_result(self.desk, BY, self.id, ref, seen=seen, games_won=won)
            case _:
                return record_result(self.desk, BY, self.id, ref, seen=seen, games=games)

    def _record_walkover(self, ref: PairingRef, pairing: Pairing, seen: int) -> Entry:
        """One side is absent; both may be where somebody goes on all the same."""
        winner: int | None = self.chance.choice(pairing.tickets)
        somebody = ref.stage is not Stage.MAIN or (ref.stage, ref.round) in self.with_survivors
        if self.chance.random() < BOTH_ABSENT and somebody:
            winner = None
        return record_walkover(self.desk, BY, self.id, ref, seen=seen, winner=winner)

    def _games(self) -> list[Pair]:
        """The points of a match, (left, right)."""
        games: list[Pair] = []
        won = [0, 0]
        while self.night.terms.bummerl_to_win not in won:
            side = self.chance.randrange(2)
            won[side] += 1
            points = (POINTS_TO_WIN + self.chance.choice((0, 0, 1, 2)), self.chance.randrange(POINTS_TO_WIN))
            games.append((points[side], points[1 - side]))
        return games

    def _go_home(self, pairing: Pairing, entry: Entry) -> None:
        """A player has lost and leaves; his other cards lose by walkover."""
        losers = [self.night.holders[ticket] for ticket in pairing.tickets if ticket != entry.after["winner"]]
        if losers[0] in self.night.withdrawn:
            return
        withdraw(self.desk, BY, self.id, losers[0])
        self.night = read_night(self.desk.database, self.id)
        still_open = {PairingRef(*facts.key, pairing.number) for facts, pairing in self.night.open}
        self.open = {ref: seen for ref, seen in self.open.items() if ref in still_open}

    def _award(self) -> None:
        self._pass(15)
        finish(self.desk, BY, self.id)
        self._look()
        for award in self.night.awards:
            if award.ticket is not None and self.chance.random() >= LEAVES_PRIZE:
                self._pass(2)
                collect_prize(self.desk, BY, self.id, award.rank, seen=award.ticket)

    def _look(self) -> None:
        self.night = read_night(self.desk.database, self.id)
        self.watch(self.night)

    def _pass(self, minutes: int) -> None:
        self.time += timedelta(minutes=minutes)
