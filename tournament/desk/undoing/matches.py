"""Draws, results and who is there, as they were before an act."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from tournament.desk.acts import Facts, Work
from tournament.desk.deciding import facts_of, put, ref_of, stands_as, started
from tournament.desk.links import open_pairing_sheets, part_sheets
from tournament.desk.loading import load_night
from tournament.desk.night import BY_HAND, round_key, round_slug
from tournament.desk.tournaments import FIXED_BY_THE_DRAW
from tournament.desk.undoing.history import CARDS, refuse_changed, since
from tournament.desk.voiding import delete_rounds, would_be_lost
from tournament.knockout.corrections import settle_open, waits
from tournament.knockout.draw import TicketNumber
from tournament.knockout.rounds import Outcome, Pairing, Round, Stage, feeds
from tournament.store import models, queries
from tournament.store.models import LogEntry

_DRAWS = frozenset(("draw-rounds", "void-draw"))
_COMING_AND_GOING = frozenset(("withdraw", "bring-back"))
_RESULTS = frozenset(("record-result", "record-walkover", "withdraw-result"))
_POTS = frozenset(("take-pots", "type-lot", "strike-lot"))
_SALES = CARDS | {"close-sales", "reopen-sales"}


def undo_draw(work: Work, entry: LogEntry) -> None:
    """Rounds announced, or drawn and not played: as before their announcement. Nothing else goes with them.

    Lots that were typed in from real pots stay until they are undone themselves.
    """
    named = {facts["round"] for facts in entry.after["rounds"]}
    gone = [row for row in queries.rounds(work.session, work.id) if _slug(row) in named]
    night = load_night(work.session, work.id)
    for row in gone:
        lost = would_be_lost(night, Stage(row.stage), row.number)
        refuse_changed(bool(lost.results) or not named.issuperset(lost.rounds))
        refuse_changed(entry.act != "draw-rounds" and bool(row.pairings or row.lots))
    refuse_changed(not gone or any(lot.late for row in gone for lot in row.lots))
    from_pots = [row for row in gone if row.method == BY_HAND and row.pairings]
    for row in from_pots:
        part_sheets(work, row.pairings)
        row.pairings, row.drawing_order, row.word, row.drawn_at = [], [], "", None
    delete_rounds(work, [row for row in gone if row not in from_pots])


def undo_lot(work: Work, entry: LogEntry) -> None:
    """The newest lot from a real pot is not drawn."""
    row = _being_drawn(work, entry.after)
    refuse_changed(not row.lots or row.lots[-1].ticket != entry.after["ticket"])
    row.lots.pop()


def undo_striking(work: Work, entry: LogEntry) -> None:
    """The lot that was struck is the newest again."""
    facts = entry.before
    row = _being_drawn(work, facts)
    refuse_changed(bool({one.act for one in since(work, entry)} & _POTS))
    row.lots.append(models.Lot(ticket=facts["ticket"], pot=facts["pot"], number=facts["number"]))


def _being_drawn(work: Work, facts: Facts) -> models.Round:
    """The round of a lot, while it is drawn from real pots."""
    key = round_key(facts["round"])
    rows = [row for row in queries.rounds(work.session, work.id) if (row.stage, row.number) == key]
    refuse_changed(not rows or rows[0].method != BY_HAND or bool(rows[0].pairings))
    return rows[0]


def undo_voiding(work: Work, entry: LogEntry) -> None:
    """The rounds are there again as they were drawn and played, and what was decided without them is open."""
    happened = {one.act for one in since(work, entry)}
    refuse_changed(bool(happened & (_DRAWS | _RESULTS | _SALES)))
    _refuse_other_terms(work, entry)
    there = {round_slug(Stage(r.stage), r.number) for r in queries.round_heads(work.session, work.id)}
    rounds = entry.before["rounds"]
    refuse_changed(bool(there.intersection(facts["round"] for facts in rounds)))
    _refuse_coming_and_going(work, entry, [p for facts in rounds for p in facts["pairings"]])
    for facts in rounds:
        work.session.add(_round_again(work, facts))
        work.session.flush()
    _put_back(work, entry.before["decided"], entry.after["decided"])
    again = [row for row in started(work) if _slug(row) in {facts["round"] for facts in rounds}]
    open_pairing_sheets(work, [pairing for row in again for pairing in row.pairings])


def _refuse_other_terms(work: Work, entry: LogEntry) -> None:
    """RuleBroken if a term was changed since that a draw fixes."""
    for one in since(work, entry):
        told = [name for name in FIXED_BY_THE_DRAW if name in one.before and name in one.after]
        refuse_changed(any(one.before[name] != one.after[name] for name in told))


def undo_result(work: Work, entry: LogEntry) -> None:
    """The result that stood before, or none; what a correction had moved goes back to its seats."""
    before = [_facts_alone(entry.before), *entry.before.get("moved", [])]
    _refuse_drawn_since(work, entry, before)
    _refuse_coming_and_going(work, entry, before)
    _put_back(work, before, [_facts_alone(entry.after), *entry.after.get("moved", [])])


def undo_leaving(work: Work, entry: LogEntry) -> None:
    """A player is there again, or not: the matches decided or opened by that are as they were."""
    number = entry.after["player"]
    row = queries.player(work.session, work.id, number)
    refuse_changed(any(one.act in _DRAWS for one in since(work, entry)))
    _refuse_coming_and_going(work, entry, entry.before["decided"], number)
    if row is not None:
        row.withdrawn, row.revision = entry.before["withdrawn"], work.revision
    _put_back(work, entry.before["decided"], entry.after["decided"])
    _refuse_if_it_matters(work, entry, number)


def _refuse_if_it_matters(work: Work, entry: LogEntry, player: int) -> None:
    """RuleBroken if something was said of another match of this player since."""
    night = load_night(work.session, work.id)
    his = {number for number, holder in night.holders.items() if holder == player}
    restored = {ref_of(facts) for facts in entry.before["decided"]}
    told = [facts for one in since(work, entry) for facts in one.matches if ref_of(facts) not in restored]
    refuse_changed(any(his & {facts["left"], facts["right"]} for facts in told))


def _refuse_drawn_since(work: Work, entry: LogEntry, pairings: Iterable[Facts]) -> None:
    """RuleBroken if a round of these pairings, or one made from theirs, was drawn or voided since."""
    touched = {ref_of(facts)[:2] for facts in pairings}
    drawn = {key for one in since(work, entry) if one.act in _DRAWS for key in map(round_key, one.rounds)}
    heads = {(stage, number): Round(number, stage, 0, ()) for stage, number in touched | drawn}
    followed = any(feeds(heads[earlier], heads[later]) for earlier in touched for later in drawn)
    refuse_changed(followed or bool(touched & drawn))


def _refuse_coming_and_going(
    work: Work, entry: LogEntry, pairings: Iterable[Facts], player: int | None = None
) -> None:
    """RuleBroken if somebody who plays in these pairings, or this player, went home or came back since."""
    holders = load_night(work.session, work.id).holders
    tickets = {facts[side] for facts in pairings for side in ("left", "right")} - {None}
    concerned = {holders.get(TicketNumber(ticket)) for ticket in tickets} | {player}
    moved = [one.after["player"] for one in since(work, entry) if one.act in _COMING_AND_GOING]
    refuse_changed(bool(concerned.intersection(moved)))


def _put_back(work: Work, before: Sequence[Facts], after: Sequence[Facts]) -> None:
    """Make these pairings what they were.

    RuleBroken if one is not what the act had made of it, or would have ended before one from which it came;
    or if another would be decided by that, for somebody who plays in it has gone home since.
    """
    rows = {ref_of(facts_of(row)): row for round_ in started(work) for row in round_.pairings}
    changed = [(rows.get(ref_of(facts)), facts) for facts in after]
    refuse_changed(any(row is None or not stands_as(row, facts) for row, facts in changed))
    pairs = [(rows[ref_of(was)], was) for was in before]
    part_sheets(work, [row for row, was in pairs if (row.left, row.right) != (was["left"], was["right"])])
    for row, was in pairs:
        _fill(work, row, was)
    work.session.flush()
    night = load_night(work.session, work.id)
    ended = [ref_of(was) for was in before if was["right"] and was["outcome"]]
    refuse_changed(any(waits(night.rounds, ref) for ref in ended))
    refuse_changed(settle_open(night.rounds, night.holders, night.withdrawn) != night.rounds)
    open_pairing_sheets(work, [row for row, _ in pairs])


def _fill(work: Work, row: models.Pairing, facts: Facts) -> models.Pairing:
    told = Pairing(
        facts["pairing"],
        facts["left"],
        facts["right"],
        Outcome(facts["outcome"]) if facts["outcome"] else None,
        facts["winner"],
    )
    score = {"games_won": facts["games_won"], "games": facts["games"]}
    return put(row, told, at=work.now, revision=work.revision, **score)


def _round_again(work: Work, facts: Facts) -> models.Round:
    """A round out of the log, with its lots and pairings."""
    stage, number = round_key(facts["round"])
    return models.Round(
        tournament_id=work.id,
        number=number,
        stage=stage.value,
        size=facts["size"],
        method=facts["method"],
        seed=bytes.fromhex(facts["seed"]) if facts["seed"] else None,
        word=facts["word"],
        drawing_order=facts["order"],
        announced_at=datetime.fromisoformat(facts["announced_at"]),
        drawn_at=datetime.fromisoformat(facts["drawn_at"]) if facts["drawn_at"] else None,
        lots=[_lot(*lot) for lot in facts["lots"]],
        pairings=[
            _fill(work, models.Pairing(tournament_id=work.id, table=pairing["table"]), pairing)
            for pairing in facts["pairings"]
        ],
    )


def _lot(ticket: int, pot: str, number: int, late_seed: str | None = None) -> models.Lot:
    seed = bytes.fromhex(late_seed) if late_seed else None
    return models.Lot(ticket=ticket, pot=pot, number=number, late=late_seed is not None, late_seed=seed)


def _slug(row: models.Round) -> str:
    return round_slug(Stage(row.stage), row.number)


def _facts_alone(facts: Facts) -> Facts:
    return {name: value for name, value in facts.items() if name not in ("moved", "exchanged", "lost")}
