"""What comes next: which rounds can start, which may still come, and when a night is over (rules, section 5).

Placement rounds run beside the main ones and never hold them up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.knockout.draw import TicketNumber
from tournament.knockout.rounds import (
    QUARTERFINAL_SIZE,
    SEMIFINAL_SIZE,
    Outcome,
    Pairing,
    Round,
    Stage,
    find_round,
    main_rounds,
    needs_lots,
)
from tournament.knockout.sales import draw_size


@dataclass(frozen=True, slots=True)
class DueRound:
    """A round that can start now. `drawn` rounds need lots; the others follow from who is left."""

    number: int
    stage: Stage
    size: int
    tickets: tuple[TicketNumber, ...]
    drawn: bool


@dataclass(frozen=True, slots=True)
class PlacementTerms:
    """Which placement matches the announcement promises."""

    third: bool = True
    fifth_to_eighth: bool = True


def first_round(tickets: Collection[TicketNumber]) -> DueRound:
    """Round one of the tickets sold; with two tickets it is the final already."""
    return _main(1, draw_size(len(tickets)), tuple(tickets))


def next_rounds(rounds: Sequence[Round], terms: PlacementTerms) -> tuple[DueRound, ...]:
    """The rounds that can start now, in the order of stages. `rounds` are those already drawn or seated.

    A round is due when all it needs is decided; placement rounds never hold up a main round.
    """
    started = {(round_.stage, round_.number) for round_ in rounds}
    due = sorted((*_next_main(rounds), *_placements(rounds, terms)), key=lambda d: list(Stage).index(d.stage))
    return tuple(d for d in due if (d.stage, d.number) not in started)


def first_draw(tickets: Collection[TicketNumber], size: int) -> tuple[DueRound, ...]:
    """The draw of round one with the tickets sold so far, in a house of this size; none of two tickets."""
    first = _main(1, size, tuple(tickets))
    return (first,) if first.drawn else ()


def draws_to_come(rounds: Sequence[Round], terms: PlacementTerms) -> tuple[DueRound, ...]:
    """The next rounds that need lots, with the tickets that are sure to be in them; `rounds` not empty.

    Both are told while the round before is still played: that of the main round, and that among the losers of
    the quarter-finals. Nobody draws lots for the final, or for a match for a single place.
    """
    last = main_rounds(rounds)[-1]
    main = _main(last.number + 1, last.size // 2, _certain(rounds, last, last.survivors))
    return (*([main] if main.drawn else []), *_fifth_to_eighth_to_come(rounds, terms))


def possible_placements(rounds: Sequence[Round], terms: PlacementTerms, size: int) -> tuple[Stage, ...]:
    """The matches for places that there are, or may still come, in a night with a main round of this size.

    Those count as possible that the terms promise and that byes and the absent have not made needless.
    """
    main = {round_.size: round_ for round_ in main_rounds(rounds)}
    possible = {round_.stage for round_ in rounds} - {Stage.MAIN}
    for main_size in (SEMIFINAL_SIZE, QUARTERFINAL_SIZE):
        if main_size <= size:
            possible.update(_played_for(main_size, _most_losers(main, main_size), terms))
    return tuple(stage for stage in Stage if stage in possible)


def is_over(rounds: Sequence[Round], terms: PlacementTerms) -> bool:
    """Whether the final and every placement match is decided and nothing more can start."""
    final = any(r.is_final for r in rounds)
    return final and not any(r.open for r in rounds) and not next_rounds(rounds, terms)


def awaiting(rounds: Sequence[Round], terms: PlacementTerms) -> frozenset[TicketNumber]:
    """The tickets whose newest pairing is decided and may not be their last; `rounds` in their order."""
    plays_on: dict[TicketNumber, bool] = {}
    for round_ in rounds:
        for pairing in round_.pairings:
            for ticket in pairing.tickets:
                plays_on[ticket] = pairing.outcome is not None and _plays_on(round_, pairing, ticket, terms)
    return frozenset(ticket for ticket, plays in plays_on.items() if plays)


def _plays_on(round_: Round, pairing: Pairing, ticket: TicketNumber, terms: PlacementTerms) -> bool:
    """Whoever has won plays on, and whoever has lost to somebody where the losers play for places."""
    if pairing.winner == ticket or round_.stage is Stage.FIFTH_TO_EIGHTH:
        return True
    placement = {SEMIFINAL_SIZE: terms.third, QUARTERFINAL_SIZE: terms.fifth_to_eighth}
    return round_.stage is Stage.MAIN and pairing.winner is not None and placement.get(round_.size, False)


def _fifth_to_eighth_to_come(rounds: Sequence[Round], terms: PlacementTerms) -> Iterable[DueRound]:
    main = {round_.size: round_ for round_ in main_rounds(rounds)}
    if QUARTERFINAL_SIZE not in main or find_round(rounds, Stage.FIFTH_TO_EIGHTH):
        return
    quarterfinal, most = main[QUARTERFINAL_SIZE], _most_losers(main, QUARTERFINAL_SIZE)
    if Stage.FIFTH_TO_EIGHTH in _played_for(QUARTERFINAL_SIZE, most, terms):
        losers = _certain(rounds, quarterfinal, quarterfinal.present_losers)
        yield _due(quarterfinal.number, Stage.FIFTH_TO_EIGHTH, 4, losers)


def _certain(
    rounds: Sequence[Round], last: Round, tickets: Iterable[TicketNumber]
) -> tuple[TicketNumber, ...]:
    """Those of the tickets in a round that are not in an open match of one before it."""
    earlier = [round_ for round_ in main_rounds(rounds) if round_.number < last.number]
    uncertain = {ticket for round_ in earlier for pairing in round_.open for ticket in pairing.tickets}
    return tuple(ticket for ticket in tickets if ticket not in uncertain)


def _main(number: int, size: int, tickets: tuple[TicketNumber, ...]) -> DueRound:
    return _due(number, Stage.MAIN, size, tickets)


def _due(number: int, stage: Stage, size: int, tickets: tuple[TicketNumber, ...]) -> DueRound:
    return DueRound(number, stage, size, tickets, drawn=needs_lots(stage, size))


def _next_main(rounds: Sequence[Round]) -> Iterable[DueRound]:
    main = main_rounds(rounds)
    if main and not main[-1].is_final and not any(round_.open for round_ in main):
        last = main[-1]
        yield _main(last.number + 1, last.size // 2, last.survivors)


def _placements(rounds: Sequence[Round], terms: PlacementTerms) -> Iterable[DueRound]:
    first = find_round(rounds, Stage.FIFTH_TO_EIGHTH)
    for round_ in main_rounds(rounds):
        if round_.open:
            continue
        losers = round_.present_losers
        stages = _played_for(round_.size, len(losers), terms)
        for stage in stages:
            if stage is Stage.FIFTH_TO_EIGHTH:
                yield _due(round_.number, stage, 4, losers)
            elif Stage.FIFTH_TO_EIGHTH not in stages:
                yield _due(round_.number, stage, 2, losers)
            elif first and not first.open and len(half := _half_of(first, stage)) == 2:
                yield _due(round_.number, stage, 2, half)


def _played_for(size: int, losers: int, terms: PlacementTerms) -> tuple[Stage, ...]:
    """The matches for places that so many losers of a main round of this size play out."""
    if size == SEMIFINAL_SIZE and terms.third and losers == 2:
        return (Stage.THIRD,)
    if size == QUARTERFINAL_SIZE and terms.fifth_to_eighth:
        return {
            2: (Stage.FIFTH,),
            3: (Stage.FIFTH_TO_EIGHTH, Stage.FIFTH),
            4: (Stage.FIFTH_TO_EIGHTH, Stage.FIFTH, Stage.SEVENTH),
        }.get(losers, ())
    return ()


def _half_of(first: Round, stage: Stage) -> tuple[TicketNumber, ...]:
    """Of those who were drawn for fifth to eighth, the better play for fifth, the others for seventh."""
    if stage is Stage.FIFTH:
        return tuple(pairing.ranked[0] for pairing in first.pairings)
    return tuple(ticket for pairing in first.pairings for ticket in pairing.ranked[1:])


def _most_losers(main: Mapping[int, Round], size: int) -> int:
    """How many losers of the main round of this size there can be who play for places."""
    if size in main:
        return sum(pairing.right is not None for pairing in _with_somebody(main[size]))
    before = main.get(2 * size)
    entrants = len(_with_somebody(before)) if before else size
    return max(0, entrants - size // 2)


def _with_somebody(round_: Round) -> list[Pairing]:
    """The pairings that have, or can have, a winner."""
    return [pairing for pairing in round_.pairings if pairing.outcome is not Outcome.DOUBLE_WALKOVER]
