"""Changing a result after rounds were drawn from it (rules, section 7).

The right ticket takes the wrong one's seat, number and table unchanged. Whatever was decided since with the
wrong ticket in it, or follows from such a result, is withdrawn. A pairing whose tickets hang on a result
that was withdrawn waits until that is decided again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tournament.errors import RuleBroken
from tournament.knockout.draw import PlayerId, TicketNumber
from tournament.knockout.rounds import (
    Holders,
    Outcome,
    Pairing,
    Round,
    Stage,
    check_somebody_goes_on,
    decided,
    feeds,
    goes_on,
    settle,
    was_recorded,
)


class PairingRef(NamedTuple):
    """Which pairing of a tournament: its round's stage and number, and its own number."""

    stage: Stage
    round: int
    number: int


@dataclass(frozen=True, slots=True)
class Correction:
    """What deciding a pairing does to the night.

    `withdrawn` are the results that are lost, the latest first; `exchanged` the two tickets that change
    seats; `against_himself` the pairings that set a player against himself from now on; `rounds` all rounds
    as they stand afterwards.
    """

    rounds: tuple[Round, ...]
    withdrawn: tuple[PairingRef, ...] = ()
    exchanged: tuple[TicketNumber, ...] = ()
    against_himself: tuple[PairingRef, ...] = ()


def decide(
    rounds: Sequence[Round],
    ref: PairingRef,
    outcome: Outcome,
    winner: TicketNumber | None,
    holders: Holders,
    gone: Collection[PlayerId] = (),
) -> Correction:
    """Decide a pairing, for the first time or otherwise than before; `rounds` in the order they started.

    `gone` are the players who have withdrawn: their pairings that were open only because somebody must go on
    end with the first who does. RuleBroken if it cannot end that way, if it waits for another result, or if
    both were absent, or are no more, although a round was drawn from it.
    """
    night = _Night(rounds)
    old = night.pairing(ref)
    if night.waits(ref):
        raise RuleBroken("This match waits for an earlier result.", rule="7", field="outcome")
    new = decided(old, outcome, winner)
    following = night.followers(ref)
    reseated = () if night.seats_fit(ref, new) else following
    night.refuse_absence_of_both((ref, *reversed(reseated)), new)
    after = _seated(rounds, ref, new)
    check_somebody_goes_on(_Night(after).round(ref))
    after = _settled(after, night.refs if gone else following, holders, gone)
    if night.seats_fit(ref, new):
        return Correction(after)
    lost = night.recorded(following, holders, gone)
    return Correction(after, lost, old.tickets, _self_pairings(rounds, after, following))


def withdraw(
    rounds: Sequence[Round], ref: PairingRef, holders: Holders, gone: Collection[PlayerId] = ()
) -> Correction:
    """Take a result back: the pairing is open again, and what hangs on it is withdrawn and waits.

    RuleBroken if nobody recorded a result there, or if it would be the same at once, a player being gone.
    """
    night = _Night(rounds)
    if not was_recorded(night.pairing(ref), holders, gone):
        raise RuleBroken("There is no result to withdraw.", rule="7", field="outcome")
    following = night.followers(ref)
    night.refuse_absence_of_both((ref, *reversed(following)))
    opened = {one: _reopened(night.pairing(one)) for one in (ref, *following)}
    after = _settled(_changed(rounds, opened), (ref, *following), holders, gone)
    if _Night(after).pairing(ref) == night.pairing(ref):
        raise RuleBroken("There is no result to withdraw.", rule="7", field="outcome")
    return Correction(after, night.recorded(following, holders, gone))


def settle_open(
    rounds: Sequence[Round], holders: Holders, gone: Collection[PlayerId] = ()
) -> tuple[Round, ...]:
    """The rounds with every pairing decided that needs no match and waits for nothing."""
    return _settled(rounds, _Night(rounds).refs, holders, gone)


def waits(rounds: Sequence[Round], ref: PairingRef) -> bool:
    """Whether this pairing hangs on a result that was withdrawn and is not decided again."""
    return _Night(rounds).waits(ref)


def waits_for(rounds: Sequence[Round], ref: PairingRef) -> tuple[PairingRef, ...]:
    """The undecided pairings on which this one hangs and which can be decided now; none if it can itself."""
    return _Night(rounds).waits_for(ref)


def waiting(rounds: Sequence[Round]) -> frozenset[PairingRef]:
    """All undecided pairings that wait for an earlier result."""
    night = _Night(rounds)
    return frozenset(ref for ref in _open(rounds) if night.waits(ref))


def _open(rounds: Iterable[Round]) -> list[PairingRef]:
    return [PairingRef(r.stage, r.number, pairing.number) for r in rounds for pairing in r.open]


