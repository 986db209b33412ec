"""An archive that holds is accepted, one with anything altered by hand is not; nothing makes it stumble."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.desk.builders import a_tournament, played_until
from tournament.desk.acts import Desk
from tournament.desk.archive import export_archive
from tournament.desk.office import Step
from tournament.desk.verify import Discrepancy, verify
from tournament.language import LOCALES

CASES = Path(__file__).parent.parent / "cases"
NAMES = ("archive-13", "archive-50")
ARCHIVES: dict[str, Any] = {name: json.loads((CASES / f"{name}.json").read_text("utf-8")) for name in NAMES}

Path_ = tuple[str | int, ...]


def leaves(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Every single value of a document, with the way to it."""
    steps = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    )
    if steps is None:
        yield path, value
    else:
        for step, inner in steps:
            yield from leaves(inner, (*path, step))


def at(document: Any, path: Path_) -> Any:
    for step in path:
        document = document[step]
    return document


def verify_altered(document: Any, path: Path_, value: Any) -> tuple[Discrepancy, ...]:
    """What does not hold once one value is altered; the document stays as it was."""
    holder = at(document, path[:-1])
    before = holder[path[-1]]
    holder[path[-1]] = value
    try:
        return verify(document)
    finally:
        holder[path[-1]] = before


def other_winner(document: Any, path: Path_) -> int:
    pairing = document["rounds"][path[1]]["pairings"][path[3]]
    loser: int = pairing["right"] if pairing["winner"] == pairing["left"] else pairing["left"]
    return loser or 1


def other_text(text: str) -> str:
    return ("0" if text[0] != "0" else "1") + text[1:]


ALTERATIONS: dict[str, Callable[[Any, Path_, Any], Any]] = {
    "lots.number": lambda _d, _p, value: value + 1,
    "lots.ticket": lambda _d, _p, value: value % 13 + 1,
    "lots.pot": lambda _d, _p, value: "right" if value == "left" else "left",
    "draw.seed": lambda _d, _p, value: other_text(value),
    "draw.commitment": lambda _d, _p, value: other_text(value),
    "draw.word": lambda _d, _p, value: value + "!",
    "draw.order": lambda _d, _p, value: value % 7 + 1,
    "pairings.number": lambda _d, _p, value: value + 1,
    "pairings.left": lambda _d, _p, value: value % 13 + 1,
    "pairings.right": lambda _d, _p, value: 1 if value is None else None,
    "pairings.winner": lambda document, path, _: other_winner(document, path),
    "pairings.outcome": lambda _d, _p, value: None,
    "pairings.games_won": lambda _d, _p, value: 2 if value is None else (value + 1) % 3,
    "rounds.size": lambda _d, _p, value: value * 2,
    "rounds.number": lambda _d, _p, value: value + 1,
    "rounds.stage": lambda _d, _p, value: "main" if value != "main" else "third",
    "places.place": lambda _d, _p, value: value + 1,
    "places.to": lambda _d, _p, value: value + 1,
    "places.ticket": lambda _d, _p, value: value % 13 + 1,
    "places.player": lambda _d, _p, value: value % 7 + 1,
    "prizes.rank": lambda _d, _p, value: value + 1,
    "prizes.ticket": lambda _d, _p, value: value % 13 + 1,
    "prizes.player": lambda _d, _p, value: value % 7 + 1,
    "tickets.number": lambda _d, _p, value: value + 1,
    "tickets.player": lambda _d, _p, value: value % 7 + 1,
    "tickets.state": lambda _d, _p, value: "returned",
    "tournament.size": lambda _d, _p, value: value * 2,
    "tournament.state": lambda _d, _p, value: "running",
    "tournament.bummerl_to_win": lambda _d, _p, value: 3,
    "tournament.third_place_match": lambda _d, _p, value: False,
    "tournament.fifth_to_eighth": lambda _d, _p, value: False,
    "tournament.first_round_order": lambda _d, _p, value: "purchase",
    "format": lambda _d, _p, value: "something-else",
}
"""What somebody might alter by hand: the last two names on the way to a value, and another value for it."""


def kind_of(path: Path_) -> str:
    return ".".join(str(step) for step in [step for step in path if isinstance(step, str)][-2:])


def alterations(name: str) -> Iterator[tuple[Path_, Any]]:
    for path, value in leaves(ARCHIVES[name]):
        if alter := ALTERATIONS.get(kind_of(path)):
            yield path, alter(ARCHIVES[name], path, value)


@pytest.mark.parametrize("name", NAMES)
def test_an_archive_made_without_the_program_holds(name: str) -> None:
    assert verify(ARCHIVES[name]) == ()


@pytest.mark.parametrize("name", NAMES)
def test_any_one_value_altered_by_hand_is_refused(name: str) -> None:
    original = ARCHIVES[name]
    accepted = [path for path, value in alterations(name) if not verify_altered(original, path, value)]

    assert {kind_of(path) for path, _ in alterations(name)} == ALTERATIONS.keys()
    assert accepted == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("points", [-1, 6, 7, 10])
