"""The texts of code and templates, and the German file that has one entry for each.

No line numbers, no dates and no guesses are written: a change of the file is a change of texts.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

TREE: Final = Path(__file__).resolve().parent.parent
GERMAN_FILE: Final = TREE / "tournament" / "translations" / "de.po"

KEYWORDS: Final = {
    "_": None,
    "gettext": None,
    "lazy_gettext": None,
    "mark": None,
    "ngettext": (1, 2),
    "RuleBroken": (1,),
    "Overtaken": (1,),
    "NotThere": (1,),
    "Expired": (1,),
    "NoBackup": (1,),
    "TooOften": (1,),
    "Unreadable": (1,),
}
"""The calls whose arguments are texts, by name; the numbers say which arguments."""

JINJA: Final = {"newstyle_gettext": "true", "silent": "false"}

HEADER: Final = r"""msgid ""
msgstr ""
"Language: de\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

"""


def paper_texts(
    file: IO[bytes], keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, str, str, list[str]]]:
    """The texts of a sheet of paper: what its template tells."""
    for line, text in enumerate(file.read().decode().splitlines(), start=1):
        yield from ((line, "_", found, []) for found in re.findall(r'\btell\("([^"]+)"', text))


def texts() -> Catalog:
    """Every text that is shown to anybody, untranslated."""
    catalog = Catalog(locale="de")
    sources: tuple[tuple[str, list[tuple[str, str]]], ...] = (
        ("tournament", [("**.py", "python")]),
        ("templates", [("**.html", "jinja2"), ("**.txt", "jinja2"), ("**.svg", "jinja2")]),
        ("templates", [("**.typ", "scripts.messages:paper_texts")]),
    )
    for folder, methods in sources:
        for _, _, message, comments, _ in extract_from_dir(TREE / folder, methods, {"**": JINJA}, KEYWORDS):
            catalog.add(message, auto_comments=comments)
    return catalog


def read_german() -> Catalog:
    """The German file as it stands."""
    with GERMAN_FILE.open("rb") as source:
        return read_po(source, locale="de", abort_invalid=True)


def entries(catalog: Catalog) -> Iterator[Message]:
    """The messages of a catalog without its header."""
    return (message for message in catalog if message.id)


def translated(message: Message) -> bool:
    """Whether each form of the message has a text."""
    forms = message.string
    return all(forms) if isinstance(forms, tuple | list) else bool(forms)


def with_german(found: Catalog, german: Catalog) -> Catalog:
    """The texts found, each with the translation it already has. What is no longer said is dropped."""
    for message in entries(found):
        known = german.get(message.id)
        if known is not None and known.id == message.id:
            message.string = known.string
    return found


def written(catalog: Catalog) -> str:
    """The catalog as the text of a `.po` file, sorted by message."""
    file = io.BytesIO()
    write_po(file, catalog, width=110, no_location=True, omit_header=True, sort_output=True)
    return HEADER + file.getvalue().decode().strip() + "\n"


def main() -> int:
    catalog = with_german(texts(), read_german())
    GERMAN_FILE.write_text(written(catalog), encoding="utf-8")
    missing = [message.id for message in entries(catalog) if not translated(message)]
    for message_id in missing:
        print("without German:", message_id)
    print(f"{len(catalog)} texts, {len(missing)} without German")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
