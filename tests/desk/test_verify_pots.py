"""Draws from real pots, half made, corrected meanwhile, or altered in their archive."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.desk.builders import KASSA, a_tournament, play, played_until, refused
from tests.desk.changed import loser_of, match
from tests.desk.real_pots import draw_all, drawing, drawn_from_pots, night, pots_of
from tournament.desk.acts import Desk
from tournament.desk.archive import archive_bytes, export_archive, import_archive
from tournament.desk.by_hand import strike_lot, take_pots, type_lot
from tournament.desk.drawing import draw_rounds
from tournament.desk.loading import read_night
from tournament.desk.office import Step, read_office
from tournament.desk.results import record_walkover
from tournament.desk.undoing import undo
from tournament.desk.verify import verify
from tournament.desk.voiding import void_draw, would_be_lost
from tournament.knockout.corrections import PairingRef
from tournament.knockout.draw import Pot
from tournament.knockout.rounds import Stage

__all__ = ["drawing", "night"]

FIRST = (Stage.MAIN, 1)
SECOND = (Stage.MAIN, 2)

Lots = list[dict[str, Any]]


def found(archive: dict[str, Any]) -> list[str]:
    return [one.sentence("en") for one in verify(archive)]


def holds(desk: Desk, night: int) -> bool:
    """It verifies, and comes back from its archive to the byte."""
    data = archive_bytes(desk.database, night)
    assert found(json.loads(data)) == []
    return archive_bytes(desk.database, import_archive(desk.database, data)) == data


def winner_is(desk: Desk, night: int, number: int, winner: int) -> None:
    play(desk, night, match(desk, night, "main-1", number), winner)


@pytest.fixture
def second(desk: Desk) -> int:
    """The winners of sixteen cards, two to a player, draw from real pots; card 1 won, card 2 lost."""
    night = a_tournament(desk, sold=16, each=2)
    for pairing in played_until(desk, night, "main-1").open:
        tickets = sorted(side.ticket for side in pairing.sides)
        play(desk, night, pairing, tickets[1] if tickets[0] == 2 else tickets[0])
    take_pots(desk, KASSA, night)
    return night


def cards_in(desk: Desk, night: int, player: int) -> list[int]:
    """The cards of a player that are still in."""
    now = read_night(desk.database, night)
    [due] = [due for due in now.due if due.number == 2 and due.stage is Stage.MAIN]
    return [ticket for ticket in due.tickets if now.holders[ticket] == player]


def of_card_2(desk: Desk, night: int) -> int:
    """The number of the match that card 2 has lost."""
    round_ = read_office(desk.database, night).board.round("main-1")
    assert round_
    return next(p.number for p in round_.pairings if 2 in [side.ticket for side in p.sides])


def test_a_correction_that_gives_somebody_who_has_drawn_one_more_card_does_no_harm(
    desk: Desk, second: int
) -> None:
    type_lot(desk, KASSA, second, *SECOND, 1, 1)
    other = pots_of(desk, second, "main-2").waiting[0].player
    for number, ticket in enumerate(cards_in(desk, second, other), start=2):
        type_lot(desk, KASSA, second, *SECOND, ticket, number)

    winner_is(desk, second, of_card_2(desk, second), 2)

    assert [side.ticket for side in pots_of(desk, second, "main-2").drawing] == [2]
    assert holds(desk, second)


def test_a_lot_struck_out_of_the_middle_leaves_a_draw_that_holds(desk: Desk) -> None:
    """After a correction the left pot gives a number back when the right one was drawn from already."""
    night = a_tournament(desk, sold=8)
    for pairing in played_until(desk, night, "main-1").open:
        play(desk, night, pairing)
    take_pots(desk, KASSA, night)
    first, second_, third, _ = (side.ticket for side in pots_of(desk, night, "main-2").waiting)
    for ticket, number in ((first, 1), (second_, 2), (third, 1)):
        type_lot(desk, KASSA, night, *SECOND, ticket, number)
    gone = next(p for p in read_night(desk.database, night).rounds[0].pairings if p.winner == first)
    winner_is(desk, night, gone.number, loser_of(match(desk, night, "main-1", gone.number)).ticket)
    assert holds(desk, night)

    struck = strike_lot(desk, KASSA, night, *SECOND, first)

    assert holds(desk, night)
    undo(desk, KASSA, night, seen=struck.revision)
    assert holds(desk, night)
    strike_lot(desk, KASSA, night, *SECOND, first)
    draw_all(desk, night)
    assert holds(desk, night)
    draw_rounds(desk, KASSA, night)
    assert holds(desk, night)


@pytest.fixture
def semifinal(desk: Desk) -> int:
    """The winners of eight cards draw from real pots, no places are played for."""
    night = a_tournament(desk, sold=8, third_place_match=False, fifth_to_eighth=False)
    for pairing in played_until(desk, night, "main-1").open:
        play(desk, night, pairing)
    take_pots(desk, KASSA, night)
    return night


def test_a_card_whose_counterpart_left_the_draw_draws_again_and_meets_somebody(
    desk: Desk, semifinal: int
) -> None:
    """The left 1 leaves, for both were absent after all: the right 1 draws it, and has a bye."""
    first, second_, third, fourth = (side.ticket for side in pots_of(desk, semifinal, "main-2").waiting)
    for ticket, number in ((first, 1), (second_, 2), (third, 1), (fourth, 2)):
        type_lot(desk, KASSA, semifinal, *SECOND, ticket, number)
    gone = next(p for p in read_night(desk.database, semifinal).rounds[0].pairings if p.winner == first)
    seen = match(desk, semifinal, "main-1", gone.number).revision
    record_walkover(desk, KASSA, semifinal, PairingRef(*FIRST, gone.number), seen=seen, winner=None)
    strike_lot(desk, KASSA, semifinal, *SECOND, first)

    now = pots_of(desk, semifinal, "main-2")
    assert (now.missing, now.again and now.again.ticket, now.complete) == (0, third, False)
    with refused(desk, semifinal):
        draw_rounds(desk, KASSA, semifinal)
    with refused(desk, semifinal):
        strike_lot(desk, KASSA, semifinal, *SECOND, second_)
    strike_lot(desk, KASSA, semifinal, *SECOND, third)
    type_lot(desk, KASSA, semifinal, *SECOND, third, 1)
    draw_rounds(desk, KASSA, semifinal)

    drawn = read_night(desk.database, semifinal).rounds[1]
    assert [p.tickets for p in drawn.pairings] == [(third,), (second_, fourth)]
    assert holds(desk, semifinal)


def test_nobody_draws_before_the_lot_of_a_card_that_left_is_struck(desk: Desk, semifinal: int) -> None:
    first, second_, *_ = (side.ticket for side in pots_of(desk, semifinal, "main-2").waiting)
    type_lot(desk, KASSA, semifinal, *SECOND, first, 1)
    gone = next(p for p in read_night(desk.database, semifinal).rounds[0].pairings if p.winner == first)
    winner_is(desk, semifinal, gone.number, loser_of(match(desk, semifinal, "main-1", gone.number)).ticket)

    with refused(desk, semifinal, field="number"):
        type_lot(desk, KASSA, semifinal, *SECOND, second_, 2)


def test_a_number_of_his_own_that_could_be_set_aside_is_found_though_another_lot_was_struck(
    desk: Desk,
) -> None:
    """Huber holds cards 1 and 2; the archive is altered so that he meets himself, the log with it."""
    night = a_tournament(desk, sold=8, each=2, third_place_match=False, fifth_to_eighth=False)
    played_until(desk, night, Step.ANNOUNCE)
    take_pots(desk, KASSA, night)
    draw_all(desk, night)
    draw_rounds(desk, KASSA, night)
    for number, winner in enumerate((1, 2, 3, 4), start=1):
        winner_is(desk, night, number, winner)
    take_pots(desk, KASSA, night)
    type_lot(desk, KASSA, night, *SECOND, 3, 1)
    winner_is(desk, night, 3, 7)
    strike_lot(desk, KASSA, night, *SECOND, 3)
    for ticket, number in ((7, 1), (1, 2), (2, 1), (4, 2)):
        type_lot(desk, KASSA, night, *SECOND, ticket, number)
    draw_rounds(desk, KASSA, night)
    assert holds(desk, night)
    archive = json.loads(archive_bytes(desk.database, night))

    second = archive["rounds"][1]
    told = [e["after"] for e in archive["log"] if e["act"] == "type-lot" and e["after"]["round"] == "main-2"]
    for lot in (*second["draw"]["lots"], *told):
        lot["number"] = 3 - lot["number"] if lot["pot"] == "right" else lot["number"]
    one, other = second["pairings"]
    one["right"], other["right"] = other["right"], one["right"]
    other.update(outcome="handed-in", winner=1)

    assert any("meets himself, though other numbers were left" in sentence for sentence in found(archive))


def test_a_draw_from_pots_that_was_voided_and_is_there_again_holds(desk: Desk, semifinal: int) -> None:
    first, *_ = (side.ticket for side in pots_of(desk, semifinal, "main-2").waiting)
    type_lot(desk, KASSA, semifinal, *SECOND, first, 1)
    strike_lot(desk, KASSA, semifinal, *SECOND, first)
    draw_all(desk, semifinal)
    draw_rounds(desk, KASSA, semifinal)
    seen = would_be_lost(read_night(desk.database, semifinal), *SECOND)
    voided = void_draw(desk, KASSA, semifinal, *SECOND, seen=seen)
    taken = take_pots(desk, KASSA, semifinal)
    undo(desk, KASSA, semifinal, seen=taken.revision)

    undo(desk, KASSA, semifinal, seen=voided.revision)

    assert holds(desk, semifinal)


def test_somebody_for_whom_nothing_but_his_own_number_is_left_meets_himself(desk: Desk) -> None:
    """Card 2 comes in by a correction when card 1, of the same player, and all others have drawn."""
    night = drawn_from_pots(desk, sold=8, each=2)
    for number, winner in enumerate((1, 6, 3, 8), start=1):
        winner_is(desk, night, number, winner)
    take_pots(desk, KASSA, night)
    for ticket, number in ((1, 1), (3, 2), (8, 2)):
        type_lot(desk, KASSA, night, *SECOND, ticket, number)
    winner_is(desk, night, 2, 2)

    type_lot(desk, KASSA, night, *SECOND, 2, 1)
    draw_rounds(desk, KASSA, night, seen=["main-2"])

    assert read_night(desk.database, night).rounds[1].pairings[0].tickets == (1, 2)
    assert holds(desk, night)


def _swap(lots: Lots) -> None:
    lots[0]["number"], lots[1]["number"] = lots[1]["number"], lots[0]["number"]


ALTERED: dict[str, Callable[[Lots], object]] = {
    "pot": lambda lots: lots[1].update(pot="right"),
    "number": lambda lots: lots[1].update(number=4),
    "number-swapped": _swap,
    "number-none": lambda lots: lots[1].update(number=5),
    "number-twice": lambda lots: lots[1].update(number=3),
    "ticket": lambda lots: lots[1].update(ticket=4),
    "ticket-twice": lambda lots: lots[1].update(ticket=1),
    "ticket-not-sold": lambda lots: lots[1].update(ticket=99),
    "late": lambda lots: lots[1].update(late=True, seed="0" * 64),
    "lost": lambda lots: lots.pop(0),
}


@pytest.mark.parametrize("name", ALTERED)
def test_a_lot_altered_while_the_draw_goes_on_is_found(desk: Desk, drawing: int, name: str) -> None:
    for ticket, number in ((1, 3), (2, 2)):
        type_lot(desk, KASSA, drawing, *FIRST, ticket, number)
    archive = json.loads(json.dumps(export_archive(desk.database, drawing)))
    assert found(archive) == []

    ALTERED[name](archive["rounds"][0]["draw"]["lots"])

    assert found(archive)


@pytest.mark.parametrize("name", ["pot", "number-none", "number-twice", "ticket-twice", "late"])
def test_a_lot_that_cannot_be_is_found_without_a_log(desk: Desk, drawing: int, name: str) -> None:
    for ticket, number in ((1, 3), (2, 2)):
        type_lot(desk, KASSA, drawing, *FIRST, ticket, number)
    archive = json.loads(json.dumps(export_archive(desk.database, drawing))) | {"log": []}
    assert found(archive) == []

    ALTERED[name](archive["rounds"][0]["draw"]["lots"])

    assert found(archive)


def test_two_cards_that_change_their_lots_from_the_same_pot_are_betrayed_by_the_log(
    desk: Desk, drawing: int
) -> None:
    draw_all(desk, drawing)
    draw_rounds(desk, KASSA, drawing)
    archive = json.loads(json.dumps(export_archive(desk.database, drawing)))
    round_ = archive["rounds"][0]
    one, other = round_["draw"]["lots"][0], round_["draw"]["lots"][1]
    assert one["pot"] == other["pot"] == Pot.LEFT
    one["number"], other["number"] = other["number"], one["number"]
    here, there = (round_["pairings"][lot["number"] - 1] for lot in (one, other))
    here["left"], there["left"] = there["left"], here["left"]

    assert any("The log has other lots" in sentence for sentence in found(archive))
