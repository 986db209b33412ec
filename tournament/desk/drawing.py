"""Starting rounds: announcing a draw, and carrying it out (rules, sections 2 and 5).

A draw is announced first: its seed is made and only the seed's fingerprint is shown. Then, perhaps with a
word from the audience, all rounds that are due are drawn at once. The final and those placement rounds
that need no lots are seated in the same act.
"""

from __future__ import annotations

from collections.abc import Collection

from tournament.desk.acts import Change, Facts, Work, act, backed_up
from tournament.desk.backups import Why
from tournament.desk.deciding import put
from tournament.desk.links import open_pairing_sheets
from tournament.desk.loading import load_night
from tournament.desk.names import clean
from tournament.desk.night import BY_HAND, COMPUTED, Night, round_slug
from tournament.errors import Overtaken, RuleBroken
from tournament.knockout.by_hand import draws_again
from tournament.knockout.coming import DueRound
from tournament.knockout.draw import FirstRoundOrder, Lot, Pot, TicketNumber, draw, holdings_of
from tournament.knockout.rounds import Pairing, Round, Stage, again_from_the_left, pair, seat, settle
from tournament.knockout.seed import SEED_BYTES, Stream, commitment
from tournament.store import models, queries

LONGEST_WORD = 100


@act
def announce_draw(work: Work) -> Change:
    """Make the seeds of all draws that are due, and publish their fingerprints."""
    to_announce = not_announced(load_night(work.session, work.id))
    seeds = [(due, work.entropy(SEED_BYTES)) for due in to_announce]
    work.session.add_all(_new_round(work, due, seed) for due, seed in seeds)
    return Change({"rounds": [named(due) | {"commitment": commitment(seed)} for due, seed in seeds]})


def not_announced(night: Night) -> list[DueRound]:
    """The draws that are due and not announced. RuleBroken if there is none, saying why."""
    announced = {facts.key for facts in night.announced}
    found = [d for d in _due(night) if d.drawn and (d.stage, d.number) not in announced]
    if not found and announced:
        raise RuleBroken("The draw has been announced already.", rule="2")
    if not found:
        raise RuleBroken("There is no draw to announce.", rule="2")
    return found


@backed_up(Why.DRAW)
@act
def draw_rounds(work: Work, word: str = "", *, seen: Collection[str] | None = None) -> Change:
    """Draw every round that is due; `word` comes from the audience and may be empty.

    `seen` are the slugs of the rounds the form offered, all that are due without it. Overtaken if one of
    them was drawn meanwhile; RuleBroken while a draw is not announced, or if nothing is due.
    """
    night = load_night(work.session, work.id)
    word = clean(word, "word", longest=LONGEST_WORD)
    rows = {(row.stage, row.number): row for row in queries.rounds(work.session, work.id)}
    due = _due(night, seen)
    if any(d.drawn and (d.stage, d.number) not in rows for d in due):
        raise RuleBroken("The draw must be announced first.", rule="2")
    drawn: list[Facts] = []
    for d in due:
        row = rows.get((d.stage, d.number)) or _new_round(work, d, None)
        work.session.add(row)
        _carry_out(work, night, d, row, word)
        drawn.append(named(d) | ({"commitment": commitment(row.seed)} if row.seed else {}))
    return Change({"word": word, "rounds": drawn})


def _due(night: Night, seen: Collection[str] | None = None) -> list[DueRound]:
    """The rounds to start now. RuleBroken if none is, saying why; Overtaken if one `seen` has started."""
    if night.size is None:
        raise RuleBroken("Sales must be closed before the draw.", rule="1")
    due = {round_slug(d.stage, d.number): d for d in night.due}
    if gone := set(seen or ()) - due.keys():
        raise Overtaken("This draw has been made already.", mine=sorted(gone), theirs=sorted(due))
    if not due and night.open:
        raise RuleBroken("Matches still open: %(count)s.", rule="3", count=len(night.open))
    if not due:
        raise RuleBroken("Nothing is left to draw.", rule="3")
    chosen = [d for slug, d in due.items() if seen is None or slug in seen]
    if not chosen:
        raise RuleBroken("Not every card of this draw has its lot yet.", rule="2")
    return chosen


def _new_round(work: Work, due: DueRound, seed: bytes | None) -> models.Round:
    return models.Round(
        tournament_id=work.id,
        number=due.number,
        stage=due.stage.value,
        size=due.size,
        method=COMPUTED if seed else None,
        seed=seed,
        announced_at=work.now,
    )


def _carry_out(work: Work, night: Night, due: DueRound, row: models.Round, word: str) -> None:
    pairings = _pairings(night, due, row, word)
    row.drawn_at = work.now
    drawn = settle(Round(due.number, due.stage, due.size, pairings), night.holders, night.withdrawn)
    row.pairings = [_new_pairing(work, pairing) for pairing in drawn.pairings]
    open_pairing_sheets(work, row.pairings)


def _pairings(night: Night, due: DueRound, row: models.Round, word: str) -> tuple[Pairing, ...]:
    if row.seed is not None:
        return _draw_lots(night, due, row, row.seed, word)
    return _from_pots(night, due, row) if row.method == BY_HAND else seat(due.tickets)


def _from_pots(night: Night, due: DueRound, row: models.Round) -> tuple[Pairing, ...]:
    """As the lots were typed in.

    RuleBroken while one is missing, is of a card that left the draw, or of one that draws again.
    """
    lots = [Lot(TicketNumber(lot.ticket), Pot(lot.pot), lot.number) for lot in row.lots]
    if {lot.ticket for lot in lots} != set(due.tickets):
        raise RuleBroken("Not every card of this draw has its lot yet.", rule="2")
    if again := draws_again(due.size, holdings_of(due.tickets, night.holders), lots):
        raise again_from_the_left(again)
    row.drawing_order = list(dict.fromkeys(night.holders[lot.ticket] for lot in lots))
    return pair(lots)


def _draw_lots(night: Night, due: DueRound, row: models.Round, seed: bytes, word: str) -> tuple[Pairing, ...]:
    first = due.stage is Stage.MAIN and due.number == 1
    order = FirstRoundOrder(night.terms.first_round_order) if first else None
    drawn = draw(due.size, holdings_of(due.tickets, night.holders), Stream(seed, word), order)
    row.word, row.drawing_order = word, list(drawn.order)
    row.lots = [models.Lot(ticket=lot.ticket, pot=lot.pot.value, number=lot.number) for lot in drawn.lots]
    return pair(drawn.lots)


def _new_pairing(work: Work, pairing: Pairing) -> models.Pairing:
    return put(models.Pairing(tournament_id=work.id), pairing, at=work.now, revision=work.revision)


def named(due: DueRound) -> Facts:
    """A round as the log names it."""
    return {"round": round_slug(due.stage, due.number), "size": due.size}
