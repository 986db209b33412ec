"""QR codes, drawn as lines so that they stay sharp in every size: for paper, and for pages that show one."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

import segno

_MASK = 0
"""A chessboard: no large area is of one colour."""


@lru_cache(maxsize=4096)
def qr_code(text: str) -> str:
    """The QR code of an address, or of a number, as SVG. The quiet zone around it is left to the sheet."""
    drawing = BytesIO()
    _code_of(text).save(drawing, kind="svg", border=0, xmldecl=False, nl=False)
    return drawing.getvalue().decode()


@lru_cache(maxsize=4096)
def qr_image(text: str) -> str:
    """The same code as the source of an image, dark on white whatever the page's colours."""
    return _code_of(text).svg_data_uri(scale=4, border=3, light="white")


def _code_of(text: str) -> segno.QRCode:
    """A code that stays readable while a seventh of it is stained: it lies on tables where beer is drunk.

    Its mask is not sought: to compare all eight takes five times as long, and our addresses look like chance
    anyway.
    """
    return segno.make(text, error="m", micro=False, mask=_MASK)
