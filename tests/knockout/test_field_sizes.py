"""A table of truths: what each size of field means for the evening."""

from __future__ import annotations

import pytest

from tests.knockout.nights import Night, play, singles
from tournament.knockout.coming import PlacementTerms
from tournament.knockout.rounds import Outcome, Round
from tournament.knockout.sales import close

#   sold, size, byes, matches in each main round, matches of the whole night
TRUTHS = [
    (2, 2, 0, [1], 1),
    (3, 4, 1, [1, 1], 2),
    (4, 4, 0, [2, 1], 4),
    (5, 8, 3, [1, 2, 1], 5),
    (6, 8, 2, [2, 2, 1], 7),
    (7, 8, 1, [3, 2, 1], 9),
    (8, 8, 0, [4, 2, 1], 12),
    (9, 16, 7, [1, 4, 2, 1], 13),
    (10, 16, 6, [2, 4, 2, 1], 14),
    (11, 16, 5, [3, 4, 2, 1], 15),
    (12, 16, 4, [4, 4, 2, 1], 16),
    (13, 16, 3, [5, 4, 2, 1], 17),
    (14, 16, 2, [6, 4, 2, 1], 18),
    (15, 16, 1, [7, 4, 2, 1], 19),
    (16, 16, 0, [8, 4, 2, 1], 20),
    (33, 64, 31, [1, 16, 8, 4, 2, 1], 37),
    (50, 64, 14, [18, 16, 8, 4, 2, 1], 54),
    (64, 64, 0, [32, 16, 8, 4, 2, 1], 68),
    (100, 128, 28, [36, 32, 16, 8, 4, 2, 1], 104),
]


def matches(round_: Round) -> int:
    return sum(pairing.outcome is Outcome.PLAYED for pairing in round_.pairings)


def byes(night: Night) -> list[int]:
    return [sum(p.outcome is Outcome.BYE for p in round_.pairings) for round_ in night.main]


@pytest.mark.parametrize(("sold", "size", "bye_count", "per_round", "total"), TRUTHS)
def test_a_field_has_its_size_its_byes_and_its_matches(
    sold: int, size: int, bye_count: int, per_round: list[int], total: int
) -> None:
    night = play(singles(sold))
    assert [round_.size for round_ in night.main] == [size >> k for k in range(len(per_round))]
    assert [matches(round_) for round_ in night.main] == per_round
    assert byes(night) == [bye_count] + [0] * (len(per_round) - 1)
    assert night.played() == total


@pytest.mark.parametrize(("sold", "size", "bye_count", "per_round", "total"), TRUTHS)
def test_closing_sales_announces_what_round_one_then_brings(
    sold: int, size: int, bye_count: int, per_round: list[int], total: int
) -> None:
    closed = close(singles(sold))
    assert (closed.sold, closed.size, closed.byes, closed.matches) == (sold, size, bye_count, per_round[0])
    assert closed.forced == {}


@pytest.mark.parametrize("sold", range(9, 257))
def test_from_nine_tickets_on_a_night_of_n_tickets_takes_n_and_four_matches(sold: int) -> None:
    assert play(singles(sold)).played() == sold + 4


@pytest.mark.parametrize("sold", [2, 5, 8, 9, 50])
def test_without_placement_matches_a_night_of_n_tickets_takes_one_match_less_than_n(sold: int) -> None:
    assert play(singles(sold), terms=PlacementTerms(third=False, fifth_to_eighth=False)).played() == sold - 1
