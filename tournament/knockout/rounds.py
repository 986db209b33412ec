"""Rounds: who meets whom, how a pairing ends, and who goes on (rules, section 3).

Every round is drawn anew from the tickets still alive; there is no fixed bracket. A round of size M has
M/2 numbers; the main round of size 2 is the final.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tournament.errors import RuleBroken
from tournament.knockout.draw import Lot, PlayerId, Pot, TicketNumber

Holders = Mapping[TicketNumber, PlayerId]


class Outcome(StrEnum):
    """How a pairing ended."""

    PLAYED = "played"
    BYE = "bye"
    WALKOVER = "walkover"
    DOUBLE_WALKOVER = "double-walkover"
    HANDED_IN = "handed-in"


class Stage(StrEnum):
    """The main rounds, and the placement rounds beside them."""

    MAIN = "main"
    THIRD = "third"
    FIFTH_TO_EIGHTH = "fifth-to-eighth"
    FIFTH = "fifth"
    SEVENTH = "seventh"


FINAL_SIZE, SEMIFINAL_SIZE, QUARTERFINAL_SIZE = 2, 4, 8


def needs_lots(stage: Stage, size: int) -> bool:
    """Whether a round is drawn; in the final and in a match for a single place it is clear who meets."""
    return stage in (Stage.MAIN, Stage.FIFTH_TO_EIGHTH) and size > FINAL_SIZE


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two tickets with the same number, or one ticket and a bye; `outcome` is None while it is open."""

    number: int
    left: TicketNumber
    right: TicketNumber | None
    outcome: Outcome | None = None
    winner: TicketNumber | None = None

    @property
    def tickets(self) -> tuple[TicketNumber, ...]:
        return (self.left,) if self.right is None else (self.left, self.right)

    @property
    def losers(self) -> tuple[TicketNumber, ...]:
        """Who is out: nobody while open or after a bye, both after a double walkover."""
        if self.outcome is None:
            return ()
        return tuple(ticket for ticket in self.tickets if ticket != self.winner)

    @property
    def ranked(self) -> tuple[TicketNumber, ...]:
        """Better ticket first, once decided; if both were absent the lower number comes first."""
        if self.winner is None:
            return tuple(sorted(self.losers))
        return (self.winner, *self.losers)


@dataclass(frozen=True, slots=True)
class Round:
    """One round of the knock-out, or one set of placement matches.

    A placement round carries the number of the main round whose losers it ranks.
    """

    number: int
    stage: Stage
    size: int
    pairings: tuple[Pairing, ...]

    @property
    def is_final(self) -> bool:
        """Whether its winner has won the night; matches for a single place are of the same size."""
        return self.stage is Stage.MAIN and self.size == FINAL_SIZE

    @property
    def open(self) -> tuple[Pairing, ...]:
        return tuple(pairing for pairing in self.pairings if pairing.outcome is None)

    @property
    def entrants(self) -> tuple[TicketNumber, ...]:
        return tuple(ticket for pairing in self.pairings for ticket in pairing.tickets)

    @property
    def survivors(self) -> tuple[TicketNumber, ...]:
        return tuple(pairing.winner for pairing in self.pairings if pairing.winner is not None)

    @property
    def losers(self) -> tuple[TicketNumber, ...]:
        return tuple(ticket for pairing in self.pairings for ticket in pairing.losers)

    @property
    def present_losers(self) -> tuple[TicketNumber, ...]:
        """The losers who can play for places: not those of a double walkover, who are not there."""
        return tuple(loser for pairing in self.pairings if pairing.winner for loser in pairing.losers)

    @property
    def absent_losers(self) -> tuple[TicketNumber, ...]:
        return tuple(sorted(set(self.losers) - set(self.present_losers)))


def pair(lots: Iterable[Lot]) -> tuple[Pairing, ...]:
    """Equal numbers meet; a left number that nobody drew from the right pot is a bye.

    RuleBroken for a right number that nobody drew from the left pot: its ticket would meet nobody.
    """
    lots = list(lots)
    right = {lot.number: lot.ticket for lot in lots if lot.pot is Pot.RIGHT}
    left = sorted((lot for lot in lots if lot.pot is Pot.LEFT), key=lambda lot: lot.number)
    for number in right.keys() - {lot.number for lot in left}:
        raise again_from_the_left(right[number])
    return tuple(Pairing(lot.number, lot.ticket, right.get(lot.number)) for lot in left)


def again_from_the_left(ticket: TicketNumber) -> RuleBroken:
    """The complaint that a ticket's lot is from the right pot, though the left one is not empty."""
    return RuleBroken(
        "The left pot is not empty: card %(ticket)s puts its number back into the right pot and draws again.",
        rule="2",
        ticket=ticket,
    )


