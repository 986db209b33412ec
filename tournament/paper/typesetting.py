"""From plain values to a PDF, by the templates of `templates/paper`.

Values come to a template as JSON, never as markup: no name can become an instruction of the typesetter.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, cast

import typst

from tournament import language, resources
from tournament.errors import RuleBroken

Json = dict[str, Any]

_FONTS = Path(__file__).parent / "fonts"
_MISSING = "the font"
"""How the typesetter begins to say that no font has a character."""


def typeset(document: Json, locale: str, at: datetime) -> bytes:
    """The PDF of a document as `document.typ` takes it: the same bytes for the same values and moment.

    It is a tagged PDF that screen readers can follow (PDF/UA-1). A character that none of our fonts has
    is looked for in those of this machine; the PDF then does not claim that standard.
    """
    inputs = {"data": json.dumps(document), "words": _words(locale), "suits": _suits()}
    try:
        return _compile(inputs, at, own_fonts=True)
    except typst.TypstError as error:
        if _MISSING not in error.message:
            raise
    return _compile(inputs, at, own_fonts=False)


def check_picture(picture: bytes) -> None:
    """RuleBroken if a picture cannot be printed."""
    source = b"#image(bytes(json(bytes(sys.inputs.logo))))"
    try:
        compiler = typst.Compiler(
            source, font_paths=_fonts(own=True), sys_inputs={"logo": json.dumps(list(picture))}
        )
        compiler.compile(format="pdf")
    except typst.TypstError as error:
        raise RuleBroken(
            "This picture cannot be printed. A PNG, JPEG or SVG file, please.", field="logo"
        ) from error


def _compile(inputs: dict[str, str], at: datetime, *, own_fonts: bool) -> bytes:
    folder = resources.templates() / "paper"
    compiler = typst.Compiler(
        folder / "document.typ", root=folder, font_paths=_fonts(own_fonts), sys_inputs=inputs
    )
    pdf = compiler.compile(
        format="pdf",
        pdf_standards=["ua-1"] if own_fonts else [],
        timestamp=at.astimezone(UTC).replace(microsecond=0),
    )
    return cast("bytes", pdf)


@cache
def _fonts(own: bool) -> typst.Fonts:
    return typst.Fonts(include_system_fonts=not own, font_paths=[_FONTS])


@cache
def _words(locale: str) -> str:
    return json.dumps(language.words(locale))


@cache
def _suits() -> str:
    return resources.suits().read_text(encoding="utf-8")
