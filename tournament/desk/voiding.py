"""Voiding a draw (rules, section 7). The log keeps what was lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.desk.acts import Change, Facts, Work, act, backed_up
from tournament.desk.backups import Why
from tournament.desk.deciding import Rewritten, facts_of, settle_all, told
from tournament.desk.links import part_sheets
from tournament.desk.loading import load_night
from tournament.desk.night import BY_HAND, Night, round_slug
from tournament.errors import NotThere, Overtaken, RuleBroken
from tournament.knockout.draw import TicketNumber
from tournament.knockout.rounds import Stage, feeds, was_recorded
from tournament.knockout.seed import commitment
from tournament.store import models, queries


@dataclass(frozen=True, slots=True)
class Voided:
    """The rounds a voided draw takes with it, and the recorded results that are lost: round and number."""

    rounds: tuple[str, ...]
    results: tuple[tuple[str, int], ...]


@backed_up(Why.VOID)
@act
def void_draw(work: Work, stage: Stage, number: int, *, seen: Voided) -> Change:
    """Void a draw with all that was drawn from it; everything stands as before it was announced.

    `seen` is what was shown to be lost. Overtaken if it is something else now.
    """
    if work.tournament.finished:
        raise RuleBroken("The tournament is finished.", rule="7")
    rows = {round_slug(Stage(r.stage), r.number): r for r in queries.rounds(work.session, work.id)}
    lost = would_be_lost(load_night(work.session, work.id), stage, number)
    if lost != seen:
        mine, theirs = {"lost": len(seen.results)}, {"lost": len(lost.results)}
        raise Overtaken("Meanwhile something else would change.", mine=mine, theirs=theirs)
    voided = [rows[slug] for slug in lost.rounds]
    before = [_facts(row) for row in voided]
    decided, undecided = told("decided", delete_rounds(work, voided))
    after: Facts = {"rounds": list(lost.rounds), "results": len(lost.results)}
    return Change(after | decided, {"rounds": before} | undecided)


def delete_rounds(work: Work, rows: Iterable[models.Round]) -> list[Rewritten]:
    """Take rounds away, with their lots and pairings; the sheets are parted from them.

    Where nothing was drawn from a pairing any more, both its players may be gone: it is decided then.
    """
    for row in rows:
        part_sheets(work, row.pairings)
        work.session.delete(row)
    work.session.flush()
    return settle_all(work, load_night(work.session, work.id))


def would_be_lost(night: Night, stage: Stage, number: int) -> Voided:
    """What voiding a round's draw takes with it. NotThere without the round.

    A walkover against somebody who has gone home counts no more than a bye: nobody recorded it.
    """
    rounds = [facts.round for facts in night.all_rounds]
    voided = [round_ for round_ in rounds if (round_.stage, round_.number) == (stage, number)]
    if not voided:
        raise NotThere("This round does not exist.", field="round")
    for round_ in rounds:
        if round_ not in voided and any(feeds(earlier, round_) for earlier in voided):
            voided.append(round_)
    lost = [
        (round_slug(r.stage, r.number), pairing.number)
        for r in voided
        for pairing in r.pairings
        if was_recorded(pairing, night.holders, night.withdrawn)
    ]
    return Voided(tuple(round_slug(r.stage, r.number) for r in voided), tuple(lost))


def late_tickets(night: Night, stage: Stage, number: int) -> tuple[TicketNumber, ...]:
    """The cards sold after this draw, in place of its byes: they stay sold when it is voided."""
    lots = (one for facts in night.drawn if facts.key == (stage, number) for one in facts.lots)
    return tuple(one.lot.ticket for one in lots if one.late)


def typed_lots(night: Night, lost: Voided) -> int:
    """How many lots, typed in from real pots, go with these rounds."""
    by_hand = (facts for facts in night.all_rounds if facts.method == BY_HAND)
    return sum(
        not one.late for facts in by_hand if round_slug(*facts.key) in lost.rounds for one in facts.lots
    )


def _facts(row: models.Round) -> Facts:
    """All there is of a round; a late card's lot has a seed of its own."""
    return {
        "round": round_slug(Stage(row.stage), row.number),
        "size": row.size,
        "method": row.method,
        "commitment": commitment(row.seed) if row.seed else None,
        "seed": row.seed.hex() if row.seed else None,
        "word": row.word,
        "order": list(row.drawing_order),
        "announced_at": row.announced_at.isoformat(),
        "drawn_at": row.drawn_at.isoformat() if row.drawn_at else None,
        "lots": [_lot(lot) for lot in row.lots],
        "pairings": [facts_of(pairing) | {"table": pairing.table} for pairing in row.pairings],
    }


def _lot(row: models.Lot) -> list[object]:
    """Ticket, pot, number; a late one also its seed, empty where it was drawn from the real pot."""
    return [row.ticket, row.pot, row.number, *([(row.late_seed or b"").hex()] if row.late else [])]
