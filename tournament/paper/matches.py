"""A match as sheets show it: both sides, who won, by how much."""

from __future__ import annotations

from tournament.desk import wording
from tournament.desk.matches import PairingView, Side
from tournament.knockout.rounds import Outcome
from tournament.language import mark
from tournament.paper.job import Job, side_of
from tournament.paper.typesetting import Json

_NOT_PLAYED = mark("w.o."), mark("w.o.: walkover, not played")
_MARKS: dict[Outcome | None, tuple[str, str]] = {
    Outcome.WALKOVER: _NOT_PLAYED,
    Outcome.DOUBLE_WALKOVER: _NOT_PLAYED,
    Outcome.HANDED_IN: (mark("h.in"), mark("h.in: handed in, drawn against oneself")),
}
"""In as few letters as a small box has place for, and what those mean, as a sheet says once."""


def match_of(job: Job, pairing: PairingView) -> Json:
    """A match with its sides, left first; `said` tells how it ended without play, `mark` in short."""
    games: tuple[int | str, ...] = pairing.games_won or ("", "")
    sides = [_player(pairing, side, won) for side, won in zip(pairing.sides, games, strict=False)]
    short, long = _MARKS.get(pairing.outcome, ("", ""))
    return {
        "number": pairing.number,
        "sides": sides,
        "open": pairing.outcome is None,
        "waits": pairing.waits,
        "bye": pairing.right is None,
        "score": score(pairing),
        "said": _said(job, pairing),
        "mark": job._(short) if short else "",
        "explained": job._(long) if long else "",
    }


def winner_of(pairing: PairingView) -> Side | None:
    """Who won; nobody while the match is open, or if both were absent."""
    return next((side for side in pairing.sides if side.ticket == pairing.winner), None)


def loser_of(pairing: PairingView) -> Side | None:
    """Who lost against a winner; nobody after a bye."""
    winner = winner_of(pairing)
    return winner and pairing.opponent(winner)


def score(pairing: PairingView) -> str:
    """The games as they stand on the sheet, left first; empty if they were not counted."""
    return "{}:{}".format(*pairing.games_won) if pairing.games_won else ""


def _player(pairing: PairingView, side: Side, games: int | str) -> Json:
    return {**(side_of(side) or {}), "won": side.ticket == pairing.winner, "games": str(games)}


def _said(job: Job, pairing: PairingView) -> str:
    if pairing.outcome in (None, Outcome.PLAYED, Outcome.BYE):
        return ""
    return wording.outcome_name(pairing.outcome, job.locale)
