"""Names of people: kept as typed, sorted as an Austrian phone book does (Ö beside O)."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from tournament.errors import RuleBroken

LONGEST_NAME = 200
MOST_MARKS = 5
"""On one letter: no language that is written has more."""
_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
_MARK_OF_FILES = "\ufeff"
"""Invisible: it begins a file, and stands inside where two files were put together."""
_UNPRINTABLE = ("Cc", "Cs")
_LINE_ENDS = str.maketrans("\r\n\t", "   ")
_DIRECTIONS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""They turn round the text after them; names in right-to-left scripts need none."""
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters without a shape."""


def clean(text: str, field: str, *, longest: int = LONGEST_NAME) -> str:
    """The text without the space around it. RuleBroken if it is too long or holds control characters."""
    text = text.replace(_MARK_OF_FILES, "").strip()
    _check(text, text, field, longest)
    return text


def clean_lines(text: str, field: str, *, longest: int) -> str:
    """The same for several lines, kept as typed. RuleBroken as for one."""
    text = text.replace(_MARK_OF_FILES, "")
    _check(text, text.translate(_LINE_ENDS), field, longest)
    return text


def _check(text: str, printed: str, field: str, longest: int) -> None:
    if len(text) > longest:
        raise RuleBroken("At most %(longest)s letters.", field=field, longest=longest)
    odd = any(unicodedata.category(letter) in _UNPRINTABLE or letter in _DIRECTIONS for letter in printed)
    if odd or _marks_on_one_letter(printed) > MOST_MARKS:
        raise RuleBroken("This text contains characters that cannot be printed.", field=field)


def _marks_on_one_letter(text: str) -> int:
    """How many accents and the like stand on one letter at most; a heap of them covers the lines above."""
    runs = groupby(text, key=lambda letter: unicodedata.combining(letter) > 0)
    return max((len(list(run)) for is_mark, run in runs if is_mark), default=0)


def clean_name(text: str) -> str:
    """A player's name as typed, spaces once. RuleBroken without one, or if nothing of it can be seen."""
    name = " ".join(clean(text, "name").split())
    if not any(unicodedata.category(letter)[0] in "LNPS" and letter not in _BLANKS for letter in name):
        raise RuleBroken("A name, please.", field="name")
    return name


def who(name: str, town: str) -> tuple[str, str]:
    """Who is meant: the same person however capitals, accents and spaces were typed."""
    return _folded(name), _folded(town)


def with_town(name: str, town: str) -> str:
    """Somebody by name and town, where both stand in one text: "Huber Franz (Öd)"."""
    return f"{name} ({town})" if town else name


def told_apart(people: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """What to call each of these, by name and town: the name alone, or with the town if it is borne twice."""
    bearers = Counter(_folded(name) for name, _ in people)
    return tuple(with_town(name, town) if bearers[_folded(name)] > 1 else name for name, town in people)


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def phone_book(name: str, town: str = "") -> tuple[str, str, str, str]:
    """The key that sorts names as in a phone book: accents and capitals decide only between equals."""
    return _plain(name), _plain(town), name, town


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS)
    kept = (letter for letter in letters if not unicodedata.combining(letter))
    return "".join(letter if letter.isalnum() else " " for letter in kept)
