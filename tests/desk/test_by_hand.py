"""Drawing from real pots at the desk: typed in lot by lot, resumed, struck, left, seated, exported."""

from __future__ import annotations

import json

import pytest

from tests.desk.builders import KASSA, a_tournament, play, played_until, refused
from tests.desk.real_pots import draw_all, drawing, night, pots_of
from tournament.desk.acts import Desk
from tournament.desk.archive import archive_bytes, import_archive
from tournament.desk.by_hand import Pots, leave_pots, pots, strike_lot, take_pots, type_lot
from tournament.desk.drawing import announce_draw, draw_rounds
from tournament.desk.late import sell_late
from tournament.desk.loading import read_night
from tournament.desk.office import Step, read_office
from tournament.desk.results import withdraw_result
from tournament.desk.undoing import undo
from tournament.desk.verify import discrepancies
from tournament.desk.verifying.json_parts import read_json
from tournament.desk.verifying.reading import read_archive
from tournament.errors import NotThere
from tournament.knockout.corrections import PairingRef
from tournament.knockout.draw import Pot
from tournament.knockout.rounds import Stage

__all__ = ["drawing", "night"]

FIRST = (Stage.MAIN, 1)


def stands(desk: Desk, night: int) -> Pots:
    [found] = pots(read_night(desk.database, night))
    return found


def verified(desk: Desk, night: int) -> bytes:
    """The archive of a night that holds."""
    data = archive_bytes(desk.database, night)
    assert [found.sentence("en") for found in discrepancies(read_archive(read_json(data)))] == []
    return data


def test_lots_are_kept_as_they_are_typed(desk: Desk, drawing: int) -> None:
    type_lot(desk, KASSA, drawing, *FIRST, 1, 3)

    now = stands(desk, drawing)

    assert [(side.ticket, lot.pot, lot.number) for side, lot in now.lots] == [(1, Pot.LEFT, 3)]
    assert [side.ticket for side in now.drawing] == [2]
    assert [side.ticket for side in now.waiting] == [3, 5, 7]
    assert (now.missing, now.in_turn) == (6, Pot.LEFT)


def test_any_card_of_a_player_stands_for_the_next_he_draws_for(desk: Desk, drawing: int) -> None:
    type_lot(desk, KASSA, drawing, *FIRST, 4, 1)

    assert stands(desk, drawing).lots[0][0].ticket == 3


@pytest.mark.parametrize(
    ("ticket", "lot", "field"),
    [(2, 9, "number"), (2, 0, "number"), (2, 3, "number"), (1, 2, "who"), (3, 1, "who"), (99, 1, "who")],
)
def test_what_cannot_be_is_refused_at_its_field(
    desk: Desk, drawing: int, ticket: int, lot: int, field: str
) -> None:
    type_lot(desk, KASSA, drawing, *FIRST, 1, 3)

    with refused(desk, drawing, field=field):
        type_lot(desk, KASSA, drawing, *FIRST, ticket, lot)


def test_with_a_lot_missing_nobody_is_seated(desk: Desk, drawing: int) -> None:
    type_lot(desk, KASSA, drawing, *FIRST, 1, 3)

    with refused(desk, drawing):
        draw_rounds(desk, KASSA, drawing)


def test_a_complete_draw_pairs_equal_numbers_and_holds(desk: Desk, drawing: int) -> None:
    draw_all(desk, drawing)
    draw_rounds(desk, KASSA, drawing)

    office = played_until(desk, drawing, Step.DONE)

    first = office.board.round("main-1")
    assert first
    assert [(p.left.ticket, p.right and p.right.ticket) for p in first.pairings] == [
        (1, 5),
        (2, 6),
        (3, 7),
        (4, None),
    ]
    assert first.seed is None
    verified(desk, drawing)


def test_every_round_of_a_night_can_come_from_pots(desk: Desk, night: int) -> None:
    while (office := read_office(desk.database, night)).step is not Step.FINISH:
        if office.step is Step.ANNOUNCE:
            take_pots(desk, KASSA, night)
        elif office.step is Step.DRAW:
            draw_all(desk, night)
            draw_rounds(desk, KASSA, night)
        for pairing in read_office(desk.database, night).open:
            play(desk, night, pairing)

    played_until(desk, night, Step.DONE)
    archive = json.loads(verified(desk, night))
    assert {r["draw"]["method"] for r in archive["rounds"] if r["draw"]} == {"by-hand"}


def test_a_draw_is_announced_or_made_from_pots_not_both(desk: Desk, drawing: int) -> None:
    with refused(desk, drawing):
        announce_draw(desk, KASSA, drawing)
    with refused(desk, drawing):
        take_pots(desk, KASSA, drawing)


def test_only_the_newest_lot_can_be_struck_one_after_another(desk: Desk, drawing: int) -> None:
    type_lot(desk, KASSA, drawing, *FIRST, 1, 3)
    type_lot(desk, KASSA, drawing, *FIRST, 2, 2)

    with refused(desk, drawing):
        strike_lot(desk, KASSA, drawing, *FIRST, 1)
    strike_lot(desk, KASSA, drawing, *FIRST, 2)
    strike_lot(desk, KASSA, drawing, *FIRST, 1)

    assert stands(desk, drawing).lots == ()


