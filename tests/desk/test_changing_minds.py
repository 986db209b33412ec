"""Random nights in which the desk changes its mind again and again, against a small model.

Longer nights, and more of them: `MINDS_CHANGED=2000 pytest tests/desk/test_changing_minds.py`.
"""

from __future__ import annotations

import copy
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.desk.builders import terms_for
from tournament.desk import (
    correcting,
    drawing,
    late,
    prizing,
    rearranging,
    results,
    selling,
    undoing,
    voiding,
    withdrawing,
)
from tournament.desk.acts import Desk, Entry, Stamp
from tournament.desk.archive import export_archive
from tournament.desk.correcting import Consequences
from tournament.desk.night import RoundFacts, State, read_night, round_slug
from tournament.desk.results import PairingKey
from tournament.desk.selling import TicketState
from tournament.desk.tournaments import open_tournament
from tournament.desk.verify import verify
from tournament.errors import RuleBroken
from tournament.knockout.draw import PlayerId
from tournament.knockout.rounds import Outcome, Pairing, Stage
from tournament.store.database import Database, sqlite_url

NIGHTS = int(os.environ.get("MINDS_CHANGED", "25"))
STEPS = 40
DESKS = (Stamp("Anna"), Stamp("Berta"))
MOST_CARDS = 20
GAMES = ((2, 0), (2, 1), None)

RECORDED = (Outcome.PLAYED, Outcome.WALKOVER, Outcome.DOUBLE_WALKOVER)

Ref = tuple[str, int]
"""A round's name in the log, and the number of a pairing."""

picks = st.integers(min_value=0, max_value=2**16)
desks = st.sampled_from(DESKS)