def test_a_score_altered_into_an_impossible_one_is_refused(name: str, points: int) -> None:
    original = ARCHIVES[name]
    tried = 0
    for path, value in leaves(original):
        if kind_of(path) == "pairings.games":
            game = original["rounds"][path[1]]["pairings"][path[3]]["games"][path[5]]
            other = game[1 - int(path[6])]
            if points in (-1, 10) or (points == 6 and value > 6 and other < 7) or (points == 7 and other > 6):
                assert verify_altered(original, path, points), path
                tried += 1
    assert tried


@pytest.mark.parametrize(
    ("path", "value", "rule", "slug"),
    [
        (("rounds", 0, "draw", "lots", 3, "number"), 4, "2", "main-1"),
        (("rounds", 0, "draw", "seed"), "00" * 32, "2", "main-1"),
        (("rounds", 1, "pairings", 0, "winner"), 7, "4", "main-2"),
        (("rounds", 1, "pairings", 0, "left"), 6, "2", "main-2"),
        (("rounds", 0, "pairings", 1, "outcome"), "walkover", "3", "main-1"),
        (("rounds", 4, "pairings", 0, "games_won"), [2, 2], "4", "third-3"),
        (("places", 2, "ticket"), 2, "5", "third-3"),
        (("prizes", 0, "player"), 3, "6", "main-4"),
        (("tournament", "size"), 32, "1", None),
        (("tournament", "rules"), {"profile": "skat"}, "9", None),
    ],
)
def test_a_discrepancy_names_round_and_rule(path: Path_, value: Any, rule: str, slug: str | None) -> None:
    found = verify_altered(ARCHIVES["archive-13"], path, value)

    assert found[0].reason.rule == rule
    for locale in LOCALES:
        assert f" {rule})" in found[0].sentence(locale)
        assert slug is None or f"({slug})" in found[0].sentence(locale)


def test_a_term_or_prize_that_the_log_knows_otherwise_is_refused(desk: Desk) -> None:
    night = a_tournament(desk, sold=8, prizes=[" 1 Gans ", "1 Schinken"])
    played_until(desk, night, Step.AWARD)
    archive = export_archive(desk.database, night)
    assert verify(archive) == ()

    for path, value in (
        (("prizes", 0, "text"), "2 Gänse"),
        (("prizes",), []),
        (("tournament", "ticket_price_cents"), 1),
        (("tournament", "third_place_match"), False),
    ):
        assert verify_altered(archive, path, value), path


def test_a_missing_round_and_one_too_many_are_refused() -> None:
    missing, doubled = (copy.deepcopy(ARCHIVES["archive-13"]) for _ in range(2))
    del missing["rounds"][1]
    doubled["rounds"].append(doubled["rounds"][0])

    assert verify(missing)
    assert verify(doubled)


def test_more_cards_than_the_limit_or_the_capacity_are_refused() -> None:
    archive = ARCHIVES["archive-13"]

    assert verify_altered(archive, ("tournament", "max_tickets_per_player"), 2)[0].reason.rule == "1"
    assert verify_altered(archive, ("tournament", "capacity"), 8)[0].reason.rule == "1"
    assert verify_altered(archive, ("tickets", 4, "player"), None)[0].reason.rule == "1"
    assert verify_altered(archive, ("tickets", 4, "player"), 99)[0].reason.rule == "1"


NONSENSE: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1.5,
    2**70,
    float("nan"),
    "",
    "x",
    "\0",
    "\ud800",
    [],
    {},
    [[]],
    {"a": []},
)


MAY_BE_NONSENSE = {
    "tournament.name",
    "tournament.venue",
    "players.withdrawn",
    "pairings.games",
    "pairings.table",
}
"""Where some nonsense is as good as what stood there: any text, a flag nobody builds on, no points."""


def test_a_malformed_archive_gets_a_sentence_wherever_it_is_malformed() -> None:
    chance = random.Random(7)
    original = ARCHIVES["archive-13"]
    refused = 0
    for path, _ in leaves(original):
        for end in range(1, len(path) + 1) if chance.random() < 0.05 else [len(path)]:
            found = verify_altered(original, path[:end], chance.choice(NONSENSE))
            assert found or kind_of(path[:end]) in MAY_BE_NONSENSE, path[:end]
            assert [one for one in found if not one.sentence("de_AT")] == []
            refused += bool(found)
    assert refused > 600


def test_an_archive_without_one_of_its_members_is_refused() -> None:
    original = ARCHIVES["archive-13"]
    ways = {path[: k + 1] for path, _ in leaves(original) for k in range(len(path))}
    for way in sorted(ways, key=str):
        if isinstance(way[-1], str) and {step for step in way if isinstance(step, int)} <= {0}:
            document = copy.deepcopy(original)
            del at(document, way[:-1])[way[-1]]
            assert verify(document) or way == ("tournament", "rules", "profile"), way


@pytest.mark.parametrize("document", [*NONSENSE, {"format": "preisschnapsen-archive"}], ids=str)
def test_what_is_no_archive_is_refused_with_one_sentence(document: Any) -> None:
    [found] = verify(document)

    assert found.sentence("en")


def test_an_archive_of_a_newer_version_says_so() -> None:
    [found] = verify_altered(ARCHIVES["archive-13"], ("version",), 2)

    assert "newer" in found.sentence("en")