def seat(tickets: Collection[TicketNumber]) -> tuple[Pairing, ...]:
    """The one pairing of a round that needs no draw: the lower ticket number stands on the left."""
    left, *right = sorted(tickets)
    return (Pairing(1, left, right[0] if right else None),)


def settle(round_: Round, holders: Holders, withdrawn: Collection[PlayerId]) -> Round:
    """The round with every pairing decided that needs no match.

    Those are byes, a player against himself, and players who have withdrawn. A double walkover that would
    leave a main round without a winner stays open: it is not allowed.
    """
    pairings = tuple(_settled(pairing, holders, withdrawn) for pairing in round_.pairings)
    result = replace(round_, pairings=pairings)
    if _somebody_goes_on(result):
        return result
    return replace(
        round_,
        pairings=tuple(
            old if new.outcome is Outcome.DOUBLE_WALKOVER else new
            for old, new in zip(round_.pairings, pairings, strict=True)
        ),
    )


def _settled(pairing: Pairing, holders: Holders, withdrawn: Collection[PlayerId]) -> Pairing:
    if pairing.outcome is not None:
        return pairing
    if pairing.right is None:
        return replace(pairing, outcome=Outcome.BYE, winner=pairing.left)
    if holders[pairing.left] == holders[pairing.right]:
        return replace(pairing, outcome=Outcome.HANDED_IN, winner=min(pairing.left, pairing.right))
    here = [ticket for ticket in pairing.tickets if holders[ticket] not in withdrawn]
    if len(here) == 1:
        return replace(pairing, outcome=Outcome.WALKOVER, winner=here[0])
    return pairing if here else replace(pairing, outcome=Outcome.DOUBLE_WALKOVER)


def was_recorded(pairing: Pairing, holders: Holders, gone: Collection[PlayerId]) -> bool:
    """Whether somebody recorded how this pairing ended; that players are gone decides it by itself."""
    if pairing.outcome in (None, Outcome.BYE, Outcome.HANDED_IN):
        return False
    return pairing.outcome is Outcome.PLAYED or any(holders[loser] not in gone for loser in pairing.losers)


def decided(pairing: Pairing, outcome: Outcome, winner: TicketNumber | None) -> Pairing:
    """The pairing with a recorded outcome, or RuleBroken if it cannot end that way."""
    if pairing.right is None or pairing.outcome in (Outcome.BYE, Outcome.HANDED_IN):
        raise RuleBroken("This pairing needs no match.", rule="3", field="outcome")
    if outcome is Outcome.DOUBLE_WALKOVER:
        if winner is not None:
            raise RuleBroken("A double walkover has no winner.", rule="3", field="winner")
    elif outcome not in (Outcome.PLAYED, Outcome.WALKOVER):
        raise RuleBroken("A match is played, or won by walkover.", rule="3", field="outcome")
    elif winner not in pairing.tickets:
        raise RuleBroken("The winner must be one of the two cards.", rule="3", field="winner")
    return replace(pairing, outcome=outcome, winner=winner)


def check_somebody_goes_on(round_: Round) -> None:
    """RuleBroken if a double walkover left a main round, the final above all, without a winner."""
    if not _somebody_goes_on(round_):
        raise RuleBroken(
            "Somebody must go on: a double walkover is not allowed here.", rule="3", field="outcome"
        )


def _somebody_goes_on(round_: Round) -> bool:
    return round_.stage is not Stage.MAIN or bool(round_.open or round_.survivors)


def feeds(earlier: Round, later: Round) -> bool:
    """Whether `later` was made from the results of `earlier`: then `earlier` is closed to free correction."""
    if earlier.stage is Stage.MAIN:
        next_main = later.stage is Stage.MAIN and later.number == earlier.number + 1
        return next_main or (later.stage is not Stage.MAIN and later.number == earlier.number)
    return earlier.stage is Stage.FIFTH_TO_EIGHTH and later.stage in (Stage.FIFTH, Stage.SEVENTH)


def goes_on(earlier: Round, later: Round) -> bool:
    """Whether it is the winners of `earlier` who go on to `later`, a round made from it; else its losers."""
    return later.stage is Stage.MAIN or (earlier.stage, later.stage) == (Stage.FIFTH_TO_EIGHTH, Stage.FIFTH)


def main_rounds(rounds: Iterable[Round]) -> list[Round]:
    return sorted((r for r in rounds if r.stage is Stage.MAIN), key=lambda r: r.number)


def find_round(rounds: Iterable[Round], stage: Stage) -> Round | None:
    """The one placement round of that stage, if it has started."""
    return next((r for r in rounds if r.stage is stage), None)
