"""Recording how a pairing ended (rules, sections 3, 4 and 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tournament.desk.acts import Change, Facts, Work, act, write_log_before
from tournament.desk.deciding import Rewritten, facts_of, put, started, told, write_rounds
from tournament.desk.loading import load_night, pairing_of, round_of
from tournament.desk.night import round_slug
from tournament.desk.reports import agreed_result
from tournament.errors import NotThere, Overtaken, RuleBroken
from tournament.knockout.corrections import Correction, PairingRef, decide, withdraw
from tournament.knockout.draw import TicketNumber
from tournament.knockout.rounds import Outcome, Pairing, Round, Stage, feeds
from tournament.schnapsen.match import MatchResult, Side, match_result
from tournament.store import models, queries

Pair = tuple[int, int]


@act
def record_result(
    work: Work,
    ref: PairingRef,
    *,
    seen: int,
    winner: int | None = None,
    games_won: Pair | None = None,
    games: Sequence[Pair] = (),
    confirmed: str | None = None,
    reported: bool = False,
) -> Change:
    """Record a match played: the winner's ticket, the games won, or the points of each game.

    Pairs are (left, right). `seen` is the pairing's revision as it was read. Where rounds were drawn from
    another winner, `confirmed` is the `cost` of the correction as it was shown. `reported` tells that it is
    what both at the table say. Overtaken if another result stands, the cost has changed or the table says
    something else by now, RuleBroken if this cannot be or is not confirmed.
    """
    row = _pairing(work, ref)
    side = None if winner is None else _side(row, winner)
    result = match_result(work.tournament.bummerl_to_win, winner=side, games_won=games_won, games=games)
    if reported and row.revision == seen:
        _refuse_another_report(work, row, result)
    return _decide(work, ref, row, Outcome.PLAYED, result, seen=seen, confirmed=confirmed)


@act
def record_walkover(
    work: Work, ref: PairingRef, *, seen: int, winner: int | None, confirmed: str | None = None
) -> Change:
    """Record that one side was absent, or both if there is no winner."""
    row = _pairing(work, ref)
    result = None if winner is None else MatchResult(_side(row, winner))
    outcome = Outcome.WALKOVER if result else Outcome.DOUBLE_WALKOVER
    return _decide(work, ref, row, outcome, result, seen=seen, confirmed=confirmed)


@act
def withdraw_result(work: Work, ref: PairingRef, *, seen: int, confirmed: str | None = None) -> Change:
    """Take a result back, and those that hang on it; the match is open again."""
    row = _pairing(work, ref)
    before = facts_of(row)
    if row.revision != seen:
        raise Overtaken("Another result was recorded meanwhile.", mine=None, theirs=before)
    night = load_night(work.session, work.id)
    correction = withdraw(night.rounds, ref, night.holders, night.withdrawn)
    _check_confirmed(night.rounds, correction, confirmed)
    after_moves, before_moves = _moves(correction, _carry_out(work, correction), row)
    return Change(facts_of(row) | after_moves, before | before_moves)


def cost(rounds: Sequence[Round], correction: Correction) -> str:
    """What a correction costs these rounds, as a form sends it back: the results lost, the seats that change.

    "main-3/1" is a result lost. "main-2/1:8,5>3,5-3" is a match, who sits there, who will, and who of them
    is out at once without play.
    """
    lost = [f"{round_slug(stage, number)}/{pairing}" for stage, number, pairing in correction.withdrawn]
    return " ".join([*lost, *_seats(rounds, correction.rounds)])


def _seats(before: Sequence[Round], after: Sequence[Round]) -> Iterator[str]:
    """The matches whose cards change."""
    for was, will_be in zip(before, after, strict=True):
        for old, new in zip(was.pairings, will_be.pairings, strict=True):
            if old.tickets != new.tickets:
                match = f"{round_slug(was.stage, was.number)}/{new.number}"
                out = "".join(f"-{ticket}" for ticket in new.losers)
                yield f"{match}:{_cards(old)}>{_cards(new)}{out}"


def _cards(pairing: Pairing) -> str:
    return ",".join(map(str, pairing.tickets))


def _decide(
    work: Work,
    ref: PairingRef,
    row: models.Pairing,
    outcome: Outcome,
    result: MatchResult | None,
    *,
    seen: int,
    confirmed: str | None,
) -> Change:
    before = facts_of(row)
    said = _said(row, outcome, result)
    if row.revision != seen:
        raise Overtaken("Another result was recorded meanwhile.", mine=before | said, theirs=before)
    night = load_night(work.session, work.id) if _may_matter_elsewhere(work, row, outcome) else None
    rounds = night.rounds if night else [round_of(row.round, [row])]
    holders, gone = (night.holders, night.withdrawn) if night else ({}, ())
    winner = None if said["winner"] is None else TicketNumber(said["winner"])
    correction = decide(rounds, ref, outcome, winner, holders, gone)
    _check_confirmed(rounds, correction, confirmed)
    changed = _carry_out(work, correction) if night else []
    ended = replace(pairing_of(row), outcome=outcome, winner=winner)
    score = {"games_won": said["games_won"], "games": said["games"]}
    put(row, ended, at=work.now, revision=work.revision, **score)
    after_moves, before_moves = _moves(correction, changed, row)
    return Change(facts_of(row) | after_moves, before | before_moves)


def _refuse_another_report(work: Work, row: models.Pairing, result: MatchResult) -> None:
    before = facts_of(row)
    mine, theirs = before | _said(row, Outcome.PLAYED, result), before
    if agreed := agreed_result(work.session, row):
        theirs = before | _said(row, Outcome.PLAYED, agreed)
    if mine != theirs:
        raise Overtaken("The table says something else by now.", mine=mine, theirs=theirs)


def _said(row: models.Pairing, outcome: Outcome, result: MatchResult | None) -> Facts:
    """The result as the log tells it."""
    winner = None if result is None else row.left if result.winner is Side.A else row.right
    won = list(result.games_won) if result and result.games_won else None
    games = [list(game) for game in result.games] if result else []
    return {"outcome": outcome.value, "winner": winner, "games_won": won, "games": games}


def _may_matter_elsewhere(work: Work, row: models.Pairing, outcome: Outcome) -> bool:
    """Whether this result can hang on another pairing, or another on it; mostly the night need not be read.

    It cannot if somebody wins, nobody has gone home, and no other round is open, nor made from this one.
    """
    if outcome is Outcome.DOUBLE_WALKOVER or queries.count_withdrawn(work.session, work.id):
        return True
    this = round_of(row.round, ())
    others = [other for other in queries.round_heads(work.session, work.id) if other is not row.round]
    followed = any(feeds(this, round_of(other, ())) for other in others)
    return followed or queries.open_pairings(work.session, [other.id for other in others]) > 0


def _check_confirmed(rounds: Sequence[Round], correction: Correction, confirmed: str | None) -> None:
    price = cost(rounds, correction)
    if price and confirmed is None:
        raise RuleBroken("The next round has been drawn from this result.", rule="7", field="outcome")
    if price != (confirmed or ""):
        raise Overtaken("Meanwhile something else would change.", mine=_lost(confirmed), theirs=_lost(price))


def _lost(price: str | None) -> Facts:
    """How many results a correction of this cost loses."""
    return {"lost": sum(":" not in part for part in (price or "").split())}


def _carry_out(work: Work, correction: Correction) -> list[Rewritten]:
    """Write what a correction changes; each result lost has a log entry of its own."""
    rows = started(work)
    found = {(Stage(r.stage), r.number, p.number): p for r in rows for p in r.pairings}
    before = {ref: facts_of(found[ref]) for ref in correction.withdrawn}
    changed = write_rounds(work, rows, correction.rounds)
    for ref, facts in before.items():
        write_log_before(work, "withdraw_result", Change(facts_of(found[ref]), facts))
    return changed


def _moves(correction: Correction, changed: Sequence[Rewritten], row: models.Pairing) -> tuple[Facts, Facts]:
    """The other pairings that a correction changed, as the log tells them: how they are, and were.

    `lost` counts the entries of results lost that stand right before the correction's own.
    """
    moved = [one for one in changed if one.row is not row]
    exchanged, lost = list(correction.exchanged), len(correction.withdrawn)
    if not (moved or lost):
        return {}, {}
    after, before = told("moved", moved)
    return {"exchanged": exchanged} | after | ({"lost": lost} if lost else {}), before


def _pairing(work: Work, ref: PairingRef) -> models.Pairing:
    row = queries.pairing(work.session, work.id, *ref)
    if row is None:
        raise NotThere("This match does not exist.", field="pairing")
    if work.tournament.finished:
        raise RuleBroken("The tournament is finished.", rule="7", field="pairing")
    return row


def _side(row: models.Pairing, ticket: int) -> Side:
    if ticket not in (row.left, row.right):
        raise RuleBroken("The winner must be one of the two cards.", rule="3", field="winner")
    return Side.A if ticket == row.left else Side.B
