"""A match as sheets show it: both sides, who won, by how much."""

from __future__ import annotations

from tournament.desk import wording
from tournament.desk.matches import PairingView, Side
from tournament.knockout.rounds import Outcome
from tournament.paper.job import Job, side_of
from tournament.paper.typesetting import Json


def match_of(job: Job, pairing: PairingView) -> Json:
    """A match with its sides, left first; `said` tells how it ended without play."""
    games: tuple[int | str, ...] = pairing.games_won or ("", "")
    sides = [_player(pairing, side, won) for side, won in zip(pairing.sides, games, strict=False)]
    return {
        "number": pairing.number,
        "sides": sides,
        "open": pairing.outcome is None,
        "waits": pairing.waits,
        "bye": pairing.right is None,
        "score": score(pairing),
        "said": _said(job, pairing),
        "mark": _mark(job, pairing),
        "explained": _explained(job, pairing),
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


def _mark(job: Job, pairing: PairingView) -> str:
    """The same in as few letters as a small box has place for."""
    match pairing.outcome:
        case Outcome.WALKOVER | Outcome.DOUBLE_WALKOVER:
            return job._("w.o.")
        case Outcome.HANDED_IN:
            return job._("h.in")
        case _:
            return ""


def _explained(job: Job, pairing: PairingView) -> str:
    """What the mark means, as a sheet with small boxes says once."""
    match pairing.outcome:
        case Outcome.WALKOVER | Outcome.DOUBLE_WALKOVER:
            return job._("w.o.: walkover, not played")
        case Outcome.HANDED_IN:
            return job._("h.in: handed in, drawn against oneself")
        case _:
            return ""
