"""Lists of players as spreadsheets write them: read as they are meant, or refused line by line."""

from __future__ import annotations

import csv
import io
import unicodedata
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.desk.builders import KASSA, a_tournament, refused, snapshot
from tests.desk.fresh import take_back
from tournament.desk.acts import Desk
from tournament.desk.loading import read_night
from tournament.desk.names import clean_name
from tournament.desk.players import (
    BadRows,
    PlayerRow,
    import_players,
    parse_players,
    players_csv,
    write_csv,
)
from tournament.desk.selling import sell
from tournament.desk.withdrawing import withdraw
from tournament.errors import RuleBroken

LISTS = Path(__file__).parent.parent / "input"
"""The shared lists, byte for byte."""


def parsed(text: str, *, limit: int = 3, encoding: str = "utf-8") -> list[tuple[str, str, int]]:
    rows = parse_players(text.encode(encoding), limit=limit)
    return [(row.name, row.town, row.tickets) for row in rows]


def reasons(text: str, *, limit: int = 3) -> dict[int, str]:
    with pytest.raises(BadRows) as caught:
        parse_players(text.encode(), limit=limit)
    return {line: str(reason) for line, reason in caught.value.reasons}


@pytest.mark.parametrize(
    ("name", "limit", "players", "tickets", "first"),
    [
        ("night-17-players.csv", 4, 17, 64, PlayerRow(2, "Gruber Margarethe", "Großau", 4)),
        ("night-50.csv", 3, 20, 50, PlayerRow(2, "Unterwurzacher-Obermoser Łukasz", "Neustift", 3)),
        ("night-64.csv", 3, 31, 64, PlayerRow(2, "Wagner Károly", "Öd", 2)),
        ("night-128.csv", 3, 62, 121, PlayerRow(2, "Krautgartner Walpurga", "Öd", 3)),
        ("utf-16.csv", 3, 10, 16, PlayerRow(1, "Gruber Johann", "Kirchschlag", 1)),
        ("windows-1252.csv", 3, 10, 20, PlayerRow(2, "Österreicher Josef", "Zell am Moos", 2)),
        ("hostile-names.csv", 3, 8, 9, PlayerRow(2, '"><img src=x onerror=alert(1)>', "Altdorf", 1)),
    ],
)
def test_every_shared_list_is_read(
    name: str, limit: int, players: int, tickets: int, first: PlayerRow
) -> None:
    rows = parse_players((LISTS / name).read_bytes(), limit=limit)

    assert (len(rows), sum(row.tickets for row in rows), rows[0]) == (players, tickets, first)


def test_hostile_names_are_kept_as_typed() -> None:
    rows = parse_players((LISTS / "hostile-names.csv").read_bytes(), limit=3)

    assert [(row.name, row.town) for row in rows] == [
        ('"><img src=x onerror=alert(1)>', "Altdorf"),
        ('=HYPERLINK(""x"")', "Öd"),
        ("Huber; Franz", 'St. "Veit"'),
        ("Huber Franz", "Altdorf"),
        ("Huber Franz", "Neustift"),
        ("محمد علي", "Wien"),
        ("🂡 Herzass", ""),
        ("Unterwurzacher-Obermoser-Hinterseer Maximiliana Walpurgis", "Großwarasdorf-Veliki Borištof"),
    ]


def test_every_bad_row_is_told_at_once_with_its_line() -> None:
    with pytest.raises(BadRows, match=r"cannot be used: 5\.") as caught:
        parse_players((LISTS / "bad-rows.csv").read_bytes(), limit=3)

    assert [line for line, _ in caught.value.reasons] == [3, 4, 5, 6, 7]


@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_any_separator_line_end_and_encoding_is_understood(separator: str, end: str, encoding: str) -> None:
    text = end.join([f"Öhlinger Jörg{separator}Großau{separator}2", f"Zach Sepp{separator}{separator}1", ""])

    assert parsed(text, encoding=encoding) == [("Öhlinger Jörg", "Großau", 2), ("Zach Sepp", "", 1)]


@pytest.mark.parametrize(
    "text",
    [
        "Huber Franz;Öd;2",
        "Name;Ort;Karten\nHuber Franz;Öd;2",
        "name,town,tickets\nHuber Franz,Öd,2",
        "Karten;Name;Ort\n2;Huber Franz;Öd",
        "KARTEN\tOrt\tSpieler\n2\tÖd\tHuber Franz",
        '"Name";"Ort";"Karten"\n"Huber Franz"; "Öd";" 2 "',
        "\n ;; \n\nName;Ort;Karten;;\n;;\nHuber Franz ;Öd;2;;\n\n",
        "Name;Ort;Karten\n\N{NO-BREAK SPACE}Huber Franz;Öd;2",
    ],
)
def test_a_header_blank_lines_quotes_and_spaces_are_as_the_writer_likes(text: str) -> None:
    assert parsed(text) == [("Huber Franz", "Öd", 2)]


