"""The order of rounds follows from the rounds; the clock tells only what does not follow."""

from __future__ import annotations

from datetime import UTC, datetime

from tournament.knockout.order import drawn_last, starts
from tournament.knockout.rounds import Stage

Drawn = dict[tuple[Stage, int], datetime | None]

EIGHTH, QUARTERFINAL, SEMIFINAL, FINAL = ((Stage.MAIN, number) for number in range(1, 5))
LESSER, FIFTH, SEVENTH = ((stage, 2) for stage in (Stage.FIFTH_TO_EIGHTH, Stage.FIFTH, Stage.SEVENTH))
THIRD = Stage.THIRD, 3


def by_the_clock(*hours: int) -> list[datetime]:
    return [datetime(2026, 12, 5, hour, tzinfo=UTC) for hour in hours]


def in_order(drawn_at: Drawn) -> list[tuple[Stage, int]]:
    order = starts(drawn_at)
    return sorted(order, key=order.__getitem__)


def test_without_times_rounds_stand_as_they_follow_from_each_other() -> None:
    night = dict.fromkeys([SEVENTH, FIFTH, LESSER, THIRD, FINAL, SEMIFINAL, QUARTERFINAL, EIGHTH])

    assert in_order(night) == [EIGHTH, QUARTERFINAL, SEMIFINAL, LESSER, FINAL, THIRD, FIFTH, SEVENTH]
    assert set(drawn_last(night)) == {FINAL, THIRD, FIFTH, SEVENTH}


def test_without_times_two_losers_play_for_fifth_beside_the_semi_finals() -> None:
    night = dict.fromkeys([EIGHTH, QUARTERFINAL, SEMIFINAL, FIFTH])

    assert set(drawn_last(night)) == {SEMIFINAL, FIFTH}


def test_what_was_drawn_at_one_time_is_one_draw() -> None:
    eight, nine, ten = by_the_clock(20, 21, 22)
    night: Drawn = {EIGHTH: eight, QUARTERFINAL: nine, SEMIFINAL: ten, LESSER: ten}

    assert set(drawn_last(night)) == {SEMIFINAL, LESSER}
    assert drawn_last(night | {FIFTH: by_the_clock(23)[0]}) == (FIFTH,)


def test_matches_for_places_that_were_called_before_the_final_are_not_drawn_with_it() -> None:
    early, late = by_the_clock(21, 22)
    before: Drawn = dict.fromkeys([EIGHTH, QUARTERFINAL, SEMIFINAL, LESSER], by_the_clock(20)[0])
    night = before | {FIFTH: early, SEVENTH: early, FINAL: late, THIRD: late}

    assert in_order(night)[-4:] == [FIFTH, SEVENTH, FINAL, THIRD]
    assert set(drawn_last(night)) == {FINAL, THIRD}


def test_a_round_drawn_anew_after_the_final_is_the_newest() -> None:
    eight, nine, ten, eleven = by_the_clock(20, 21, 22, 23)
    night: Drawn = {EIGHTH: eight, QUARTERFINAL: nine, SEMIFINAL: ten, FINAL: eleven, THIRD: eleven}

    assert set(drawn_last(night | {LESSER: eleven})) == {LESSER, FINAL, THIRD}
    assert set(drawn_last(night | {LESSER: ten})) == {FINAL, THIRD}


def test_a_clock_that_was_set_back_changes_no_order() -> None:
    eight, nine, earlier = by_the_clock(20, 21, 3)
    night: Drawn = {EIGHTH: eight, QUARTERFINAL: nine, SEMIFINAL: earlier, LESSER: earlier}

    assert in_order(night) == [EIGHTH, QUARTERFINAL, SEMIFINAL, LESSER]
    assert set(drawn_last(night)) == {SEMIFINAL, LESSER}


def test_rounds_of_one_time_that_follow_from_each_other_are_not_one_draw() -> None:
    [midnight] = by_the_clock(0)

    assert set(drawn_last(dict.fromkeys([FINAL, THIRD, SEMIFINAL, QUARTERFINAL], midnight))) == {FINAL, THIRD}


def test_before_the_first_draw_nothing_was_drawn_last() -> None:
    assert drawn_last({}) == ()
