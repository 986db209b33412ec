"""Cards with their stubs as they come out of the printer."""

from __future__ import annotations

import re

import pytest

from tests.desk.builders import KASSA, a_tournament
from tests.desk.fresh import take_back
from tests.paper.printing import (
    LINKS,
    a_hostile_night,
    a_night,
    assert_whole,
    from_left_to_right,
    printed,
    printed_pdf,
)
from tests.paper.reading import PrintedPage
from tournament.desk.acts import Desk
from tournament.desk.board import read_board
from tournament.desk.finding import find_pairings, find_players
from tournament.desk.loading import read_night
from tournament.desk.selling import sell, sell_unnamed
from tournament.errors import NotThere


def codes(pages: tuple[PrintedPage, ...]) -> list[str]:
    return sorted(code for page in pages for code in page.codes)


def numbers(pages: tuple[PrintedPage, ...]) -> list[int]:
    """The numbers on stubs and cards."""
    return sorted(
        int(number) for page in pages for number in re.findall(r"^(\d+)\s*$", page.text, flags=re.MULTILINE)
    )


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_every_card_stands_twice_with_its_number_and_its_player(desk: Desk, paper: str) -> None:
    pages = printed(desk, a_night(desk, None, sold=13), "tickets", paper=paper)

    assert len(pages) == 2
    assert numbers(pages) == sorted([*range(1, 14), *range(1, 14)])
    for number in range(1, 14):
        assert sum(len(re.findall(rf"Huber {number}\b", page.text)) for page in pages) == 2


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_the_stub_says_its_number_to_a_scanner_and_the_card_asks_the_board(desk: Desk, paper: str) -> None:
    pages = printed(desk, a_night(desk, None, sold=13), "tickets", codes=True, paper=paper)

    stubs = [str(number) for number in range(1, 14)]
    assert codes(pages) == sorted([*stubs, *(f"{LINKS.board}?q={number}" for number in stubs)])


def test_without_links_only_the_stub_has_a_code(desk: Desk) -> None:
    pages = printed(desk, a_night(desk, None, sold=8), "tickets", codes=True, links=None)

    assert codes(pages) == [str(number) for number in range(1, 9)]
    assert "Wo spiele ich?" not in pages[0].text


def test_what_a_stub_says_to_a_scanner_finds_the_card_at_the_desk(desk: Desk) -> None:
    id_ = a_night(desk, sold=13)
    board = read_board(desk.database, id_)

    on_paper = codes(printed(desk, id_, "tickets", codes=True))

    for pairing in board.open:
        for side in pairing.sides:
            stub = str(side.ticket)
            assert stub in on_paper
            assert find_pairings(board, stub)[0] == pairing
            assert [person.player for person in find_players(board, stub)] == [side.player]


def test_before_the_first_sale_there_are_blank_cards_for_the_whole_house(desk: Desk) -> None:
    pages = printed(desk, a_night(desk, None, sold=0, capacity=16), "tickets", codes=True)

    assert len(pages) == 2
    assert numbers(pages) == sorted([*range(1, 17), *range(1, 17)])
    assert sum(page.text.count("Name") for page in pages) == 32
    assert set(codes(pages)) >= {str(number) for number in range(1, 17)}


def test_while_cards_are_sold_there_are_blank_ones_with_the_numbers_still_to_be_sold(desk: Desk) -> None:
    id_ = a_tournament(desk, 3, capacity=8)
    take_back(desk, KASSA, id_, 3)

    [page] = printed(desk, id_, "tickets", blank=True)
    sell(desk, KASSA, id_, "Franz Zach", "", 1)

    assert numbers((page,)) == [number for number in range(4, 10) for _twice in "ab"]
    assert page.text.count("Name") == 12
    assert [ticket.number for ticket in read_night(desk.database, id_).live_tickets] == [1, 2, 4]


def test_once_sales_are_closed_there_are_no_blank_cards(desk: Desk) -> None:
    with pytest.raises(NotThere):
        printed_pdf(desk, a_night(desk, sold=13), "tickets", blank=True)


def test_a_presale_card_has_a_line_for_the_name_and_a_returned_one_is_not_printed(desk: Desk) -> None:
    id_ = a_tournament(desk, 3, capacity=8)
    sell_unnamed(desk, KASSA, id_, 1, paid=False)
    take_back(desk, KASSA, id_, 2)

    [page] = printed(desk, id_, "tickets")

    assert numbers((page,)) == [1, 1, 3, 3, 4, 4]
    assert page.text.count("Name") == 2
    assert page.text.count("noch nicht bezahlt") == 1


def test_a_card_is_called_as_the_tournament_calls_it_and_tells_what_it_is_for(desk: Desk) -> None:
    named, usual = a_night(desk, None, sold=1, ticket_word="Lebenskarte"), a_night(desk, None, sold=1)

    [page] = printed(desk, named, "tickets")
    [other] = printed(desk, usual, "tickets")

    assert page.text.count("Lebenskarte") == 2
    assert other.text.count("Teilnehmerkarte") == 2
    for part in ("Preisschnapsen", "Samstag, 5. Dezember 2026", "Kirchenwirt", "€ 5,00"):
        assert part in page.text.replace("\u00a0", " ")


def test_a_card_that_costs_nothing_names_no_price(desk: Desk) -> None:
    [page] = printed(desk, a_night(desk, None, sold=1, ticket_price_cents=0), "tickets")

    assert "€" not in page.text


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_every_name_is_whole_on_its_card(desk: Desk, paper: str) -> None:
    id_ = a_hostile_night(desk, None)
    people = read_night(desk.database, id_).people
    texts = [text for person in people for text in (person.name, person.town) if text]

    pages = printed(desk, id_, "tickets", paper=paper)

    assert_whole(pages, from_left_to_right(texts))


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_the_longest_texts_stay_on_their_cards(desk: Desk, paper: str) -> None:
    word, venue = "Teilnahmeberechtigungskarte", "Wirt zur Post " * 10
    id_ = a_tournament(desk, 0, capacity=8, name="Nacht " * 20, venue=venue, ticket_word=word)
    for number in range(8):
        sell(desk, KASSA, id_, f"{number} " + "Wagner-" * 28, "Wien " * 20, 1)

    pages = printed(desk, id_, "tickets", paper=paper)

    [page] = pages
    assert_whole(pages, [f"{number} " + "Wagner-" * 28 for number in range(8)])
    for cut in (1, 2, 3):
        middle = page.height * cut / 4
        assert not [box for box in page.letters if box[3] > middle - 3 and box[1] < middle + 3]
    assert not [box for box in page.letters if box[2] > page.width / 2 - 3 and box[0] < page.width / 2 + 3]


def test_512_cards_are_cut_as_one_pile(desk: Desk) -> None:
    pages = printed(desk, a_night(desk, None, sold=512), "tickets")

    assert len(pages) == 64
    assert numbers(pages[:1]) == sorted(number for place in range(8) for number in [1 + 64 * place] * 2)


def test_cards_are_told_in_english_too(desk: Desk) -> None:
    [page] = printed(desk, a_night(desk, None, sold=4), "tickets", locale="en")

    assert page.text.count("Participation card") == 8
    assert "Where do I play?" in page.text