def test_a_list_without_towns_is_a_list() -> None:
    assert parsed("Name;Karten\nHuber Franz;2") == [("Huber Franz", "", 2)]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('"Huber ""Sepp"" Franz";Öd;1', 'Huber "Sepp" Franz'),
        ('"Sepp" Huber;Öd;1', '"Sepp" Huber'),
        ('"Huber;Öd;1', '"Huber'),
        ("d'Angelo Resi;Öd;1", "d'Angelo Resi"),
        ('"Huber, Franz";Öd;1', "Huber, Franz"),
        ("Huber, Franz, Wirt;Öd;1", "Huber, Franz, Wirt"),
    ],
)
def test_quotes_and_commas_in_a_name_stay_its_own(line: str, name: str) -> None:
    assert parsed(line) == [(name, "Öd", 1)]


def test_quotes_that_do_not_close_swallow_no_other_line() -> None:
    assert parsed('"Huber;Öd;1\nZach";Öd;2') == [('"Huber', "Öd", 1), ('Zach"', "Öd", 2)]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (";Öd;1", "A name, please."),
        ("Huber;Öd", "The number of cards is missing."),
        ("Huber;Öd; ", "The number of cards is missing."),
        ("Huber;Öd;zwei", "“zwei” is no number of cards."),
        ("Huber;Öd;1.5", "“1.5” is no number of cards."),
        ("Huber;Öd;" + "9" * 5000, "“" + "9" * 40 + "” is no number of cards."),
        ("Huber;Öd;0", "At least one card."),
        ("Huber;Öd;-1", "At least one card."),
        ("Huber;Öd;4", "At most 3 cards per player; this player has 0."),
        ("Huber;Öd;1;x", "This line has too many columns."),
        ("Hu\x07ber;Öd;1", "This text contains characters that cannot be printed."),
        ("Huber;Ö\x00d;1", "This text contains characters that cannot be printed."),
        ("H" * 201 + ";Öd;1", "At most 200 letters."),
        ("Gruber  anna;ALTDORF;1", "This player is in line 2 already."),
    ],
)
def test_a_row_that_cannot_be_used_is_told_with_its_reason(line: str, reason: str) -> None:
    assert reasons(f"Name;Ort;Karten\nGruber Anna;Altdorf;1\n\n{line}\n") == {4: reason}


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("Name;Ort;Karten;Telefon", "The column “Telefon” is not expected here."),
        ("Name;Spieler;Karten", "The column “Name” is not expected here."),
        ("Name;Ort", "The list needs a column for names and one for cards."),
    ],
)
def test_a_header_that_leaves_a_doubt_is_refused(header: str, reason: str) -> None:
    assert reasons(f"{header}\nHuber;Öd;1") == {1: reason}


@pytest.mark.parametrize("data", [b"", b"\n;;\n", b"Name;Ort;Karten\r\n", "Name;Ort;Karten".encode("utf-16")])
def test_a_list_without_players_is_refused(data: bytes) -> None:
    with pytest.raises(RuleBroken, match="no players"):
        parse_players(data, limit=3)


@pytest.mark.parametrize("data", [b"PK\x03\x04" + bytes(99), b"%PDF-1.7", b"\xff\xfe\x00", b"H\x81uber;;1"])
def test_a_file_that_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(RuleBroken, match="CSV"):
        parse_players(data, limit=3)


@given(st.binary(max_size=200))
@example(b"\x00" * 7)
@example(b"\xef\xbb\xbf")
@example(b'"' * 9)
def test_any_bytes_are_read_or_refused_with_a_reason(data: bytes) -> None:
    rows: tuple[PlayerRow, ...] = ()
    with suppress(RuleBroken):
        rows = parse_players(data, limit=3)

    assert all(row.name and 1 <= row.tickets <= 3 for row in rows)


def test_importing_sells_every_row_in_order_with_one_log_entry(desk: Desk) -> None:
    tournament = a_tournament(desk, 0, ticket_price_cents=700)
    rows = parse_players("Huber;Öd;2\nZach;;1".encode(), limit=3)

    entry = import_players(desk, KASSA, tournament, rows, paid=True)

    night, log = snapshot(desk, tournament)
    assert [(p.number, p.name, p.town) for p in night.people] == [(1, "Huber", "Öd"), (2, "Zach", "")]
    assert [(t.number, t.player, t.state, t.price_cents) for t in night.tickets] == [
        (1, 1, "paid", 700),
        (2, 1, "paid", 700),
        (3, 2, "paid", 700),
    ]
    assert log[0] == entry
    assert (entry.act, entry.revision, len(log)) == ("import-players", 2, 2)
    assert entry.after == {
        "players": [
            {"player": 1, "name": "Huber", "town": "Öd", "tickets": [1, 2]},
            {"player": 2, "name": "Zach", "town": "", "tickets": [3]},
        ],
        "state": "paid",
        "cents": 2100,
    }


