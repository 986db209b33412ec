"""Slows down whoever tries again and again: passwords, and links to score sheets.

Each failure is noted under its source and forgotten after a minute.
"""

from __future__ import annotations

from datetime import timedelta

from tournament.desk.acts import Desk
from tournament.errors import RuleBroken
from tournament.store import queries
from tournament.store.database import Session
from tournament.store.models import LoginAttempt

WINDOW = timedelta(minutes=1)
"""How long a failure counts."""


class TooOften(RuleBroken):
    """So many failures came from one source that it has to wait."""


def note(desk: Desk, source: str, most: int, refusal: TooOften) -> LoginAttempt:
    """Note a try from `source`. Raises `refusal` once `most` are noted, and notes no more.

    Counting and noting is one transaction: many at once gain nothing.
    """
    refuse_if_too_often(desk, source, most, refusal)
    with desk.database.writing() as session:
        now = desk.now()
        queries.forget_attempts(session, before=now - WINDOW)
        _refuse(session, desk, source, most, refusal)
        attempt = LoginAttempt(source=source, at=now)
        session.add(attempt)
        session.flush()
        return attempt


def refuse_if_too_often(desk: Desk, source: str, most: int, refusal: TooOften) -> None:
    """Raises `refusal` if `most` tries from `source` are noted; without a write, so that it costs little."""
    with desk.database.reading() as session:
        _refuse(session, desk, source, most, refusal)


def forget(desk: Desk, attempt: LoginAttempt) -> None:
    """The try was none: take its note away."""
    with desk.database.writing() as session:
        session.delete(attempt)


def _refuse(session: Session, desk: Desk, source: str, most: int, refusal: TooOften) -> None:
    now = desk.now()
    if queries.count_attempts(session, source, now - WINDOW, now) >= most:
        raise refusal
