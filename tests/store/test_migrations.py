"""Every migration goes up and down, and what they make together is what the models say."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, Column, Connection, Integer, MetaData, String, create_engine, inspect

from tournament.errors import RuleBroken
from tournament.resources import migrations
from tournament.store.database import Database, sqlite_url
from tournament.store.models import Base

TABLES = {*Base.metadata.tables, "alembic_version"}


@pytest.fixture
def fresh(file: Path) -> Iterator[Database]:
    database = Database(sqlite_url(file))
    yield database
    database.close()


def tables(file: Path) -> set[str]:
    engine = create_engine(sqlite_url(file))
    try:
        return set(inspect(engine).get_table_names())
    finally:
        engine.dispose()


def checks(connection: Connection) -> dict[str, set[tuple[str | None, str]]]:
    """The CHECK constraints of each table, which Alembic does not compare."""
    look = inspect(connection)
    return {
        table: {
            (check["name"], " ".join(check["sqltext"].split())) for check in look.get_check_constraints(table)
        }
        for table in look.get_table_names()
        if table != "alembic_version"
    }


def drift(database: Database, metadata: MetaData) -> list[object]:
    """Where the migrated database differs from the models."""
    engine, model = create_engine(database.url), create_engine("sqlite://")
    try:
        with engine.connect() as migrated, model.connect() as made:
            metadata.create_all(made)
            found: list[object] = list(compare_metadata(MigrationContext.configure(migrated), metadata))
            return found + ([] if checks(migrated) == checks(made) else ["checks"])
    finally:
        engine.dispose()
        model.dispose()


def copy_of_the_models() -> MetaData:
    copy = MetaData(naming_convention=Base.metadata.naming_convention)
    for table in Base.metadata.sorted_tables:
        table.to_metadata(copy)
    return copy


def with_another_migration(database: Database, folder: Path, body: str) -> None:
    """Migrate by a program that has one migration more."""
    scripts = folder / "migrations"
    shutil.copytree(migrations(), scripts, ignore=shutil.ignore_patterns("__pycache__"))
    config = database.alembic()
    head = ScriptDirectory.from_config(config).get_current_head()
    (scripts / "versions" / "9999_of_tomorrow.py").write_text(
        "from alembic import op\nimport sqlalchemy as sa\n"
        f"revision, down_revision = '9999', '{head}'\n"
        f"def upgrade():\n    op.create_table('new', sa.Column('id', sa.Integer))\n    {body}\n",
        encoding="utf-8",
    )
    config.set_main_option("script_location", str(scripts))
    command.upgrade(config, "head")


def test_models_and_migrations_do_not_drift_apart(database: Database) -> None:
    assert drift(database, Base.metadata) == []


def test_a_column_without_a_migration_is_seen(database: Database) -> None:
    changed = copy_of_the_models()
    changed.tables["player"].append_column(Column("nickname", String))

    assert drift(database, changed)


def test_a_table_without_a_migration_is_seen(database: Database) -> None:
    changed = copy_of_the_models()
    changed.remove(changed.tables["prize"])

    assert drift(database, changed)


def test_another_type_without_a_migration_is_seen(database: Database) -> None:
    changed = copy_of_the_models()
    changed.tables["prize"].append_column(Column("text", Integer, nullable=False), replace_existing=True)

    assert drift(database, changed)


def test_a_guard_without_a_migration_is_seen(database: Database) -> None:
    changed = copy_of_the_models()
    changed.tables["ticket"].append_constraint(CheckConstraint("price_cents < 100", "cheap"))

    assert drift(database, changed)


def test_the_migrations_go_up_down_and_up_again(fresh: Database, file: Path) -> None:
    fresh.migrate()
    assert tables(file) == TABLES

    command.downgrade(fresh.alembic(), "base")
    assert tables(file) == {"alembic_version"}

    fresh.migrate()
    assert drift(fresh, Base.metadata) == []


def test_each_migration_takes_back_what_it_did(fresh: Database, file: Path) -> None:
    config = fresh.alembic()
    for script in reversed(list(ScriptDirectory.from_config(config).walk_revisions())):
        before = tables(file) | {"alembic_version"}
        command.upgrade(config, script.revision)
        command.downgrade(config, "-1")
        assert tables(file) == before
        command.upgrade(config, script.revision)


def test_a_migration_that_fails_leaves_everything_as_it_was(
    fresh: Database, file: Path, tmp_path: Path
) -> None:
    fresh.migrate()

    with pytest.raises(ZeroDivisionError):
        with_another_migration(fresh, tmp_path, "1 / 0")

    assert tables(file) == TABLES
    fresh.migrate()
    assert drift(fresh, Base.metadata) == []


def test_a_database_of_a_newer_version_is_refused(fresh: Database, file: Path, tmp_path: Path) -> None:
    fresh.migrate()
    with_another_migration(fresh, tmp_path, "pass")

    with pytest.raises(RuleBroken, match="newer version"):
        fresh.migrate()

    assert tables(file) == TABLES | {"new"}


def start(file: Path, together: Barrier) -> None:
    together.wait()
    database = Database(sqlite_url(file))
    database.migrate()
    database.close()


def test_programs_that_start_at_once_on_no_file_make_one_database(file: Path) -> None:
    context = get_context("spawn")
    together = context.Barrier(4)
    programs = [context.Process(target=start, args=(file, together)) for _ in range(4)]

    for program in programs:
        program.start()
    for program in programs:
        program.join()

    assert [program.exitcode for program in programs] == [0] * 4
    assert tables(file) == TABLES
