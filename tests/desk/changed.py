"""Nights in which something has to be changed."""

from __future__ import annotations

from typing import Any

from tests.desk.builders import KASSA, a_tournament, key_of, play, played_until
from tournament.desk import results
from tournament.desk.acts import Desk
from tournament.desk.correcting import consequences
from tournament.desk.matches import PairingView, Side
from tournament.desk.office import Office, read_office
from tournament.knockout.rounds import Outcome


def half_played(desk: Desk, sold: int = 16, **terms: Any) -> int:
    """Round two is drawn, and the first half of its matches is played."""
    night = a_tournament(desk, sold=sold, **terms)
    open_ = played_until(desk, night, "main-2").open
    for pairing in open_[: len(open_) // 2]:
        play(desk, night, pairing)
    return night


def office(desk: Desk, night: int) -> Office:
    return read_office(desk.database, night)


def match(desk: Desk, night: int, slug: str, number: int) -> PairingView:
    round_ = office(desk, night).board.round(slug)
    assert round_
    return next(pairing for pairing in round_.pairings if pairing.number == number)


def decided(desk: Desk, night: int, slug: str) -> list[PairingView]:
    round_ = office(desk, night).board.round(slug)
    assert round_
    return [pairing for pairing in round_.pairings if pairing.outcome]


def origin(desk: Desk, night: int, slug: str, later: PairingView) -> PairingView:
    """The match of an earlier round that the left side of this one has won."""
    return next(p for p in decided(desk, night, slug) if p.winner == later.left.ticket)


def loser_of(pairing: PairingView) -> Side:
    assert pairing.right
    return pairing.right if pairing.winner == pairing.left.ticket else pairing.left


def cost_of_the_other(desk: Desk, night: int, wrong: PairingView) -> str:
    """What it costs to say that the other one has won this match."""
    winner = loser_of(wrong).ticket
    return consequences(desk.database, night, key_of(wrong), Outcome.PLAYED, winner).cost


def path_of(night: int, pairing: PairingView) -> str:
    return f"/office/{night}/results/{pairing.round}/{pairing.number}"


def take_back(desk: Desk, night: int, pairing: PairingView, cost: str) -> None:
    key, seen = key_of(pairing), pairing.revision
    results.withdraw_result(desk, KASSA, night, key, seen=seen, confirmed=cost or None)
