"""Where each ticket finished (rules, section 5). Places have no holes: who follows moves up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.knockout.coming import PlacementTerms
from tournament.knockout.draw import TicketNumber
from tournament.knockout.rounds import (
    QUARTERFINAL_SIZE,
    SEMIFINAL_SIZE,
    Round,
    Stage,
    find_round,
    main_rounds,
)


@dataclass(frozen=True, slots=True)
class Place:
    """A ticket's place; losers of the same round share the band `place` … `to`."""

    place: int
    to: int
    ticket: TicketNumber

    @property
    def shared(self) -> bool:
        return self.place != self.to


Group = tuple[TicketNumber, ...]


def places(rounds: Sequence[Round], terms: PlacementTerms) -> tuple[Place, ...]:
    """Every place that is certain by now, best first; in a band by ticket number.

    The losers of a main round stand behind all who survived it, so bands are known as soon as the round
    is decided, long before the final.
    """
    found: list[Place] = []
    for round_ in reversed(main_rounds(rounds)):
        if round_.open:
            continue
        first = len(round_.survivors) + 1
        if round_.is_final:
            found.extend(_numbered([round_.survivors], 1))
        found.extend(_numbered(_groups(round_, rounds, terms), first))
    return tuple(found)


def _groups(round_: Round, rounds: Sequence[Round], terms: PlacementTerms) -> list[Group] | None:
    """A main round's losers in the order of their places; None while matches for them are open."""
    if round_.size == SEMIFINAL_SIZE and terms.third:
        played = _third(round_, rounds)
    elif round_.size == QUARTERFINAL_SIZE and terms.fifth_to_eighth:
        played = _fifth_to_eighth(round_, rounds)
    else:
        return [tuple(sorted(round_.losers))]
    return None if played is None else [(t,) for t in (*played, *round_.absent_losers)]


def _third(round_: Round, rounds: Sequence[Round]) -> Group | None:
    if len(round_.present_losers) < 2:
        return round_.present_losers
    return _ranking(find_round(rounds, Stage.THIRD))


def _fifth_to_eighth(round_: Round, rounds: Sequence[Round]) -> Group | None:
    losers = round_.present_losers
    if len(losers) < 2:
        return losers
    fifth = _ranking(find_round(rounds, Stage.FIFTH))
    if fifth is None or len(losers) == 2:
        return fifth
    if len(losers) == 3:
        return (*fifth, *(ticket for ticket in losers if ticket not in fifth))
    seventh = _ranking(find_round(rounds, Stage.SEVENTH))
    return None if seventh is None else (*fifth, *seventh)


def _ranking(match: Round | None) -> Group | None:
    return None if match is None or match.open else match.pairings[0].ranked


def _numbered(groups: Iterable[Group] | None, first: int) -> Iterable[Place]:
    for group in groups or ():
        last = first + len(group) - 1
        yield from (Place(first, last, ticket) for ticket in group)
        first = last + 1
