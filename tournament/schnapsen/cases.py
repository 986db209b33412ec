"""Score cases in, results out, one JSON object a line: `formats.md`, "Score cases".

What a case asks wrongly comes back as its `error`; no case, however malformed, raises.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tournament.errors import RuleBroken
from tournament.schnapsen.deal import score_deal
from tournament.schnapsen.game import Deal, Game, bummerl_of, dealers, hung_by, leader
from tournament.schnapsen.match import Pair, game_winner
from tournament.schnapsen.reading import a_list, a_side, a_whole_number, an_object, facts_from
from tournament.schnapsen.rules import Rules, rules_from
from tournament.schnapsen.side import Side

Case = Mapping[str, Any]
Result = dict[str, Any]

MOST_DEALS = 10_000
"""A dealer is asked for so many deals at most; an evening has some hundred."""

_MARK_AND_SPACE = "\ufeff \t\r\n"
"""Around a line; some editors and shells begin what they write with a byte order mark."""

_TOLD_TWICE = object()
"""Stands where one object has two values for one name."""


def score_lines(lines: Iterable[str]) -> Iterator[str]:
    """The result of each line's case, in the same order, as one line of JSON each; blank lines are skipped.

    A line that is no JSON object has an `error` for its result, with `id` null and the number of its `line`.
    """
    for number, line in enumerate(lines, start=1):
        told = line.strip(_MARK_AND_SPACE)
        if told:
            yield json.dumps(_score_line(told, number), allow_nan=False)


def score_case(case: Case) -> Result:
    """The result of one case: its `id` with what came out, or with `error` {`field`, `message`, `rule`}.

    An `id` that is neither text nor number comes back as null.
    """
    named = {"id": _name(case.get("id"))}
    try:
        _refuse_told_twice(case)
        return named | _score(case)
    except RuleBroken as broken:
        return named | {"error": {"field": broken.field, "message": str(broken), "rule": broken.rule}}


def _name(told: object) -> str | int | float | None:
    if isinstance(told, float):
        return told if math.isfinite(told) else None  # 1e999 is JSON; the infinity Python makes of it is not.
    return told if isinstance(told, str | int) else None


def _score_line(line: str, number: int) -> Result:
    try:
        case = json.loads(line, parse_constant=_refuse_constant, object_pairs_hook=_each_field_once)
        if isinstance(case, dict):
            return score_case(case)
    except (ValueError, RecursionError):
        pass
    return {"id": None, "line": number, "error": {"field": "line", "message": "This line is no JSON object."}}


def _refuse_constant(name: str) -> None:
    raise ValueError(name)  # Python reads NaN and Infinity, which are no JSON.


def _each_field_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these fields; Python would keep the last of two that contradict each other."""
    fields: dict[str, Any] = {}
    for name, value in pairs:
        fields[name] = _TOLD_TWICE if name in fields else value
    return fields


def _refuse_told_twice(fields: Case, within: str | None = None) -> None:
    """Names the field told twice; for a half (A or B), and for what was at the close, the one around it."""
    for name, value in fields.items():
        field = within if within == "at_close" or (within and name in list(Side)) else name
        if value is _TOLD_TWICE:
            raise RuleBroken("This is told twice.", rule="9", field=field)
        if isinstance(value, dict):
            _refuse_told_twice(value, field)


def _score(case: Case) -> Result:
    rules = rules_from(an_object(case.get("rules", {}), "rules"))
    match case.get("kind"):
        case "deal":
            return _score_deal(case, rules)
        case "bummerl":
            return _score_game(case, rules)
        case "match":
            return _score_match(case, rules)
        case "dealer":
            return _name_dealers(case)
        case _:
            raise RuleBroken("A case is a deal, a bummerl, a match or a dealer.", rule="9", field="kind")


def _score_deal(case: Case, rules: Rules) -> Result:
    scored = score_deal(facts_from(case.get("facts")), rules)
    return {"winner": scored.winner, "game_points": scored.game_points, "how": scored.how}


def _score_game(case: Case, rules: Rules) -> Result:
    game = Game()
    for told in a_list(case.get("deals"), "deals"):
        game = game.with_deal(_deal(told))
    loser = game.winner.other if game.winner else None
    count = bummerl_of(game.points, rules) if loser else 0
    return {"shown": _by_side(game.shown(rules)), "bummerl_to": loser, "bummerl_count": count}


def _score_match(case: Case, rules: Rules) -> Result:
    games = a_list(case.get("bummerl"), "bummerl")
    try:
        hung = hung_by([_game(told) for told in games], rules)
    except RuleBroken as broken:
        broken.field = "bummerl"  # The name a case has for its games.
        raise
    winner = leader(*hung, rules)
    return {"winner": winner, "hung": _by_side(hung), "over": winner is not None}


def _name_dealers(case: Case) -> Result:
    first = a_side(case.get("first_dealer"), "first_dealer")
    deals = a_whole_number(case.get("deals"), "deals")
    if not 0 <= deals <= MOST_DEALS:
        raise RuleBroken("Deals: from 0 to %(most)s.", rule="9", field="deals", most=MOST_DEALS)
    return {"dealers": list(dealers(first, deals))}


def _deal(told: object) -> Deal:
    parts = a_list(told, "deals")
    if len(parts) != 2:
        raise RuleBroken("A deal is written [winner, game points].", rule="9", field="deals")
    return Deal(a_side(parts[0], "deals"), a_whole_number(parts[1], "deals"))


def _game(told: object) -> Pair:
    """A finished game as points (A, B), from [winner, winner's points, loser's points]."""
    parts = a_list(told, "bummerl")
    if len(parts) != 3:
        raise RuleBroken(
            "A game is written [winner, winner's points, loser's points].", rule="9", field="bummerl"
        )
    winner = a_side(parts[0], "bummerl")
    ours, theirs = (a_whole_number(points, "bummerl") for points in parts[1:])
    game = (ours, theirs) if winner is Side.A else (theirs, ours)
    if game_winner(game) is not winner:
        raise RuleBroken("The winner of a game has more points.", rule="4", field="bummerl")
    return game


def _by_side(pair: Pair) -> dict[str, int]:
    return {side: side.of(pair) for side in Side}
