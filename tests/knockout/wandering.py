"""Nights as chance has them: any open pairing next, any due round, walkovers, people who go home."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from tests.knockout.fields import Field, holders_of
from tests.knockout.nights import Night, started
from tournament.errors import RuleBroken
from tournament.knockout.coming import PlacementTerms, first_round, next_rounds
from tournament.knockout.draw import PlayerId
from tournament.knockout.rounds import Outcome, Pairing, Round, check_somebody_goes_on, decided, settle
from tournament.knockout.seed import Stream

GOES_HOME = 0.05


class Wandering:
    """A night that takes one step at a time, each of them one that the desk could take."""

    def __init__(self, field: Field, chance: Random, terms: PlacementTerms) -> None:
        self.chance = chance
        self.withdrawn: set[PlayerId] = set()
        self.night = Night([], holders_of(field), terms)
        self.stream = Stream(chance.randbytes(32))

    def steps(self) -> Iterator[Night]:
        """The night after each step, until nothing can be done any more."""
        while self._step():
            self._settle()
            yield replace(self.night, rounds=list(self.night.rounds))

    def _step(self) -> bool:
        rounds, holders = self.night.rounds, self.night.holders
        due = next_rounds(rounds, self.night.terms) if rounds else (first_round(tuple(holders)),)
        open_ = [(k, pairing) for k, round_ in enumerate(rounds) for pairing in round_.open]
        if not due and not open_:
            return False
        if self.chance.random() < GOES_HOME:
            self.withdrawn.add(self.chance.choice(sorted(holders.values())))
        elif (choice := self.chance.randrange(len(due) + len(open_))) < len(due):
            rounds.append(started(due[choice], holders, self.stream))
        else:
            index, pairing = open_[choice - len(due)]
            rounds[index] = self._decide(rounds[index], pairing)
        return True

    def _settle(self) -> None:
        self.night.rounds = [settle(r, self.night.holders, self.withdrawn) for r in self.night.rounds]

    def _decide(self, round_: Round, pairing: Pairing) -> Round:
        outcome = self.chance.choices(
            [Outcome.PLAYED, Outcome.WALKOVER, Outcome.DOUBLE_WALKOVER], weights=[70, 15, 15]
        )[0]
        try:
            return self._with(round_, pairing, outcome)
        except RuleBroken:
            return self._with(round_, pairing, Outcome.WALKOVER)

    def _with(self, round_: Round, pairing: Pairing, outcome: Outcome) -> Round:
        winner = None if outcome is Outcome.DOUBLE_WALKOVER else self.chance.choice(pairing.tickets)
        ended = decided(pairing, outcome, winner)
        result = replace(round_, pairings=tuple(ended if p is pairing else p for p in round_.pairings))
        check_somebody_goes_on(result)
        return result


def wander(field: Field, chance: Random, terms: PlacementTerms | None = None) -> Night:
    """Such a night, played to its end."""
    *_, last = Wandering(field, chance, terms or PlacementTerms()).steps()
    return last
