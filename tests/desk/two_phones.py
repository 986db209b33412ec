"""Two phones on one score sheet: what they send, and sheets for them to write on."""

from __future__ import annotations

from itertools import count

import pytest

from tests.desk.builders import a_tournament, played_until
from tournament.desk.acts import Desk
from tournament.desk.scoring import Sent, Written, open_private_sheet, write_entries
from tournament.desk.seats import take_seat
from tournament.desk.sheets import SheetView, Visitor, sheet_tokens, view_sheet
from tournament.schnapsen.match import Pair
from tournament.schnapsen.side import Side

A, B = Side.A, Side.B
RESI, KARL, DESK = Visitor("resi's phone"), Visitor("karl's phone"), Visitor(desk="Anna")
PHONES = {A: RESI, B: KARL}
keys = count()


def sent(entry: str, *, key: str = "", on: str | None = None, hung: Pair | None = None) -> Sent:
    """An entry from its button: "A3", "bank", "strike"."""
    key = key or f"key {next(keys)}"
    if entry[1:].isdigit():
        return Sent(key, "deal", Side(entry[0]), int(entry[1:]))
    return Sent(key, entry, hung=hung, on=on)


def write(desk: Desk, token: str, *entries: str | Sent, by: Visitor = RESI) -> Written:
    return write_entries(desk, token, [sent(e) if isinstance(e, str) else e for e in entries], by)


def written(desk: Desk, token: str, *entries: str) -> SheetView:
    """Both write, each in his own column; the rest is done by the first."""
    for entry in entries:
        answer = write(desk, token, entry, by=KARL if entry.startswith("B") else RESI)
        assert answer.refusal is None
    return view_sheet(desk.database, token, RESI)


def seated(desk: Desk, token: str) -> str:
    for side, phone in PHONES.items():
        take_seat(desk, token, side, phone.phone)
    return token


@pytest.fixture
def private(desk: Desk) -> str:
    """A sheet of Resi and Karl, both seated."""
    return seated(desk, open_private_sheet(desk, ("Resi", "Karl"), {})[0])


@pytest.fixture
def tournament(desk: Desk) -> int:
    """A tournament with score sheets, its first round drawn."""
    tournament = a_tournament(desk, 8, score_sheets=True)
    played_until(desk, tournament, "main-1")
    return tournament


@pytest.fixture
def token(desk: Desk, tournament: int) -> str:
    """The sheet of the first pairing, both seated."""
    return seated(desk, sheet_tokens(desk.database, tournament)["main-1", 1])


WON_BY_A = ["A3", "A3", "B1", "A1", "bank", "A3", "A3", "A3", "bank"]


def refusal(answer: Written) -> str:
    assert answer.refusal
    return answer.refusal.message
