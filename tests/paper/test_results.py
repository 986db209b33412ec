"""The results for the notice board and the newspaper as they come out of the printer."""

from __future__ import annotations

import pytest

from tests.desk.builders import KASSA, key_of, play, played_until
from tests.paper.printing import (
    a_hostile_night,
    a_night,
    a_waiting_night,
    assert_whole,
    from_left_to_right,
    printed,
    printed_pdf,
)
from tests.paper.reading import PrintedPage
from tournament.desk.acts import Desk
from tournament.desk.board import read_board
from tournament.desk.loading import read_night
from tournament.desk.matches import PairingView
from tournament.desk.office import Step
from tournament.desk.results import record_walkover
from tournament.errors import NotThere
from tournament.language import GERMAN


def in_one_line(pages: tuple[PrintedPage, ...]) -> str:
    return " ".join(" ".join(page.text for page in pages).split())


def the_final(desk: Desk, id_: int) -> PairingView:
    final = read_board(desk.database, id_).round("main-4")
    assert final
    return final.pairings[0]


def test_places_prizes_bands_and_numbers_stand_on_the_first_page(desk: Desk) -> None:
    id_ = a_night(desk, Step.AWARD, prizes=("1 Gans", "1 Schinken"))

    first, *_ = printed(desk, id_, "results")

    places = read_board(desk.database, id_).places
    assert "13 Spielerinnen und Spieler · 13 Karten · 4 Runden" in first.text
    for rank, place in enumerate(places[:8], start=1):
        assert f"{rank}. {place.side.name} Karte {place.side.ticket}" in first.text.replace("\r\n", " ")
    assert "9.–13." in first.text
    assert_whole([first], [place.side.name for place in places[8:]])
    assert "1 Gans" in first.text
    assert "noch nicht beendet" not in first.text


def test_the_newspaper_gets_a_paragraph_with_the_final_and_its_score(desk: Desk) -> None:
    id_ = a_night(desk, "main-4")
    final = the_final(desk, id_)
    loser, winner = final.left, final.right
    assert winner
    play(desk, id_, final, winner.ticket, games_won=(1, 2))
    played_until(desk, id_, Step.DONE)

    text = in_one_line(printed(desk, id_, "results"))

    assert (
        "Preisschnapsen, 5. Dezember 2026, Kirchenwirt: 13 Spielerinnen und Spieler traten mit 13 Karten in "
        f"4 Runden gegeneinander an. Das Finale gewann {winner.name} gegen {loser.name} mit 2:1." in text
    )
    third = read_board(desk.database, id_).places[2].side
    assert f"Die weiteren Plätze: 3. {third.name}; 4. " in text


def test_a_prize_nobody_has_named_is_no_news(desk: Desk) -> None:
    id_ = a_night(desk, Step.AWARD, sold=8, prizes=("Prize no. 1", "Prize no. 2"))

    text = in_one_line(printed(desk, id_, "results"))

    assert "1. Preis" in text
    assert "Prize no." not in text
    assert "Der erste Preis" not in text


def test_a_final_without_play_is_told_as_such(desk: Desk) -> None:
    id_ = a_night(desk, "main-4")
    final = the_final(desk, id_)
    record_walkover(desk, KASSA, id_, key_of(final), seen=final.revision, winner=final.left.ticket)

    assert "gewann das Finale kampflos" in in_one_line(printed(desk, id_, "results"))


def test_without_an_opponent_in_the_final_the_second_place_is_told_with_the_others(desk: Desk) -> None:
    id_ = a_night(desk, sold=4)
    semi_final, other = read_board(desk.database, id_).open
    record_walkover(desk, KASSA, id_, key_of(semi_final), seen=semi_final.revision, winner=None)
    play(desk, id_, other)
    played_until(desk, id_, Step.DONE)

    text = in_one_line(printed(desk, id_, "results"))

    first, second, *_ = (place.side.name for place in read_board(desk.database, id_).places)
    assert f"Im Finale blieb {first} ohne Gegner" in text
    assert f"Die weiteren Plätze: 2. {second}; 3. " in text


