"""Reads a PDF back as a person and a scanner see it: its words, where they stand, and its codes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

import pypdfium2  # type: ignore[import-untyped]
import zxingcpp
from PIL.Image import Image

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

MM = 72 / 25.4
"""A millimetre in points."""


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """A page: its size and the box of all ink in millimetres, from its upper left corner."""

    width: float
    height: float
    text: str
    letters: tuple[Box, ...]
    """Where each letter stands."""
    codes: tuple[str, ...]
    image: Image

    @property
    def squeezed(self) -> str:
        """The text without blanks, in whatever lines a name was broken."""
        return squeezed(self.text)

    @property
    def is_grey(self) -> bool:
        """Whether there is no colour in any dot."""
        red, green, blue = (shade.tobytes() for shade in self.image.convert("RGB").split())
        return red == green == blue


def squeezed(text: str) -> str:
    """A text as it can be sought on paper: compatible letters, no blanks, no hyphens at the end of lines."""
    return "".join(
        letter
        for letter in unicodedata.normalize("NFKC", text)
        if not letter.isspace() and unicodedata.category(letter) not in ("Cf", "Cc", "Cn") and letter != "-"
    )


def read_pdf(pdf: bytes, *, codes: bool = False) -> tuple[PrintedPage, ...]:
    """Every page of a PDF; its codes are sought only when asked for, as that takes most of the time."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        return tuple(_page(page, codes) for page in document)


def _page(page: pypdfium2.PdfPage, codes: bool) -> PrintedPage:
    width, height = page.get_size()
    with closing(page.get_textpage()) as layer:
        text = layer.get_text_bounded()
        letters = tuple(_letters(layer, height))
    image = page.render(scale=200 / 72 if codes else 0.5).to_pil()
    found = tuple(code.text for code in zxingcpp.read_barcodes(image)) if codes else ()
    return PrintedPage(width / MM, height / MM, text, letters, found, image)


def _letters(layer: pypdfium2.PdfTextPage, height: float) -> Iterator[Box]:
    for index in range(layer.count_chars()):
        left, bottom, right, top = layer.get_charbox(index)
        if right > left and top > bottom:
            yield left / MM, (height - top) / MM, right / MM, (height - bottom) / MM