@dataclass
class Model:
    """What a careful recorder would have written down beside the desk.

    `cards` are the cards out and who holds them; `played` for each match played its two cards and who won.
    """

    cards: dict[int, int | None] = field(default_factory=dict)
    played: dict[Ref, tuple[int, int, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Before:
    """How everything was before an act that could be undone at once."""

    by: str
    revision: int
    facts: dict[str, Any]
    model: Model


class Minds(RuleBasedStateMachine):
    """Two desks, one night. Every act is tried, whether it is allowed or not."""

    def __init__(self, empty: Path, folder: Path) -> None:
        super().__init__()
        file = Path(shutil.copy(empty, folder / "night.sqlite"))
        moments, chances, self.people = count(), count(), count(1)
        self.desk = Desk(
            Database(sqlite_url(file)),
            now=lambda: datetime.fromtimestamp(1_796_000_000 + 60 * next(moments), UTC),
            entropy=lambda size: sha256(b"%d" % next(chances)).digest()[:size],
        )
        terms = terms_for(capacity=32, each=4, prizes=["Gans", "Schinken", "Korb"], score_sheets=True)
        self.id = open_tournament(self.desk, DESKS[0], terms).tournament
        self.model = Model()
        self.to_undo: list[Before] = []
        self.file = file
        self.look()

    def teardown(self) -> None:
        self.desk.database.close()
        for left in self.file.parent.glob("night.sqlite*"):
            left.unlink()

    # ---------- reading ----------

    def look(self) -> None:
        """See how it stands now; between two acts nothing changes."""
        self.night = read_night(self.desk.database, self.id)
        self.archive: Any = export_archive(self.desk.database, self.id)
        self.facts = self._facts()

    def _facts(self) -> dict[str, Any]:
        """All that is true now, without when and by whom it was said."""
        night, archive = self.night, self.archive
        rounds = [
            {**round_, "announced_at": None, "drawn_at": None}
            | {"pairings": [{**pairing, "decided_at": None} for pairing in round_["pairings"]]}
            for round_ in archive["rounds"]
        ]
        holders = {ticket.player for ticket in night.live_tickets}
        return {
            "terms": archive["tournament"],
            "players": [(p.number, p.name, p.town, p.withdrawn) for p in night.people if p.number in holders],
            "cards": [(t.number, t.player, t.state) for t in night.live_tickets],
            "rounds": [round_ for round_ in rounds if round_["pairings"]],
            "announced": [round_ for round_ in rounds if not round_["pairings"]],
            "prizes": [{**prize, "collected_at": bool(prize["collected_at"])} for prize in archive["prizes"]],
            "places": archive["places"],
            "lots": archive["prize_lots"],
        }

    @staticmethod
    def of(pairings: list[tuple[RoundFacts, Pairing]], pick: int) -> tuple[PairingKey, RoundFacts, Pairing]:
        facts, pairing = pairings[pick % len(pairings)]
        return PairingKey(*facts.key, pairing.number), facts, pairing

    # ---------- acting ----------

    def act(self, by: Stamp, act: Callable[..., Entry], *values: Any, **more: Any) -> Entry | None:
        """Do it; None if it is refused, and then nothing has changed. Remembers how it was before."""
        facts, model, revision = self.facts, copy.deepcopy(self.model), self.night.revision
        try:
            entry = act(self.desk, by, self.id, *values, **more)
        except RuleBroken:
            self.look()
            assert self.night.revision == revision
            assert self.facts == facts
            return None
        self.look()
        self.to_undo.append(Before(by.by, entry.revision, facts, model))
        return entry

    # ---------- selling ----------

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

    def selling(self) -> bool:
        return self.night.state is State.SELLING

    def a_card(self, pick: int) -> int:
        """A card that is out, or one that never was."""
        cards = [*self.model.cards, 99]
        return cards[pick % len(cards)]

    @precondition(lambda self: self.selling() and len(self.model.cards) < MOST_CARDS)
    @rule(by=desks, count=st.integers(1, 5), known=st.booleans(), pick=picks, paid=st.booleans())
    def sells(self, by: Stamp, count: int, known: bool, pick: int, paid: bool) -> None:
        people = self.night.people
        name = people[pick % len(people)].name if known and people else f"Huber {next(self.people)}"
        if entry := self.act(by, selling.sell, name, "", count, paid=paid):
            self.model.cards |= dict.fromkeys(entry.after["tickets"], entry.after["player"])

    @precondition(lambda self: self.selling() and len(self.model.cards) < MOST_CARDS)
    @rule(by=desks, count=st.integers(1, 3))
    def sells_without_a_name(self, by: Stamp, count: int) -> None:
        if entry := self.act(by, selling.sell_unnamed, count):
            self.model.cards |= dict.fromkeys(entry.after["tickets"])

    @precondition(selling)
    @rule(by=desks, pick=picks)
    def names_or_moves_a_card(self, by: Stamp, pick: int) -> None:
        card, name = self.a_card(pick), f"Maier {pick % 5}"
        named = card in self.model.cards and self.model.cards[card] is None
        act = selling.name_ticket if named else rearranging.move_ticket
        if entry := self.act(by, act, card, name, "Ried"):
            self.model.cards[card] = entry.after["player"]

    @precondition(selling)
    @rule(by=desks, one=picks, other=picks)
    def merges_two_entries(self, by: Stamp, one: int, other: int) -> None:
        people = [*self.night.person] or [PlayerId(1)]
        double, kept = people[one % len(people)], people[other % len(people)]
        if self.act(by, rearranging.merge_players, double, kept):
            self.model.cards = {c: kept if p == double else p for c, p in self.model.cards.items()}

    @precondition(selling)
    @rule(by=desks)
    def doubles_the_house(self, by: Stamp) -> None:
        if (seen := self.night.terms.capacity) <= 32:
            self.act(by, rearranging.double_capacity, seen=seen)

    @precondition(selling)
    @rule(by=desks, pick=picks)
    def takes_a_card_back(self, by: Stamp, pick: int) -> None:
        card = self.a_card(pick)
        if self.act(by, selling.take_back, card):
            del self.model.cards[card]

    @precondition(lambda self: any(card.state is TicketState.RESERVED for card in self.night.live_tickets))
    @rule(by=desks, pick=picks)
    def takes_the_money(self, by: Stamp, pick: int) -> None:
        reserved = [t.number for t in self.night.live_tickets if t.state is TicketState.RESERVED]
        self.act(by, selling.pay, [reserved[pick % len(reserved)]])

    @precondition(selling)
    @rule(by=desks, pick=picks)
    def renames(self, by: Stamp, pick: int) -> None:
        people = self.night.people
        if people:
            person, name = people[pick % len(people)], f"Gruber {pick % 7}"
            self.act(by, selling.rename, person.number, name, "Öd", seen=person.revision)

    @precondition(selling)
    @rule(by=desks)
    def closes_the_sales(self, by: Stamp) -> None:
        for card in [card for card, player in self.model.cards.items() if player is None]:
            if self.act(by, selling.take_back, card):
                del self.model.cards[card]
        self.act(by, selling.close_sales, seen_sold=len(self.model.cards))

    @precondition(lambda self: self.running() and not self.night.all_rounds)
    @rule(by=desks)
    def sells_on(self, by: Stamp) -> None:
        self.act(by, selling.reopen_sales)

    @precondition(lambda self: self.night.drawn)
    @rule(by=desks, pick=picks)
    def tries_what_is_too_late(self, by: Stamp, pick: int) -> None:
        card = self.a_card(pick)
        assert not self.act(by, selling.take_back, card)
        assert not self.act(by, rearranging.move_ticket, card, "Maier", "Ried")
        assert not self.act(by, selling.reopen_sales)
        assert not self.act(by, selling.sell, "Maier", "Ried", 1)

    # ---------- rounds ----------

    def running(self) -> bool:
        return self.night.state is State.RUNNING

    def has_rounds(self) -> bool:
        return bool(self.night.drawn)

    def something_is_due(self) -> bool:
        return self.running() and bool(self.night.due)

    @precondition(lambda self: self.running() and len(self.night.due) > len(self.night.announced))
    @rule(by=desks)
    def announces(self, by: Stamp) -> None:
        self.act(by, drawing.announce_draw)

    @precondition(something_is_due)
    @rule(by=desks, word=st.sampled_from(["", "Gans"]))
    def draws(self, by: Stamp, word: str) -> None:
        self.act(by, drawing.draw_rounds, word)

    @precondition(running)
    @rule(by=desks, pick=picks)
    def draws_and_plays_on(self, by: Stamp, pick: int) -> None:
        """So that the nights get somewhere."""
        if self.night.due:
            self.announces(by)
            self.draws(by, "")
        for step, (facts, pairing) in enumerate(self.night.open):
            key = PairingKey(*facts.key, pairing.number)
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

    @precondition(has_rounds)
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
        key: PairingKey,
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
            won = games if games is None or winner == pairing.left else (games[1], games[0])
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

    def note(self, key: PairingKey, pairing: Pairing, done: Entry, told: Consequences) -> None:
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

    @precondition(has_rounds)
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

    @precondition(has_rounds)
    @rule(by=desks, pick=picks)
    def voids_a_draw(self, by: Stamp, pick: int) -> None:
        drawn = self.night.drawn
        stage, number = drawn[pick % len(drawn)].key
        seen = voiding.would_be_lost(self.night, stage, number)
        if self.act(by, voiding.void_draw, stage, number, seen=seen):
            self.model.played = {r: p for r, p in self.model.played.items() if r[0] not in seen.rounds}

    # ---------- people ----------

    @precondition(lambda self: self.running() and len(self.night.drawn) < 3)
    @rule(by=desks, pick=picks, count=st.integers(1, 2))
    def sells_late(self, by: Stamp, pick: int, count: int) -> None:
        people = self.night.people
        name = people[pick % len(people)].name if pick % 3 else f"Huber {next(self.people)}"
        if entry := self.act(by, late.sell_late, name, "", count):
            self.model.cards |= dict.fromkeys(entry.after["tickets"], entry.after["player"])

    @precondition(has_rounds)
    @rule(by=desks, pick=picks)
    def somebody_goes_home(self, by: Stamp, pick: int) -> None:
        people = self.night.people
        self.act(by, withdrawing.withdraw, people[pick % len(people)].number)

    @precondition(lambda self: self.night.withdrawn)
    @rule(by=desks, pick=picks)
    def somebody_comes_back(self, by: Stamp, pick: int) -> None:
        gone = sorted(self.night.withdrawn)
        self.act(by, withdrawing.bring_back, gone[pick % len(gone)])

    # ---------- the end ----------

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

    # ---------- undoing ----------

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

    # ---------- what always holds ----------

    @invariant()
    def all_is_well(self) -> None:
        self.no_card_has_vanished_or_doubled()
        self.every_match_played_belongs_to_the_two_cards_that_played_it()
        self.no_card_is_wanted_at_two_tables()
        self.a_match_that_waits_leads_to_one_that_can_be_played()
        self.the_archive_holds()

    def no_card_has_vanished_or_doubled(self) -> None:
        night = self.night
        assert {ticket.number: ticket.player for ticket in night.live_tickets} == self.model.cards
        for facts in night.drawn:
            entrants = facts.round.entrants
            assert len(set(entrants)) == len(entrants)
            assert set(entrants) <= set(self.model.cards)
        first = [facts.round for facts in night.drawn if facts.key == (Stage.MAIN, 1)]
        assert all(set(round_.entrants) == set(self.model.cards) for round_ in first)

    def every_match_played_belongs_to_the_two_cards_that_played_it(self) -> None:
        stands = {
            (round_slug(*facts.key), p.number): (p.left, p.right, p.winner)
            for facts in self.night.drawn
            for p in facts.round.pairings
            if p.outcome is Outcome.PLAYED
        }
        assert stands == self.model.played

    def no_card_is_wanted_at_two_tables(self) -> None:
        night = self.night
        waiting = correcting.waiting(night)
        wanted = [
            ticket
            for facts, pairing in night.open
            if (round_slug(*facts.key), pairing.number) not in waiting
            for ticket in pairing.tickets
        ]
        assert len(set(wanted)) == len(wanted)

    def a_match_that_waits_leads_to_one_that_can_be_played(self) -> None:
        night = self.night
        waiting = correcting.waiting(night)
        for slug, number in waiting:
            stage, _, round_ = slug.rpartition("-")
            earlier = correcting.waits_for(night, PairingKey(Stage(stage), int(round_), number))
            assert earlier
            assert all(p.outcome is None and (p.round, p.number) not in waiting for p in earlier)

    def the_archive_holds(self) -> None:
        assert [found.sentence("en") for found in verify(self.archive)] == []


@contextmanager
def quiet_hypothesis(nights: int) -> Iterator[settings]:
    yield settings(
        max_examples=nights,
        stateful_step_count=STEPS,
        deadline=None,
        derandomize="MINDS_CHANGED" not in os.environ,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def test_random_nights_of_changing_minds_stay_whole(empty_database: Path, folder: Path) -> None:
    with quiet_hypothesis(NIGHTS) as chosen:
        run_state_machine_as_test(partial(Minds, empty_database, folder), settings=chosen)  # type: ignore[arg-type]
