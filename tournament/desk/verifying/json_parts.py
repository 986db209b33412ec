"""Reading JSON that nobody vouches for: every value is asked for by its kind, and refused with its place."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Any, TypeVar

from tournament.errors import RuleBroken
from tournament.language import INN
from tournament.store.queries import LARGEST_NUMBER

T = TypeVar("T")
Choice = TypeVar("Choice", bound=StrEnum)


def read_json(data: bytes) -> object:
    """The value a file holds. RuleBroken if it is not JSON in UTF-8, or says something twice."""
    try:
        return json.loads(data.decode("utf-8-sig"), object_pairs_hook=_each_member_once)
    except (ValueError, RecursionError) as error:
        raise RuleBroken("This file is not JSON.") from error


def _each_member_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these members; Python would keep the last of two that contradict each other."""
    members = dict(pairs)
    if len(members) < len(pairs):
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise RuleBroken("%(where)s is told twice.", where=twice)
    return members


def refuse_unwritable(value: object) -> None:
    """RuleBroken for what cannot be written as JSON again: half characters, NaN, endless nesting."""
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, TypeError, RecursionError) as error:
        raise RuleBroken("This file is not JSON.") from error


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a JSON document, and where in it that stands: `rounds[2].draw.seed`."""

    value: Any
    where: str = ""

    def __getitem__(self, name: str) -> Part:
        """A member that must be there, though it may be null."""
        if name not in self._kind(dict):
            raise RuleBroken("%(where)s is missing.", where=self._inside(name))
        return Part(self.value[name], self._inside(name))

    def get(self, name: str, default: object = None) -> Part:
        """A member that may be missing."""
        return Part(self._kind(dict).get(name, default), self._inside(name))

    def items(self) -> Iterator[Part]:
        for index, value in enumerate(self._kind(list)):
            yield Part(value, f"{self.where}[{index}]")

    def optional(self, read: Callable[[Part], T]) -> T | None:
        return None if self.value is None else read(self)

    def object(self) -> dict[str, Any]:
        return dict(self._kind(dict))

    def flag(self) -> bool:
        return bool(self._kind(bool))

    def text(self) -> str:
        text = str(self._kind(str))
        if "\0" in text:
            raise self.odd()
        return text

    def number(self) -> int:
        """A whole number, not negative."""
        number = int(self._kind(int))
        if isinstance(self.value, bool) or not 0 <= number <= LARGEST_NUMBER:
            raise self.odd()
        return number

    def pair(self) -> tuple[int, int]:
        numbers = [part.number() for part in self.items()]
        if len(numbers) != 2:
            raise self.odd()
        return numbers[0], numbers[1]

    def choice(self, kind: type[Choice]) -> Choice:
        return self._parsed(kind, ValueError)

    def day(self) -> date:
        return self._parsed(date.fromisoformat, ValueError)

    def moment(self) -> datetime:
        """A time with its zone, in UTC; one that a clock of the inn could show."""
        moment = self._parsed(datetime.fromisoformat, ValueError)
        if moment.tzinfo is None:
            raise self.odd()
        try:
            moment.astimezone(INN)
            return moment.astimezone(UTC)
        except OverflowError as error:
            raise self.odd() from error

    def bytes(self, length: int) -> bytes:
        found = self._parsed(bytes.fromhex, ValueError)
        if len(found) != length or found.hex() != self.value:
            raise self.odd()
        return found

    def odd(self) -> RuleBroken:
        """The complaint that this value cannot stand here."""
        return RuleBroken("%(where)s is not what it should be.", where=self.where or "{}")

    def _parsed(self, parse: Callable[[str], T], error: type[Exception]) -> T:
        text = self.text()
        try:
            return parse(text)
        except error as unreadable:
            raise self.odd() from unreadable

    def _kind(self, kind: type[T]) -> T:
        if not isinstance(self.value, kind):
            raise self.odd()
        return self.value

    def _inside(self, name: str) -> str:
        return f"{self.where}.{name}" if self.where else name
