"""What everybody sees, and what the desk sees: from one moment, in order, found by a few letters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields

import pytest
from sqlalchemy import Engine, event

from tests.desk.builders import KASSA, a_tournament, play, played_until
from tests.desk.fresh import take_back
from tournament.desk.acts import Desk
from tournament.desk.finding import find_pairings, find_players
from tournament.desk.loading import read_night
from tournament.desk.matches import PairingView, Side
from tournament.desk.office import (
    Office,
    Step,
    known_people,
    list_tournaments,
    read_log,
    read_office,
)
from tournament.desk.players import PlayerRow, import_players
from tournament.desk.selling import sell, sell_unnamed
from tournament.desk.withdrawing import withdraw
from tournament.store.database import Database

PHONE_BOOK = ["Ofner", "Österreicher", "Oswald", "Özil", "Zach"]
NAMES = [
    "Österreicher",
    "Zach",
    "Oswald",
    "Özil",
    "Ofner",
    "Łukasz Maria",
    "d'Angelo Þórdís",
    "Groß-Enzersdorfer",
]


@contextmanager
def statements() -> Iterator[list[str]]:
    """Every statement sent to a database meanwhile."""
    sent: list[str] = []

    def hear(_1: object, _2: object, statement: str, *_: object) -> None:
        sent.append(statement)

    event.listen(Engine, "before_cursor_execute", hear)
    yield sent
    event.remove(Engine, "before_cursor_execute", hear)


@pytest.fixture
def evening(desk: Desk) -> int:
    """Round one of eight people, one of whom holds two cards."""
    tournament = a_tournament(desk, 0, capacity=16)
    rows = [PlayerRow(k, name, "Öd" if k else "Ybbs", 1) for k, name in enumerate(NAMES)]
    import_players(desk, KASSA, tournament, rows, paid=True)
    sell(desk, KASSA, tournament, "Zach", "Öd", 1)
    played_until(desk, tournament, "main-1")
    return tournament


def names(office: Office) -> list[str]:
    return [holder.person.name for holder in office.holders if holder.person]


@pytest.mark.parametrize("read", [read_night, read_office])
def test_a_view_asks_as_many_questions_of_a_large_field_as_of_a_small_one(
    desk: Desk, read: Callable[[Database, int], object]
) -> None:
    counts = []
    for sold in (8, 4096):
        tournament = a_tournament(desk, sold, each=2)
        played_until(desk, tournament, "main-1")
        with statements() as sent:
            read(desk.database, tournament)
        counts.append(len(sent))

    assert counts[0] == counts[1] <= 10


def test_lists_ask_once_however_long_they_are(desk: Desk) -> None:
    tournament = a_tournament(desk, 20)

    for read in (list_tournaments, known_people, lambda database: read_log(database, tournament)):
        with statements() as sent:
            read(desk.database)
        assert len(sent) == 2, sent


def test_names_stand_as_in_an_austrian_phone_book(desk: Desk, evening: int) -> None:
    office = read_office(desk.database, evening)
    [round_] = office.board.rounds

    assert [name for name in names(office) if name in PHONE_BOOK] == PHONE_BOOK
    by_name = [side.name for side, _ in round_.by_name if side.name in PHONE_BOOK]
    assert list(dict.fromkeys(by_name)) == PHONE_BOOK
    assert [name for name, _ in known_people(desk.database) if name in PHONE_BOOK] == PHONE_BOOK


def test_the_list_by_name_has_every_card_once(desk: Desk, evening: int) -> None:
    [round_] = read_office(desk.database, evening).board.rounds

    assert sorted(side.ticket for side, _ in round_.by_name) == list(range(1, 10))
    assert all(side in pairing.sides for side, pairing in round_.by_name)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("öst", ["Österreicher"]),
        ("ost", ["Österreicher"]),
        ("OSW", ["Oswald"]),
        ("lukasz", ["Łukasz Maria"]),
        ("mar luk", ["Łukasz Maria"]),
        ("thor", ["d'Angelo Þórdís"]),
        ("angelo", ["d'Angelo Þórdís"]),
        ("gross", ["Groß-Enzersdorfer"]),
        ("enz", ["Groß-Enzersdorfer"]),
        ("ybbs", ["Österreicher"]),
        ("7", ["d'Angelo Þórdís"]),
        ("9", ["Zach"]),
        ("o", ["Ofner", "Österreicher", "Oswald", "Özil", "Zach"]),
        ("xyz", []),
        ("", []),
        ("  ", []),
        ("'", []),
    ],
)
def test_a_player_finds_himself_by_a_few_letters(
    desk: Desk, evening: int, typed: str, found: list[str]
) -> None:
    board = read_office(desk.database, evening).board

    people = [player.name for player in find_players(board, typed)]

    if typed == "o":
        people = [name for name in people if name in found]
    assert people == found


def test_a_player_finds_all_his_cards_the_newest_round_first(desk: Desk, evening: int) -> None:
    for pairing in read_office(desk.database, evening).open:
        ours = next((side.ticket for side in pairing.sides if side.name == "Zach"), None)
        play(desk, evening, pairing, ours)
    board = played_until(desk, evening, "main-2").board

    [zach] = find_players(board, "zach")

    assert len(zach.pairings) >= 3
    assert [round_.slug for round_, _, _ in zach.pairings][:1] == ["main-2"]
    assert {side.ticket for _, _, side in zach.pairings} == {2, 9}


def lots(pairings: tuple[PairingView, ...]) -> list[int]:
    return [pairing.number for pairing in pairings]


def test_the_desk_finds_a_pairing_by_either_card_or_by_a_name(desk: Desk, evening: int) -> None:
    board = read_office(desk.database, evening).board
    [match] = [pairing for pairing in board.rounds[0].pairings if pairing.right]
    assert match.right

    for typed in (f" {match.left.ticket} ", f"00{match.right.ticket}", match.left.name[:4], match.right.name):
        assert match in find_pairings(board, typed)


def test_a_number_means_the_card_before_the_lot(desk: Desk) -> None:
    tournament = a_tournament(desk, 16)
    board = played_until(desk, tournament, "main-1").board
    by_card = next(p for p in board.rounds[0].pairings if 5 in {s.ticket for s in p.sides})
    by_lot = board.rounds[0].pairings[4]

    assert find_pairings(board, "5") == ((by_card,) if by_card == by_lot else (by_card, by_lot))
    assert lots(find_pairings(board, "16")) == [
        p.number for p in board.rounds[0].pairings if 16 in {s.ticket for s in p.sides}
    ]


@pytest.mark.parametrize("typed", ["", "   ", "99", "9" * 5000, "²", "-1", "Nobody"])
def test_what_means_nothing_finds_nothing(desk: Desk, evening: int, typed: str) -> None:
    assert find_pairings(read_office(desk.database, evening).board, typed) == ()


def test_open_pairings_come_before_decided_ones_and_byes_not_at_all(desk: Desk) -> None:
    tournament = a_tournament(desk, 13)
    pairings = played_until(desk, tournament, "main-1").board.rounds[0].pairings
    for pairing in [p for p in pairings if p.right][:2]:
        play(desk, tournament, pairing)

    found = find_pairings(read_office(desk.database, tournament).board, "hub")

    assert [pairing.outcome is not None for pairing in found] == [False] * 3 + [True] * 2
    assert all(pairing.right for pairing in found)


def test_what_is_open_is_in_view_with_the_moment_it_could_start(desk: Desk) -> None:
    tournament = a_tournament(desk, 8)
    semis = played_until(desk, tournament, "main-2").board.round("main-2")
    assert semis
    for pairing in semis.pairings:
        play(desk, tournament, pairing)

    office = played_until(desk, tournament, "main-3")

    assert [p.round for p in office.open[:2]] == ["fifth-to-eighth-1"] * 2
    assert {p.round for p in office.open[2:]} == {"main-3", "third-2"}
    first, last = office.open[0].since, office.open[-1].since
    assert first
    assert last
    assert first < last
    assert {pairing.since for pairing in office.open} == {
        round_.drawn_at for round_ in office.board.rounds if round_.open
    }


def test_the_desk_says_what_to_do_now(desk: Desk) -> None:
    tournament = a_tournament(desk, 2, prizes=["Gans"])

    for step in (Step.SELL, Step.DRAW, Step.PLAY, Step.FINISH, Step.AWARD):
        assert played_until(desk, tournament, step).step is step


def test_money_counts_each_card_where_it_stands(desk: Desk) -> None:
    tournament = a_tournament(desk, 2, ticket_price_cents=700)
    sell(desk, KASSA, tournament, "Zach", "", 3, paid=False)
    sell_unnamed(desk, KASSA, tournament, 1)
    take_back(desk, KASSA, tournament, 1)

    office = read_office(desk.database, tournament)

    assert (office.money.paid, office.money.due, office.money.currency) == (1400, 2100, "EUR")
    unnamed, *others = office.holders
    assert (unnamed.person, [t.number for t in unnamed.live]) == (None, [6])
    assert [(h.person.name, len(h.live), h.due_cents) for h in others if h.person] == [
        ("Huber 1", 0, 0),
        ("Huber 2", 1, 0),
        ("Zach", 3, 2100),
    ]


def test_the_board_shows_names_and_towns_and_nothing_else_of_a_person(desk: Desk, evening: int) -> None:
    withdraw(desk, KASSA, evening, 1)

    board = read_office(desk.database, evening).board

    assert [f.name for f in fields(Side)] == ["ticket", "player", "name", "town", "called"]
    shown = repr(board)
    assert not any(word in shown for word in ("cents", "paid", "withdrawn", "Kassa"))


def test_the_same_revision_is_the_same_view(desk: Desk, evening: int) -> None:
    first, second = read_office(desk.database, evening), read_office(desk.database, evening)

    assert first.board == second.board
    assert (first.step, first.due, first.money, first.holders) == (
        second.step,
        second.due,
        second.money,
        second.holders,
    )


def test_what_is_due_tells_its_matches_and_byes(desk: Desk) -> None:
    tournament = a_tournament(desk, 13)
    [due] = played_until(desk, tournament, Step.ANNOUNCE).due

    assert (due.tickets, due.size, due.matches, due.byes) == (13, 16, 5, 3)
    drawn = played_until(desk, tournament, "main-1").board.rounds[0].pairings
    assert sum(pairing.right is None for pairing in drawn) == due.byes
