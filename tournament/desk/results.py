"""Recording how a pairing ended (rules, sections 3, 4 and 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.desk.acts import Change, Facts, Work, act
from tournament.desk.night import pairing_of, round_of, round_slug
from tournament.errors import NotThere, Overtaken, RuleBroken
from tournament.knockout.draw import TicketNumber
from tournament.knockout.rounds import Outcome, Stage, check_somebody_goes_on, decided, feeds
from tournament.schnapsen.match import MatchResult, Side, match_result
from tournament.store import models, queries

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PairingKey:
    """Which pairing of a tournament: its round's stage and number, and its own number."""

    stage: Stage
    round: int
    number: int


@act
def record_result(
    work: Work,
    key: PairingKey,
    *,
    seen: int,
    winner: int | None = None,
    games_won: Pair | None = None,
    games: Sequence[Pair] = (),
) -> Change:
    """Record a match played: the winner's ticket, the games won, or the points of each game.

    Pairs are (left, right). A result can be replaced until a round made from it has started; `seen` is the
    pairing's revision as it was read. Overtaken if another result stands, RuleBroken if this cannot be.
    """
    row = _pairing(work, key)
    side = None if winner is None else _side(row, winner)
    result = match_result(work.tournament.bummerl_to_win, winner=side, games_won=games_won, games=games)
    return _decide(work, row, seen, Outcome.PLAYED, result)


@act
def record_walkover(work: Work, key: PairingKey, *, seen: int, winner: int | None) -> Change:
    """Record that one side was absent, or both if there is no winner."""
    row = _pairing(work, key)
    if winner is None:
        return _decide(work, row, seen, Outcome.DOUBLE_WALKOVER, None)
    return _decide(work, row, seen, Outcome.WALKOVER, MatchResult(_side(row, winner)))


def facts_of(row: models.Pairing) -> Facts:
    """A pairing as the log tells it."""
    games_won = None if row.games_left is None else [row.games_left, row.games_right]
    return {
        "round": round_slug(Stage(row.round.stage), row.round.number),
        "pairing": row.number,
        "left": row.left,
        "right": row.right,
        "outcome": row.outcome,
        "winner": row.winner,
        "games_won": games_won,
        "games": [list(game) for game in row.games],
    }


def _decide(
    work: Work, row: models.Pairing, seen: int, outcome: Outcome, result: MatchResult | None
) -> Change:
    winner = None if result is None else row.left if result.winner is Side.A else row.right
    decision = decided(pairing_of(row), outcome, None if winner is None else TicketNumber(winner))
    before = facts_of(row)
    won = result.games_won if result else None
    games = [list(game) for game in result.games] if result else []
    if row.revision != seen:
        mine = before | {"outcome": outcome.value, "winner": winner, "games_won": won, "games": games}
        raise Overtaken("Another result was recorded meanwhile.", mine=mine, theirs=before)
    _check_nothing_followed(work, row)
    row.outcome, row.winner = outcome.value, decision.winner
    row.games_left, row.games_right = won or (None, None)
    row.games = games
    row.decided_at, row.revision = work.now, work.revision
    if outcome is Outcome.DOUBLE_WALKOVER:
        check_somebody_goes_on(round_of(row.round, row.round.pairings))
    return Change(facts_of(row), before)


def _check_nothing_followed(work: Work, row: models.Pairing) -> None:
    """A result can be changed freely until a round is drawn from it."""
    if row.outcome is None:
        return
    this = round_of(row.round, ())
    started = (r for r in queries.round_heads(work.session, work.id) if r.drawn_at)
    if any(feeds(this, round_of(other, ())) for other in started):
        raise RuleBroken("The next round has been drawn from this result.", rule="7", field="outcome")


def _pairing(work: Work, key: PairingKey) -> models.Pairing:
    row = queries.pairing(work.session, work.id, key.stage, key.round, key.number)
    if row is None:
        raise NotThere("This match does not exist.", field="pairing")
    if work.tournament.finished:
        raise RuleBroken("The tournament is finished.", rule="7", field="pairing")
    return row


def _side(row: models.Pairing, ticket: int) -> Side:
    if ticket not in (row.left, row.right):
        raise RuleBroken("The winner must be one of the two cards.", rule="3", field="winner")
    return Side.A if ticket == row.left else Side.B
