"""Names of people: kept as typed, sorted as an Austrian phone book does (Ö beside O)."""

from __future__ import annotations

import unicodedata

from tournament.errors import RuleBroken

LONGEST_NAME = 200
_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)


def clean(text: str, field: str, *, longest: int = LONGEST_NAME) -> str:
    """The text without the space around it. RuleBroken if it is too long or holds control characters."""
    text = text.strip()
    if len(text) > longest:
        raise RuleBroken("At most %(longest)s letters.", field=field, longest=longest)
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text):
        raise RuleBroken("This text contains characters that cannot be printed.", field=field)
    return text


def clean_name(text: str) -> str:
    """A player's name as typed. RuleBroken without one."""
    name = clean(text, "name")
    if not name:
        raise RuleBroken("A name, please.", field="name")
    return name


def phone_book(name: str, town: str = "") -> tuple[str, str, str, str]:
    """The key that sorts names as in a phone book: accents and capitals decide only between equals."""
    return _plain(name), _plain(town), name, town


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS)
    kept = (letter for letter in letters if not unicodedata.combining(letter))
    return "".join(letter if letter.isalnum() else " " for letter in kept)
