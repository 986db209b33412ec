"""The tree of a night: each match stands where the match is that its winner goes on to."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.desk.builders import KASSA, key_of, played_until
from tests.paper.printing import a_night
from tournament.desk.acts import Desk
from tournament.desk.board import Board, read_board
from tournament.desk.office import Step
from tournament.desk.results import record_walkover
from tournament.knockout.rounds import Stage
from tournament.paper.ways import Column, champion, ways


def assert_each_winner_plays_where_he_leads_to(columns: tuple[Column, ...]) -> None:
    for column, later in pairwise(columns):
        for place, match in enumerate(column.matches):
            if match and match.winner and later.round:
                next_match = later.matches[place // 2]
                assert next_match
                assert next_match.sides[place % 2].ticket == match.winner


def assert_every_match_has_one_place(board: Board, columns: tuple[Column, ...]) -> None:
    for column in columns:
        assert len(column.matches) == column.size // 2
        drawn = column.round.pairings if column.round else ()
        assert sorted(m.number for m in column.matches if m) == sorted(p.number for p in drawn)


@pytest.mark.parametrize("sold", [4, 5, 8, 13, 16, 50])
@pytest.mark.parametrize("until", ["main-1", "main-2", Step.DONE])
def test_no_way_crosses_another_and_no_match_is_missing(desk: Desk, sold: int, until: str | Step) -> None:
    board = read_board(desk.database, a_night(desk, until, sold=sold))

    columns = ways(board, board.size or 0)

    assert_each_winner_plays_where_he_leads_to(columns)
    assert_every_match_has_one_place(board, columns)


@pytest.mark.parametrize("absent", [1, 2, 3])
def test_matches_that_nobody_won_stand_where_nobody_came_from(desk: Desk, absent: int) -> None:
    id_ = a_night(desk, sold=16)
    for pairing in read_board(desk.database, id_).rounds[0].pairings[:absent]:
        record_walkover(desk, KASSA, id_, key_of(pairing), seen=pairing.revision, winner=None)
    played_until(desk, id_, Step.DONE)
    board = read_board(desk.database, id_)

    columns = ways(board, 16)

    assert_each_winner_plays_where_he_leads_to(columns)
    assert_every_match_has_one_place(board, columns)


def test_rounds_that_are_not_drawn_have_their_places_empty(desk: Desk) -> None:
    board = read_board(desk.database, a_night(desk, sold=16))

    first, *later = ways(board, 16)

    assert [match.number for match in first.matches if match] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [column.matches for column in later] == [(None,) * 4, (None,) * 2, (None,)]
    assert champion(board) is None


def test_the_champion_is_the_card_that_won_the_final(desk: Desk) -> None:
    board = read_board(desk.database, a_night(desk, Step.DONE))

    final = next(round_ for round_ in board.rounds if round_.stage is Stage.MAIN)

    assert champion(board) == final.pairings[0].winner


def test_parts_of_a_column_are_the_whole_column(desk: Desk) -> None:
    board = read_board(desk.database, a_night(desk, Step.DONE, sold=16))
    first, *_ = ways(board, 16)

    parts = [first.part(number, 4) for number in range(4)]

    assert tuple(match for part in parts for match in part.matches) == first.matches
