"""Who took which prize home before a finished tournament was opened again (rules, 6 and 7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.desk.builders import KASSA, a_tournament, play, played_until
from tests.desk.changed import decided, loser_of
from tests.desk.fresh import collect_prize, take_back
from tournament.desk.acts import Desk, Entry
from tournament.desk.archive import archive_bytes, export_archive, import_archive
from tournament.desk.board import PrizeView
from tournament.desk.loading import read_night
from tournament.desk.office import Step, read_office
from tournament.desk.prizing import finish, reopen
from tournament.desk.selling import reopen_sales
from tournament.desk.telling import act_sentence
from tournament.desk.telling.teller import Teller
from tournament.desk.tournaments import change_terms
from tournament.desk.undoing import undo
from tournament.desk.verify import verify
from tournament.desk.voiding import void_draw, would_be_lost
from tournament.knockout.rounds import Stage
from tournament.language import ENGLISH
from tournament.store import queries

GEESE = ("Gans", "Schinken", "Korb")


def collected(desk: Desk, *ranks: int, prizes: tuple[str, ...] = GEESE) -> int:
    """A finished tournament in which these prizes were collected."""
    night = a_tournament(desk, 8, prizes=prizes)
    played_until(desk, night, Step.AWARD)
    for rank in ranks:
        collect_prize(desk, KASSA, night, rank)
    return night


def now_they_are(desk: Desk, night: int, *prizes: str) -> Entry:
    terms, seen = (read := read_night(desk.database, night)).terms, read.terms_revision
    return change_terms(desk, KASSA, night, replace(terms, prizes=prizes), seen=seen)


def finished_with(desk: Desk, night: int, *prizes: str) -> Entry:
    """Opened again, with other prizes, and finished."""
    reopen(desk, KASSA, night)
    now_they_are(desk, night, *prizes)
    return finish(desk, KASSA, night)


def prizes_of(desk: Desk, night: int) -> tuple[PrizeView, ...]:
    return read_office(desk.database, night).board.prizes


def ticked(desk: Desk, night: int) -> list[str]:
    return [prize.text for prize in prizes_of(desk, night) if prize.collected_at]


def owed(desk: Desk, night: int) -> dict[int, int]:
    """By rank, the card of whom the prize must be fetched back from."""
    return {prize.rank: prize.owed_by.ticket for prize in prizes_of(desk, night) if prize.owed_by}


def winner(desk: Desk, night: int, rank: int) -> int:
    side = prizes_of(desk, night)[rank - 1].side
    assert side
    return side.ticket


def test_a_prize_put_in_front_is_not_collected_and_the_next_must_be_fetched_from_whoever_has_it(
    desk: Desk,
) -> None:
    night = collected(desk, 1)
    first = winner(desk, night, 1)

    told = finished_with(desk, night, "Ferkel", *GEESE)

    assert "collected" not in told.after
    assert ticked(desk, night) == []
    assert owed(desk, night) == {2: first}


def the_final_and_its_prizes_the_other_way_round(desk: Desk, night: int) -> Entry:
    reopen(desk, KASSA, night)
    now_they_are(desk, night, "Schinken", "Gans", "Korb")
    [final] = decided(desk, night, "main-3")
    play(desk, night, final, loser_of(final).ticket)
    return finish(desk, KASSA, night)


def test_a_prize_that_moves_with_its_player_stays_collected(desk: Desk) -> None:
    night = collected(desk, 2)
    at = prizes_of(desk, night)[1].collected_at

    told = the_final_and_its_prizes_the_other_way_round(desk, night)

    assert told.after["collected"] == [1]
    assert [prize.collected_at for prize in prizes_of(desk, night)] == [at, None, None]


@pytest.mark.parametrize("collect", [True, False])
def test_once_the_moved_prize_has_come_back_nobody_owes_it(desk: Desk, collect: bool) -> None:
    night = collected(desk, 1)
    first = winner(desk, night, 1)
    finished_with(desk, night, "Ferkel", *GEESE)

    entry = collect_prize(desk, KASSA, night, 2, collected=collect)

    assert entry.after["back_from"] == first
    assert owed(desk, night) == {}
    finished_with(desk, night, *GEESE)
    assert ticked(desk, night) == []


def test_a_moved_prize_that_was_ticked_again_can_be_given_back(desk: Desk) -> None:
    night = collected(desk, 2)
    the_final_and_its_prizes_the_other_way_round(desk, night)

    collect_prize(desk, KASSA, night, 1, collected=False)

    reopen(desk, KASSA, night)
    assert "collected" not in finish(desk, KASSA, night).after


def test_a_moved_prize_that_was_ticked_again_is_one_and_not_two(desk: Desk) -> None:
    night = collected(desk, 2)
    the_final_and_its_prizes_the_other_way_round(desk, night)

    told = finished_with(desk, night, "Schinken", "Schinken", "Korb")

    assert told.after["collected"] == [1]
    assert owed(desk, night) == {}


def test_a_tick_lost_with_its_text_and_set_again_can_be_taken_back(desk: Desk) -> None:
    """The prize is called otherwise while the tournament is open, and back again once it is finished."""
    night = collected(desk, 1)
    finished_with(desk, night, "Ferkel", "Schinken", "Korb")
    now_they_are(desk, night, *GEESE)

    collect_prize(desk, KASSA, night, 1)
    collect_prize(desk, KASSA, night, 1, collected=False)

    reopen(desk, KASSA, night)
    assert "collected" not in finish(desk, KASSA, night).after


def test_of_prizes_alike_each_stays_with_whoever_has_it(desk: Desk) -> None:
    """Three baskets for ranks 2 to 4; a piglet comes in front of all."""
    night = collected(desk, 2, 3, prizes=("Gans", "Korb", "Korb", "Korb"))
    second = winner(desk, night, 2)

    told = finished_with(desk, night, "Ferkel", "Gans", "Korb", "Korb", "Korb")
    collect_prize(desk, KASSA, night, 5)

    assert told.after["collected"] == [3]
    assert owed(desk, night) == {4: second}


def test_of_prizes_alike_the_one_collected_is_ticked_again(desk: Desk) -> None:
    night = collected(desk, 3, prizes=("Gans", "Korb", "Korb"))
    reopen(desk, KASSA, night)

    assert finish(desk, KASSA, night).after["collected"] == [3]


def test_of_prizes_alike_nobody_owes_one_who_wins_one(desk: Desk) -> None:
    """Four sides of bacon for ranks 5 to 8, and the match for 5th was the other way round."""
    night = collected(desk, 5, 6, 7, 8, prizes=("Gans", "Schinken", "Korb", "Torte", *["Speck"] * 4))
    fifth, sixth = winner(desk, night, 5), winner(desk, night, 6)
    reopen(desk, KASSA, night)
    [match] = decided(desk, night, "fifth-1")
    play(desk, night, match, sixth)

    told = finish(desk, KASSA, night)

    assert (winner(desk, night, 5), winner(desk, night, 6)) == (sixth, fifth)
    assert told.after["collected"] == [5, 6, 7, 8]
    assert owed(desk, night) == {}


def with_a_new_draw(desk: Desk, night: int, *, without: int) -> None:
    """Opened again, the draw voided, this card taken back, and all played anew."""
    reopen(desk, KASSA, night)
    seen = would_be_lost(read_night(desk.database, night), Stage.MAIN, 1)
    void_draw(desk, KASSA, night, Stage.MAIN, 1, seen=seen)
    reopen_sales(desk, KASSA, night)
    take_back(desk, KASSA, night, without)
    played_until(desk, night, Step.AWARD)


def test_whoever_has_a_prize_is_named_though_his_card_was_taken_back(desk: Desk) -> None:
    night = collected(desk, 1)
    first = winner(desk, night, 1)

    with_a_new_draw(desk, night, without=first)

    assert owed(desk, night) == {1: first}
    entry = collect_prize(desk, KASSA, night, 1)
    assert entry.after["back_from"] == first
    assert owed(desk, night) == {}
    told = act_sentence(Teller(read_office(desk.database, night), ENGLISH), entry)
    assert f"{first} Huber {first}" in told
    assert verify(export_archive(desk.database, night)) == ()


def test_moved_there_and_back_a_prize_is_handed_out_once(desk: Desk) -> None:
    night = collected(desk, 1)
    at = prizes_of(desk, night)[0].collected_at
    finished_with(desk, night, "Ferkel", *GEESE)

    finished_with(desk, night, *GEESE)

    assert [prize.collected_at for prize in prizes_of(desk, night)] == [at, None, None]


def test_a_prize_that_is_there_no_more_is_owed_by_nobody(desk: Desk) -> None:
    night = collected(desk, 1)

    finished_with(desk, night, "Ferkel", "Schinken")

    assert (ticked(desk, night), owed(desk, night)) == ([], {})


def test_from_an_archive_too_it_is_known_who_has_a_prize_that_moved(desk: Desk) -> None:
    night = collected(desk, 1)
    first = winner(desk, night, 1)
    finished_with(desk, night, "Ferkel", *GEESE)

    copy = import_archive(desk.database, archive_bytes(desk.database, night))

    assert owed(desk, copy) == {2: first}


def test_what_an_older_version_noted_is_still_understood(desk: Desk) -> None:
    """It did not note what the prizes were when the tournament was opened again: the ticks told it."""
    night = collected(desk, 1, 2)
    first = winner(desk, night, 1)
    reopen(desk, KASSA, night)
    with desk.database.writing() as session:
        row = queries.last_entry(session, night, "reopen")
        assert row
        row.before = {name: value for name, value in row.before.items() if name != "prizes"}
    now_they_are(desk, night, "Ferkel", "Schinken", "Gans")

    told = finish(desk, KASSA, night)

    assert told.after["collected"] == [2]
    assert owed(desk, night) == {3: first}


def test_undone_opening_again_leaves_the_ticks_where_they_stood(desk: Desk) -> None:
    night = collected(desk, 1, 3)
    entry = reopen(desk, KASSA, night)

    undo(desk, KASSA, night, seen=entry.revision)

    assert ticked(desk, night) == ["Gans", "Korb"]
