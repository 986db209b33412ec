"""Numbers from a published seed, so that anyone can draw again and get the same lots.

The construction is a promise to every archive ever written (formats: "The draw from its seed").
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Iterator
from typing import TypeVar

Item = TypeVar("Item")

SEED_BYTES = 32
_LABEL = b"preisschnapsen-draw-v1"
_NUMBERS_PER_BLOCK = 4
_RANGE = 1 << 64


def commitment(seed: bytes) -> str:
    """The seed's SHA-256 in hex: published when a draw is announced, before anybody sees the seed."""
    return hashlib.sha256(seed).hexdigest()


class Stream:
    """An endless stream of 64-bit numbers, fixed by the seed and by a word from the audience."""

    def __init__(self, seed: bytes, word: str = "") -> None:
        self._numbers = _numbers(seed, unicodedata.normalize("NFC", word))

    def next(self) -> int:
        """The next number, 0 … 2⁶⁴ − 1."""
        return next(self._numbers)

    def below(self, n: int) -> int:
        """A number 0 … n − 1, each equally likely."""
        limit = _RANGE // n * n
        while (number := self.next()) >= limit:
            pass
        return number % n

    def shuffled(self, items: list[Item]) -> list[Item]:
        """The items in random order, as a new list."""
        result = list(items)
        for k in range(len(result) - 1, 0, -1):
            j = self.below(k + 1)
            result[k], result[j] = result[j], result[k]
        return result


def _numbers(seed: bytes, word: str) -> Iterator[int]:
    prefix = _LABEL + b"\0" + word.encode() + b"\0"
    index = 0
    while True:
        block = hmac.digest(seed, prefix + index.to_bytes(8, "big"), "sha256")
        for k in range(_NUMBERS_PER_BLOCK):
            yield int.from_bytes(block[8 * k : 8 * k + 8], "big")
        index += 1
