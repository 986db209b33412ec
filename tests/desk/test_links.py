"""The links of score sheets: what was written at the table outlives a change of mind at the desk."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Engine, event

from tests.desk.builders import EVENING, KASSA, a_tournament, key_of, play, played_until
from tests.desk.changed import (
    cost_of_the_other,
    decided,
    half_played,
    loser_of,
    match,
    office,
    origin,
    take_back,
)
from tests.desk.test_undoing import ANNA, undo
from tests.desk.two_phones import KARL, RESI, A, seated, sent, write, written
from tournament.desk.acts import Desk
from tournament.desk.loading import read_night
from tournament.desk.results import record_result
from tournament.desk.seats import take_seat
from tournament.desk.sheets import sheet_tokens, view_sheet
from tournament.desk.tournaments import change_terms
from tournament.desk.voiding import void_draw, would_be_lost
from tournament.errors import Expired
from tournament.knockout.rounds import Stage
from tournament.language import INN
from tournament.store.models import Sheet

FINAL = ("main-2", 1)


def void(desk: Desk, night: int, number: int) -> None:
    lost = would_be_lost(read_night(desk.database, night), Stage.MAIN, number)
    void_draw(desk, ANNA, night, Stage.MAIN, number, seen=lost)


def say_that_the_other_won(desk: Desk, night: int, slug: str, number: int) -> None:
    """Correct the match from which the left card of this one came: another card sits there now."""
    wrong = origin(desk, night, "main-1", match(desk, night, slug, number))
    cost, winner = cost_of_the_other(desk, night, wrong), loser_of(wrong).ticket
    record_result(desk, ANNA, night, key_of(wrong), seen=wrong.revision, winner=winner, confirmed=cost)


def switch(desk: Desk, night: int, *, on: bool) -> None:
    """Somebody else changes the terms: players may keep the score on their phones, or no more."""
    stands = read_night(desk.database, night)
    terms = replace(stands.terms, score_sheets=on)
    change_terms(desk, KASSA, night, terms, seen=stands.terms_revision)


@pytest.fixture
def night(desk: Desk) -> int:
    """The final of four cards is drawn."""
    night = a_tournament(desk, 4, score_sheets=True)
    played_until(desk, night, "main-2")
    return night


@pytest.fixture
def token(desk: Desk, night: int) -> str:
    """The sheet of the final; both have taken their columns, and two deals are written."""
    token = seated(desk, sheet_tokens(desk.database, night)[FINAL])
    written(desk, token, "A3", "B2")
    return token


@pytest.mark.parametrize("change", ["void", "correct"])
def test_what_was_written_at_the_table_is_there_again_once_the_desk_undoes_its_change(
    desk: Desk, night: int, token: str, change: str
) -> None:
    before = view_sheet(desk.database, token, RESI)
    if change == "void":
        void(desk, night, 2)
    else:
        say_that_the_other_won(desk, night, *FINAL)

    undo(desk, night)

    assert sheet_tokens(desk.database, night)[FINAL] == token
    assert view_sheet(desk.database, token, RESI) == before
    assert before.sheet.current.points == (3, 2)


def test_a_second_correction_that_seats_the_first_two_again_finds_their_sheet(
    desk: Desk, night: int, token: str
) -> None:
    before = view_sheet(desk.database, token, RESI)
    say_that_the_other_won(desk, night, *FINAL)
    assert sheet_tokens(desk.database, night)[FINAL] != token

    say_that_the_other_won(desk, night, *FINAL)

    assert view_sheet(desk.database, token, RESI) == before


def test_what_a_phone_sends_again_after_an_undo_counts_once(desk: Desk, night: int, token: str) -> None:
    kept = [sent("A1", key="arrived"), sent("A2", key="waited")]
    write(desk, token, kept[0])
    void(desk, night, 2)
    with pytest.raises(Expired):
        write(desk, token, *kept)

    undo(desk, night)
    answers = [write(desk, token, *kept) for _ in range(2)]

    assert [answer.refusal for answer in answers] == [None, None]
    assert [answer.view.sheet.current.points for answer in answers] == [(6, 2), (6, 2)]


def test_on_the_sheet_of_a_match_that_was_changed_nothing_is_written_and_the_desk_is_named(
    desk: Desk, night: int, token: str
) -> None:
    void(desk, night, 2)

    with pytest.raises(Expired, match="please ask there"):
        view_sheet(desk.database, token, RESI)
    with pytest.raises(Expired):
        write(desk, token, "B1", by=KARL)
    with pytest.raises(Expired):
        take_seat(desk, token, A, "another phone")
    assert FINAL not in sheet_tokens(desk.database, night)


def test_a_redraw_that_pairs_the_same_two_again_has_a_sheet_of_its_own(
    desk: Desk, night: int, token: str
) -> None:
    before = match(desk, night, *FINAL)
    void(desk, night, 2)

    played_until(desk, night, "main-2")

    again = match(desk, night, *FINAL)
    assert (again.left.ticket, again.right) == (before.left.ticket, before.right)
    new = sheet_tokens(desk.database, night)[FINAL]
    assert new != token
    assert view_sheet(desk.database, new).sheet.current.points == (0, 0)
    with pytest.raises(Expired, match="please ask there"):
        view_sheet(desk.database, token)


def test_the_sheet_of_a_decided_match_is_its_own_again_too(desk: Desk, night: int, token: str) -> None:
    play(desk, night, match(desk, night, *FINAL))
    void(desk, night, 2)

    undo(desk, night)

    with pytest.raises(Expired, match="decided"):
        view_sheet(desk.database, token)
    take_back(desk, night, match(desk, night, *FINAL), "")
    assert view_sheet(desk.database, token).sheet.current.points == (3, 2)


def test_switched_on_while_a_round_is_played_each_open_match_has_its_sheet(desk: Desk) -> None:
    night = half_played(desk)
    assert sheet_tokens(desk.database, night) == {}

    switch(desk, night, on=True)

    tokens = sheet_tokens(desk.database, night)
    open_ = office(desk, night).open
    assert set(tokens) == {pairing.key for pairing in open_}
    first = open_[0]
    assert first.right
    assert view_sheet(desk.database, tokens[first.key]).names == (first.left.name, first.right.name)


def test_switched_off_no_match_has_a_sheet_and_switched_on_again_each_its_own(
    desk: Desk, night: int, token: str
) -> None:
    before = view_sheet(desk.database, token, RESI)
    switch(desk, night, on=False)
    assert sheet_tokens(desk.database, night) == {}
    with pytest.raises(Expired, match="please ask there"):
        view_sheet(desk.database, token, RESI)

    switch(desk, night, on=True)

    assert view_sheet(desk.database, token, RESI) == before


@pytest.mark.parametrize("on", [False, True])
def test_switching_is_undone_with_the_terms(desk: Desk, on: bool) -> None:
    night = half_played(desk, score_sheets=not on)
    before = sheet_tokens(desk.database, night)
    switch(desk, night, on=on)
    assert bool(sheet_tokens(desk.database, night)) == on

    undo(desk, night, KASSA)

    assert sheet_tokens(desk.database, night) == before


def test_a_sheet_switched_off_while_its_draw_was_void_is_back_with_both(
    desk: Desk, night: int, token: str
) -> None:
    before = view_sheet(desk.database, token, RESI)
    void(desk, night, 2)
    switch(desk, night, on=False)
    undo(desk, night)
    assert sheet_tokens(desk.database, night) == {}

    switch(desk, night, on=True)

    assert view_sheet(desk.database, token, RESI) == before


def test_a_match_decided_without_a_sheet_gets_one_when_its_result_is_withdrawn(desk: Desk) -> None:
    night = half_played(desk)
    done = decided(desk, night, "main-2")[0]
    switch(desk, night, on=True)

    take_back(desk, night, done, "")

    assert done.key in sheet_tokens(desk.database, night)


@pytest.fixture(params=["desk", "postgresql_desk"])
def any_desk(request: pytest.FixtureRequest) -> Desk:
    found: Desk = request.getfixturevalue(request.param)
    return found


def test_the_moment_of_a_draw_is_the_same_from_every_database_and_out_of_the_log(any_desk: Desk) -> None:
    moments = (EVENING.astimezone(INN) + timedelta(microseconds=123_400 + i) for i in range(1000))
    desk = replace(any_desk, now=lambda: next(moments))
    night = half_played(desk, score_sheets=True)
    before = sheet_tokens(desk.database, night)
    assert len(before) == 2

    for _ in range(2):
        void(desk, night, 2)
        undo(desk, night)

    assert sheet_tokens(desk.database, night) == before


def test_all_sheets_of_a_round_are_looked_for_at_once(desk: Desk) -> None:
    night = half_played(desk, 32, score_sheets=True)
    void(desk, night, 2)
    asked: list[str] = []

    def hear(_: object, __: object, statement: str, *more: object) -> None:
        if statement.startswith("SELECT") and f"FROM {Sheet.__tablename__} " in statement.replace("\n", " "):
            asked.append(statement)

    event.listen(Engine, "before_cursor_execute", hear)
    try:
        undo(desk, night)
    finally:
        event.remove(Engine, "before_cursor_execute", hear)

    round_ = office(desk, night).board.round("main-2")
    assert round_
    assert 0 < len(asked) < len(round_.pairings)
