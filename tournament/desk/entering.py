"""The players of a tournament: found by name and town, or entered (rules, section 1)."""

from __future__ import annotations

from tournament.desk.acts import Facts, Work
from tournament.desk.names import clean, clean_name, who, with_town
from tournament.errors import RuleBroken
from tournament.store import queries
from tournament.store.models import Player


def find_or_enter(work: Work, name: str, town: str) -> Player:
    """The player of this name and town, entered if new. RuleBroken if the town is needed to tell."""
    name, town = clean_name(name), clean(town, "town")
    known = namesakes(work, name)
    for player in known:
        if who(player.name, player.town) == who(name, town):
            check_present(work, player)
            return player
    if known and not town:
        raise namesake(name, known[0].town)
    player = Player(
        tournament_id=work.id,
        number=next_player_number(work),
        name=name,
        town=town,
        withdrawn=False,
        revision=work.revision,
    )
    work.session.add(player)
    work.session.flush()
    return player


def next_player_number(work: Work) -> int:
    """A number nobody ever had here.

    That of an entry merged into another is not given again, nor that of one whose only card was taken back
    by undoing the act that had entered it.
    """
    merged = queries.last_entry(work.session, work.id, "merge-players")
    highest = merged.after["highest_player"] if merged else 0
    undone = queries.entries_of_acts(work.session, work.id, {"undo"})
    gone = [entry.before.get("player") or 0 for entry in undone]
    return max(queries.last_player_number(work.session, work.id), highest, *gone) + 1


def namesakes(work: Work, name: str) -> list[Player]:
    """Everybody of this name in the tournament, wherever from."""
    wanted = who(name, "")
    return [p for p in queries.players(work.session, work.id) if who(p.name, "") == wanted]


def called(work: Work, player: Player) -> str:
    """A player's name, with the town if another here has the same."""
    shared = len(namesakes(work, player.name)) > 1
    return with_town(player.name, player.town) if shared else player.name


def namesake(name: str, town: str) -> RuleBroken:
    """The reason why a name without a town is not enough: it is known in `town`."""
    return RuleBroken(
        "%(name)s from %(town)s is entered already: choose him, or add the town of this one.",
        rule="1",
        field="town",
        name=name,
        town=town,
    )


def check_present(work: Work, player: Player) -> None:
    """RuleBroken for a player who has withdrawn: his cards would lose without play."""
    if player.withdrawn:
        raise RuleBroken("%(name)s has gone home.", rule="3", field="name", name=called(work, player))


def person_facts(player: Player | None) -> Facts:
    if player is None:
        return {"player": None}
    return {"player": player.number, "name": player.name, "town": player.town}
