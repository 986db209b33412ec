"""The typesetter, in a process of its own: the desk gets back the memory that a print needed.

The library keeps all it has set, some 350 MB after 512 slips, and has no way to let go of it. This reads a
`Task` as JSON from standard input and writes a PDF to standard output; or with exit code 1, to standard
error, what is wrong with the values.
"""

from __future__ import annotations

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import TypedDict, cast

import typst

_FONTS = Path(__file__).parent / "fonts"
_STANDARD = "PDF/UA-1 error"
"""How the library begins where a text cannot be set as that standard wants it."""


class Task(TypedDict):
    """A template with its folder, the texts it finds in `sys.inputs`, and the time the PDF is to carry."""

    template: str
    folder: str
    inputs: dict[str, str]
    at: str


def main() -> int:
    try:
        pdf = typeset(json.load(sys.stdin.buffer))
    except typst.TypstError as error:
        sys.stderr.buffer.write(error.diagnostic.encode())
        return 1
    sys.stdout.buffer.write(pdf)
    return 0


def typeset(task: Task) -> bytes:
    """A tagged PDF that screen readers can follow (PDF/UA-1).

    A character that none of our fonts has is looked for in those of this machine, and one that the standard
    forbids is set all the same; the PDF then does not claim that standard. TypstError if the template cannot
    be set with these values.
    """
    try:
        return _compile(task, own_fonts=True)
    except typst.TypstError as error:
        if not error.message.startswith(_STANDARD):
            raise
    return _compile(task, own_fonts=False)


def _compile(task: Task, *, own_fonts: bool) -> bytes:
    compiler = typst.Compiler(
        Path(task["folder"], task["template"]),
        root=task["folder"],
        font_paths=typst.Fonts(include_system_fonts=not own_fonts, font_paths=[_FONTS]),
        sys_inputs=task["inputs"],
    )
    pdf = compiler.compile(
        format="pdf",
        pdf_standards=["ua-1"] if own_fonts else [],
        timestamp=datetime.fromisoformat(task["at"]),
    )
    return cast("bytes", pdf)


if __name__ == "__main__":
    sys.exit(main())
