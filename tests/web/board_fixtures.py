"""A house, its nights and its pages: `with a_house(folder) as house: house.night(PEOPLE, "main-1")`."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page
from sqlalchemy import Engine, event

from tests.desk.builders import EVENING, KASSA, a_desk, played_until, terms_for
from tests.web.apps import an_app, serving
from tournament.desk.acts import Desk
from tournament.desk.office import Office, Step, read_office
from tournament.desk.players import PlayerRow, import_players
from tournament.desk.tournaments import open_tournament
from tournament.desk.users import Role, add_user, find_account
from tournament.store.database import Database, sqlite_url

HOSTILE = (
    '"><img src=x onerror=alert(1)>',
    '=HYPERLINK("x")',
    "'><script>alert(2)</script>",
    "{{ 7 * 7 }} %(name)s %s",
    "محمد علي",
    "🂡 Herzass",
    "Unterwurzacher-Obermoser-Hinterseer Maximiliana Walpurgis",
    "W" * 60,
    "Þórdís d'Angelo",
)
HALL = ("Özil Mesut", "Huber Anna", "Huber Franz", "Österreicher Maria", "Zach Leni", *HOSTILE[4:6])

Row = tuple[str, str, int]
"""Name, town, cards."""


@dataclass(frozen=True)
class House:
    """A desk, the pages on the same database, and a browser's way to them."""

    desk: Desk
    app: Flask

    def night(self, people: Sequence[str | Row], until: str | Step | None = None, **terms: Any) -> int:
        """A tournament of these people, a card for each who is only a name, played on until there."""
        rows = [row if isinstance(row, tuple) else (row, "", 1) for row in people]
        house = terms_for(sum(row[2] for row in rows), **{"name": "Feuerwehrschnapsen"} | terms)
        id_ = open_tournament(self.desk, KASSA, house).tournament
        listed = [PlayerRow(line, *row) for line, row in enumerate(rows, start=1)]
        import_players(self.desk, KASSA, id_, listed, paid=True)
        if until is not None:
            played_until(self.desk, id_, until)
        return id_

    def set_clock(self, moment: datetime) -> None:
        """From now on it is this time for the pages."""
        self.app.extensions["desk"] = replace(self.app.extensions["desk"], now=lambda: moment)

    def office(self, id_: int) -> Office:
        return read_office(self.desk.database, id_)

    def visitor(self, language: str = "de", user: str | None = None) -> FlaskClient:
        """A browser of this language, perhaps signed in."""
        client = self.app.test_client()
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
        if user:
            with client.session_transaction() as session:
                session["user"], session["proof"] = user, self._proof(user)
        return client

    def _proof(self, user: str) -> str:
        database = self.desk.database
        if not find_account(database, user):
            add_user(database, user, "drei Gänse", Role.MANAGEMENT)
        account = find_account(database, user)
        assert account
        return account.proof

    def text(self, address: str, language: str = "de", user: str | None = None) -> str:
        """The page at this address."""
        answer = self.visitor(language, user).get(address)
        assert answer.status_code == 200, answer.status
        return answer.text

    def served(self) -> AbstractContextManager[str]:
        """The address under which a real browser finds the pages."""
        return serving(self.app)


@contextmanager
def a_house(folder: Path) -> Iterator[House]:
    """A house with an empty database in this folder."""
    file = folder / "desk.sqlite"
    file.write_bytes(_empty())
    house = House(a_desk(file), an_app(sqlite_url(file)))
    house.set_clock(EVENING)
    yield house
    house.desk.database.close()
    house.app.extensions["desk"].database.close()


@contextmanager
def counted_queries() -> Iterator[list[str]]:
    """The statements sent to any database meanwhile, without those that begin and end a transaction."""
    sent: list[str] = []

    def note(*told: Any) -> None:
        if not str(told[2]).startswith("BEGIN"):
            sent.append(told[2])

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def sign_in(page: Page, house: House, address: str, user: str = "Maria") -> None:
    """Give a real browser the session of somebody who has signed in."""
    client = house.visitor(user=user)
    cookie = client.get_cookie("desk")
    assert cookie
    page.context.add_cookies([{"name": "desk", "value": cookie.value, "url": address}])


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "empty.sqlite"
        database = Database(sqlite_url(file))
        database.migrate()
        database.close()
        return file.read_bytes()
