"""What sheets of paper are made from: one reading of a tournament, and which versions its draws have had."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from tournament.desk.acts import Entry, Facts, entry
from tournament.desk.board import Board
from tournament.desk.cash import CashSheet, cash_of
from tournament.desk.letterhead import Letterhead, letterhead_of
from tournament.desk.loading import load_night
from tournament.desk.matches import RoundView
from tournament.desk.night import Night
from tournament.desk.office import Office, office
from tournament.desk.sheets import tokens_of
from tournament.store import queries
from tournament.store.database import Database

RESTORED = "restore-backup"
"""The act of going back to a backup."""


@dataclass(frozen=True)
class Reading:
    """A tournament as one transaction saw it."""

    office: Office
    log: tuple[Entry, ...]
    """The oldest first."""
    cash: CashSheet
    tokens: Mapping[tuple[str, int], str]
    """The score sheets of open pairings, by `PairingView.key`."""
    letterhead: Letterhead

    @property
    def night(self) -> Night:
        return self.office.night

    @property
    def board(self) -> Board:
        return self.office.board

    @property
    def endings(self) -> tuple[Entry, ...]:
        """Every time the tournament was finished: it is opened again to correct a result."""
        return _versions(self.log, lambda told: told.act == "finish")

    def versions(self, round_: RoundView) -> tuple[Entry, ...]:
        """Since which act each version stands, or stood, that the draw of a round has had."""
        return draw_versions(self.log, round_.slug)


def read_for_paper(database: Database, id_: int) -> Reading:
    """A tournament as it stands, for paper. NotThere without it."""
    with database.reading() as session:
        night = load_night(session, id_)
        log = queries.log(session, id_)
        return Reading(
            office=office(night),
            log=tuple(entry(row) for row in log),
            cash=cash_of(session, night),
            tokens=tokens_of(session, id_),
            letterhead=letterhead_of(session),
        )


def draw_versions(log: Iterable[Entry], slug: str) -> tuple[Entry, ...]:
    """What made a round's draw another, by the log: each draw, late card, and exchange of a card.

    So does whatever brings an earlier one back: undoing any of these, undoing a voiding, and going back to a
    backup. Nothing where the tournament has no log.
    """
    return _versions(log, lambda told: _changes_draw(told, slug))


def _versions(log: Iterable[Entry], begins: Callable[[Entry], bool]) -> tuple[Entry, ...]:
    """The acts that began a version; after a backup nobody knows what was printed before, so it began one."""
    found: list[Entry] = []
    for told in log:
        if begins(told) or (found and told.act == RESTORED):
            found.append(told)
    return tuple(found)


def _changes_draw(told: Entry, slug: str) -> bool:
    if told.act == "draw-rounds":
        return slug in _rounds(told.after["rounds"])
    if told.act == "undo" and told.after["undone"] == "void-draw":
        return slug in _rounds(facts for facts in told.after["rounds"] if facts.get("pairings"))
    return any(slug in _reseated(facts) for facts in (told.before, told.after))


def _reseated(facts: Facts) -> set[str]:
    """The rounds in which cards were seated anew: by a late card, or a corrected result."""
    seated = facts.get("pairings", []) + (facts["moved"] if facts.get("exchanged") else [])
    return _rounds(seated)


def _rounds(named: Iterable[Facts]) -> set[str]:
    return {facts["round"] for facts in named}
