"""Random nights in which two desks change their mind again and again, against a small model."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule, run_state_machine_as_test

from tests.desk.minds_night import DESKS, DeskNight, desks, picks
from tests.desk.minds_rounds import Rounds
from tests.desk.minds_sales import Sales
from tournament.desk import late, prizing, undoing, withdrawing
from tournament.desk.acts import Entry, Stamp
from tournament.knockout.rounds import Outcome

STEPS = 40


class Minds(Sales, Rounds):
    """Every act is tried by two desks, whether it is allowed or not."""

    @initialize(
        holdings=st.lists(st.integers(1, 4), min_size=2, max_size=8),
        rounds=st.integers(-1, 5),
        pick=picks,
    )
    def a_night_begins(self, holdings: list[int], rounds: int, pick: int) -> None:
        """Most nights begin with the sales closed, or after some rounds: before, little can go wrong."""
        for cards in holdings:
            self.sells(DESKS[0], cards, False, 0, True)
        if rounds >= 0:
            self.closes_the_sales(DESKS[0])
        for _ in range(rounds):
            self.draws_and_plays_on(DESKS[0], pick)

    @precondition(lambda self: self.running() and len(self.night.drawn) < 3)
    @rule(by=desks, pick=picks, count=st.integers(1, 2))
    def sells_late(self, by: Stamp, pick: int, count: int) -> None:
        people = self.night.people
        name = people[pick % len(people)].name if pick % 3 else f"Huber {next(self.people)}"
        if entry := self.act(by, late.sell_late, name, "", count):
            self.model.cards |= dict.fromkeys(entry.after["tickets"], entry.after["player"])

    @precondition(DeskNight.has_rounds)
    @rule(by=desks, pick=picks)
    def somebody_goes_home(self, by: Stamp, pick: int) -> None:
        people = self.night.people
        self.act(by, withdrawing.withdraw, people[pick % len(people)].number)

    @precondition(lambda self: self.night.withdrawn)
    @rule(by=desks, pick=picks)
    def somebody_comes_back(self, by: Stamp, pick: int) -> None:
        gone = sorted(self.night.withdrawn)
        self.act(by, withdrawing.bring_back, gone[pick % len(gone)])

    @precondition(lambda self: self.running() and self.night.drawn and not self.night.due)
    @rule(by=desks)
    def finishes(self, by: Stamp) -> None:
        if self.act(by, prizing.finish):
            placed = [place.ticket for place in self.night.places]
            assert sorted(placed) == sorted(self.model.cards)

    @precondition(lambda self: self.night.finished)
    @rule(by=desks, rank=st.integers(1, 4), collected=st.booleans())
    def hands_out_a_prize(self, by: Stamp, rank: int, collected: bool) -> None:
        self.act(by, prizing.collect_prize, rank, collected=collected)

    @precondition(lambda self: self.night.finished)
    @rule(by=desks)
    def opens_the_night_again(self, by: Stamp) -> None:
        self.act(by, prizing.reopen)

    @rule(by=desks, times=st.integers(1, 6))
    def undoes(self, by: Stamp, times: int) -> None:
        """One's own last acts, one after the other: unless others acted since, all is as it was before."""
        for _ in range(times):
            last = undoing.last_act(self.desk.database, self.id, by.by)
            if last is None:
                return
            newest = bool(self.to_undo) and self.to_undo[-1].revision == last.revision
            before, undone = self.to_undo[-1:], list(self.to_undo[:-1])
            done = self.act(by, undoing.undo, seen=last.revision)
            if newest:
                assert done, f"cannot undo {last.act}"
                if last.act == "draw-rounds":  # its seed is public: the next draw is announced anew
                    before[0].facts["announced"] = self.facts["announced"]
                assert self.facts == before[0].facts
                self.model, self.to_undo = before[0].model, undone
            elif done:
                self.follow_an_undo(last)
                return

    def follow_an_undo(self, last: Entry) -> None:
        """Somebody else acted since: only what this act had done is taken back."""
        self.to_undo = []
        facts, before = last.after, last.before
        if last.act in ("sell", "sell-unnamed"):
            self.model.cards = {c: p for c, p in self.model.cards.items() if c not in facts["tickets"]}
        elif last.act in ("take-back", "name-ticket", "move-ticket"):
            self.model.cards[facts["ticket"]] = before["player"]
        elif "outcome" in facts:
            ref = facts["round"], facts["pairing"]
            self.model.played.pop(ref, None)
            if before["outcome"] == Outcome.PLAYED:
                self.model.played[ref] = before["left"], before["right"], before["winner"]


def change_minds(empty: Path, folder: Path, nights: int, *, always_the_same: bool) -> None:
    """Play so many nights, each on a copy of the `empty` database; the smallest one that fails is told."""
    run_state_machine_as_test(
        partial(Minds, empty, folder),  # type: ignore[arg-type]  # a factory will do
        settings=settings(
            max_examples=nights,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=always_the_same,
            phases=[Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
            report_multiple_bugs=False,
            database=None,
        ),
    )
