"""Two desks, one night, and a model of what a careful recorder would have written down beside them."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant

from tests.desk.builders import terms_for
from tournament.desk import by_hand, correcting
from tournament.desk.acts import Desk, Entry, Stamp
from tournament.desk.archive import export_archive
from tournament.desk.board import board
from tournament.desk.loading import read_night
from tournament.desk.night import RoundFacts, State, round_slug
from tournament.desk.tournaments import open_tournament
from tournament.desk.verify import verify
from tournament.errors import RuleBroken
from tournament.knockout.corrections import PairingRef
from tournament.knockout.rounds import Outcome, Pairing, Stage
from tournament.store.database import Database, sqlite_url

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

    entry: Entry
    facts: dict[str, Any]
    model: Model


class DeskNight(RuleBasedStateMachine):
    """Two desks, one night. Every act is tried, whether it is allowed or not."""

    def __init__(self, empty: Path, folder: Path) -> None:
        super().__init__()
        file = Path(shutil.copy(empty, folder / "night.sqlite"))
        self.moments, chances, self.people = count(), count(), count(1)
        self.set_back: list[int] = []
        self.desk = Desk(
            Database(sqlite_url(file)),
            now=self.by_the_clock,
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

    def by_the_clock(self) -> datetime:
        """A minute goes by between two looks at it; at some of them it was set back by two hours."""
        moment = next(self.moments)
        set_back = sum(moment >= when for when in self.set_back)
        return datetime.fromtimestamp(1_796_000_000 + 60 * moment - 7200 * set_back, UTC)

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
            "waiting": [(guest["number"], guest["name"], guest["count"]) for guest in self.guests()],
            "cash": archive["cash"],
        }

    @staticmethod
    def of(pairings: list[tuple[RoundFacts, Pairing]], pick: int) -> tuple[PairingRef, RoundFacts, Pairing]:
        facts, pairing = pairings[pick % len(pairings)]
        return PairingRef(*facts.key, pairing.number), facts, pairing

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
        self.to_undo.append(Before(entry, facts, model))
        return entry

    def selling(self) -> bool:
        return self.night.state is State.SELLING

    def guests(self) -> list[dict[str, Any]]:
        """Who waits for cards."""
        return [guest for guest in self.archive["waiting"] if not guest["done"]]

    def running(self) -> bool:
        return self.night.state is State.RUNNING

    def has_rounds(self) -> bool:
        return bool(self.night.drawn)

    def draws_by_hand(self) -> bool:
        return bool(by_hand.pots(self.night))

    def something_is_due(self) -> bool:
        return self.running() and bool(self.night.due)

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
        waiting = {pairing.key for pairing in board(night).open if pairing.waits}
        wanted = [
            ticket
            for facts, pairing in night.open
            if (round_slug(*facts.key), pairing.number) not in waiting
            for ticket in pairing.tickets
        ]
        assert len(set(wanted)) == len(wanted)

    def a_match_that_waits_leads_to_one_that_can_be_played(self) -> None:
        night = self.night
        waiting = {pairing.key for pairing in board(night).open if pairing.waits}
        for slug, number in waiting:
            stage, _, round_ = slug.rpartition("-")
            earlier = correcting.waits_for(night, PairingRef(Stage(stage), int(round_), number))
            assert earlier
            assert all(p.outcome is None and (p.round, p.number) not in waiting for p in earlier)

    def the_archive_holds(self) -> None:
        assert [found.sentence("en") for found in verify(self.archive)] == []
