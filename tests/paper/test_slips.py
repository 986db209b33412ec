"""Match slips as they come out of the printer, to be cut in four."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.desk.builders import EVENING, KASSA, a_tournament, play, played_until
from tests.paper.printing import (
    LINKS,
    a_hostile_night,
    a_night,
    a_waiting_night,
    assert_whole,
    from_left_to_right,
    printed,
    printed_pdf,
)
from tests.paper.reading import PrintedPage, read_pdf
from tournament.desk.acts import Desk
from tournament.desk.board import read_board
from tournament.desk.late import sell_late
from tournament.desk.office import Step
from tournament.desk.printing import read_for_paper
from tournament.desk.selling import sell
from tournament.desk.sheets import sheet_tokens
from tournament.errors import NotThere
from tournament.language import GERMAN
from tournament.paper.cutting import stacked
from tournament.paper.job import Job
from tournament.paper.sheets import SHEETS, Sheet, print_sheet


def lots(pages: tuple[PrintedPage, ...]) -> list[int]:
    return [int(lot) for page in pages for lot in re.findall(r"^Los (\d+)", page.text, flags=re.MULTILINE)]


def test_a_pile_of_pages_cut_as_one_keeps_its_order() -> None:
    pages = stacked(range(10), 4)

    assert pages == [[0, 3, 6, 9], [1, 4, 7], [2, 5, 8]]
    piles = [[page[place] for page in pages if place < len(page)] for place in range(4)]
    assert [number for pile in piles for number in pile] == list(range(10))


def test_each_open_match_has_one_slip_and_byes_and_decided_matches_have_none(desk: Desk) -> None:
    id_ = a_night(desk, sold=13)
    first, *others = read_board(desk.database, id_).open
    play(desk, id_, first)

    pages = printed(desk, id_, "slips")

    assert sorted(lots(pages)) == [pairing.number for pairing in others]


def test_a_slip_names_round_both_cards_and_both_players(desk: Desk) -> None:
    id_ = a_night(desk, sold=8)
    pairing = read_board(desk.database, id_).open[0]

    [page] = printed(desk, id_, "slips")

    [slip] = [part for part in page.text.split("Preisschnapsen") if f"Los {pairing.number} " in part]
    assert "Viertelfinale" in slip
    for side in pairing.sides:
        assert side.name in slip
        assert f"Unterschrift Karte {side.ticket}" in slip


def test_a_match_that_waits_for_an_earlier_result_has_no_slip_and_the_earlier_one_has(desk: Desk) -> None:
    id_, waiting, earlier = a_waiting_night(desk)

    assert lots(printed(desk, id_, "slips", round="main-1")) == [earlier.number]
    assert waiting.number not in lots(printed(desk, id_, "slips", round="main-2"))
    with pytest.raises(NotThere):
        printed_pdf(desk, id_, "slips", round="main-2", match=waiting.number)


def test_slips_are_offered_only_while_a_match_can_be_played(desk: Desk) -> None:
    id_, _waiting, _earlier = a_waiting_night(desk)
    reading = read_for_paper(desk.database, id_)
    first, *later = reversed(reading.board.rounds)
    only_waiting = tuple(replace(r, pairings=r.waiting) for r in (*later, replace(first, pairings=())))
    slips = SHEETS["slips"]
    assert isinstance(slips, Sheet)

    assert slips.ready(reading.office)
    assert not slips.ready(replace(reading.office, board=replace(reading.board, rounds=only_waiting)))


@pytest.mark.parametrize(("hung", "games"), [(1, 1), (2, 3), (3, 5)])
def test_a_slip_has_a_column_for_each_game_that_can_be_needed(desk: Desk, hung: int, games: int) -> None:
    [page] = printed(desk, a_night(desk, sold=5, bummerl_to_win=hung), "slips")

    assert [int(n) for n in re.findall(r"(\d)\.\s+Bummerl", page.text)] == list(range(1, games + 1))


def test_a_table_that_is_known_is_printed_and_otherwise_there_is_a_line_for_it(desk: Desk) -> None:
    reading = read_for_paper(desk.database, a_night(desk, sold=8))
    [round_] = reading.board.rounds
    known, *others = round_.pairings
    seated = replace(round_, pairings=(replace(known, table="Stüberl 3"), *others))
    board = replace(reading.board, rounds=(seated,))
    office = replace(reading.office, board=board)

    [with_table] = read_pdf(print_sheet("slips", Job(replace(reading, office=office), GERMAN, EVENING)))

    assert with_table.text.count("Stüberl 3") == 1
    assert with_table.text.count("Tisch") == len(round_.pairings)


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_the_code_of_each_slip_leads_to_its_score_sheet(desk: Desk, paper: str) -> None:
    id_ = a_night(desk, sold=24, score_sheets=True)
    tokens = sheet_tokens(desk.database, id_)

    pages = printed(desk, id_, "slips", codes=True, paper=paper)

    assert len(tokens) == 8
    assert sorted(code for page in pages for code in page.codes) == sorted(map(LINKS.sheet, tokens.values()))


def test_without_score_sheets_or_links_there_is_no_code(desk: Desk) -> None:
    without_sheets, without_links = a_night(desk), a_night(desk, score_sheets=True)

    for pages in (
        printed(desk, without_sheets, "slips", codes=True),
        printed(desk, without_links, "slips", codes=True, links=None),
    ):
        assert [page.codes for page in pages] == [()] * len(pages)
        assert "Handy" not in pages[0].text


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_every_name_is_whole_on_its_slip(desk: Desk, paper: str) -> None:
    id_ = a_hostile_night(desk, score_sheets=True)
    board = read_board(desk.database, id_)
    texts = [text for pairing in board.open for side in pairing.sides for text in (side.name, side.town)]

    pages = printed(desk, id_, "slips", paper=paper)

    assert len(pages) == 1
    assert_whole(pages, from_left_to_right(filter(None, texts)))


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_no_slip_of_the_longest_names_is_longer_than_its_place(desk: Desk, paper: str) -> None:
    id_ = a_tournament(desk, 0, capacity=8, score_sheets=True, bummerl_to_win=3, name="Nacht " * 30)
    for number in range(8):
        sell(desk, KASSA, id_, f"{number} " + "Wagner-" * 28, "Wien " * 20, 1)
    played_until(desk, id_, "main-1")

    pages = printed(desk, id_, "slips", paper=paper)

    [page] = pages
    assert_whole(pages, [f"{number} " + "Wagner-" * 28 for number in range(8)])
    assert not [box for box in page.letters if box[3] > page.height / 2 - 4 and box[1] < page.height / 2 + 4]
    assert not [box for box in page.letters if box[2] > page.width / 2 - 4 and box[0] < page.width / 2 + 4]


@pytest.mark.parametrize("sheet", ["slips", "tickets"])
def test_a_word_of_the_widest_letters_stays_on_its_part_of_the_page(desk: Desk, sheet: str) -> None:
    id_ = a_tournament(desk, 0, capacity=4)
    for number in range(4):
        sell(desk, KASSA, id_, f"{number} {'W' * 14}", "M" * 14, 1)
    played_until(desk, id_, "main-1")

    [page] = printed(desk, id_, sheet)

    assert_whole([page], [f"{number} {'W' * 14}" for number in range(4)])
    assert not [box for box in page.letters if box[2] > page.width / 2 - 3 and box[0] < page.width / 2 + 3]


def test_rounds_drawn_together_lie_on_one_pile_and_one_can_be_asked_for(desk: Desk) -> None:
    id_ = a_night(desk, "main-2", sold=8)

    [page] = printed(desk, id_, "slips")

    assert page.text.count("Halbfinale") == 2
    assert len(lots((page,))) == 4
    assert len(lots(printed(desk, id_, "slips", round="main-2"))) == 2


def test_slips_need_a_draw(desk: Desk) -> None:
    with pytest.raises(NotThere):
        printed_pdf(desk, a_night(desk, None), "slips")


def test_the_slips_of_a_round_that_is_over_can_be_printed_once_more(desk: Desk) -> None:
    id_ = a_night(desk, Step.DONE, sold=13)

    pages = printed(desk, id_, "slips", round="main-1")

    board = read_board(desk.database, id_)
    assert sorted(lots(pages)) == [p.number for p in board.rounds[-1].pairings if p.right]
    assert "Finale" in printed(desk, id_, "slips")[0].text


@pytest.mark.parametrize(
    ("locale", "foot"),
    [
        ("de_AT", r"ausgelost \S+ \S+ · Fassung 2 · Stand \d+, gedruckt \S+ \d\d:\d\d"),
        ("en", r"drawn \S+ \S+ \S+ \S+ · version 2 · state \d+, printed \S+ \S+ \S+ \d\d:\d\d"),
    ],
)
def test_a_slip_after_a_late_card_says_in_one_line_which_version_it_is_of(
    desk: Desk, locale: str, foot: str
) -> None:
    id_ = a_night(desk)
    sell_late(desk, KASSA, id_, "Spät Sepp", "", 1)

    pages = printed(desk, id_, "slips", locale=locale)

    assert_whole(pages, ["Spät Sepp"])
    text = "\n".join(page.text for page in pages)
    feet = re.findall(rf"^{foot}\s*$", text, flags=re.MULTILINE)
    assert len(feet) == len(read_board(desk.database, id_).open)


def test_the_slips_of_512_matches_are_all_there(desk: Desk) -> None:
    pages = printed(desk, a_night(desk, sold=1024), "slips")

    assert len(pages) == 128
    upper_left = [re.findall(r"^Los (\d+)", page.text, flags=re.MULTILINE)[0] for page in pages]
    assert [int(lot) for lot in upper_left] == list(range(1, 129))


def test_slips_are_told_in_english_too(desk: Desk) -> None:
    [page] = printed(desk, a_night(desk, sold=8), "slips", locale="en")

    assert "Whoever lost brings slip and card" in page.text
    assert "Game 3" in page.text
