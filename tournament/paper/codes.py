"""QR codes for paper: square and black, drawn as lines so that they stay sharp in every size."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

import segno

_MASK = 0
"""A chessboard: no large area is of one colour."""


@lru_cache(maxsize=4096)
def qr_code(text: str) -> str:
    """The QR code of an address, or of a number, as SVG. The quiet zone around it is left to the sheet.

    It stays readable while a seventh of it is stained: it lies on tables where beer is drunk. Its mask is
    not sought: to compare all eight takes five times as long, and our addresses look like chance anyway.
    """
    drawing = BytesIO()
    code = segno.make(text, error="m", micro=False, mask=_MASK)
    code.save(drawing, kind="svg", border=0, xmldecl=False, nl=False)
    return drawing.getvalue().decode()
