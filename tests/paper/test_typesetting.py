"""From values to a PDF: other scripts, hostile text, the same bytes, no memory kept."""

from __future__ import annotations

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

import pytest

from tests.desk.builders import KASSA, a_tournament, played_until
from tests.paper.printing import assert_whole, printed, printed_pdf
from tournament.desk.acts import Desk
from tournament.desk.archive import import_archive
from tournament.desk.selling import sell
from tournament.errors import RuleBroken
from tournament.paper import typesetting
from tournament.paper.typesetting import check_picture

CASES = Path(__file__).parent.parent / "cases"


def night_of(desk: Desk, *names: str) -> int:
    id_ = a_tournament(desk, sold=4, capacity=16)
    for name in names:
        sell(desk, KASSA, id_, name, "", 1)
    played_until(desk, id_, "main-1")
    return id_


def test_a_script_that_no_font_of_ours_has_does_not_stop_the_print(desk: Desk) -> None:
    id_ = night_of(desk, "张伟", "Zach Leni")

    assert_whole(printed(desk, id_, "draw-sheet"), ["Zach Leni", "Huber 1"])


def test_what_looks_like_markup_of_the_typesetter_is_text(desk: Desk) -> None:
    names = (
        "#panic()",
        "*fett* _kursiv_ $x^2$",
        '#import "hand.typ": *',
        "// nichts",
        "@ref <label>",
        "\\u{41}",
    )
    id_ = night_of(desk, *names)

    assert_whole(printed(desk, id_, "draw-sheet"), names)


def test_markup_of_pages_is_text_too(desk: Desk) -> None:
    names = ("'><script>alert(2)</script>", "{{ 7 * 7 }} %(name)s %s", '"><img src=x onerror=alert(1)>')

    assert_whole(printed(desk, night_of(desk, *names), "names"), names)


def test_the_same_night_at_the_same_time_gives_the_same_bytes(desk: Desk) -> None:
    id_ = night_of(desk)

    assert printed_pdf(desk, id_, "round") == printed_pdf(desk, id_, "round")


def test_a_print_is_tagged_for_screen_readers_and_knows_its_language(desk: Desk) -> None:
    pdf = printed_pdf(desk, night_of(desk), "draw-sheet")

    assert b"pdfuaid" in pdf
    assert b"/StructTreeRoot" in pdf or b"/MarkInfo" in pdf


@pytest.mark.parametrize("picture", [b"", b"no picture", b"\x89PNG\r\n\x1a\n", b"<svg"])
def test_a_picture_that_is_none_is_refused(picture: bytes) -> None:
    with pytest.raises(RuleBroken):
        check_picture(picture)


def test_a_print_that_takes_too_long_is_told_in_a_sentence_and_leaves_its_turn_to_the_next(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_ = night_of(desk)
    monkeypatch.setattr(typesetting, "_TURNS", BoundedSemaphore(1))

    with monkeypatch.context() as hurry:
        hurry.setattr(typesetting, "PATIENCE", 0.01)
        with pytest.raises(RuleBroken, match="This print takes too long"):
            printed_pdf(desk, id_, "poster")

    assert printed_pdf(desk, id_, "score-sheets")


def test_a_print_whose_turn_does_not_come_is_told_so(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    id_ = night_of(desk)
    monkeypatch.setattr(typesetting, "_TURNS", BoundedSemaphore(1))
    monkeypatch.setattr(typesetting, "PATIENCE", 0.01)

    with typesetting._TURNS, pytest.raises(RuleBroken, match="another print may be in its way"):
        printed_pdf(desk, id_, "score-sheets")


def test_at_most_two_typesetters_run_at_once_and_every_print_gets_its_turn(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_ = night_of(desk)
    run, running, at_once = subprocess.run, [], []

    def watched(*args: Any, **more: Any) -> Any:
        running.append(args)
        at_once.append(len(running))
        try:
            return run(*args, **more)
        finally:
            running.remove(args)

    monkeypatch.setattr(subprocess, "run", watched)

    with ThreadPoolExecutor(5) as prints:
        made = list(prints.map(lambda _: printed_pdf(desk, id_, "score-sheets"), range(5)))

    assert len(set(made)) == 1
    assert len(at_once) == 5
    assert max(at_once) == 2


def test_when_much_is_printed_further_prints_are_refused_at_once_and_the_desk_stays_free(desk: Desk) -> None:
    id_ = night_of(desk)
    with ExitStack() as printing:
        for _ in range(5):
            printing.enter_context(typesetting._IN_HOUSE)
        with pytest.raises(RuleBroken, match="Much is being printed"):
            printed_pdf(desk, id_, "rules")

    assert printed_pdf(desk, id_, "rules")


def test_a_character_that_the_standard_forbids_stops_no_print(desk: Desk) -> None:
    archive = json.loads((CASES / "archive-13.json").read_text(encoding="utf-8"))
    archive["players"][0]["name"] = "Zach\ufeff Leni"
    id_ = import_archive(desk.database, json.dumps(archive).encode())

    assert_whole(printed(desk, id_, "results"), ["Leni"])
