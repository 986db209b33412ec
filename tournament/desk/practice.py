"""A practice night, to click through before the real one: fictional players, cards sold, sales still open."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from tournament.desk.acts import Desk, Stamp
from tournament.desk.players import import_players, parse_players
from tournament.desk.tournaments import Terms, open_tournament
from tournament.language import INN

HERE = files("tournament.desk")


@dataclass(frozen=True, slots=True)
class Fiction:
    """What a fictional night is called, and what people win and call out there; data, so not translated."""

    practice: str
    simulated: str
    venue: str
    prizes: list[str]
    words: list[str]


@cache
def fiction() -> Fiction:
    return Fiction(**json.loads((HERE / "practice.json").read_text(encoding="utf-8")))


def practice_night(desk: Desk, stamp: Stamp) -> int:
    """Open a practice tournament whose cards are sold, and answer its id. The same form opens one only."""
    told = fiction()
    today = desk.now().astimezone(INN).date()
    terms = Terms(name=told.practice, date=today, venue=told.venue, prizes=told.prizes)
    opened = open_tournament(desk, stamp, terms, practice=True)
    players = (HERE / "practice_players.csv").read_bytes()
    rows = parse_players(players, limit=terms.max_tickets_per_player)
    selling = Stamp(stamp.by, f"{stamp.key}-players" if stamp.key else None)
    import_players(desk, selling, opened.tournament, rows, paid=True)
    return opened.tournament
