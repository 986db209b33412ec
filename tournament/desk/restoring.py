"""Going back to a backup: checked in a fresh copy first, then put in place in one transaction.

It is safe while desks and phones are at work, on this server or another process: they see the old data until
they see the new. Each tournament that changes, or was not there, goes on at a revision it never had, with an
entry in its log, so that no form and no page kept from before is taken for a new one. What stood there is
kept beside the database under the name of the moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tournament.desk.acts import Change, Desk, Entry, Stamp, begin, entry, write_log
from tournament.desk.archive import export_archive
from tournament.desk.backups import Why, free_file
from tournament.desk.verify import Discrepancy, discrepancies
from tournament.desk.verifying.reading import read_archive
from tournament.errors import NotThere, RuleBroken
from tournament.store import backup, queries
from tournament.store.backup import NoBackup
from tournament.store.database import Database, Session

Heads = Mapping[int, tuple[int, Entry | None]]
"""Of each tournament its revision and the last line of its log."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What came of it: tournaments restored, where the old data are kept, and what does not hold in the new.

    A doubt, with the name of its tournament, keeps nobody from going on: it stood there before, too.
    """

    tournaments: int
    kept: Path | None
    doubts: tuple[tuple[str, Discrepancy], ...]


def restore(desk: Desk, stamp: Stamp, name: str, *, seen: str) -> Restored:
    """Go back to a backup of the list. NotThere without it; else as `restore_file`."""
    if desk.backups is None:
        raise NotThere("This backup does not exist any more.", field="backup")
    return restore_file(desk, stamp, desk.backups.named(name).file, seen=seen)


def restore_file(desk: Desk, stamp: Stamp, file: Path, *, seen: str | None = None) -> Restored:
    """Put the data of a backup in the place of today's.

    `seen` is the `generation` of the data that are to be replaced, None for whatever stands there.

    NoBackup for a file that is damaged, foreign, newer or whose tournaments cannot be read, RuleBroken or
    OSError if it cannot be done, or somebody else has gone back since; today's data are untouched then.
    """
    live, now = backup.file_to_back_up(desk.database), desk.now()
    aside = free_file(live.parent, live.stem, Why.BEFORE_RESTORE, now)
    existed = live.is_file()
    with backup.fresh_copy(file, live) as fresh:
        tournaments, doubts = _look_through(fresh)
        if damaged := backup.is_damaged(live):
            desk.database.close()
            backup.put_in_place(fresh, live, aside)
        desk.database.migrate()
        with backup.replacing(desk.database) as session:
            known: Heads = {}
            if not damaged:
                _refuse_another_generation(session, seen)
                known = _heads(session)
                if existed:
                    backup.write_copy(desk.database, aside)
            backup.replace_rows(session, fresh)
            _tell(desk, session, known, stamp, file)
    return Restored(tournaments, aside if existed else None, doubts)


def generation(database: Database) -> str:
    """Another one after each restore: what was kept of an earlier one is out of date."""
    with database.reading() as session:
        return _generation(session)


def _generation(session: Session) -> str:
    return queries.setting(session, backup.GENERATION) or ""


def _refuse_another_generation(session: Session, seen: str | None) -> None:
    if seen not in (None, _generation(session)):
        raise RuleBroken("Somebody has gone back to a backup since this page was opened. Look at that first.")


def _look_through(fresh: Database) -> tuple[int, tuple[tuple[str, Discrepancy], ...]]:
    """Read every tournament of a backup as its own page and archive would. NoBackup if one cannot be."""
    with fresh.reading() as session:
        names = {row.id: row.name for row in queries.tournaments(session)}
    doubts: list[tuple[str, Discrepancy]] = []
    for id_, name in names.items():
        try:
            archive = read_archive(export_archive(fresh, id_))
        except (RuleBroken, LookupError, TypeError, ValueError) as error:
            reason = error if isinstance(error, RuleBroken) else type(error).__name__
            raise NoBackup(
                "The tournament “%(name)s” of this file cannot be read: %(reason)s", name=name, reason=reason
            ) from error
        doubts += [(name, found) for found in discrepancies(archive)]
    return len(names), tuple(doubts)


def _heads(session: Session) -> Heads:
    heads = {}
    for row in queries.tournaments(session):
        log = queries.log(session, row.id)
        heads[row.id] = row.revision, entry(log[-1]) if log else None
    return heads


def _tell(desk: Desk, session: Session, known: Heads, stamp: Stamp, file: Path) -> None:
    """Note in each tournament that was another, or not here, that it went back, past all its revisions."""
    for id_, head in _heads(session).items():
        before = known.get(id_, (0, None))
        row = queries.tournament(session, id_, lock=True)
        if row is None or before == head:
            continue
        row.revision = max(head[0], before[0])
        last = head[1].at.isoformat() if head[1] else None
        change = Change({"file": file.name, "last": last}, {"revision": before[0]})
        write_log(begin(desk, session, row, stamp), "restore_backup", change)