def test_importing_can_reserve(desk: Desk) -> None:
    tournament = a_tournament(desk, 0)

    import_players(desk, KASSA, tournament, [PlayerRow(1, "Huber", "", 2)], paid=False)

    assert {t.state for t in read_night(desk.database, tournament).tickets} == {"reserved"}


def test_players_who_have_cards_here_are_told_and_nobody_is_imported(desk: Desk) -> None:
    tournament = a_tournament(desk, 0)
    sell(desk, KASSA, tournament, "Huber Franz", "Öd", 2)
    rows = [
        PlayerRow(2, "Zach", "", 1),
        PlayerRow(3, "HUBER Franz", "öd", 1),
        PlayerRow(5, "Huber Franz", "", 1),
        PlayerRow(6, "Huber Franz", "Altdorf", 1),
        PlayerRow(7, "Gruber", "", 4),
    ]

    with refused(desk, tournament, BadRows) as caught:
        import_players(desk, KASSA, tournament, rows, paid=True)

    assert isinstance(caught.value, BadRows)
    assert [line for line, _ in caught.value.reasons] == [3, 5, 7]


def test_a_player_whose_cards_went_back_can_be_imported_under_his_number(desk: Desk) -> None:
    tournament = a_tournament(desk, 0)
    sell(desk, KASSA, tournament, "Huber Franz", "Öd", 1)
    take_back(desk, KASSA, tournament, 1)

    import_players(desk, KASSA, tournament, [PlayerRow(1, "Huber Franz", "Öd", 2)], paid=True)

    night = read_night(desk.database, tournament)
    assert len(night.people) == 1
    assert [t.number for t in night.live_tickets] == [2, 3]


def test_who_has_withdrawn_is_neither_imported_nor_sold_a_card(desk: Desk) -> None:
    tournament = a_tournament(desk, 2)
    take_back(desk, KASSA, tournament, 1)
    withdraw(desk, KASSA, tournament, 1)

    with refused(desk, tournament, BadRows):
        import_players(desk, KASSA, tournament, [PlayerRow(1, "Huber 1", "", 1)], paid=True)
    with refused(desk, tournament, field="name"):
        sell(desk, KASSA, tournament, "Huber 1", "", 1)


def test_a_list_larger_than_the_house_is_refused_as_a_whole(desk: Desk) -> None:
    tournament = a_tournament(desk, 6, capacity=8)

    with refused(desk, tournament, field="count") as caught:
        import_players(
            desk, KASSA, tournament, [PlayerRow(1, "A", "", 2), PlayerRow(2, "B", "", 1)], paid=True
        )

    assert str(caught.value) == "Only 2 of 8 cards are left."


def test_an_exported_list_is_sorted_as_a_phone_book_and_imports_unchanged(desk: Desk) -> None:
    names = ["Zach", "Özil", "Ofner", "=1+1", "'@x", "Oswald", "Österreicher", "Huber; Franz", '"Sepp" X']
    first, second = a_tournament(desk, 0, capacity=16), a_tournament(desk, 0, capacity=16)
    rows = [PlayerRow(k, name, "-Öd", 1) for k, name in enumerate(names)]
    import_players(desk, KASSA, first, rows, paid=True)
    exported = players_csv(read_night(desk.database, first))

    again = parse_players(exported, limit=3)
    import_players(desk, KASSA, second, again, paid=True)

    sorted_as = ["Ofner", "Österreicher", "Oswald", "Özil", "Zach"]
    assert [row.name for row in again if row.name in sorted_as] == sorted_as
    assert {(row.name, row.town) for row in again} == {(name, "-Öd") for name in names}
    assert players_csv(read_night(desk.database, second)) == exported


def test_an_export_names_only_those_who_hold_cards(desk: Desk) -> None:
    tournament = a_tournament(desk, 3, each=2)
    take_back(desk, KASSA, tournament, 3)

    exported = players_csv(read_night(desk.database, tournament))

    assert exported == b"\xef\xbb\xbfName;Ort;Karten\r\nHuber 1;;2\r\n"


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@x", "\tx", "\rx"])
def test_an_exported_cell_is_never_a_formula(cell: str) -> None:
    written = write_csv([[cell, "Öd"]]).decode("utf-8-sig")

    assert list(csv.reader(io.StringIO(written, newline=""), delimiter=";")) == [[f"'{cell}", "Öd"]]


def is_a_name(text: str) -> bool:
    """Whether something of it can be seen: accents alone are no name."""
    try:
        return bool(clean_name(text))
    except RuleBroken:
        return False


@given(
    st.lists(
        st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=200).filter(is_a_name),
        min_size=1,
        unique_by=lambda name: unicodedata.normalize("NFC", name).casefold(),
    )
)
def test_every_printable_name_comes_back_from_an_export(names: list[str]) -> None:
    file = write_csv([("Name", "Karten"), *((name, "1") for name in names)])

    assert [row.name for row in parse_players(file, limit=1)] == names
