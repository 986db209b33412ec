"""The draw is fair among holders of one ticket: counted over many seeds, judged by chi-square."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

from tests.knockout.fields import Field
from tests.knockout.nights import holding, singles
from tournament.knockout.draw import FirstRoundOrder, TicketNumber, draw
from tournament.knockout.rounds import Pairing, pair
from tournament.knockout.seed import Stream

DRAWS = 3000
ONE_IN_100_000 = 4.265
"""The standard deviations chance exceeds once in so many tries. The seeds are fixed: once fair, always."""


def draws(field: Field, size: int, order: FirstRoundOrder | None) -> Iterator[tuple[Pairing, ...]]:
    for k in range(DRAWS):
        yield pair(draw(size, field, Stream(k.to_bytes(32, "big")), order).lots)


def chi_square(counts: Sequence[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def critical(cells: int, deviations: float = ONE_IN_100_000) -> float:
    """The chi-square that `cells` equally likely cells hardly ever exceed (Wilson and Hilferty)."""
    freedom = cells - 1
    spread = 2 / (9 * freedom)
    return freedom * float(1 - spread + deviations * sqrt(spread)) ** 3


Meetings = Mapping[TicketNumber, Counter[TicketNumber]]


def meetings(field: Field, size: int, order: FirstRoundOrder | None) -> Meetings:
    """How often each holder of one ticket met each other holder of one."""
    single = {tickets[0] for tickets in field.values() if len(tickets) == 1}
    met = {ticket: Counter(dict.fromkeys(single - {ticket}, 0)) for ticket in single}
    for pairings in draws(field, size, order):
        for pairing in pairings:
            if pairing.right in single and pairing.left in single:
                met[pairing.left][pairing.right] += 1
                met[pairing.right][pairing.left] += 1
    return met


def worst(met: Meetings) -> float:
    """The most uneven player's chi-square, in units of what chance hardly ever exceeds."""
    return max(chi_square(list(opponents.values())) / critical(len(opponents)) for opponents in met.values())


def byes(field: Field, size: int, order: FirstRoundOrder | None) -> Counter[TicketNumber]:
    had = Counter(dict.fromkeys((ticket for tickets in field.values() for ticket in tickets), 0))
    for pairings in draws(field, size, order):
        had.update(pairing.left for pairing in pairings if pairing.right is None)
    return had


def unevenness(had: Counter[TicketNumber]) -> float:
    """Chi-square of byes: a draw gives them to different tickets, so they spread less than at random."""
    share = sum(had.values()) / len(had) / DRAWS
    freedom = (len(had) - 1) / len(had)
    return chi_square(list(had.values())) * freedom / (1 - share) / critical(len(had))


def test_chi_square_and_its_bound_are_those_of_the_tables() -> None:
    assert chi_square([44, 56]) == 1.44
    one_in_a_thousand = 3.0902
    assert abs(critical(10, one_in_a_thousand) - 27.88) < 0.3
    assert abs(critical(16, one_in_a_thousand) - 37.70) < 0.3


def test_in_a_full_house_everybody_meets_everybody_equally_often() -> None:
    met = meetings(singles(16), 16, FirstRoundOrder.RANDOM)
    assert sum(met[TicketNumber(1)].values()) == DRAWS
    assert worst(met) < 1


def test_beside_players_with_several_tickets_the_others_meet_each_other_equally_often() -> None:
    assert worst(meetings(holding(3, 1, 1, 2, 1, 1, 1, 3, 1, 1, 1), 16, FirstRoundOrder.RANDOM)) < 1


def test_in_a_later_full_round_too_the_others_meet_each_other_equally_often() -> None:
    assert worst(meetings(holding(2, 1, 1, 1, 1, 1, 1), 8, None)) < 1


def test_by_order_of_purchase_neighbours_in_the_queue_never_meet() -> None:
    met = meetings(singles(16), 16, FirstRoundOrder.PURCHASE)
    assert met[TicketNumber(1)][TicketNumber(2)] == 0
    assert worst(met) > 10


def test_in_random_order_everybody_has_the_same_chance_of_a_bye() -> None:
    had = byes(singles(11), 16, FirstRoundOrder.RANDOM)
    assert sum(had.values()) == 5 * DRAWS
    assert unevenness(had) < 1


def test_in_random_order_holders_of_one_ticket_have_the_same_chance_of_a_bye() -> None:
    field = holding(3, 1, 1, 2, 1, 1, 1, 1, 1, 1)
    had = byes(field, 16, FirstRoundOrder.RANDOM)
    single = [had[tickets[0]] for tickets in field.values() if len(tickets) == 1]
    assert chi_square(single) < critical(len(single))


def test_by_order_of_purchase_only_the_first_half_of_the_house_can_have_a_bye() -> None:
    had = byes(singles(11), 16, FirstRoundOrder.PURCHASE)
    assert [had[TicketNumber(n)] > 0 for n in range(1, 12)] == [True] * 8 + [False] * 3
    assert unevenness(had) > 10
