"""An archive with an altered log is refused with a sentence, or every reader of the log can live with it."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.desk import fresh
from tests.desk.builders import KASSA, a_tournament, key_of, play, played_until
from tests.desk.fresh import collect_prize
from tournament.desk import (
    cash,
    late,
    prizing,
    selling,
    undoing,
    voiding,
    withdrawing,
)
from tournament.desk.acts import Desk
from tournament.desk.archive import archive_bytes, export_archive, import_archive
from tournament.desk.cash import read_cash
from tournament.desk.importing import DoesNotHold
from tournament.desk.loading import read_night
from tournament.desk.office import Step, read_log, read_office
from tournament.desk.printing import draw_versions
from tournament.desk.prizing import reopen
from tournament.desk.results import record_walkover
from tournament.desk.telling import act_sentence
from tournament.desk.telling.teller import Teller
from tournament.desk.undoing import last_act
from tournament.desk.verify import verify
from tournament.errors import RuleBroken
from tournament.knockout.rounds import Stage
from tournament.language import LOCALES

ALTERATIONS = 600
GONE = object()
ODD: tuple[object, ...] = (
    None, -1, 0, 10**12, 2**31 - 1, "x", "", [], {}, [None], ["x"], True, 1.5, {"a": 1}, "main-9", "undo",
    "2026-13-99", "main-²", GONE,
)  # fmt: skip


@pytest.fixture
def busy(desk: Desk) -> dict[str, Any]:
    """The archive of a night in which nearly everything was done that can be."""
    prizes = [f"{rank} Gans" for rank in range(1, 11)]
    night = a_tournament(desk, 9, each=3, capacity=32, max_tickets_per_player=4, prizes=prizes)
    fresh.move_ticket(desk, KASSA, night, 9, "Anna Zach", "Öd")
    fresh.merge_players(desk, KASSA, night, 4, 2)
    selling.sell_unnamed(desk, KASSA, night, 1)
    selling.name_ticket(desk, KASSA, night, 10, "Resi Grabner", "")
    taken = fresh.take_back(desk, KASSA, night, 5)
    undoing.undo(desk, KASSA, night, seen=taken.revision)
    fresh.take_back(desk, KASSA, night, 6)
    selling.sell(desk, KASSA, night, "Sepp", "", 1, paid=False)
    fresh.pay(desk, KASSA, night, [11])
    person = read_night(desk.database, night).people[0]
    selling.rename(desk, KASSA, night, person.number, "Maria Huber", "", seen=person.revision)
    cash.count_cash(desk, KASSA, night, 100, None, seen=read_cash(desk.database, night).counted)
    office = played_until(desk, night, "main-1")
    late.sell_late(desk, KASSA, night, "Karl", "", 1)
    absent = office.open[0]
    record_walkover(desk, KASSA, night, key_of(absent), seen=absent.revision, winner=absent.left.ticket)
    withdrawing.withdraw(desk, KASSA, night, 2)
    withdrawing.bring_back(desk, KASSA, night, 2)
    played_until(desk, night, "main-2")
    lost = voiding.would_be_lost(read_night(desk.database, night), Stage.MAIN, 2)
    voiding.void_draw(desk, KASSA, night, Stage.MAIN, 2, seen=lost)
    office = played_until(desk, night, "main-2")
    play(desk, night, office.open[0], games_won=(2, 1))
    played_until(desk, night, Step.AWARD)
    collect_prize(desk, KASSA, night, 1)
    reopen(desk, KASSA, night)
    played_until(desk, night, Step.AWARD)
    return export_archive(desk.database, night)


def places_in(value: Any, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield at
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in items:
        yield from places_in(inner, (*at, name))


def altered(archive: dict[str, Any], at: tuple[str | int, ...], value: object) -> dict[str, Any]:
    changed = copy.deepcopy(archive)
    part: Any = changed["log"]
    for name in at[:-1]:
        part = part[name]
    if value is GONE:
        del part[at[-1]]
    else:
        part[at[-1]] = value
    return changed


def read_all(desk: Desk, night: int) -> None:
    """Everything that anybody reads from the log."""
    office = read_office(desk.database, night)
    log = read_log(desk.database, night)
    for locale in LOCALES:
        assert all(act_sentence(Teller(office, locale), entry) for entry in log)
    assert read_cash(desk.database, night).refunded >= 0
    last_act(desk.database, night, KASSA.by)
    for view in office.board.rounds:
        draw_versions(reversed(log), view.slug)
    for person in office.night.people:
        if person.withdrawn:
            withdrawing.missed_matches(desk.database, night, person.number)
    for taken in office.night.taken.values():
        assert taken.ticket in office.night.last_holders
    assert verify(export_archive(desk.database, night)) == ()


def test_what_is_altered_in_the_log_is_refused_or_hurts_nobody(desk: Desk, busy: dict[str, Any]) -> None:
    chance = random.Random(5)
    assert verify(busy) == ()
    places = [at for at in places_in(busy["log"]) if len(at) > 2]

    refused = 0
    for _ in range(ALTERATIONS):
        at, value = chance.choice(places), chance.choice(ODD)
        try:
            night = import_archive(desk.database, json.dumps(altered(busy, at, value)).encode())
        except RuleBroken:
            refused += 1
            continue
        read_all(desk, night)
        if not read_office(desk.database, night).night.finished:
            continue
        reopen(desk, KASSA, night)
        prizing.finish(desk, KASSA, night)

    assert refused > ALTERATIONS / 3


def test_a_fact_of_a_wrong_kind_is_named_with_its_place(desk: Desk, busy: dict[str, Any]) -> None:
    drawn = next(place for place, told in enumerate(busy["log"]) if told["act"] == "draw-rounds")
    bad = altered(busy, (drawn, "after", "rounds", 0, "round"), ["x"])

    with pytest.raises(DoesNotHold) as caught:
        import_archive(desk.database, json.dumps(bad).encode())

    assert f"log[{drawn}].after.rounds[0].round is not what it should be." in caught.value.found[0].sentence(
        "en"
    )


def test_a_line_that_nobody_could_tell_is_named(busy: dict[str, Any]) -> None:
    [found] = verify(altered(busy, (3, "after"), {}))

    assert "log[3] is not what it should be." in found.sentence("en")


def test_a_prize_of_a_card_that_nobody_holds_is_found(busy: dict[str, Any]) -> None:
    reopened = next(place for place, told in enumerate(busy["log"]) if told["act"] == "reopen")

    [found] = verify(altered(busy, (reopened, "before", "awards", 0, 1), 4000))

    assert f"log[{reopened}] is not" in found.sentence("en")


def test_facts_that_a_newer_version_added_are_let_in(desk: Desk, busy: dict[str, Any]) -> None:
    newer = altered(busy, (3, "after", "weather"), {"snow": [1.5, None]})

    night = import_archive(desk.database, json.dumps(newer).encode())

    assert json.loads(archive_bytes(desk.database, night)) == newer


@pytest.mark.parametrize("ticket", [0, 6, 99])
def test_a_lot_of_a_card_that_nobody_holds_is_found(busy: dict[str, Any], ticket: int) -> None:
    for number, round_ in enumerate(busy["rounds"]):
        for place in range(len(round_["draw"]["lots"]) if round_["draw"] else 0):
            changed = copy.deepcopy(busy)
            changed["rounds"][number]["draw"]["lots"][place]["ticket"] = ticket
            assert verify(changed), (number, place)
