"""What a correction would do, in full, before anybody confirms it (rules, section 7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.desk.board import Board, PairingView, Side, board, side
from tournament.desk.night import Night, read_night, round_slug
from tournament.desk.results import PairingKey, cost
from tournament.errors import NotThere
from tournament.knockout.corrections import Correction, PairingRef, decide, waits, withdraw
from tournament.knockout.draw import TicketNumber
from tournament.knockout.rounds import Outcome
from tournament.store.database import Database


@dataclass(frozen=True, slots=True)
class Consequences:
    """What would happen: results lost, the latest first, and seats that change.

    `cost` goes back with the form; it is empty if nothing but the result itself changes.
    """

    cost: str
    lost: tuple[PairingView, ...]
    exchanged: tuple[Side, ...]
    against_himself: tuple[PairingView, ...]


def consequences(
    database: Database, id_: int, key: PairingKey, outcome: Outcome, winner: TicketNumber | None
) -> Consequences:
    """What recording this result would do. RuleBroken if it cannot be, NotThere without the match."""
    night = _night_with(database, id_, key)
    return _told(night, decide(night.rounds, key.ref, outcome, winner, night.holders, night.withdrawn))


def consequences_of_withdrawal(database: Database, id_: int, key: PairingKey) -> Consequences:
    """What taking this result back would do."""
    night = _night_with(database, id_, key)
    return _told(night, withdraw(night.rounds, key.ref, night.holders, night.withdrawn))


def waiting(night: Night, key: PairingKey) -> bool:
    """Whether a match cannot be recorded because an earlier result was withdrawn."""
    return waits(night.rounds, key.ref)


def _night_with(database: Database, id_: int, key: PairingKey) -> Night:
    night = read_night(database, id_)
    if not any(facts.key == (key.stage, key.round) and key.number in facts.results for facts in night.drawn):
        raise NotThere("This match does not exist.", field="pairing")
    return night


def _told(night: Night, correction: Correction) -> Consequences:
    view = board(night)
    return Consequences(
        cost=cost(correction),
        lost=_pairings(view, correction.withdrawn),
        exchanged=tuple(side(night, ticket) for ticket in correction.exchanged),
        against_himself=_pairings(view, correction.against_himself),
    )


def _pairings(view: Board, refs: Iterable[PairingRef]) -> tuple[PairingView, ...]:
    rounds = {round_.slug: round_ for round_ in view.rounds}
    return tuple(
        next(p for p in rounds[round_slug(stage, number)].pairings if p.number == pairing)
        for stage, number, pairing in refs
    )
