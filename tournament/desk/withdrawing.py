"""A player who goes home (rules, section 3)."""

from __future__ import annotations

from tournament.desk.acts import Change, Facts, Work, act
from tournament.desk.deciding import facts_of, ref_of, settle_all, started, write_rounds
from tournament.desk.night import Night, load_night
from tournament.errors import NotThere, RuleBroken
from tournament.knockout.corrections import withdraw as withdraw_result
from tournament.knockout.rounds import Round, feeds
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


@act
def bring_back(work: Work, player: int) -> Change:
    """A player is back: his walkovers since are taken back, as long as nothing has followed from them."""
    row = queries.player(work.session, work.id, player)
    if row is None or not row.withdrawn:
        raise NotThere("This player has not withdrawn.", field="player")
    entry = queries.last_entry_about(work.session, work.id, "withdraw", player)
    missed = entry.after["decided"] if entry else []
    row.withdrawn, row.revision = False, work.revision
    work.session.flush()
    night = load_night(work.session, work.id)
    rounds = night.rounds
    for facts in missed:
        rounds = _reopened(night, rounds, facts)
    changed = write_rounds(work, night, started(work), rounds)
    who = {"player": player, "name": row.name}
    decided = [facts_of(pairing) for pairing in changed]
    return Change(who | {"withdrawn": False, "decided": decided}, who | {"withdrawn": True})


def _reopened(night: Night, rounds: tuple[Round, ...], facts: Facts) -> tuple[Round, ...]:
    ref = ref_of(facts)
    this = next(round_ for round_ in rounds if (round_.stage, round_.number) == ref[:2])
    if any(feeds(this, later) for later in rounds):
        raise RuleBroken(
            "A round has been drawn since: the player cannot come back.", rule="3", field="player"
        )
    return withdraw_result(rounds, ref, night.holders, night.withdrawn).rounds
