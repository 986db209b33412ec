"""Numbers below n are equally likely: what would favour the small ones is thrown away (formats, the draw)."""

from __future__ import annotations

import pytest

from tournament.knockout.seed import Stream

LAST = 2**64 - 1


class Given(Stream):
    """A stream that gives exactly these numbers."""

    def __init__(self, *numbers: int) -> None:
        self._numbers = iter(numbers)


@pytest.mark.parametrize(
    ("numbers", "n", "expected"),
    [
        ((LAST, LAST - 3, 7), 6, 1),  # 2⁶⁴ is 4 more than a multiple of 6
        ((LAST - 4,), 6, 5),
        ((LAST,), 8, 7),
        ((LAST, 5), 3, 2),
        ((LAST,), 1, 0),
    ],
)
def test_a_number_from_the_last_incomplete_range_is_thrown_away(
    numbers: tuple[int, ...], n: int, expected: int
) -> None:
    assert Given(*numbers).below(n) == expected


def test_shuffling_leaves_the_given_list_as_it_was() -> None:
    items = [1, 2, 3, 4, 5]
    assert sorted(Stream(bytes(32)).shuffled(items)) == items == [1, 2, 3, 4, 5]
