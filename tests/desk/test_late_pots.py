"""A late guest draws from the real pot, as everybody before him did (rules, sections 1 and 2)."""

from __future__ import annotations

import json

import pytest

from tests.desk.builders import KASSA, a_tournament, played_until, refused
from tests.desk.real_pots import drawn_from_pots
from tournament.desk.acts import Desk
from tournament.desk.archive import archive_bytes, import_archive
from tournament.desk.late import sell_late
from tournament.desk.loading import read_night
from tournament.desk.undoing import undo
from tournament.desk.verify import discrepancies
from tournament.desk.verifying.json_parts import read_json
from tournament.desk.verifying.reading import read_archive
from tournament.desk.voiding import void_draw, would_be_lost
from tournament.knockout.rounds import Stage

FIRST = (Stage.MAIN, 1)


@pytest.fixture
def night(desk: Desk) -> int:
    """Eleven cards, drawn from real pots into sixteen places: five byes."""
    return drawn_from_pots(desk, sold=11, capacity=16)


def byes(desk: Desk, night: int) -> list[int]:
    return [p.number for p in read_night(desk.database, night).rounds[0].pairings if p.right is None]


def verified(desk: Desk, night: int) -> bytes:
    """The archive of a night that holds."""
    data = archive_bytes(desk.database, night)
    assert [found.sentence("en") for found in discrepancies(read_archive(read_json(data)))] == []
    return data


def test_late_cards_sit_where_their_numbers_say_and_go_out_and_in(desk: Desk, night: int) -> None:
    first, *_, last = byes(desk, night)

    entry = sell_late(desk, KASSA, night, "Spät Sepp", "", 2, drawn=[last, first])

    assert [facts["pairing"] for facts in entry.after["pairings"]] == [last, first]
    data = verified(desk, night)
    late = [lot for lot in json.loads(data)["rounds"][0]["draw"]["lots"] if lot["late"]]
    assert [(lot["number"], "seed" in lot) for lot in late] == [(last, False), (first, False)]
    assert archive_bytes(desk.database, import_archive(desk.database, data)) == data


def test_without_a_number_the_computer_draws_and_both_ways_hold_together(desk: Desk, night: int) -> None:
    sell_late(desk, KASSA, night, "Spät Sepp", "", 1)
    sell_late(desk, KASSA, night, "Maria Huber", "", 1, drawn=byes(desk, night)[:1])

    lots = json.loads(verified(desk, night))["rounds"][0]["draw"]["lots"]

    assert ["seed" in lot for lot in lots if lot["late"]] == [True, False]


@pytest.mark.parametrize("altered", [{"number": 1}, {"seed": "11" * 32}, {"late": False}, {"pot": "left"}])
def test_an_altered_late_lot_does_not_hold(desk: Desk, night: int, altered: dict[str, object]) -> None:
    sell_late(desk, KASSA, night, "Spät Sepp", "", 1, drawn=byes(desk, night)[-1:])
    archive = json.loads(verified(desk, night))
    archive["rounds"][0]["draw"]["lots"][-1] |= altered

    assert discrepancies(read_archive(read_json(json.dumps(archive).encode())))


def test_a_computed_draw_has_no_late_lot_without_a_seed(desk: Desk) -> None:
    night = a_tournament(desk, sold=11, capacity=16)
    played_until(desk, night, "main-1")
    sell_late(desk, KASSA, night, "Spät Sepp", "", 1)
    archive = json.loads(verified(desk, night))
    del archive["rounds"][0]["draw"]["lots"][-1]["seed"]

    [found, *_] = discrepancies(read_archive(read_json(json.dumps(archive).encode())))

    assert "A computed draw has a seed" in found.sentence("en")


def test_there_is_a_number_of_the_pot_for_each_card_or_nothing_is_sold(desk: Desk, night: int) -> None:
    first, second, third, *_ = byes(desk, night)
    taken = next(n for n in range(1, 9) if n not in byes(desk, night))

    for drawn in ([first], [first, second, third], [first, first], [first, taken], [first, 9], [first, 0]):
        with refused(desk, night, field="number"):
            sell_late(desk, KASSA, night, "Spät Sepp", "", 2, drawn=drawn)


def test_his_own_number_is_set_aside_while_others_are_left(desk: Desk, night: int) -> None:
    now = read_night(desk.database, night)
    bye = now.rounds[0].pairings[byes(desk, night)[0] - 1]
    holder = now.person[now.holders[bye.left]]

    with refused(desk, night, field="number"):
        sell_late(desk, KASSA, night, holder.name, holder.town, 1, drawn=[bye.number])


def test_one_number_for_two_late_cards_is_refused_as_what_it_is(desk: Desk, night: int) -> None:
    free = byes(desk, night)[0]

    with refused(desk, night, field="number") as caught:
        sell_late(desk, KASSA, night, "Spät Sepp", "", 2, drawn=[free, free])

    assert str(caught.value) == "Each number only once."


def test_no_pot_gives_a_number_after_a_computed_draw(desk: Desk) -> None:
    night = a_tournament(desk, sold=11, capacity=16)
    played_until(desk, night, "main-1")

    with refused(desk, night, field="number"):
        sell_late(desk, KASSA, night, "Spät Sepp", "", 1, drawn=byes(desk, night)[:1])


def test_a_voided_draw_comes_back_with_its_late_card(desk: Desk, night: int) -> None:
    sell_late(desk, KASSA, night, "Spät Sepp", "", 1, drawn=byes(desk, night)[-1:])
    drawn = json.loads(archive_bytes(desk.database, night))["rounds"][0]["draw"]
    lost = would_be_lost(read_night(desk.database, night), *FIRST)
    voided = void_draw(desk, KASSA, night, *FIRST, seen=lost)

    undo(desk, KASSA, night, seen=voided.revision)

    assert json.loads(verified(desk, night))["rounds"][0]["draw"] == drawn
