"""The migrations make on PostgreSQL what the models say, also when many programs start at once."""

from __future__ import annotations

from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, inspect, text

from tests.postgresql import a_database_at
from tournament.errors import RuleBroken
from tournament.store.database import Database
from tournament.store.models import Base


@pytest.fixture
def fresh(postgresql: str) -> Iterator[Database]:
    database = Database(a_database_at(postgresql))
    yield database
    database.close()


def address(database: Database) -> str:
    return database.url.render_as_string(hide_password=False)


def checks(connection: Connection) -> set[tuple[str, str | None, str]]:
    look = inspect(connection)
    return {
        (table, check["name"], check["sqltext"])
        for table in look.get_table_names()
        for check in look.get_check_constraints(table)
    }


def test_models_and_migrations_do_not_drift_apart(fresh: Database, postgresql: str) -> None:
    fresh.migrate()
    migrated, made = create_engine(fresh.url), create_engine(Database(a_database_at(postgresql)).url)
    Base.metadata.create_all(made)

    with migrated.connect() as one, made.connect() as other:
        assert compare_metadata(MigrationContext.configure(one), Base.metadata) == []
        assert checks(one) == checks(other)
        assert checks(one)
    migrated.dispose()
    made.dispose()


def test_the_migrations_go_up_down_and_up_again(fresh: Database) -> None:
    fresh.migrate()
    command.downgrade(fresh.alembic(), "base")
    assert fresh.versions() == ()

    fresh.migrate()
    assert fresh.versions()


def start(place: str, together: Barrier) -> None:
    together.wait()
    database = Database(place)
    database.migrate()
    database.close()


def test_programs_that_start_at_once_make_one_database(fresh: Database) -> None:
    context = get_context("spawn")
    together = context.Barrier(3)
    programs = [context.Process(target=start, args=(address(fresh), together)) for _ in range(3)]

    for program in programs:
        program.start()
    for program in programs:
        program.join()

    assert [program.exitcode for program in programs] == [0] * 3
    assert fresh.versions()


def test_a_database_of_another_program_or_a_newer_version_is_left_alone(fresh: Database) -> None:
    engine = create_engine(fresh.url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE bookmarks (url text)"))
    with pytest.raises(RuleBroken, match="another program"):
        fresh.migrate()

    with engine.begin() as connection:
        connection.execute(text("DROP TABLE bookmarks"))
    fresh.migrate()
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(RuleBroken, match="newer version"):
        fresh.migrate()
    engine.dispose()
