"""Names as people type them: one person however spelt, and nothing that hides or turns the page round."""

from __future__ import annotations

import pytest

from tests.desk.builders import KASSA, a_tournament, refused
from tournament.desk.acts import Desk
from tournament.desk.loading import read_night
from tournament.desk.names import clean_name, who
from tournament.desk.selling import sell
from tournament.errors import RuleBroken


def test_spaces_and_capitals_do_not_make_another_player_nor_get_round_the_limit(desk: Desk) -> None:
    tournament = a_tournament(desk, sold=0, capacity=8, max_tickets_per_player=3)
    for name in ("Huber  Franz", " huber franz ", "HUBER FRANZ"):
        sell(desk, KASSA, tournament, name, "Öd", 1)

    [player] = read_night(desk.database, tournament).people
    assert player.name == "Huber Franz"
    with refused(desk, tournament, field="count"):
        sell(desk, KASSA, tournament, "Huber Franz", "öd", 1)


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "\u3164", "\u2800\u2800", "\u200d"])
def test_a_name_must_be_seen(name: str) -> None:
    with pytest.raises(RuleBroken, match="A name, please"):
        clean_name(name)


@pytest.mark.parametrize("letter", ["\u202e", "\u202d", "\u2066", "\0", "\n", "\x1b"])
def test_what_would_turn_the_page_round_is_refused(letter: str) -> None:
    with pytest.raises(RuleBroken, match="cannot be printed"):
        clean_name(f"Huber{letter}Franz")


def test_marks_heaped_on_a_letter_are_refused_and_those_of_languages_are_not() -> None:
    with pytest.raises(RuleBroken, match="cannot be printed"):
        clean_name("Ab" + 25 * "\u0301" + " Zalgo")

    for name in ("Ngu\u0302\u0303yen", "שָּׁלוֹם"):
        assert clean_name(name) == name


def test_the_mark_that_begins_a_file_is_no_part_of_a_name() -> None:
    assert clean_name("\ufeffHuber\ufeff Franz") == "Huber Franz"


@pytest.mark.parametrize("name", ["محمد علي", "🂡 Herzass", "Þórdís", "O'Brien", "Nguyễn", "李 小龙"])
def test_names_of_every_script_stay_as_typed(name: str) -> None:
    assert clean_name(name) == name


def test_accents_typed_in_two_ways_mean_one_person() -> None:
    assert who("Größl", "Öd") == who("Gro\u0308ßl", "O\u0308d")