class _Night:
    """Rounds in the order they started, and where each ticket sat in them."""

    def __init__(self, rounds: Sequence[Round]) -> None:
        self._rounds = {(r.stage, r.number): r for r in rounds}
        self._pairings: dict[PairingRef, Pairing] = {}
        self._settled: dict[PairingRef, Pairing] = {}
        self._seats: dict[TicketNumber, list[PairingRef]] = {}
        for round_ in rounds:
            for pairing in round_.pairings:
                ref = PairingRef(round_.stage, round_.number, pairing.number)
                self._pairings[ref] = pairing
                for ticket in pairing.tickets:
                    self._seats.setdefault(ticket, []).append(ref)

    @property
    def refs(self) -> tuple[PairingRef, ...]:
        """Every pairing, in the order of the rounds."""
        return tuple(self._pairings)

    def pairing(self, ref: PairingRef) -> Pairing:
        return self._pairings[ref]

    def round(self, ref: PairingRef) -> Round:
        return self._rounds[ref[:2]]

    def settled(self, ref: PairingRef, holders: Holders, gone: Collection[PlayerId]) -> Pairing:
        """The pairing as it is if it needs no match."""
        if ref not in self._settled:
            round_ = settle(self.round(ref), holders, gone)
            self._settled |= {PairingRef(*ref[:2], p.number): p for p in round_.pairings}
        return self._settled[ref]

    def waits(self, ref: PairingRef) -> bool:
        return bool(self.waits_for(ref))

    def waits_for(self, ref: PairingRef) -> tuple[PairingRef, ...]:
        found: list[PairingRef] = []
        for source in self._before(ref):
            outcome = self.pairing(source).outcome
            if outcome in (None, Outcome.BYE):
                found += self.waits_for(source) or ([source] if outcome is None else [])
        return tuple(found)

    def followers(self, ref: PairingRef) -> tuple[PairingRef, ...]:
        """Every later pairing that hangs on this one, in the order of the rounds."""
        hanging = {ref}
        for one in self._pairings:
            if hanging.intersection(self._before(one)):
                hanging.add(one)
        return tuple(one for one in self._pairings if one in hanging and one != ref)

    def goes_on(self, ref: PairingRef) -> bool:
        """Whether a round has started that was made from this pairing's round."""
        return any(feeds(self.round(ref), later) for later in self._rounds.values())

    def refuse_absence_of_both(self, refs: Sequence[PairingRef], first: Pairing | None = None) -> None:
        """After a double walkover nobody has a seat in the round that was drawn from it.

        `first` is what the first of these pairings is to become. The RuleBroken names, as `at`, the pairing
        whose followers are to be voided.
        """
        absent = [ref for ref in refs if self.pairing(ref).outcome is Outcome.DOUBLE_WALKOVER]
        if first and first.outcome is Outcome.DOUBLE_WALKOVER:
            absent.append(refs[0])
        for ref in absent:
            if self.goes_on(ref):
                raise RuleBroken(
                    "A round was drawn from this result: void its draw first.",
                    rule="7",
                    field="outcome",
                    at=ref,
                )

    def recorded(
        self, refs: Sequence[PairingRef], holders: Holders, gone: Collection[PlayerId]
    ) -> tuple[PairingRef, ...]:
        """Those with a result that somebody recorded, the latest first."""
        return tuple(ref for ref in reversed(refs) if was_recorded(self.pairing(ref), holders, gone))

    def seats_fit(self, ref: PairingRef, result: Pairing) -> bool:
        """Whether winner and loser of `result` sit where they go on, as far as those rounds have started."""
        for ticket in result.tickets:
            for later in self._after(ref, ticket):
                if goes_on(self.round(ref), self.round(later)) != (ticket == result.winner):
                    return False
        return True

    def _before(self, ref: PairingRef) -> list[PairingRef]:
        """The pairings from which this one's tickets came."""
        return [
            seat
            for ticket in self.pairing(ref).tickets
            for seat in self._seats[ticket][: self._seats[ticket].index(ref)][-1:]
            if feeds(self.round(seat), self.round(ref))
        ]

    def _after(self, ref: PairingRef, ticket: TicketNumber) -> list[PairingRef]:
        """Where this ticket sits next, if it does."""
        seats = self._seats[ticket]
        return [
            seat for seat in seats[seats.index(ref) + 1 :][:1] if feeds(self.round(ref), self.round(seat))
        ]


def _changed(rounds: Sequence[Round], new: dict[PairingRef, Pairing]) -> tuple[Round, ...]:
    return tuple(
        replace(r, pairings=tuple(new.get(PairingRef(r.stage, r.number, p.number), p) for p in r.pairings))
        for r in rounds
    )


def _reopened(pairing: Pairing) -> Pairing:
    """The pairing without its result; a bye stays one, whoever has it."""
    if pairing.right is None:
        return replace(pairing, winner=pairing.left)
    return replace(pairing, outcome=None, winner=None)


def _exchanged(pairing: Pairing, two: Sequence[TicketNumber]) -> Pairing:
    """The pairing without its result, each of the two tickets in the other's seat."""
    other = dict(zip(two, reversed(two), strict=True))
    right = None if pairing.right is None else other.get(pairing.right, pairing.right)
    return _reopened(replace(pairing, left=other.get(pairing.left, pairing.left), right=right))


def _seated(rounds: Sequence[Round], ref: PairingRef, result: Pairing) -> tuple[Round, ...]:
    """The rounds with this result, and winner and loser in the seats where they go on."""
    night = _Night(rounds)
    new = {ref: result}
    if not night.seats_fit(ref, result):
        new |= {one: _exchanged(night.pairing(one), result.tickets) for one in night.followers(ref)}
    return _changed(rounds, new)


def _settled(
    rounds: Sequence[Round], refs: Sequence[PairingRef], holders: Holders, gone: Collection[PlayerId]
) -> tuple[Round, ...]:
    """The rounds with those of these pairings decided that wait for nothing and need no match.

    A double walkover of players who are gone stays open where a round was drawn from it.
    """
    night = _Night(rounds)
    for ref in refs:
        if night.pairing(ref).outcome or night.waits(ref):
            continue
        result = night.settled(ref, holders, gone)
        if result.outcome and not (result.outcome is Outcome.DOUBLE_WALKOVER and night.goes_on(ref)):
            rounds = _seated(rounds, ref, result)
            night = _Night(rounds)
    return tuple(rounds)


def _self_pairings(
    before: Sequence[Round], after: Sequence[Round], refs: Iterable[PairingRef]
) -> tuple[PairingRef, ...]:
    old, new = _Night(before), _Night(after)
    return tuple(
        ref for ref in refs if new.pairing(ref).outcome is Outcome.HANDED_IN is not old.pairing(ref).outcome
    )
