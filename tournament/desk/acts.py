"""The frame of every act: one writing transaction, one log entry, one step of the revision.

An act is a function from an open `Work` to the `Change` it made, decorated with `@act`. Decorated it takes
the desk, a `Stamp`, the tournament's id and its own arguments, and returns the log `Entry`. Where much can
be lost, `@backed_up` makes a backup first.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from tournament.desk.backups import Backups, Why, backup_before
from tournament.errors import NotThere
from tournament.store import queries
from tournament.store.database import Database, Session
from tournament.store.models import LogEntry, Tournament

P = ParamSpec("P")
Facts = dict[str, Any]


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Desk:
    """The organisers' side: its database, its clock, its source of random bytes, and its second folder."""

    database: Database
    now: Callable[[], datetime] = utc_now
    entropy: Callable[[int], bytes] = os.urandom
    backups: Backups | None = None


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who acts, and the key of the form they sent: a key seen before does nothing a second time."""

    by: str
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """What an act changed, as plain JSON values: how it was, and how it is."""

    after: Facts = field(default_factory=dict)
    before: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log.

    `repeated` tells that the same form had been carried out before, `undone` that this was undone since.
    """

    tournament: int
    revision: int
    at: datetime
    by: str
    act: str
    before: Facts
    after: Facts
    repeated: bool = False
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Work:
    """An open transaction on one tournament, whose revision already counts this act."""

    session: Session
    tournament: Tournament
    stamp: Stamp
    now: datetime
    entropy: Callable[[int], bytes]

    @property
    def id(self) -> int:
        return self.tournament.id

    @property
    def revision(self) -> int:
        return self.tournament.revision


Act = Callable[Concatenate[Desk, Stamp, int, P], Entry]
Reason = Why | Callable[[Session, int, Stamp], Why | None]
"""Why an act makes a backup: always the same, or by the tournament and who acts there."""


def act(function: Callable[Concatenate[Work, P], Change]) -> Act[P]:
    """Make `function` an act. RuleBroken leaves everything as it was; NotThere without the tournament."""

    @wraps(function)
    def run(desk: Desk, stamp: Stamp, tournament: int, /, *args: P.args, **kwargs: P.kwargs) -> Entry:
        with desk.database.writing() as session:
            row = queries.tournament(session, tournament, lock=True)
            if row is None:
                raise NotThere("This tournament does not exist.")
            if done := done_before(session, stamp):
                return done
            work = begin(desk, session, row, stamp)
            return write_log(work, function.__name__, function(work, *args, **kwargs))

    return run


def backed_up(why: Reason) -> Callable[[Act[P]], Act[P]]:
    """Have an act make an automatic backup first, before its transaction opens and anything is half done.

    `why` may be asked of each act. A form that was carried out already makes no backup, and what is refused
    leaves none.
    """

    def decorate(run: Act[P]) -> Act[P]:
        @wraps(run)
        def run_after(
            desk: Desk, stamp: Stamp, tournament: int, /, *args: P.args, **kwargs: P.kwargs
        ) -> Entry:
            reason = _reason(desk, stamp, tournament, why) if desk.backups else None
            with backup_before(desk.backups, reason, desk.now):
                return run(desk, stamp, tournament, *args, **kwargs)

        return run_after

    return decorate


def _reason(desk: Desk, stamp: Stamp, tournament: int, why: Reason) -> Why | None:
    with desk.database.reading() as session:
        if done_before(session, stamp):
            return None
        return why if isinstance(why, Why) else why(session, tournament, stamp)


def begin(desk: Desk, session: Session, tournament: Tournament, stamp: Stamp) -> Work:
    tournament.revision += 1
    return Work(session, tournament, stamp, desk.now(), desk.entropy)


def write_log(work: Work, act_name: str, change: Change) -> Entry:
    """The act's own entry, which carries the key of the form."""
    return _write_entry(work, act_name, change, work.stamp.key)


def write_log_before(work: Work, act_name: str, change: Change) -> None:
    """An entry for what had to be done first; the act itself takes the next revision."""
    _write_entry(work, act_name, change, None)
    work.tournament.revision += 1


def _write_entry(work: Work, act_name: str, change: Change, key: str | None) -> Entry:
    row = LogEntry(
        tournament_id=work.id,
        revision=work.revision,
        at=work.now,
        by=work.stamp.by,
        act=act_name.replace("_", "-"),
        before=change.before,
        after=change.after,
        key=key,
    )
    work.session.add(row)
    return entry(row)


def entry(row: LogEntry) -> Entry:
    return Entry(row.tournament_id, row.revision, row.at, row.by, row.act, row.before, row.after)


def carried_out(database: Database, stamp: Stamp) -> Entry | None:
    """The entry of this very form, if it was carried out already."""
    with database.reading() as session:
        return done_before(session, stamp)


def done_before(session: Session, stamp: Stamp) -> Entry | None:
    """The entry of the same form, if it was carried out before."""
    row = queries.entry_with_key(session, stamp.key) if stamp.key else None
    return replace(entry(row), repeated=True, undone=_is_undone(session, row)) if row else None


def _is_undone(session: Session, row: LogEntry) -> bool:
    since = queries.entries_since(session, row.tournament_id, row.revision)
    return row.revision in undone_by(since)


def undone_by(entries: Iterable[Entry | LogEntry]) -> set[int]:
    """The revisions of what these entries of the log undid, if they are undoings.

    With an act the results go that it had cost; their entries stand right before its own.
    """
    undoings = [entry for entry in entries if entry.act == "undo"]
    acts = [(entry.after["revision"], entry.before.get("lost", 0)) for entry in undoings]
    return {revision for last, lost in acts for revision in range(last - lost, last + 1)}
