"""A player who goes home (rules, section 3)."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.desk.acts import Change, Work, act
from tournament.desk.board import board
from tournament.desk.deciding import Rewritten, settle_all, started, told, write_rounds
from tournament.desk.entering import called
from tournament.desk.loading import load_night
from tournament.desk.matches import PairingView
from tournament.desk.night import Night, round_slug
from tournament.desk.office import Holder, Office
from tournament.errors import NotThere, RuleBroken
from tournament.knockout.corrections import PairingRef, settle_open
from tournament.knockout.corrections import withdraw as withdraw_result
from tournament.knockout.draw import TicketNumber
from tournament.knockout.rounds import Outcome, Pairing, Round, feeds
from tournament.store import queries
from tournament.store.database import Database, Session
from tournament.store.models import Player

FIRST_ENTRY = 1
"""The revision of the first entry of a log."""


@act
def withdraw(work: Work, player: int) -> Change:
    """Withdraw a player: his tickets stay in the draws and lose every pairing by walkover.

    RuleBroken if he has gone already, or after the end.
    """
    row = queries.player(work.session, work.id, player)
    if row is None:
        raise NotThere("This player does not exist.", field="player")
    if work.tournament.finished:
        raise RuleBroken("The tournament is finished.", rule="7", field="player")
    if row.withdrawn:
        raise RuleBroken("%(name)s has gone home already.", rule="3", field="player", name=called(work, row))
    row.withdrawn, row.revision = True, work.revision
    work.session.flush()
    night = load_night(work.session, work.id)
    return _change(row, settle_all(work, night))


@act
def bring_back(work: Work, player: int) -> Change:
    """A player is back: his walkovers since are taken back, as long as nothing has followed from them."""
    row = queries.player(work.session, work.id, player)
    if row is None or not row.withdrawn:
        raise NotThere("This player has not withdrawn.", field="player")
    if work.tournament.finished:
        raise RuleBroken("The tournament is finished.", rule="7", field="player")
    missed = _missed(work.session, load_night(work.session, work.id), player)
    row.withdrawn, row.revision = False, work.revision
    work.session.flush()
    night = load_night(work.session, work.id)
    rounds = night.rounds
    for ref in missed:
        rounds = withdraw_result(rounds, ref, night.holders, night.withdrawn).rounds
    rounds = settle_open(rounds, night.holders, night.withdrawn)
    return _change(row, write_rounds(work, started(work), rounds))


def _change(row: Player, changed: Sequence[Rewritten]) -> Change:
    """Whether the player is there, and the pairings that this decided or opened."""
    who = {"player": row.number, "name": row.name}
    after, before = told("decided", changed)
    return Change(who | {"withdrawn": row.withdrawn} | after, who | {"withdrawn": not row.withdrawn} | before)


def still_in(office: Office, holder: Holder) -> tuple[TicketNumber, ...]:
    """The cards of a player that play, or will be drawn or seated again; all before the first draw."""
    cards = tuple(ticket.number for ticket in holder.live)
    if not office.board.rounds:
        return cards
    playing = {side.ticket for pairing in office.open for side in pairing.sides} | office.board.waiting
    return tuple(card for card in cards if card in playing)


def missed_matches(database: Database, id_: int, player: int) -> tuple[PairingView, ...]:
    """The walkovers that would be taken back if this player came back. RuleBroken if he cannot."""
    with database.reading() as session:
        night = load_night(session, id_)
        missed = _missed(session, night, player)
    slugs = {(round_slug(stage, number), pairing) for stage, number, pairing in missed}
    return tuple(p for view in board(night).rounds for p in view.pairings if (p.round, p.number) in slugs)


def _missed(session: Session, night: Night, player: int) -> list[PairingRef]:
    """The walkovers against this player since he went home. RuleBroken if a round was drawn from one.

    An imported log may begin after that; what it does not tell of then was decided before.
    """
    went = queries.last_entry_about(session, night.id, "withdraw", player)
    since = went.revision if went else FIRST_ENTRY
    missed = []
    for facts in night.drawn:
        for pairing in facts.round.pairings:
            if facts.results[pairing.number].revision >= since and _absent(night, pairing, player):
                _refuse_if_followed(night, facts.round)
                missed.append(PairingRef(*facts.key, pairing.number))
    return missed


def _absent(night: Night, pairing: Pairing, player: int) -> bool:
    absent = pairing.outcome in (Outcome.WALKOVER, Outcome.DOUBLE_WALKOVER)
    return absent and player in [night.holders[ticket] for ticket in pairing.losers]


def _refuse_if_followed(night: Night, round_: Round) -> None:
    if any(feeds(round_, later) for later in night.rounds):
        raise RuleBroken(
            "A round has been drawn since: the player cannot come back.", rule="3", field="player"
        )
