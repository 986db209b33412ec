"""The way of each card to the final, as a tree of matches.

Every round is drawn anew, so only the draws say who plays where next. Read from the last round back, each
match gets its place from the match that its winner goes on to; then no two ways ever cross.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.desk.board import Board
from tournament.desk.matches import PairingView, RoundView
from tournament.knockout.draw import TicketNumber
from tournament.knockout.rounds import FINAL_SIZE, Stage

Matches = tuple[PairingView | None, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A main round of this size, from above to below: matches 2k and 2k + 1 lead to the next one's k.

    None is a place without a match: all of them until the round is drawn, later those that nobody came to.
    """

    size: int
    round: RoundView | None
    matches: Matches

    def part(self, number: int, of: int) -> Column:
        """One of so many equal parts, the first being 0."""
        length = len(self.matches) // of
        return Column(self.size, self.round, self.matches[number * length : (number + 1) * length])


def ways(board: Board, largest: int, smallest: int = FINAL_SIZE) -> tuple[Column, ...]:
    """The main rounds of these sizes, the largest first; drawn or not."""
    drawn = {round_.size: round_ for round_ in board.rounds if round_.stage is Stage.MAIN}
    columns: list[Column] = []
    size = FINAL_SIZE
    while size <= largest:
        round_ = drawn.get(size)
        later = columns[-1] if columns else None
        columns.append(Column(size, round_, _in_order(size, round_, later)))
        size *= 2
    return tuple(column for column in reversed(columns) if column.size >= smallest)


def leading_to(matches: Iterable[PairingView], later: Matches) -> Matches:
    """The matches before these: each two lead to one, in the order of its sides, as far as there are any.

    Matches that nobody won fill what is left.
    """
    left = {pairing.winner or -pairing.number: pairing for pairing in matches}
    places = [left.pop(ticket, None) if ticket else None for ticket in _tickets(later)]
    rest = iter(left.values())
    return tuple(place or next(rest, None) for place in places)


def champion(board: Board) -> TicketNumber | None:
    """The card that won the final."""
    final = next((round_ for round_ in board.rounds if round_.is_final), None)
    return final.pairings[0].winner if final else None


def _in_order(size: int, round_: RoundView | None, later: Column | None) -> Matches:
    if round_ is None:
        return (None,) * (size // 2)
    if later is None or later.round is None:
        numbered = {pairing.number: pairing for pairing in round_.pairings}
        return tuple(numbered.get(number) for number in range(1, size // 2 + 1))
    return leading_to(round_.pairings, later.matches)


def _tickets(matches: Sequence[PairingView | None]) -> Iterable[TicketNumber | None]:
    for match in matches:
        yield match.left.ticket if match else None
        yield match.right.ticket if match and match.right else None
