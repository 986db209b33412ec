"""Reading what a button or a field says about how a match ended, and carrying it out."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.desk import correcting
from tournament.desk import results as acts
from tournament.desk.acts import Entry, Stamp
from tournament.desk.correcting import Consequences
from tournament.desk.matches import PairingView
from tournament.desk.office import Office
from tournament.errors import NotThere, RuleBroken
from tournament.knockout.corrections import PairingRef
from tournament.knockout.draw import TicketNumber
from tournament.knockout.rounds import Outcome
from tournament.schnapsen.match import Pair, match_result, parse_games
from tournament.schnapsen.side import Side
from tournament.web.context import the_desk

WON, WALKOVER, ABSENT, POINTS = "won", "walkover", "absent", "points"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended, as somebody at the desk says it; pairs are (left, right)."""

    outcome: Outcome
    winner: TicketNumber | None
    games_won: Pair | None = None
    games: tuple[Pair, ...] = ()


def read_ending(office: Office, view: PairingView, said: str, points: str) -> Ending:
    """What a button says: "12 won", "12 2:1", "12 walkover", "absent", or "points" for what was typed.

    RuleBroken for a result that cannot be.
    """
    if said == ABSENT:
        return Ending(Outcome.DOUBLE_WALKOVER, None)
    if said == POINTS:
        return _from_points(office, view, points)
    ticket, _space, how = said.partition(" ")
    winner = next((side for side in view.sides if str(side.ticket) == ticket), None)
    if winner is None:
        raise RuleBroken("The winner must be one of the two cards.", rule="3", field="winner")
    if how == WALKOVER:
        return Ending(Outcome.WALKOVER, winner.ticket)
    won = _games_won(how, winner is view.left)
    match_result(_length(office), winner=Side.A if winner is view.left else Side.B, games_won=won)
    return Ending(Outcome.PLAYED, winner.ticket, games_won=won)


def consequences(office: Office, view: PairingView, ending: Ending) -> Consequences:
    """What recording this would do beyond the match itself."""
    ref, database = ref_of(office, view), the_desk().database
    return correcting.consequences(database, office.id, ref, ending.outcome, ending.winner)


def record(
    office: Office,
    view: PairingView,
    ending: Ending,
    stamp: Stamp,
    *,
    seen: int,
    confirmed: str | None = None,
    reported: bool = False,
) -> Entry:
    """Record it, as the match was read at revision `seen`; `confirmed` is the cost that was shown.

    `reported` tells that it is what both at the table say.
    """
    ref = ref_of(office, view)
    if ending.outcome is not Outcome.PLAYED:
        return acts.record_walkover(
            the_desk(), stamp, office.id, ref, seen=seen, winner=ending.winner, confirmed=confirmed
        )
    return acts.record_result(
        the_desk(),
        stamp,
        office.id,
        ref,
        seen=seen,
        winner=ending.winner,
        games_won=ending.games_won,
        games=ending.games,
        confirmed=confirmed,
        reported=reported,
    )


def ref_of(office: Office, view: PairingView) -> PairingRef:
    """The match of a page as acts know it. NotThere without its round."""
    round_ = office.board.round(view.round)
    if round_ is None:
        raise NotThere("This match does not exist.")
    return PairingRef(round_.stage, round_.number, view.number)


def _from_points(office: Office, view: PairingView, points: str) -> Ending:
    games = parse_games(points)
    if not games or view.right is None:
        raise RuleBroken("Write the games like this: 7:3 5:7 7:6.", rule="4", field="games")
    result = match_result(_length(office), games=games)
    winner = view.left if result.winner is Side.A else view.right
    return Ending(Outcome.PLAYED, winner.ticket, games_won=result.games_won, games=games)


def _games_won(how: str, left_won: bool) -> Pair | None:
    """(left, right) from what the winner's button says; None if it only says that he won."""
    if how == WON:
        return None
    told = parse_games(how)
    games = told[0] if len(told) == 1 else (0, 0)
    return games if left_won else (games[1], games[0])


def _length(office: Office) -> int:
    return office.night.terms.bummerl_to_win
