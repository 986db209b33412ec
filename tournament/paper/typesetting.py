"""From plain values to a PDF, by the templates of `templates/paper`.

Values come to a template as JSON, never as markup: no name can become an instruction of the typesetter.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Any

from tournament import language, resources
from tournament.errors import RuleBroken

if TYPE_CHECKING:
    from tournament.paper.typesetter import Task

Json = dict[str, Any]

PATIENCE = 300
"""So many seconds a print may take; 4,096 cards take about forty, more on a busy machine.

How long it waits for its turn before is not counted in; that may be as long again.
"""

_TURNS = BoundedSemaphore(2)
"""So many typesetters run at once: each can need 350 MB."""

_IN_HOUSE = BoundedSemaphore(5)
"""So many prints are being set or wait for that: each keeps a thread of the server, which has eight."""


class Unprintable(Exception):
    """The typesetter cannot set a template with these values: a bug, or a picture that is none."""


def typeset(document: Json, locale: str, at: datetime) -> bytes:
    """The PDF of a document as `document.typ` takes it: the same bytes for the same values and moment.

    RuleBroken if the machine is too busy for it, with other prints or otherwise.
    """
    inputs = {"data": json.dumps(document), "words": _words(locale), "suits": _suits()}
    return _carry_out("document.typ", inputs, at)


def check_picture(picture: bytes) -> None:
    """RuleBroken if a picture cannot be printed."""
    try:
        _carry_out("picture.typ", {"picture": json.dumps(list(picture))}, datetime.fromtimestamp(0, UTC))
    except Unprintable as error:
        raise RuleBroken(
            "This picture cannot be printed. A PNG, JPEG or SVG file, please.", field="logo"
        ) from error


def _carry_out(template: str, inputs: dict[str, str], at: datetime) -> bytes:
    task: Task = {
        "template": template,
        "folder": str(resources.templates() / "paper"),
        "inputs": inputs,
        "at": at.astimezone(UTC).replace(microsecond=0).isoformat(),
    }
    try:
        with _a_turn():
            done = subprocess.run(
                [sys.executable, "-m", "tournament.paper.typesetter"],
                input=json.dumps(task).encode(),
                capture_output=True,
                cwd=resources.PACKAGE.parent,
                timeout=PATIENCE,
                check=False,
            )
    except (TimeoutError, subprocess.TimeoutExpired) as error:
        raise RuleBroken(
            "This print takes too long; another print may be in its way. Please try again."
        ) from error
    if done.returncode:
        raise Unprintable(done.stderr.decode(errors="replace"))
    return done.stdout


@contextmanager
def _a_turn() -> Iterator[None]:
    """A turn among the typesetters.

    TimeoutError if it does not come. RuleBroken if too many wait already: the desk needs its threads.
    """
    if not _IN_HOUSE.acquire(blocking=False):
        raise RuleBroken("Much is being printed at the moment. Please try again shortly.")
    try:
        if not _TURNS.acquire(timeout=PATIENCE):
            raise TimeoutError
        try:
            yield
        finally:
            _TURNS.release()
    finally:
        _IN_HOUSE.release()


@cache
def _words(locale: str) -> str:
    return json.dumps(language.words(locale))


@cache
def _suits() -> str:
    return resources.suits().read_text(encoding="utf-8")