def test_the_pots_can_be_left_and_the_computer_draws_after_all(desk: Desk, drawing: int) -> None:
    type_lot(desk, KASSA, drawing, *FIRST, 1, 3)

    told = leave_pots(desk, KASSA, drawing)

    assert [lot["number"] for lot in told.before["typed"]] == [3]
    assert pots(read_night(desk.database, drawing)) == ()
    played_until(desk, drawing, Step.DONE)
    verified(desk, drawing)


def test_without_pots_there_is_nothing_to_type_strike_or_leave(desk: Desk, night: int) -> None:
    with pytest.raises(NotThere):
        type_lot(desk, KASSA, night, *FIRST, 1, 1)
    with pytest.raises(NotThere):
        strike_lot(desk, KASSA, night, *FIRST, 1)
    with refused(desk, night):
        leave_pots(desk, KASSA, night)


def test_a_half_typed_draw_goes_out_and_in_and_on(desk: Desk, drawing: int) -> None:
    type_lot(desk, KASSA, drawing, *FIRST, 1, 3)
    data = verified(desk, drawing)

    again = import_archive(desk.database, data)

    assert archive_bytes(desk.database, again) == data
    draw_all(desk, again)
    draw_rounds(desk, KASSA, again)
    verified(desk, again)


def test_an_archive_with_a_typed_lot_that_cannot_be_does_not_hold(desk: Desk, drawing: int) -> None:
    type_lot(desk, KASSA, drawing, *FIRST, 1, 3)
    type_lot(desk, KASSA, drawing, *FIRST, 2, 2)
    archive = json.loads(archive_bytes(desk.database, drawing))
    archive["rounds"][0]["draw"]["lots"][1]["number"] = 3

    assert discrepancies(read_archive(read_json(json.dumps(archive).encode())))


def test_a_late_card_takes_a_bye_of_a_draw_by_hand(desk: Desk, drawing: int) -> None:
    draw_all(desk, drawing)
    draw_rounds(desk, KASSA, drawing)

    sell_late(desk, KASSA, drawing, "Spät Sepp", "", 1)

    verified(desk, drawing)


def test_a_card_that_leaves_the_draw_by_a_correction_is_struck(desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    for pairing in played_until(desk, night, "main-1").open:
        play(desk, night, pairing)
    take_pots(desk, KASSA, night)
    semi = next(one for one in pots(read_night(desk.database, night)) if one.stage is Stage.MAIN)
    winner = semi.waiting[0].ticket
    type_lot(desk, KASSA, night, semi.stage, semi.number, winner, 1)
    lost = next(p for p in read_night(desk.database, night).rounds[0].pairings if winner in p.tickets)
    seen = read_night(desk.database, night).drawn[0].results[lost.number].revision
    withdraw_result(desk, KASSA, night, PairingRef(Stage.MAIN, 1, lost.number), seen=seen)
    again = read_office(desk.database, night).board.round("main-1")
    assert again
    other = next(t for t in lost.tickets if t != winner)
    play(desk, night, again.pairings[lost.number - 1], winner=other)

    now = pots_of(desk, night, semi.slug)
    assert [side.ticket for side in now.strangers] == [winner]
    assert not now.complete
    strike_lot(desk, KASSA, night, semi.stage, semi.number, winner)
    draw_all(desk, night)
    draw_rounds(desk, KASSA, night)
    verified(desk, night)


class TestUndo:
    def last(self, desk: Desk, night: int) -> int:
        return read_night(desk.database, night).revision

    def test_a_typed_and_a_struck_lot_are_undone(self, desk: Desk, drawing: int) -> None:
        type_lot(desk, KASSA, drawing, *FIRST, 1, 3)
        strike_lot(desk, KASSA, drawing, *FIRST, 1)

        undo(desk, KASSA, drawing, seen=self.last(desk, drawing))
        assert [lot.number for _, lot in stands(desk, drawing).lots] == [3]
        undo(desk, KASSA, drawing, seen=self.last(desk, drawing) - 2)
        assert stands(desk, drawing).lots == ()

    def test_pots_just_taken_are_put_away(self, desk: Desk, drawing: int) -> None:
        undo(desk, KASSA, drawing, seen=self.last(desk, drawing))

        assert pots(read_night(desk.database, drawing)) == ()

    def test_a_seated_draw_is_undone_to_its_typed_lots(self, desk: Desk, drawing: int) -> None:
        draw_all(desk, drawing)
        before = stands(desk, drawing)
        draw_rounds(desk, KASSA, drawing)

        undo(desk, KASSA, drawing, seen=self.last(desk, drawing))

        assert stands(desk, drawing) == before
        draw_rounds(desk, KASSA, drawing)
        verified(desk, drawing)
