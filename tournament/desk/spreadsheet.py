"""Lists as spreadsheets in Austria write and read them (formats, "Players"): bytes, lines and cells."""

from __future__ import annotations

import csv
import io
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Sequence

from tournament.errors import RuleBroken

SEPARATORS = (";", "\t", ",")
"""Those rarest in names and towns first."""

_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF")
_NUL_SHARE = 10
"""One NUL in ten bytes is UTF-16: in any script the separators, digits and line ends have one each."""

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_NEUTRALISED = re.compile(r"'+[=+\-@]")


def text_of(data: bytes) -> str:
    """A file's text: UTF-8 or UTF-16, with or without a mark, else Windows-1252. RuleBroken if it is none."""
    if not data.startswith(_WORKBOOKS):
        for encoding in _encodings(data):
            try:
                return data.decode(encoding)
            except UnicodeDecodeError:
                continue
    raise RuleBroken("This file is not plain text: save the list as CSV.")


def lines_of(text: str) -> list[tuple[int, str]]:
    """The lines of a file that are not blank, with their numbers."""
    lines = enumerate(re.split(r"\r\n|\r|\n", text), start=1)
    return [(number, line) for number, line in lines if line.strip(' \t;,"\N{NO-BREAK SPACE}')]


def cells_of(line: str, separator: str) -> list[str]:
    """The cells of a line without the space around them; quotes that do not close are read as they stand."""
    try:
        [cells] = csv.reader([line], delimiter=separator, skipinitialspace=True, strict=True)
    except csv.Error:
        cells = line.split(separator)
    cells = [_as_typed(cell.strip()) for cell in cells]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def write_csv(rows: Iterable[Sequence[str]]) -> bytes:
    """A file that opens in a spreadsheet without damage: what looks like a formula is kept as text."""
    file = io.StringIO()
    csv.writer(file, delimiter=";", lineterminator="\r\n").writerows(
        [_as_text(cell) for cell in r] for r in rows
    )
    return BOM_UTF8 + file.getvalue().encode()


def _encodings(data: bytes) -> tuple[str, ...]:
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return ("utf-16",)
    nuls = data.count(0)
    if nuls * _NUL_SHARE > len(data):
        return ("utf-16-le",) if data[1::2].count(0) * 2 > nuls else ("utf-16-be",)
    return ("utf-8-sig", "cp1252")


def _as_text(cell: str) -> str:
    """An apostrophe tells a spreadsheet that text follows; `_as_typed` takes it off again."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _as_typed(cell: str) -> str:
    return cell[1:] if _NEUTRALISED.match(cell) else cell
