"""Draws and results: recorded, corrected at any depth, withdrawn, voided."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.desk.minds_night import GAMES, RECORDED, DeskNight, desks, picks
from tournament.desk import by_hand, correcting, drawing, results, voiding
from tournament.desk.acts import Entry, Stamp
from tournament.desk.correcting import Consequences
from tournament.desk.night import RoundFacts, round_slug
from tournament.desk.office import read_office
from tournament.errors import RuleBroken
from tournament.knockout.corrections import PairingRef
from tournament.knockout.rounds import Outcome, Pairing


class Rounds(DeskNight):
    """Every act on rounds and their results."""

    @precondition(lambda self: self.running() and len(self.night.due) > len(self.night.announced))
    @rule(by=desks)
    def announces(self, by: Stamp) -> None:
        self.act(by, drawing.announce_draw)

    @precondition(lambda self: self.running() and len(self.night.due) > len(self.night.announced))
    @rule(by=desks)
    def takes_real_pots(self, by: Stamp) -> None:
        self.act(by, by_hand.take_pots)

    @precondition(DeskNight.draws_by_hand)
    @rule(by=desks, lots=st.sampled_from([1, 2, 32]))
    def types_lots(self, by: Stamp, lots: int) -> None:
        """The next cards, each with the lowest number that the rules allow."""
        for _ in range(lots):
            drawing = (one for one in by_hand.pots(self.night) if one.missing and not one.strangers)
            now = next(drawing, None)
            if now is None:
                return
            ticket = (now.drawing or now.waiting)[0].ticket
            key = now.stage, now.number
            numbers = range(1, now.size // 2 + 1)
            assert any(self.act(by, by_hand.type_lot, *key, ticket, number) for number in numbers)

    @precondition(DeskNight.draws_by_hand)
    @rule(by=desks, newest=st.booleans())
    def strikes_a_lot(self, by: Stamp, newest: bool) -> None:
        for now in by_hand.pots(self.night):
            must_go = now.strangers or ((now.again,) if now.again else ())
            struck = must_go or tuple(side for side, _ in now.lots[:: 1 if newest else -1])
            if struck:
                self.act(by, by_hand.strike_lot, now.stage, now.number, struck[0].ticket)

    @precondition(DeskNight.draws_by_hand)
    @rule(by=desks)
    def leaves_the_pots(self, by: Stamp) -> None:
        self.act(by, by_hand.leave_pots)
        self.to_undo = []

    @precondition(DeskNight.something_is_due)
    @rule(by=desks, word=st.sampled_from(["", "Gans"]))
    def draws(self, by: Stamp, word: str) -> None:
        self.act(by, drawing.draw_rounds, word)

    @precondition(DeskNight.running)
    @rule(by=desks, pick=picks)
    def draws_and_plays_on(self, by: Stamp, pick: int) -> None:
        """So that the nights get somewhere."""
        if self.night.due:
            self.announces(by)
            self.draws(by, "")
        for step, (facts, pairing) in enumerate(self.night.open):
            key = PairingRef(*facts.key, pairing.number)
            winner = pairing.tickets[(pick >> step % 16) % 2]
            self.records(by, key, facts, pairing, Outcome.PLAYED, winner, (2, 0), True)

    @precondition(lambda self: self.night.open)
    @rule(by=desks, pick=picks, left=st.booleans(), games=st.sampled_from(GAMES))
    def records_a_match(self, by: Stamp, pick: int, left: bool, games: tuple[int, int] | None) -> None:
        key, facts, pairing = self.of(list(self.night.open), pick)
        self.records(by, key, facts, pairing, Outcome.PLAYED, pairing.tickets[not left], games, True)

    @precondition(lambda self: self.night.open)
    @rule(by=desks, pick=picks, who=st.sampled_from([None, 0, 1]))
    def records_an_absence(self, by: Stamp, pick: int, who: int | None) -> None:
        key, facts, pairing = self.of(list(self.night.open), pick)
        outcome = Outcome.DOUBLE_WALKOVER if who is None else Outcome.WALKOVER
        winner = None if who is None else pairing.tickets[who]
        self.records(by, key, facts, pairing, outcome, winner, None, True)

    @precondition(DeskNight.has_rounds)
    @rule(by=desks, pick=picks, left=st.booleans(), outcome=st.sampled_from(RECORDED), asks=st.booleans())
    def corrects(self, by: Stamp, pick: int, left: bool, outcome: Outcome, asks: bool) -> None:
        """Mostly what was recorded, in any round; without asking first, what would be lost is refused."""
        recorded = [(facts, p) for facts, p in self.pairings() if p.outcome in RECORDED]
        key, facts, pairing = self.of(recorded if recorded and pick % 8 else self.pairings(), pick)
        winner = None if outcome is Outcome.DOUBLE_WALKOVER else pairing.tickets[-1 if left else 0]
        self.records(by, key, facts, pairing, outcome, winner, None, asks)

    def pairings(self) -> list[tuple[RoundFacts, Pairing]]:
        return [(facts, pairing) for facts in self.night.drawn for pairing in facts.round.pairings]

    def records(
        self,
        by: Stamp,
        key: PairingRef,
        facts: RoundFacts,
        pairing: Pairing,
        outcome: Outcome,
        winner: int | None,
        games: tuple[int, int] | None,
        asks: bool,
    ) -> None:
        told = self.told(correcting.consequences, key, outcome, winner)
        confirmed = told.cost if told and told.cost and asks else None
        seen = facts.results[pairing.number].revision
        if outcome in (Outcome.WALKOVER, Outcome.DOUBLE_WALKOVER):
            done = self.act(by, results.record_walkover, key, seen=seen, winner=winner, confirmed=confirmed)
        else:
            needed = self.night.terms.bummerl_to_win
            score = games and (needed, min(games[1], needed - 1))
            won = score if score is None or winner == pairing.left else (score[1], score[0])
            done = self.act(
                by, results.record_result, key, seen=seen, winner=winner, games_won=won, confirmed=confirmed
            )
        if done:
            assert told is not None
            assert bool(told.cost) == bool(confirmed)
            self.note(key, pairing, done, told)

    def told(self, ask: Callable[..., Consequences], *values: Any) -> Consequences | None:
        """What the desk says would happen; None if it says that it cannot be."""
        try:
            return ask(self.desk.database, self.id, *values)
        except RuleBroken:
            return None

    def note(self, key: PairingRef, pairing: Pairing, done: Entry, told: Consequences) -> None:
        """Write down the result, and strike out exactly what was said to be lost."""
        for lost in told.lost:
            self.model.played.pop((lost.round, lost.number), None)
        ref = round_slug(key.stage, key.round), key.number
        self.model.played.pop(ref, None)
        if done.after["outcome"] == Outcome.PLAYED:
            left, right = pairing.tickets
            self.model.played[ref] = left, right, done.after["winner"]
        stands = {(p["round"], p["pairing"]): p for p in done.after.get("moved", [])}
        for change in told.seats:
            moved = stands[change.pairing.round, change.pairing.number]
            assert [moved["left"], moved["right"]][: len(change.pairing.sides)] == [
                side.ticket for side in change.pairing.sides
            ]
        board = read_office(self.desk.database, self.id).board
        now = {pairing.key: pairing for round_ in board.rounds for pairing in round_.pairings}
        for decided in told.decided:
            assert (now[decided.key].outcome, now[decided.key].winner) == (decided.outcome, decided.winner)
        assert all(now[waits.key].waits for waits in told.waits)

    @precondition(DeskNight.has_rounds)
    @rule(by=desks, pick=picks)
    def takes_a_result_back(self, by: Stamp, pick: int) -> None:
        recorded = [(facts, p) for facts, p in self.pairings() if p.outcome in RECORDED]
        key, facts, pairing = self.of(recorded if recorded and pick % 8 else self.pairings(), pick)
        told = self.told(correcting.consequences_of_withdrawal, key)
        seen = facts.results[pairing.number].revision
        confirmed = told.cost or None if told else None
        done = self.act(by, results.withdraw_result, key, seen=seen, confirmed=confirmed)
        if done:
            assert told is not None
            self.note(key, pairing, done, told)

    @precondition(DeskNight.has_rounds)
    @rule(by=desks, pick=picks)
    def voids_a_draw(self, by: Stamp, pick: int) -> None:
        drawn = self.night.drawn
        stage, number = drawn[pick % len(drawn)].key
        seen = voiding.would_be_lost(self.night, stage, number)
        if self.act(by, voiding.void_draw, stage, number, seen=seen):
            self.model.played = {r: p for r, p in self.model.played.items() if r[0] not in seen.rounds}
