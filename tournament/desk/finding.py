"""People and matches are found by a few letters as they are typed: "oezil", "ozil", "Özil" are one man."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from functools import lru_cache

from tournament.desk.board import Board, PlaceView
from tournament.desk.matches import PairingView, RoundView, Side
from tournament.desk.names import phone_book, who
from tournament.desk.night import Night
from tournament.knockout.draw import PlayerId, TicketNumber

Row = tuple[RoundView, PairingView, Side]
Spellings = frozenset[str]

_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


@dataclass(frozen=True, slots=True)
class PlayerPairings:
    """One person's evening: his pairings, the newest first, and what became of his tickets."""

    player: PlayerId
    name: str
    town: str
    called: str
    pairings: tuple[Row, ...]
    waiting: tuple[TicketNumber, ...]
    """His tickets without an open pairing that will be drawn or seated again."""
    places: tuple[PlaceView, ...]
    """His places so far, the best first."""

    @property
    def open(self) -> tuple[Row, ...]:
        """What each of his tickets plays next; at last what waits for an earlier result.

        Later matches in which a ticket still sits after a correction are not certain to be its own.
        """
        earliest = {row[2].ticket: row for row in self.pairings if row[1].outcome is None}
        return tuple(sorted(earliest.values(), key=lambda row: row[1].waits))

    @property
    def past(self) -> tuple[Row, ...]:
        return tuple(row for row in self.pairings if row[1].outcome is not None)


class Fate(StrEnum):
    """What became of a card; `OPEN` while it plays, or waits for an earlier result."""

    NOT_DRAWN = "not-drawn"
    OPEN = "open"
    BYE = "bye"
    WON = "won"
    LOST = "lost"


def find_players(view: Board, text: str) -> tuple[PlayerPairings, ...]:
    """The players of whom all that was typed fits: beginnings of name or town, or a card's number."""
    wanted = typed(text)
    found: dict[PlayerId, list[Row]] = {}
    for round_ in view.rounds if wanted else ():
        for pairing in round_.pairings:
            for side in pairing.sides:
                found.setdefault(side.player, []).append((round_, pairing, side))
    people = (_person(view, player, rows) for player, rows in found.items() if _fits(rows, wanted))
    return tuple(sorted(people, key=lambda person: phone_book(person.name, person.town)))


def find_pairings(view: Board, text: str) -> tuple[PairingView, ...]:
    """The pairings meant by what was typed or scanned at the desk: playable, waiting, decided ones.

    A number is the number of either card, or else the pairing's lot; anything else part of a name.
    """
    text = text.strip()
    pairings = [pairing for round_ in view.rounds for pairing in round_.pairings if pairing.right]
    if text.isdecimal():
        number = int(text) if len(text) < 10 else 0
        found = [p for p in pairings if number in [s.ticket for s in p.sides]]
        found += [p for p in pairings if p.number == number and p not in found]
    else:
        found = [p for p in pairings if any(fits(s.name, text) for s in p.sides)]
    return tuple(sorted(found, key=lambda pairing: (pairing.outcome is not None, pairing.waits)))


def ticket_typed(night: Night, text: str) -> TicketNumber | None:
    """The ticket whose number was typed, if it is one of the tournament."""
    return next((number for number in night.holders if str(number) == text), None)


def the_one_meant(found: Iterable[PairingView], ticket: TicketNumber | None) -> PairingView | None:
    """The open pairing that was meant without doubt; one that waits only if none can be played.

    The number of a ticket is never taken for that of a lot: who hands in a card means the card.
    """
    meant = [
        pairing
        for pairing in found
        if pairing.outcome is None and (ticket is None or ticket in [side.ticket for side in pairing.sides])
    ]
    playable = [pairing for pairing in meant if not pairing.waits] or meant
    return playable[0] if len(playable) == 1 else None


def fate_of(night: Night, card: TicketNumber) -> Fate:
    """What became of a card in the last round in which it stands."""
    last = next((round_ for round_ in reversed(night.rounds) if card in round_.entrants), None)
    if last is None:
        return Fate.NOT_DRAWN
    [pairing] = [pairing for pairing in last.pairings if card in pairing.tickets]
    if pairing.outcome is None:
        return Fate.OPEN
    if card in pairing.losers:
        return Fate.LOST
    return Fate.WON if pairing.right else Fate.BYE


def perhaps_meant(name: str, here: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    """The names of which this may be the beginning, those `here` before those `known` from other nights.

    None if somebody here has exactly this name.
    """
    here = list(here)
    if who(name, "") in [who(one, "") for one in here]:
        return ()
    others = dict.fromkeys(one for one in (*here, *known) if who(one, "") != who(name, ""))
    return tuple(one for one in others if fits(one, name))


def likeness(one: str, other: str) -> float:
    """How alike two names are, up to 1; the order of their words does not count, nor do accents."""
    return SequenceMatcher(a=_sorted_words(one), b=_sorted_words(other)).ratio()


def _sorted_words(name: str) -> str:
    """ "huber maria"."""
    return " ".join(sorted(phone_book(name)[0].split()))


def fits(name: str, text: str) -> bool:
    """Whether each word typed is the beginning of a word of this name; nothing typed fits nobody."""
    words, wanted = spellings(name), typed(text)
    return bool(wanted) and all(any(word.startswith(tuple(forms)) for word in words) for forms in wanted)


def _fits(rows: list[Row], wanted: tuple[Spellings, ...]) -> bool:
    someone = rows[0][2]
    words = spellings(f"{someone.name} {someone.town}")
    numbers = {str(side.ticket) for _, _, side in rows}
    return all(forms & numbers or any(word.startswith(tuple(forms)) for word in words) for forms in wanted)


def _person(view: Board, player: PlayerId, rows: list[Row]) -> PlayerPairings:
    tickets = {side.ticket for _, _, side in rows}
    return PlayerPairings(
        player=player,
        name=rows[0][2].name,
        town=rows[0][2].town,
        called=rows[0][2].called,
        pairings=tuple(rows),
        waiting=tuple(sorted(tickets & view.waiting)),
        places=tuple(place for place in view.places if place.side.ticket in tickets),
    )


@lru_cache(maxsize=8192)
def spellings(text: str) -> Spellings:
    """The words of a text as they can be typed: without accents, or with umlauts spelled out."""
    composed = unicodedata.normalize("NFC", text.casefold())
    forms = (composed, composed.translate(_SPELLED_OUT))
    return frozenset(word for form in forms for word in phone_book(form)[0].split())


def typed(text: str) -> tuple[Spellings, ...]:
    """What was typed, word by word, each in its spellings."""
    composed = unicodedata.normalize("NFC", text)
    words = "".join(c if c.isalnum() or unicodedata.combining(c) else " " for c in composed).split()
    return tuple(filter(None, map(spellings, words)))
