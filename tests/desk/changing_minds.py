"""Random nights in which two desks change their mind again and again, against a small model."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule, run_state_machine_as_test

from tests.desk import fresh
from tests.desk.minds_night import DESKS, Before, DeskNight, desks, picks
from tests.desk.minds_rounds import Rounds
from tests.desk.minds_sales import Sales
from tournament.desk import cash, late, prizing, tournaments, undoing, withdrawing
from tournament.desk.acts import Entry, Stamp
from tournament.desk.archive import archive_bytes, import_archive, json_bytes
from tournament.desk.loading import read_night
from tournament.knockout.draw import FirstRoundOrder
from tournament.knockout.rounds import Outcome, feeds

STEPS = 40


class Minds(Sales, Rounds):
    """Every act is tried by two desks, whether it is allowed or not."""

    @initialize(
        holdings=st.lists(st.integers(1, 4), min_size=2, max_size=8),
        rounds=st.sampled_from([-1, -1, -1, 0, 1, 2, 3, 4, 5]),
        pick=picks,
        set_back=st.lists(st.integers(1, 80), max_size=2),
    )
    def a_night_begins(self, holdings: list[int], rounds: int, pick: int, set_back: list[int]) -> None:
        """A third begin with the sales open (-1), the others with the sales closed, or after some rounds."""
        self.set_back = set_back
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
        from_pot = pick % 2 and late.draws_from_pot(self.night)
        matches = self.night.drawn[0].round.pairings if from_pot else ()
        drawn = [match.number for match in matches if match.right is None][:count]
        if entry := self.act(by, late.sell_late, name, "", count, drawn=drawn):
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
        self.act(by, fresh.collect_prize, rank, collected=collected)

    @precondition(lambda self: self.night.finished)
    @rule(by=desks)
    def opens_the_night_again(self, by: Stamp) -> None:
        self.act(by, prizing.reopen)

    @precondition(lambda self: not self.night.finished)
    @rule(by=desks, venue=st.sampled_from(["Kirchenwirt", "Postwirt"]), prizes=st.integers(1, 4))
    def changes_the_terms(self, by: Stamp, venue: str, prizes: int) -> None:
        texts = ["Gans", "Schinken", "Korb", "Speck"][:prizes]
        terms = replace(self.night.terms, venue=venue, prizes=texts)
        self.act(by, tournaments.change_terms, terms, seen=self.night.terms_revision)

    @precondition(lambda self: not self.night.drawn)
    @rule(
        by=desks,
        games=st.sampled_from([1, 2, 3]),
        order=st.sampled_from(FirstRoundOrder),
        third=st.booleans(),
    )
    def changes_what_a_draw_fixes(self, by: Stamp, games: int, order: FirstRoundOrder, third: bool) -> None:
        """Which is refused once a draw is announced."""
        terms = replace(
            self.night.terms, bummerl_to_win=games, first_round_order=order.value, third_place_match=third
        )
        self.act(by, tournaments.change_terms, terms, seen=self.night.terms_revision)

    @rule(by=desks, opening=st.sampled_from([None, 0, 5000]), closing=st.sampled_from([None, 7500]))
    def counts_the_cash(self, by: Stamp, opening: int | None, closing: int | None) -> None:
        self.act(
            by, cash.count_cash, opening, closing, seen=cash.read_cash(self.desk.database, self.id).counted
        )

    @rule(by=desks, times=st.integers(1, 6))
    def undoes(self, by: Stamp, times: int) -> None:
        """One's own last acts, one after the other: unless others acted since, all is as it was before."""
        for _ in range(times):
            offered = undoing.last_act(self.desk.database, self.id, by.by)
            if offered is None or offered.obstacle:
                return
            if self.to_undo and self.to_undo[-1].entry.revision == offered.entry.revision:
                self.undoes_the_newest(by, offered.entry)
            elif self.act(by, undoing.undo, seen=offered.entry.revision):
                self.follow_an_undo(offered.entry)
                return

    def undoes_the_newest(self, by: Stamp, last: Entry) -> None:
        before = self.to_undo[-1]
        if not self.act(by, undoing.undo, seen=last.revision):
            assert self.name_is_taken(last), f"cannot undo {last.act}"
            self.to_undo = []
            return
        self.to_undo = self.to_undo[:-2]  # without what was undone, and without the undoing
        if last.act == "draw-rounds":
            self.forget_announcements(before, last)
        assert self.facts == before.facts
        self.model = before.model

    def name_is_taken(self, last: Entry) -> bool:
        """An undone sale leaves its player behind, without cards: the name he has is not given to another."""
        who = last.before.get("name"), last.before.get("town")
        named = [p.number for p in self.night.people if (p.name, p.town) == who]
        return last.act in ("rename", "merge-players") and any(n != last.before["player"] for n in named)

    def forget_announcements(self, before: Before, drawn: Entry) -> None:
        """The seed of a draw is public: undone with its announcement, it has to be announced anew."""
        names = {named["round"] for named in drawn.after["rounds"]}
        announced = before.facts["announced"]
        named = (r["draw"]["commitment"] for r in announced if f"{r['stage']}-{r['number']}" in names)
        gone = {commitment for commitment in named if commitment}
        for one in [before, *self.to_undo]:
            announced = one.facts["announced"]
            one.facts["announced"] = [r for r in announced if r["draw"]["commitment"] not in gone]
        self.to_undo = [one for one in self.to_undo if not announces_only(one.entry, gone)]

    def follow_an_undo(self, last: Entry) -> None:
        """Somebody else acted since: only what this act had done is taken back."""
        self.to_undo = []
        facts, before = last.after, last.before
        match last.act:
            case "sell" | "sell-unnamed" | "sell-late" | "serve-guest":
                self.model.cards = {c: p for c, p in self.model.cards.items() if c not in facts["tickets"]}
            case "import-players":
                gone = {card for sold in facts["players"] for card in sold["tickets"]}
                self.model.cards = {c: p for c, p in self.model.cards.items() if c not in gone}
            case "take-back" | "name-ticket" | "move-ticket":
                self.model.cards[facts["ticket"]] = before["player"]
            case "merge-players":
                again = [card for card in before["tickets"] if card in self.model.cards]
                self.model.cards |= dict.fromkeys(again, before["player"])
        for stood in told_of(facts):
            self.model.played.pop((stood["round"], stood["pairing"]), None)
        for stands in told_of(before):
            if stands["outcome"] == Outcome.PLAYED:
                ref = stands["round"], stands["pairing"]
                self.model.played[ref] = stands["left"], stands["right"], stands["winner"]

    def teardown(self) -> None:
        """It all fits into an archive, and whatever was done, undoing it all gives the first state back."""
        try:
            self.comes_back_from_its_archive()
            while self.to_undo:
                newest = self.to_undo[-1].entry
                offered = undoing.last_act(self.desk.database, self.id, newest.by)
                assert offered
                assert (offered.entry, offered.obstacle) == (newest, None)
                self.undoes_the_newest(Stamp(newest.by), newest)
            self.all_is_well()
        finally:
            super().teardown()

    def comes_back_from_its_archive(self) -> None:
        """To the byte, and each round after those it was made from."""
        data = json_bytes(self.archive)
        again = import_archive(self.desk.database, data)
        assert archive_bytes(self.desk.database, again) == data
        rounds = read_night(self.desk.database, again).rounds
        assert not any(feeds(later, earlier) for earlier, later in combinations(rounds, 2))


def announces_only(entry: Entry, commitments: set[str]) -> bool:
    if entry.act != "announce-draw":
        return False
    return {named["commitment"] for named in entry.after["rounds"]} <= commitments


def told_of(facts: dict[str, Any]) -> list[dict[str, Any]]:
    """The matches of which facts of the log tell: their own, those moved or decided, those of rounds."""
    own = [facts] if "pairing" in facts else []
    rounds = [
        match for round_ in facts.get("rounds", []) if "pairings" in round_ for match in round_["pairings"]
    ]
    return [*own, *facts.get("moved", []), *facts.get("decided", []), *rounds]


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
