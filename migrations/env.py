"""Alembic runs this for every migration; the engine comes from `Database.migrate`."""

from __future__ import annotations

from typing import Literal

from alembic import context
from sqlalchemy import Engine

from tournament.store.models import Base, UtcDateTime


def portable(kind: str, value: object, _: object) -> str | Literal[False]:
    """How a migration writes our own types: as what the database sees, so that old ones stay runnable."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(value, UtcDateTime) else False


def run(engine: Engine) -> None:
    with engine.connect().execution_options(writing=True) as connection:
        context.configure(
            connection=connection,
            target_metadata=Base.metadata,
            render_as_batch=True,
            render_item=portable,
            transaction_per_migration=False,
        )
        with context.begin_transaction():
            context.run_migrations()
        connection.commit()


run(context.config.attributes["engine"])