def test_a_player_who_meets_himself_in_the_final_has_both_places(desk: Desk) -> None:
    id_ = a_night(desk, Step.DONE, sold=2, each=2)

    german, english = (in_one_line(printed(desk, id_, "results", locale=locale)) for locale in (GERMAN, "en"))

    assert "Huber 1 stand mit zwei Karten im Finale" in german
    assert "1 Spieler/in · 2 Karten · 1 Runde" in german
    assert "Huber 1 held both cards of the final and takes first and second place." in english


def test_while_the_night_runs_only_what_is_certain_is_told(desk: Desk) -> None:
    id_ = a_night(desk, "main-2")

    text = in_one_line(printed(desk, id_, "results"))

    assert "noch nicht beendet" in text
    assert "9.–13." in text
    assert "Zeitung" not in text
    assert "1. Huber" not in text


def test_a_round_alone_has_its_winners_and_room_to_write_for_the_others(desk: Desk) -> None:
    id_ = a_night(desk, sold=16)
    round_ = read_board(desk.database, id_).round("main-1")
    assert round_
    play(desk, id_, round_.pairings[0], games_won=(2, 0))

    [page] = printed(desk, id_, "results", round="main-1")

    assert "Ergebnisblatt" in page.text
    assert "Achtelfinale" in page.text
    assert page.text.count("2:0") == 1
    assert len([line for line in page.text.splitlines() if " : " in line]) == 7
    assert "Die weiteren" not in page.text


def test_a_match_that_waits_for_an_earlier_result_says_so_where_others_have_room_to_write(
    desk: Desk,
) -> None:
    id_, _waiting, _earlier = a_waiting_night(desk)

    [page] = printed(desk, id_, "results", round="main-2")

    assert page.text.count("wartet") == 1
    assert len([line for line in page.text.splitlines() if " : " in line]) == 1


def test_each_way_to_end_a_match_is_told_in_its_row(desk: Desk) -> None:
    id_ = a_night(desk)
    round_ = read_board(desk.database, id_).round("main-1")
    assert round_
    first, second, third, *_ = round_.open
    play(desk, id_, first)
    for pairing, winner in ((second, second.left.ticket), (third, None)):
        record_walkover(desk, KASSA, id_, key_of(pairing), seen=pairing.revision, winner=winner)

    text = in_one_line(printed(desk, id_, "results", round="main-1"))

    for said in ("← gewonnen", "kampflos (w. o.)", "beide fehlen", "– Freilos"):
        assert said in text


def test_results_need_a_draw(desk: Desk) -> None:
    id_ = a_night(desk, None)

    for round_ in (None, "main-1"):
        with pytest.raises(NotThere):
            printed_pdf(desk, id_, "results", round=round_)


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_every_name_is_whole_in_every_script(desk: Desk, paper: str) -> None:
    id_ = a_hostile_night(desk, Step.DONE)
    people = read_night(desk.database, id_).people

    pages = printed(desk, id_, "results", paper=paper)

    assert_whole(pages, from_left_to_right(person.name for person in people))


def test_five_hundred_cards_fill_their_pages_and_leave_none_nearly_empty(desk: Desk) -> None:
    pages = printed(desk, a_night(desk, "main-2", sold=500), "results")

    assert_whole(pages, [f"Huber {k} " for k in range(1, 501)])
    assert min(page.text.count("Huber") for page in pages) >= 2


def test_who_shares_a_place_with_several_cards_stands_there_once(desk: Desk) -> None:
    id_ = a_night(desk, None, sold=32, each=2, prizes=["Preis"] * 9)
    played_until(desk, id_, Step.AWARD)
    board = read_board(desk.database, id_)
    last = [place.side for place in board.places if place.to == 32]
    twice = {side.name for side in last if [other.name for other in last].count(side.name) == 2}

    text = in_one_line(printed(desk, id_, "results"))

    assert twice
    band = text.split("17.–32.")[1].split("Für die Zeitung")[0]
    for name in twice:
        assert band.count(f"{name} (2 Karten)") == 1
    assert "17th–32nd" in printed(desk, id_, "results", locale="en")[0].text
    [ninth] = [prize.side for prize in board.prizes if prize.rank == 9 and prize.side]
    assert f"{ninth.name} – Preis" in text
