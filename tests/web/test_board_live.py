"""Hundreds of phones ask every few seconds: little work for each, and never an old page taken for new."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from flask import render_template

import tournament.web.board as board_pages
import tournament.web.live as live
from tests.desk.builders import EVENING, play
from tests.web.board_fixtures import HALL, House, a_house, counted_queries
from tournament.desk.board import Board, read_board
from tournament.web.wall import SECONDS_A_SCREEN, screen

PHONES = 24


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with a_house(tmp_path) as house:
        yield house


def tag_of(house: House, address: str, language: str = "de") -> str:
    return house.visitor(language).get(address).headers["ETag"]


def ask(house: House, address: str, tag: str, language: str = "de") -> int:
    """The status of the answer to a browser that has the page of this tag."""
    return house.visitor(language).get(address, headers={"If-None-Match": tag}).status_code


def record_one(house: House, id_: int) -> None:
    play(house.desk, id_, house.office(id_).open[0])


@pytest.mark.parametrize("view", ["", "?view=name", "?view=places", "?q=hub", "/fair", "/wall"])
def test_an_unchanged_page_is_not_sent_again_and_a_changed_one_is(house: House, view: str) -> None:
    id_ = house.night(HALL, "main-1")
    tag = tag_of(house, f"/board/{id_}{view}")

    assert ask(house, f"/board/{id_}{view}", tag) == 304
    record_one(house, id_)
    assert ask(house, f"/board/{id_}{view}", tag) == 200


def test_an_answer_without_a_page_costs_one_small_query(house: House) -> None:
    id_ = house.night(HALL, "main-1")
    tag = tag_of(house, f"/board/{id_}")

    with counted_queries() as sent:
        assert ask(house, f"/board/{id_}", tag) == 304

    assert len(sent) == 1
    assert "FROM tournament" in sent[0]


def test_another_language_is_another_page(house: House) -> None:
    id_ = house.night(HALL, "main-1")

    assert ask(house, f"/board/{id_}", tag_of(house, f"/board/{id_}", "de"), "en") == 200


def test_after_a_restart_no_old_page_counts_as_new(house: House, tmp_path: Path) -> None:
    id_ = house.night(HALL, "main-1")
    tag = tag_of(house, f"/board/{id_}")
    (tmp_path / "again").mkdir()

    with a_house(tmp_path / "again") as again:
        assert again.night(HALL, "main-1") == id_
        assert ask(again, f"/board/{id_}", tag) == 200


def test_a_page_is_sent_packed_to_whom_can_unpack_it(house: House) -> None:
    id_ = house.night(HALL, "main-1")

    packed = house.visitor().get(f"/board/{id_}", headers={"Accept-Encoding": "gzip, br"})

    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data).decode() == house.text(f"/board/{id_}")


@pytest.mark.parametrize("address", ["/board/1", "/board/1?q=hub", "/board/1/fair", "/board/1/wall"])
def test_the_number_of_queries_is_the_same_for_any_field(tmp_path: Path, address: str) -> None:
    def queries(field: int) -> int:
        (tmp_path / str(field)).mkdir()
        with a_house(tmp_path / str(field)) as house:
            house.night([f"Huber {n}" for n in range(field)], "main-1")
            with counted_queries() as sent:
                house.text(address)
            return len(sent)

    assert queries(8) == queries(256) > 1


def test_many_phones_at_once_cause_one_reading_and_one_rendering(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, rendered = [], []
    started = Barrier(PHONES)

    def noted_read(*args: Any) -> Board:
        read.append(args)
        return read_board(*args)

    def noted_render(template: str, **context: Any) -> str:
        rendered.append(template)
        return render_template(template, **context)

    monkeypatch.setattr(live, "read_board", noted_read)
    monkeypatch.setattr(board_pages, "render_template", noted_render)
    id_ = house.night(HALL, "main-1")

    def phone(_: int) -> str:
        started.wait()
        return house.text(f"/board/{id_}")

    with ThreadPoolExecutor(PHONES) as phones:
        pages = set(phones.map(phone, range(PHONES)))

    assert len(pages) == 1
    assert len(read) == 1
    assert rendered == ["board/show.html"]


def test_pages_of_old_revisions_are_forgotten(house: House) -> None:
    id_ = house.night(HALL, "main-1")
    for view in ("", "?view=name", "?view=places"):
        house.text(f"/board/{id_}{view}")
    record_one(house, id_)

    house.text(f"/board/{id_}")

    assert len(house.app.extensions["newest"].pages) == 1


@pytest.mark.parametrize("view", ["", "?view=name", "?q=hub", "/fair", "/wall"])
def test_a_page_asked_for_first_by_the_desk_tells_nobody_who_that_was(house: House, view: str) -> None:
    id_ = house.night(HALL, "main-1")

    first = house.text(f"/board/{id_}{view}", user="Kassierin Maria")

    assert "Kassierin" not in first
    assert house.text(f"/board/{id_}{view}") == first


def test_what_is_said_to_one_visitor_is_said_once_and_to_nobody_else(house: House) -> None:
    id_ = house.night(HALL, "main-1")
    visitor = house.visitor()
    with visitor.session_transaction() as session:
        session["_flashes"] = [("message", "Servus Maria")]

    assert "Servus Maria" in visitor.get(f"/board/{id_}").text
    assert "Servus Maria" not in visitor.get(f"/board/{id_}").text
    assert "Servus Maria" not in house.text(f"/board/{id_}")


def test_a_page_that_renews_itself_takes_no_word_from_another_page(house: House) -> None:
    id_ = house.night(HALL, "main-1")
    organiser = house.visitor()
    with organiser.session_transaction() as session:
        session["_flashes"] = [("message", "Karte verkauft")]

    renewed = organiser.get(f"/board/{id_}", headers={"HX-Request": "true"}).text

    assert "Karte verkauft" not in renewed
    assert "Karte verkauft" not in house.text(f"/board/{id_}")
    assert "Karte verkauft" in organiser.get(f"/board/{id_}").text


@pytest.mark.parametrize("field", [2, 8, 20, 64, 200])
def test_on_the_wall_each_open_match_has_its_turn_and_few_stand_there_at_once(
    house: House, field: int
) -> None:
    id_ = house.night([f"Huber {n}" for n in range(field)], "main-1", capacity=256)
    view = house.office(id_).board
    count = screen(view, 0).count

    screens = [screen(view, turn) for turn in range(count)]

    shown = [pairing for one in screens for _, pairings in one.rounds for pairing in pairings]
    assert sorted(p.number for p in shown) == sorted(p.number for p in view.open)
    assert all(len(pairings) <= 24 for one in screens for _, pairings in one.rounds)


def test_the_wall_turns_its_screens_with_the_time(house: House) -> None:
    id_ = house.night([f"Huber {n}" for n in range(60)], "main-1")
    tag, first = tag_of(house, f"/board/{id_}/wall"), house.text(f"/board/{id_}/wall")

    house.set_clock(EVENING + timedelta(seconds=SECONDS_A_SCREEN))

    assert ask(house, f"/board/{id_}/wall", tag) == 200
    assert house.text(f"/board/{id_}/wall") != first


def test_the_wall_shows_the_last_results_when_nothing_is_open(house: House) -> None:
    id_ = house.night(HALL, "main-1")
    while house.office(id_).open:
        record_one(house, id_)

    page = house.text(f"/board/{id_}/wall")

    assert "Alles entschieden" in page
    assert page.count('class="side side-won"') == 3
