"""A player who goes home (rules, section 3)."""

from __future__ import annotations

from tournament.desk.acts import Change, Work, act
from tournament.desk.deciding import facts_of, settle_all
from tournament.desk.night import load_night
from tournament.errors import NotThere, RuleBroken
from tournament.store import queries


@act
def withdraw(work: Work, player: int) -> Change:
    """Withdraw a player: his tickets stay in the draws and lose every pairing by walkover."""
    row = queries.player(work.session, work.id, player)
    if row is None:
        raise NotThere("This player does not exist.", field="player")
    if row.withdrawn or work.tournament.finished:
        raise RuleBroken("This player cannot withdraw any more.", rule="3", field="player")
    row.withdrawn, row.revision = True, work.revision
    work.session.flush()
    night = load_night(work.session, work.id)
    decided = [facts_of(pairing) for pairing in settle_all(work, night)]
    who = {"player": player, "name": row.name}
    return Change(who | {"withdrawn": True, "decided": decided}, who | {"withdrawn": False})
