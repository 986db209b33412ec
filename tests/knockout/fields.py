"""Fields of players and tickets as hypothesis makes them: any size, any holdings, gaps in the numbers."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from tournament.knockout.draw import PlayerId, TicketNumber

Field = dict[PlayerId, list[TicketNumber]]

seeds = st.binary(min_size=32, max_size=32)
"""Seeds of a draw."""

chances = st.integers(0, 2**32).map(Random)
"""Everything a night decides by itself: who wins, who stays away, what comes first."""


@st.composite
def fields(choose: st.DrawFn, least: int = 2, most: int = 256) -> Field:
    """From `least` to `most` tickets; the biggest holder may hold one of them, or all."""
    sold = choose(st.integers(least, most))
    return dealt_out(sold, choose(st.integers(1, sold)), choose(chances))


def dealt_out(sold: int, biggest: int, chance: Random) -> Field:
    """So many tickets, `biggest` of them to one player, the others by chance, none to anybody above that."""
    numbers = [TicketNumber(n) for n in chance.sample(range(1, 2 * sold + 1), sold)]
    field: Field = {}
    count = biggest
    while numbers:
        field[PlayerId(len(field) + 1)] = sorted(numbers[:count])
        del numbers[:count]
        count = min(biggest, chance.choice((1, 1, 1, 2, 3, chance.randint(1, biggest))))
    return field


def holders_of(field: Field) -> dict[TicketNumber, PlayerId]:
    """Whose each ticket is."""
    return {ticket: player for player, tickets in field.items() for ticket in tickets}
