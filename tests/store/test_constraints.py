"""The last guard: the database itself refuses what cannot be, whoever writes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from itertools import count
from typing import Any

import pytest
from sqlalchemy import PrimaryKeyConstraint, UniqueConstraint, delete, insert
from sqlalchemy.exc import DataError, IntegrityError

from tests.postgresql import a_database_at
from tournament.store.database import Database, Session, sqlite_url
from tournament.store.models import (
    BandOrder,
    Base,
    LogEntry,
    Lot,
    Pairing,
    Player,
    Prize,
    Round,
    Setting,
    Ticket,
    Tournament,
    User,
)

NOW = datetime(2026, 12, 5, 18, 0, tzinfo=UTC)

ROWS: dict[type[Base], dict[str, Any]] = {
    Tournament: {
        "name": "Preisschnapsen",
        "date": date(2026, 12, 5),
        "venue": "",
        "capacity": 8,
        "ticket_price_cents": 500,
        "max_tickets_per_player": 3,
        "bummerl_to_win": 2,
        "rules": {},
        "third_place_match": True,
        "fifth_to_eighth": True,
        "first_round_order": "random",
        "one_prize_per_player": False,
    },
    Player: {"tournament_id": 1, "number": 1, "name": "Huber", "town": ""},
    Ticket: {"tournament_id": 1, "number": 1, "player": 1, "state": "paid", "price_cents": 500},
    Round: {"tournament_id": 1, "number": 1, "stage": "main", "size": 8, "announced_at": NOW},
    Lot: {"round_id": 1, "ticket": 1, "pot": "left", "number": 1},
    Pairing: {"tournament_id": 1, "round_id": 1, "number": 1, "left": 1, "right": 2},
    Prize: {"tournament_id": 1, "rank": 1, "text": "Gans"},
    BandOrder: {"tournament_id": 1, "place": 5, "tickets": [1, 2]},
    LogEntry: {"tournament_id": 1, "revision": 1, "at": NOW, "by": "Kassa", "act": "sell", "key": "k"},
    User: {"name": "Kassa", "password_hash": "argon2"},
    Setting: {"name": "key", "value": "x"},
}
"""A row of each table that is as it should be."""

OTHER_TICKETS = [{"number": number} for number in (2, 3, 4)]


FOREIGN_KEY, NOT_NULL = "foreign key", "not null"
_ids = count(2)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    if request.param == "sqlite":
        database = Database(sqlite_url(tmp_path_factory.mktemp("store") / "desk.sqlite"))
    else:
        database = Database(a_database_at(request.getfixturevalue("postgresql")))
    database.migrate()
    yield database
    database.close()


@pytest.fixture
def session(database: Database) -> Iterator[Session]:
    """A transaction with one row in each table and four tickets; nothing of it stays."""
    with database.reading() as session:
        for model in ROWS:
            write(session, model, **({} if model is Setting else {"id": 1}))
            if model is Ticket:
                for change in OTHER_TICKETS:
                    write(session, Ticket, **change)
        yield session


def write(session: Session, model: type[Base], **changes: object) -> None:
    """A row as it should be, but for the changes. PostgreSQL does not take numbers back: we give them."""
    key = {} if model is Setting else {"id": next(_ids)}
    session.execute(insert(model).values(key | ROWS[model] | changes))


def refusal(session: Session, guard: str) -> str:
    """What the database says when this guard refuses; SQLite names columns where others name constraints."""
    if session.get_bind().dialect.name == "postgresql":
        return {NOT_NULL: "violates not-null", FOREIGN_KEY: "violates foreign key"}.get(guard, f'"{guard}"')
    if guard.startswith("ck_"):
        return f"(?m)CHECK constraint failed: {guard}$"
    if guard in (FOREIGN_KEY, NOT_NULL):
        return f"{guard.upper()} constraint failed"
    [columns] = [
        ", ".join(f"{table.name}.{column.name}" for column in constraint.columns)
        for table in Base.metadata.sorted_tables
        for constraint in table.constraints
        if constraint.name == guard and isinstance(constraint, UniqueConstraint | PrimaryKeyConstraint)
    ]
    return f"(?m)UNIQUE constraint failed: {columns}$"


def played(winner: int | None, left: int | None = None, right: int | None = None) -> dict[str, object]:
    return {"outcome": "played", "winner": winner, "games_left": left, "games_right": right}


WALKOVER = {"outcome": "walkover", "winner": 3}
BYE = {"right": None, "outcome": "bye"}
OF_ANOTHER_PAIR = {"number": 2, "left": 3, "right": 4}


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"table": "7"},
        played(3),
        played(4, 0, 1),
        played(3, 2, 1),
        played(4, 2, 3),
        WALKOVER,
        {"outcome": "double-walkover"},
        {"outcome": "handed-in", "winner": 3},
        BYE | {"winner": 3},
    ],
)
def test_a_pairing_can_end_in_these_ways(session: Session, change: dict[str, object]) -> None:
    write(session, Pairing, **OF_ANOTHER_PAIR | change)


@pytest.mark.parametrize(
    ("change", "guard"),
    [
        (played(1), "ck_pairing_winner"),
        (BYE | {"winner": 4}, "ck_pairing_winner"),
        (played(None), "ck_pairing_one_winner"),
        ({"winner": 3}, "ck_pairing_one_winner"),
        ({"outcome": "double-walkover", "winner": 3}, "ck_pairing_one_winner"),
        ({"outcome": "draw", "winner": 3}, "ck_pairing_outcome"),
        (BYE | {"left": None, "winner": None}, NOT_NULL),
        (played(3) | {"right": None}, "ck_pairing_bye"),
        ({"right": None}, "ck_pairing_bye"),
        ({"outcome": "bye", "winner": 3}, "ck_pairing_bye"),
        ({"right": 3}, "ck_pairing_two_tickets"),
        (played(3, -5, 999999), "ck_pairing_games_won"),
        (played(3, 999999, -5), "ck_pairing_games_won"),
        (played(3, 4, 1), "ck_pairing_games_won"),
        (played(3, 2, 2), "ck_pairing_games_won"),
        (played(3, 1, 2), "ck_pairing_games_won"),
        (played(4, 2, 1), "ck_pairing_games_won"),
        (played(3, 2, None), "ck_pairing_games_won"),
        (played(3, None, 1), "ck_pairing_games_won"),
        (WALKOVER | {"games_left": 2, "games_right": 0}, "ck_pairing_games_won"),
        ({"games_left": 2, "games_right": 0}, "ck_pairing_games_won"),
        ({"number": 1}, "uq_pairing_round_id_number"),
        ({"left": 1}, "uq_pairing_round_id_left"),
        ({"right": 2}, "uq_pairing_round_id_right"),
        ({"left": 99}, FOREIGN_KEY),
        ({"right": 99}, FOREIGN_KEY),
        ({"round_id": 99}, FOREIGN_KEY),
    ],
)
def test_a_pairing_cannot_be_otherwise(session: Session, change: dict[str, object], guard: str) -> None:
    with pytest.raises(IntegrityError, match=refusal(session, guard)):
        write(session, Pairing, **OF_ANOTHER_PAIR | change)


@pytest.mark.parametrize(
    ("model", "change", "guard"),
    [
        (Tournament, {"capacity": 48}, "ck_tournament_capacity"),
        (Tournament, {"capacity": 2}, "ck_tournament_capacity"),
        (Tournament, {"capacity": 8192}, "ck_tournament_capacity"),
        (Tournament, {"max_tickets_per_player": 5}, "ck_tournament_limit"),
        (Tournament, {"max_tickets_per_player": 0}, "ck_tournament_limit"),
        (Tournament, {"bummerl_to_win": 4}, "ck_tournament_bummerl_to_win"),
        (Tournament, {"ticket_price_cents": -1}, "ck_tournament_price"),
        (Tournament, {"size": 5}, "ck_tournament_size"),
        (Tournament, {"first_round_order": "alphabetical"}, "ck_tournament_first_round_order"),
        (Player, {}, "uq_player_tournament_id_number"),
        (Player, {"number": 2, "tournament_id": 9}, FOREIGN_KEY),
        (Ticket, {}, "uq_ticket_tournament_id_number"),
        (Ticket, {"number": 0}, "ck_ticket_number"),
        (Ticket, {"number": 5, "state": "lost"}, "ck_ticket_state"),
        (Ticket, {"number": 5, "price_cents": -500}, "ck_ticket_price"),
        (Ticket, {"number": 5, "player": 9}, FOREIGN_KEY),
        (Round, {}, "uq_round_tournament_id_stage_number"),
        (Round, {"number": 2, "stage": "semi"}, "ck_round_stage"),
        (Round, {"number": 2, "method": "guessed"}, "ck_round_method"),
        (Round, {"number": 2, "size": 6}, "ck_round_size"),
        (Lot, {"ticket": 2}, "uq_lot_round_id_pot_number"),
        (Lot, {"number": 2}, "uq_lot_round_id_ticket"),
        (Lot, {"ticket": 2, "number": 0}, "ck_lot_number"),
        (Lot, {"ticket": 2, "pot": "middle"}, "ck_lot_pot"),
        (Prize, {}, "uq_prize_tournament_id_rank"),
        (Prize, {"rank": 0}, "ck_prize_rank"),
        (BandOrder, {}, "uq_band_order_tournament_id_place"),
        (LogEntry, {"key": "l"}, "uq_log_entry_tournament_id_revision"),
        (LogEntry, {"revision": 2}, "uq_log_entry_key"),
        (User, {}, "uq_user_account_name"),
        (Setting, {}, "pk_setting"),
    ],
)
def test_no_table_takes_what_cannot_be(
    session: Session, model: type[Base], change: dict[str, object], guard: str
) -> None:
    with pytest.raises(IntegrityError, match=refusal(session, guard)):
        write(session, model, **change)


def test_a_number_is_no_word(session: Session) -> None:
    with pytest.raises((IntegrityError, DataError)):
        write(session, Tournament, capacity="viele")


@pytest.mark.parametrize("model", [model for model in ROWS if model is not Setting])
def test_what_others_rest_on_cannot_be_deleted(session: Session, model: type[Base]) -> None:
    leaves = {Lot, Pairing, Prize, BandOrder, LogEntry, User}

    def delete_all() -> None:
        session.execute(delete(model))

    if model in leaves:
        delete_all()
    else:
        with pytest.raises(IntegrityError, match=refusal(session, FOREIGN_KEY)):
            delete_all()
