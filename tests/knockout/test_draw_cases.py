"""The worked values of the draw: every archive depends on these bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tournament.knockout.draw import FirstRoundOrder, draw
from tournament.knockout.seed import Stream, commitment


@pytest.fixture
def case() -> Any:
    return json.loads((Path(__file__).parent / "draw.json").read_text())


@pytest.fixture
def seed(case: Any) -> bytes:
    return bytes.fromhex(case["seed"])


def test_the_commitment_is_the_sha256_of_the_seed(case: Any, seed: bytes) -> None:
    assert commitment(seed) == case["commitment"]


def test_the_stream_gives_the_published_numbers(case: Any, seed: bytes) -> None:
    stream = Stream(seed, case["words_of_stream"]["word"])
    assert [str(stream.next()) for _ in range(3)] == case["words_of_stream"]["first"]


def test_below_gives_the_published_numbers(case: Any, seed: bytes) -> None:
    stream = Stream(seed)
    assert [stream.below(6) for _ in range(12)] == case["below_6"]["first"]


def test_shuffle_gives_the_published_order(case: Any, seed: bytes) -> None:
    assert Stream(seed).shuffled(list(range(1, 9))) == case["shuffle_1_to_8"]["result"]


def test_a_word_typed_in_two_unicode_forms_draws_the_same(seed: bytes) -> None:
    assert Stream(seed, "Größe").next() == Stream(seed, "Gro\u0308ße").next()


@pytest.mark.parametrize(
    ("name", "first_round"), [("round_one", FirstRoundOrder.RANDOM), ("later_round", None)]
)
def test_a_draw_gives_the_published_order_and_lots(
    case: Any, seed: bytes, name: str, first_round: FirstRoundOrder | None
) -> None:
    given = case[name]
    drawn = draw(given["size"], given["holdings"], Stream(seed, given["word"]), first_round)
    assert [str(player) for player in drawn.order] == [str(player) for player in given["order"]]
    assert [[lot.ticket, lot.pot, lot.number] for lot in drawn.lots] == given["lots"]
