"""Undoing a draw, and the end of a tournament (rules, section 7). The log keeps what was lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.desk.acts import Change, Facts, Work, act
from tournament.desk.deciding import facts_of, settle_all
from tournament.desk.night import Night, load_night, round_of, round_slug
from tournament.desk.scoring import drop_sheets
from tournament.errors import NotThere, Overtaken, RuleBroken
from tournament.knockout.rounds import Outcome, Round, Stage, feeds
from tournament.store import models, queries

_NO_MATCH = (None, Outcome.BYE, Outcome.HANDED_IN)


@dataclass(frozen=True, slots=True)
class Voided:
    """The rounds a voided draw takes with it, and how many recorded results are lost."""

    rounds: tuple[str, ...]
    results: int


@act
def void_draw(work: Work, stage: Stage, number: int, *, seen: Voided) -> Change:
    """Void a draw with all that was drawn from it; everything stands as before it was announced.

    `seen` is what was shown to be lost. Overtaken if it is something else now.
    """
    if work.tournament.finished:
        raise RuleBroken("The tournament is finished.", rule="7")
    rows = {round_slug(Stage(r.stage), r.number): r for r in queries.rounds(work.session, work.id)}
    lost = would_be_lost([round_of(row, row.pairings) for row in rows.values()], stage, number)
    if lost != seen:
        mine, theirs = {"lost": seen.results}, {"lost": lost.results}
        raise Overtaken("Meanwhile something else would change.", mine=mine, theirs=theirs)
    voided = [rows[slug] for slug in lost.rounds]
    before = [_facts(row) for row in voided]
    decided = [facts_of(pairing) for pairing in delete_rounds(work, voided)]
    after: Facts = {"rounds": list(lost.rounds), "results": lost.results}
    return Change(after | ({"decided": decided} if decided else {}), {"rounds": before})


def delete_rounds(work: Work, rows: Iterable[models.Round]) -> list[models.Pairing]:
    """Take rounds away, with their lots, pairings and sheets.

    Where nothing was drawn from a pairing any more, both its players may be gone: it is decided then.
    """
    for row in rows:
        drop_sheets(work, row.pairings)
        work.session.delete(row)
    work.session.flush()
    return settle_all(work, load_night(work.session, work.id))


def would_be_lost(rounds: Sequence[Round], stage: Stage, number: int) -> Voided:
    """What voiding a round's draw takes with it. NotThere without the round."""
    voided = [round_ for round_ in rounds if (round_.stage, round_.number) == (stage, number)]
    if not voided:
        raise NotThere("This round does not exist.", field="round")
    for round_ in rounds:
        if round_ not in voided and any(feeds(earlier, round_) for earlier in voided):
            voided.append(round_)
    results = sum(p.outcome not in _NO_MATCH for round_ in voided for p in round_.pairings)
    return Voided(tuple(round_slug(r.stage, r.number) for r in voided), results)


def voidable(night: Night) -> dict[str, Voided]:
    """For each round drawn, what voiding it would take with it."""
    rounds = [facts.round for facts in night.all_rounds]
    return {
        round_slug(r.stage, r.number): would_be_lost(rounds, r.stage, r.number) for r in rounds if r.pairings
    }


def _facts(row: models.Round) -> Facts:
    return {
        "round": round_slug(Stage(row.stage), row.number),
        "size": row.size,
        "seed": row.seed.hex() if row.seed else None,
        "word": row.word,
        "order": list(row.drawing_order),
        "lots": [[lot.ticket, lot.pot, lot.number] for lot in row.lots],
        "pairings": [facts_of(pairing) for pairing in row.pairings],
    }
