"""The names of rounds, outcomes, results and states, in the language of the request."""

from __future__ import annotations

from flask import Flask

from tournament.desk import names, wording
from tournament.desk.board import PrizeView
from tournament.desk.matches import PairingView, Side
from tournament.desk.night import Person, State
from tournament.desk.office import Office
from tournament.desk.rearranging import Guest
from tournament.desk.selling import TicketState
from tournament.knockout.rounds import Outcome
from tournament.language import mark
from tournament.web.context import _, locale

_STATES = {
    State.SELLING: mark("Cards on sale"),
    State.RUNNING: mark("running"),
    State.FINISHED: mark("finished"),
}
_TICKET_STATES = {
    TicketState.PAID: mark("paid"),
    TicketState.RESERVED: mark("reserved"),
    TicketState.RETURNED: mark("taken back"),
}


def prepare(app: Flask) -> None:
    for name in (round_name, outcome_name, state_name, ticket_state):
        app.add_template_global(name)
    app.add_template_filter(round_name)
    app.add_template_filter(prize_text)
    app.add_template_filter(with_town)
    for told in (result_text, result_sentence, winning_side, card_no, card_and_name):
        app.add_template_global(told)


def round_name(round_: object) -> str:
    """The name of anything with a stage, a number and a size: "Quarter-final", "Round 2"."""
    stage, number, size = (getattr(round_, name) for name in ("stage", "number", "size"))
    return wording.round_name(stage, number, size, locale())


def outcome_name(outcome: Outcome) -> str:
    return wording.outcome_name(outcome, locale())


def prize_text(prize: PrizeView) -> str:
    """What a prize is."""
    return wording.prize_text(prize.text, prize.rank, locale())


def state_name(state: State) -> str:
    return _(_STATES[state])


def ticket_state(state: TicketState) -> str:
    return _(_TICKET_STATES[state])


def with_town(somebody: Guest | Person) -> str:
    return names.with_town(somebody.name, somebody.town)


def winning_side(pairing: PairingView, left: Side | None = None) -> str:
    """ "left" or "right" once a match was won; "" while it is open, for a bye, and if both were absent.

    `left` is the side shown on the left, if it is not the one that stands there.
    """
    if pairing.winner is None or pairing.right is None:
        return ""
    return "left" if pairing.winner == (left or pairing.left).ticket else "right"


def result_text(pairing: PairingView) -> str:
    """How a pairing ended, in the order of its sides: "1:2", "won", "walkover"; "" while it is open."""
    if pairing.outcome is None:
        return ""
    if pairing.outcome is not Outcome.PLAYED:
        return outcome_name(pairing.outcome)
    return f"{pairing.games_won[0]}:{pairing.games_won[1]}" if pairing.games_won else _("won")


def result_sentence(pairing: PairingView) -> str:
    """How a pairing ended, as one sentence that names the winner first."""
    if pairing.winner is None or pairing.right is None:
        return _("Match %(number)s: both were absent.", number=pairing.number)
    left_won = pairing.winner == pairing.left.ticket
    winner, loser = (pairing.left, pairing.right) if left_won else (pairing.right, pairing.left)
    values = {"winner": card_and_name(winner), "loser": card_and_name(loser)}
    if pairing.outcome is Outcome.HANDED_IN:
        return _("%(winner)s goes on without a match; %(loser)s is handed in.", **values)
    if pairing.outcome is Outcome.WALKOVER:
        return _("%(winner)s goes on without play; %(loser)s was absent.", **values)
    if pairing.games_won is None:
        return _("%(winner)s beats %(loser)s.", **values)
    games = ":".join(map(str, sorted(pairing.games_won, reverse=True)))
    return _("%(winner)s beats %(loser)s %(games)s.", **values, games=games)


def card_no(office: Office, ticket: int) -> str:
    """A card by its number, in the tournament's own word: "Lebenskarte 12"."""
    return f"{office.night.terms.ticket_word or _('Card')} {ticket}"


def card_and_name(side: Side) -> str:
    return f"{side.ticket} {side.called}"
