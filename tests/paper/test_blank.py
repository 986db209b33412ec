"""Draw sheets to fill in by hand, when the program can no longer be asked."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from tests.desk.builders import KASSA, key_of, play, played_until
from tests.desk.changed import decided, origin, take_back
from tests.paper.printing import (
    a_hostile_night,
    a_night,
    a_waiting_night,
    assert_whole,
    from_left_to_right,
    printed,
)
from tests.paper.reading import PrintedPage
from tournament.desk.acts import Desk
from tournament.desk.board import read_board
from tournament.desk.correcting import consequences_of_withdrawal
from tournament.desk.loading import read_night
from tournament.desk.office import Step
from tournament.desk.results import record_walkover
from tournament.knockout.rounds import Stage


def lots(pages: Sequence[PrintedPage]) -> list[int]:
    empty, _, _ = "\n".join(page.text for page in pages).partition("In dieser Auslosung")
    return [int(lot) for lot in re.findall(r"^(\d+)\s*$", empty, flags=re.MULTILINE)]


def cards(pages: Sequence[PrintedPage]) -> list[int]:
    return [int(card) for page in pages for card in re.findall(r"(\d+) Huber \d+", page.text)]


def all_played(desk: Desk, id_: int, *, but: int = 0) -> None:
    """Every open match is won on the left; the last ones stay open."""
    matches = read_board(desk.database, id_).open
    for pairing in matches[: len(matches) - but]:
        play(desk, id_, pairing)


def test_before_the_first_draw_there_are_lots_for_the_whole_house_and_the_cards_sold(desk: Desk) -> None:
    pages = printed(desk, a_night(desk, None, sold=10, capacity=64), "blank-draw-sheet")

    assert lots(pages) == list(range(1, 33))
    assert cards(pages) == list(range(1, 11))


def test_once_a_round_is_played_there_are_lots_for_the_next_and_everybody_in_it(desk: Desk) -> None:
    id_ = a_night(desk, sold=50)
    all_played(desk, id_)

    pages = printed(desk, id_, "blank-draw-sheet")

    [due] = read_night(desk.database, id_).due
    assert lots(pages) == list(range(1, 17))
    assert cards(pages) == sorted(due.tickets)
    assert "Noch nicht ausgespielt" not in pages[0].text


def test_while_a_round_is_played_the_sheet_has_its_open_matches_with_both_their_sides(desk: Desk) -> None:
    id_ = a_night(desk, sold=32)
    all_played(desk, id_, but=3)
    still_open = read_board(desk.database, id_).open

    [page] = printed(desk, id_, "blank-draw-sheet")

    through, _, being_played = page.text.partition("Noch nicht ausgespielt")
    assert len(re.findall(r"\d+ Huber \d+", through)) == 13
    for match in still_open:
        left, right = (f"{side.ticket} {side.name}" for side in match.sides)
        line = rf"^{match.number}\s+{left}\s+{right}"
        assert re.search(line, being_played, flags=re.MULTILINE), being_played


def test_in_a_match_that_waits_the_sheet_names_the_earlier_match_and_not_whoever_sat_there(
    desk: Desk,
) -> None:
    id_, waiting, earlier = a_waiting_night(desk)

    page, places = printed(desk, id_, "blank-draw-sheet")

    through, _, still = page.text.partition("Zuerst zu entscheiden: Achtelfinale")
    first, _, later = still.partition("Noch nicht ausgespielt")
    left, right = (f"{side.ticket} {side.name}" for side in earlier.sides)
    assert re.search(rf"^{earlier.number}\s+{left}\s+{right}", first, flags=re.MULTILINE)
    [row] = re.findall(rf"^{waiting.number}\s.*", later, flags=re.MULTILINE)
    assert f"Sieger/in von Los {earlier.number}, Achtelfinale" in row
    assert f"{waiting.left.ticket} {waiting.left.name}" not in row
    assert f"{waiting.left.ticket} {waiting.left.name}" not in through
    assert first.strip() in places.text
    assert row in places.text


def test_whoever_has_a_bye_is_not_through_while_the_match_he_came_from_is_open_again(desk: Desk) -> None:
    id_ = a_night(desk, sold=16)
    absent = read_board(desk.database, id_).open[0]
    record_walkover(desk, KASSA, id_, key_of(absent), seen=absent.revision, winner=None)
    played_until(desk, id_, "main-2")
    [bye] = decided(desk, id_, "main-2")
    earlier = origin(desk, id_, "main-1", bye)
    take_back(desk, id_, earlier, consequences_of_withdrawal(desk.database, id_, key_of(earlier)).cost)

    page, places = printed(desk, id_, "blank-draw-sheet")

    through, _, later = page.text.partition("Noch nicht ausgespielt")
    row = rf"^{bye.number}\s+Sieger/in von Los {earlier.number}, Achtelfinale\s.*Freilos"
    assert re.search(row, later, flags=re.MULTILINE)
    assert "In dieser Auslosung" not in through
    assert "Freilos" not in places.text


def test_the_draw_among_those_who_lost_the_quarter_finals_has_a_sheet_of_its_own(desk: Desk) -> None:
    id_ = a_night(desk, sold=8)
    all_played(desk, id_)
    due = {due.stage: due.tickets for due in read_night(desk.database, id_).due}

    semi_finals, places = printed(desk, id_, "blank-draw-sheet")

    assert cards([semi_finals]) == sorted(due[Stage.MAIN])
    assert cards([places]) == sorted(due[Stage.FIFTH_TO_EIGHTH])
    assert "Plätze 5 bis 8" in places.text
    assert "Runde" in semi_finals.text
    assert "Runde" not in places.text


def test_while_the_quarter_finals_are_played_their_losers_have_a_sheet_with_the_matches_that_can_be_lost(
    desk: Desk,
) -> None:
    id_ = a_night(desk, sold=7)
    all_played(desk, id_, but=2)
    [lost] = [p.right for p in read_board(desk.database, id_).rounds[0].pairings if p.outcome and p.right]
    still_open = read_board(desk.database, id_).open

    _semi_finals, places = printed(desk, id_, "blank-draw-sheet")

    assert lots([places]) == [1, 2]
    sure, _, being_played = places.text.partition("Noch nicht ausgespielt: wer verliert, ist auch dabei")
    assert re.findall(r"(\d+) Huber", sure) == [str(lost.ticket)]
    assert cards([places])[1:] == [side.ticket for match in still_open for side in match.sides]
    assert "Freilos" not in being_played


def test_where_nobody_plays_for_fifth_to_eighth_there_is_one_sheet_for_the_semi_finals(desk: Desk) -> None:
    [page] = printed(desk, a_night(desk, sold=8, fifth_to_eighth=False), "blank-draw-sheet")

    assert "wer verliert" not in page.text


@pytest.mark.parametrize(
    ("sold", "until"),
    [(8, "main-2"), (8, "main-3"), (8, Step.DONE), (3, "main-1"), (3, "main-2"), (2, Step.DRAW)],
)
def test_where_no_lots_are_left_to_draw_the_form_is_empty_and_says_so(
    desk: Desk, sold: int, until: str | Step
) -> None:
    [page] = printed(desk, a_night(desk, until, sold=sold), "blank-draw-sheet")

    assert lots([page]) == list(range(1, {8: 4, 3: 2, 2: 1}[sold] + 1))
    assert "Huber" not in page.text
    assert "leeres Formular" in page.text


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_the_head_comes_again_on_each_page(desk: Desk, paper: str) -> None:
    pages = printed(desk, a_night(desk, sold=500), "blank-draw-sheet", paper=paper)

    assert len(pages) > 4
    assert lots(pages) == list(range(1, 129))
    for number, page in enumerate(pages, start=1):
        assert f"{number} / {len(pages)}" in page.text
        assert "Linker Topf" in page.text or "Spieler/in" in page.text


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_every_name_is_whole_in_every_script(desk: Desk, paper: str) -> None:
    id_ = a_hostile_night(desk, None)
    people = read_night(desk.database, id_).people
    words = [word for person in people for word in f"{person.name} {person.town}".split()]

    pages = printed(desk, id_, "blank-draw-sheet", paper=paper)

    assert_whole(pages, from_left_to_right(words))


def test_a_blank_sheet_is_told_in_english_too(desk: Desk) -> None:
    page, beside = printed(desk, a_night(desk, sold=8), "blank-draw-sheet", locale="en")

    assert "Draw by hand" in page.text
    assert "Still being played: whoever wins takes part too" in page.text
    assert "Still being played: whoever loses takes part too" in beside.text
