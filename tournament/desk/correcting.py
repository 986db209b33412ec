"""What a correction would do, in full, before anybody confirms it (rules, section 7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tournament.desk.board import Board, board
from tournament.desk.loading import read_night
from tournament.desk.matches import PairingView, Side
from tournament.desk.night import Night, round_slug
from tournament.desk.results import cost
from tournament.errors import NotThere, RuleBroken
from tournament.knockout import corrections
from tournament.knockout.corrections import Correction, PairingRef, decide, withdraw
from tournament.knockout.draw import TicketNumber
from tournament.knockout.rounds import Outcome, Round, Stage, feeds
from tournament.store.database import Database


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A later match in which a card takes the seat of another; its number and its table stay.

    `pairing` is as it would stand afterwards.
    """

    pairing: PairingView
    goes: Side
    comes: Side


@dataclass(frozen=True, slots=True)
class Consequences:
    """What would happen: results lost, the latest first, as they stand now; seats that change.

    `against_himself` are the matches, as they would stand, in which a player meets himself from now on;
    `decided` those that would be decided at once without play, somebody having gone home; `waits` those that
    would wait from now on until an earlier match is decided. `cost` goes back with the form; it is empty if
    nothing but the result itself changes.
    """

    cost: str
    lost: tuple[PairingView, ...]
    seats: tuple[SeatChange, ...]
    against_himself: tuple[PairingView, ...]
    decided: tuple[PairingView, ...]
    waits: tuple[PairingView, ...]


def consequences(
    database: Database, id_: int, ref: PairingRef, outcome: Outcome, winner: TicketNumber | None
) -> Consequences:
    """What recording this result would do. RuleBroken if it cannot be, NotThere without the match."""
    night = _night_with(database, id_, ref)
    correction = decide(night.rounds, ref, outcome, winner, night.holders, night.withdrawn)
    return _told(night, ref, correction)


def consequences_of_withdrawal(database: Database, id_: int, ref: PairingRef) -> Consequences:
    """What taking this result back would do."""
    night = _night_with(database, id_, ref)
    return _told(night, ref, withdraw(night.rounds, ref, night.holders, night.withdrawn))


def waits_for(night: Night, ref: PairingRef) -> tuple[PairingView, ...]:
    """The earlier matches whose results must be recorded before this one's can be; mostly none."""
    return _pairings(board(night), corrections.waits_for(night.rounds, ref))


def may_both_miss(night: Night, ref: PairingRef) -> bool:
    """Whether it can be recorded that neither side was there, so that nobody goes on from this match."""
    try:
        decide(night.rounds, ref, Outcome.DOUBLE_WALKOVER, None, night.holders, night.withdrawn)
    except RuleBroken:
        return False
    return True


def is_free(night: Night, stage: Stage, number: int) -> bool:
    """Whether no round has been drawn from the results of this one: correcting one changes nothing else."""
    return not night.finished and not drawn_from(night, stage, number)


def drawn_from(night: Night, stage: Stage, number: int) -> tuple[str, ...]:
    """The rounds that were drawn from the results of this one, by name, in their order."""
    this = next(round_ for round_ in night.rounds if (round_.stage, round_.number) == (stage, number))
    return tuple(round_slug(later.stage, later.number) for later in night.rounds if feeds(this, later))


def in_the_way(night: Night, refusal: RuleBroken) -> tuple[str, ...]:
    """The rounds whose draws must be voided before what was refused can be done; mostly none."""
    at = refusal.values.get("at")
    return drawn_from(night, at[0], at[1]) if isinstance(at, tuple) else ()


def _night_with(database: Database, id_: int, ref: PairingRef) -> Night:
    night = read_night(database, id_)
    if not any(facts.key == (ref.stage, ref.round) and ref.number in facts.results for facts in night.drawn):
        raise NotThere("This match does not exist.", field="pairing")
    return night


def _told(night: Night, ref: PairingRef, correction: Correction) -> Consequences:
    before, after = board(night), board(_with_rounds(night, correction.rounds))
    itself = round_slug(ref.stage, ref.round), ref.number
    changes = [(was, now) for was, now in _changes(before, after) if now.key != itself]
    return Consequences(
        cost=cost(night.rounds, correction),
        lost=_pairings(before, correction.withdrawn),
        seats=tuple(_seat_changes(changes)),
        against_himself=_pairings(after, correction.against_himself),
        decided=tuple(now for was, now in changes if _decided_without_play(was, now)),
        waits=tuple(now for was, now in changes if now.waits and not was.waits),
    )


def _with_rounds(night: Night, rounds: Iterable[Round]) -> Night:
    """The night as if these were its rounds."""
    changed = {(round_.stage, round_.number): round_ for round_ in rounds}
    facts = (replace(one, round=changed.get(one.key, one.round)) for one in night.all_rounds)
    return replace(night, all_rounds=tuple(facts))


def _changes(before: Board, after: Board) -> Iterator[tuple[PairingView, PairingView]]:
    """Every match as it stands and as it would; earlier rounds first, as the night goes on."""
    for old, new in zip(reversed(before.rounds), reversed(after.rounds), strict=True):
        yield from zip(old.pairings, new.pairings, strict=True)


def _seat_changes(changes: Iterable[tuple[PairingView, PairingView]]) -> Iterator[SeatChange]:
    for was, now in changes:
        for goes, comes in zip(was.sides, now.sides, strict=True):
            if goes != comes:
                yield SeatChange(now, goes, comes)


def _decided_without_play(was: PairingView, now: PairingView) -> bool:
    absent = now.outcome in (Outcome.WALKOVER, Outcome.DOUBLE_WALKOVER)
    return absent and (was.sides, was.outcome, was.winner) != (now.sides, now.outcome, now.winner)


def _pairings(view: Board, refs: Iterable[PairingRef]) -> tuple[PairingView, ...]:
    pairings = {pairing.key: pairing for round_ in view.rounds for pairing in round_.pairings}
    return tuple(pairings[round_slug(stage, number), pairing] for stage, number, pairing in refs)
