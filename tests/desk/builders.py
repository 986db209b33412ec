"""Desks and tournaments in a line each: `a_tournament(desk, sold=50)`, `played_until(desk, id, "main-2")`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tournament.desk.acts import Desk, Entry, Stamp
from tournament.desk.drawing import announce_draw, draw_rounds
from tournament.desk.loading import read_night
from tournament.desk.matches import PairingView
from tournament.desk.night import Night
from tournament.desk.office import Office, Step, read_log, read_office
from tournament.desk.players import PlayerRow, import_players
from tournament.desk.prizing import finish
from tournament.desk.results import record_result
from tournament.desk.selling import close_sales
from tournament.desk.tournaments import Terms, open_tournament
from tournament.desk.users import list_accounts
from tournament.errors import RuleBroken
from tournament.knockout.corrections import PairingRef
from tournament.knockout.rounds import Stage
from tournament.knockout.sales import draw_size
from tournament.store.database import Database, sqlite_url

EVENING = datetime(2026, 12, 5, 18, 0, tzinfo=UTC)
KASSA = Stamp("Kassa")


def a_desk(place: Path | str) -> Desk:
    """A desk whose clock goes on a minute each time it is asked, and whose chance is always the same.

    `place` is a file, or the address of a database.
    """
    minutes, draws = count(), count()
    return Desk(
        Database(place if isinstance(place, str) else sqlite_url(place)),
        now=lambda: EVENING + timedelta(minutes=next(minutes)),
        entropy=lambda size: sha256(b"%d" % next(draws)).digest()[:size],
    )


def terms_for(sold: int = 0, *, each: int = 1, **changes: Any) -> Terms:
    """The terms of a house that so many cards fit in."""
    capacity = changes.get("capacity", max(8, draw_size(sold)))
    usual: dict[str, Any] = {
        "name": "Preisschnapsen",
        "date": date(2026, 12, 5),
        "venue": "Kirchenwirt",
        "capacity": capacity,
        "max_tickets_per_player": min(max(3, each), capacity // 2),
    }
    return Terms(**usual | changes)


def a_tournament(desk: Desk, sold: int = 50, *, each: int = 1, paid: bool = True, **terms: Any) -> int:
    """A tournament that is selling, with so many cards sold, `each` to a player called Huber 1, 2 …"""
    tournament = open_tournament(desk, KASSA, terms_for(sold, each=each, **terms)).tournament
    if sold:
        rows = _rows(sold, each)
        import_players(desk, KASSA, tournament, rows, paid=paid)
    return tournament


def played_until(desk: Desk, tournament: int, until: str | Step) -> Office:
    """Play on, the left side winning, until the round of this name is drawn or the desk is at this step."""
    office = read_office(desk.database, tournament)
    while office.step != until and office.board.round(until) is None:
        _ONWARD[office.step](desk, tournament, office)
        office = read_office(desk.database, tournament)
    return office


def play(desk: Desk, tournament: int, pairing: PairingView, winner: int | None = None, **more: Any) -> Entry:
    """Record that the left side won, or `winner`."""
    winner = pairing.left.ticket if winner is None else winner
    return record_result(
        desk, KASSA, tournament, key_of(pairing), seen=pairing.revision, winner=winner, **more
    )


def key_of(pairing: PairingView) -> PairingRef:
    stage, _, number = pairing.round.rpartition("-")
    return PairingRef(Stage(stage), int(number), pairing.number)


def snapshot(desk: Desk, tournament: int) -> tuple[Night, tuple[Entry, ...]]:
    """All that is known of a tournament."""
    return read_night(desk.database, tournament), read_log(desk.database, tournament)


@contextmanager
def refused(
    desk: Desk, tournament: int, error: type[RuleBroken] = RuleBroken, *, field: str | None = None
) -> Iterator[pytest.ExceptionInfo[RuleBroken]]:
    """What is done within is refused, at `field` if one is named, and leaves everything as it was."""
    before = snapshot(desk, tournament)
    with pytest.raises(error) as caught:
        yield caught
    assert type(caught.value) is error
    assert field in (None, caught.value.field)
    assert snapshot(desk, tournament) == before


def account_names(database: Database) -> tuple[str, ...]:
    return tuple(account.name for account in list_accounts(database))


def _rows(sold: int, each: int) -> list[PlayerRow]:
    firsts = range(1, sold + 1, each)
    return [
        PlayerRow(k, f"Huber {k}", "", min(each, sold - first + 1)) for k, first in enumerate(firsts, start=1)
    ]


def _play_all(desk: Desk, tournament: int, office: Office) -> None:
    for pairing in office.open:
        play(desk, tournament, pairing)


_ONWARD: dict[Step, Callable[[Desk, int, Office], object]] = {
    Step.SELL: lambda desk, tournament, office: close_sales(
        desk, KASSA, tournament, seen_sold=office.closing.sold
    ),
    Step.ANNOUNCE: lambda desk, tournament, _: announce_draw(desk, KASSA, tournament),
    Step.DRAW: lambda desk, tournament, _: draw_rounds(desk, KASSA, tournament),
    Step.PLAY: _play_all,
    Step.FINISH: lambda desk, tournament, _: finish(desk, KASSA, tournament),
}
