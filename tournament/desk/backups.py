"""Backups of the whole database: before every draw, void and import, by hand, and brought here as files.

The automatic ones go to a second folder, which may be a USB stick (`TOURNAMENT_BACKUPS`), or to a folder
`backups` beside the database. If the stick is away they go beside the database and the desk is told: the
night goes on.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import IO

from tournament.errors import NotThere, RuleBroken
from tournament.language import INN, mark
from tournament.store import backup
from tournament.store.database import Database
from tournament.store.peeking import Glance, glance
from tournament.store.reasons import why

FOLDER = "TOURNAMENT_BACKUPS"
"""The variable of the environment that names the second folder. It must exist: an empty place where a stick
is put in later is no second folder."""

NEWEST = 50
"""So many automatic backups are kept; all others stay until somebody deletes them."""

_MOMENT = "%Y%m%dT%H%M%S%fZ"
_NAMED_BY = "([0-9]{8}T[0-9]{12}Z)-([a-z-]+)"


class Why(StrEnum):
    """Why a backup was made; its file says so."""

    DRAW = "draw"
    VOID = "void"
    IMPORT = "import"
    UNDO = "undo"
    """Before one of these three was undone."""
    BY_HAND = "by-hand"
    BEFORE_RESTORE = "before-restore"
    BROUGHT = "brought"
    """It came from elsewhere."""


AUTOMATIC = frozenset((Why.DRAW, Why.VOID, Why.IMPORT, Why.UNDO))


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup in a list: `name` tells it apart.

    `why` is one of `Why`, or whatever else a file's name says.
    """

    name: str
    file: Path
    made_at: datetime
    why: str
    bytes: int


class Elsewhere(RuleBroken):
    """The second folder could not be reached: the backup lies beside the database instead."""


class Backups:
    """The second folder of one database, and what went wrong there last (`trouble`, None if all is well)."""

    def __init__(self, database: Database, chosen: Path | None = None) -> None:
        file = backup.file_to_back_up(database)
        self.database = database
        self.stem, self.beside = file.stem, file.parent
        self.usual = file.parent / "backups"
        self.chosen = chosen
        self.trouble: RuleBroken | None = None
        self._glances: dict[tuple[Path, int, int], Glance] = {}

    @property
    def folder(self) -> Path:
        """Where the next backup is meant to go."""
        return self.chosen or self.usual

    @contextmanager
    def before(self, why: Why, now: datetime) -> Iterator[None]:
        """The automatic backup before what is done within; what is refused leaves none behind.

        Whatever fails about the backup is only told (`trouble`).
        """
        made = None
        with suppress(RuleBroken):
            made = self._write_somewhere(why, now)
        try:
            yield
        except RuleBroken:
            if made:
                _delete(made)
            raise
        if made:
            self._forget_old(made.parent, now)

    def make(self, now: datetime) -> Backup:
        """A backup by hand. RuleBroken, which is remembered as trouble, if it cannot be written anywhere."""
        return self._read(self._write_somewhere(Why.BY_HAND, now))[0]

    def bring(self, data: IO[bytes], now: datetime) -> Backup:
        """Take a backup from elsewhere into the list.

        RuleBroken if it is none, OSError if it cannot be kept.
        """
        self.usual.mkdir(exist_ok=True)
        file = free_file(self.usual, self.stem, Why.BROUGHT, now)
        backup.keep(data, file)
        return self._read(file)[0]

    def list(self) -> tuple[Backup, ...]:
        """All backups of this database that can be reached, the newest first."""
        folders = dict.fromkeys((self.folder, self.usual, self.beside))
        found = (made for folder in folders for made in self._in(folder))
        return tuple(sorted(found, key=lambda made: made.made_at, reverse=True))

    def named(self, name: str) -> Backup:
        """The backup of this name. NotThere without it."""
        for made in self.list():
            if made.name == name:
                return made
        raise NotThere("This backup does not exist any more.", field="backup")

    def glance(self, made: Backup) -> Glance:
        """Whether a backup is whole, and what had been done last in it. A file is looked into once."""
        try:
            found = made.file.stat()
        except OSError:
            return Glance(whole=False)
        seen = made.file, found.st_size, found.st_mtime_ns
        if seen not in self._glances:
            self._glances[seen] = glance(made.file)
        return self._glances[seen]

    def _write_somewhere(self, reason: str, now: datetime) -> Path:
        """Where it lies: in the folder it is meant for, or beside the database. RuleBroken if nowhere."""
        try:
            file = self._write(self.folder, reason, now)
        except (RuleBroken, OSError) as error:
            self.trouble = _told(self.folder, error)
            if not self.chosen:
                raise self.trouble from error
            return self._write_beside(reason, now, error)
        self.trouble = None
        return file

    def _write_beside(self, reason: str, now: datetime, missing: RuleBroken | OSError) -> Path:
        try:
            file = self._write(self.usual, reason, now)
        except (RuleBroken, OSError) as error:
            self.trouble = _told(self.usual, error)
            raise self.trouble from error
        self.trouble = Elsewhere(
            mark("%(trouble)s The backup lies in %(folder)s instead."),
            trouble=_told(self.folder, missing),
            folder=self.usual,
        )
        return file

    def _write(self, folder: Path, reason: str, now: datetime) -> Path:
        if folder == self.usual:
            folder.mkdir(exist_ok=True)
        file = free_file(folder, self.stem, reason, now)
        backup.write_copy(self.database, file)
        return file

    def _forget_old(self, folder: Path, now: datetime) -> None:
        """Delete all but the newest automatic ones; what comes from the future is of a clock that was wrong.

        That it cannot be deleted hinders nobody: the new one is written.
        """
        automatic = [made for made in self._in(folder) if made.why in AUTOMATIC]
        for made in sorted(automatic, key=lambda made: (made.made_at <= now, made.made_at))[:-NEWEST]:
            _delete(made.file)

    def _in(self, folder: Path) -> Sequence[Backup]:
        try:
            files = list(folder.iterdir())
        except OSError:
            return []
        return [made for file in files for made in self._read(file)]

    def _read(self, file: Path) -> Sequence[Backup]:
        """What the name of a file says, nothing if it is no backup of this database."""
        parts = re.fullmatch(rf"{re.escape(self.stem)}-{_NAMED_BY}\.sqlite", file.name)
        try:
            if parts and stat.S_ISREG((found := file.stat()).st_mode):
                return [Backup(file.name, file, _moment(parts[1]), parts[2], found.st_size)]
        except (OSError, ValueError, OverflowError):  # a link to nothing, a name that only looks like ours
            pass
        return []


def file_name(stem: str, why: str, now: datetime) -> str:
    """The name of a backup: names sort by time, in UTC, and every file system takes them."""
    return f"{stem}-{now.astimezone(UTC):{_MOMENT}}-{why}.sqlite"


def told_by_name(name: str) -> tuple[datetime, str] | None:
    """When and why a backup was made, by the name of its file; None for a name that somebody else chose."""
    parts = re.fullmatch(rf".+-{_NAMED_BY}\.sqlite", name)
    with suppress(ValueError, OverflowError):  # a name that only looks like ours
        return (_moment(parts[1]), parts[2]) if parts else None
    return None


def free_file(folder: Path, stem: str, why: str, now: datetime) -> Path:
    """A file of that name that takes the place of no other, though a clock may say the same time twice."""
    while (file := folder / file_name(stem, why, now)).exists():
        now += timedelta(microseconds=1)
    return file


def usual_backups(database: Database) -> Backups | None:
    """The backups of a database as this machine is set up; None where it is no file."""
    if database.file is None:
        return None
    chosen = os.environ.get(FOLDER)
    return Backups(database, Path(chosen).absolute() if chosen else None)


def made_here(backups: Backups | None, database: Database) -> Backups:
    """The backups of a desk. RuleBroken, saying why, if its database is one that has none."""
    if backups is None:
        raise backup.no_file(database)
    return backups


def cannot_be_done(error: OSError) -> RuleBroken:
    """What the files did not let happen, as a sentence."""
    return RuleBroken("That cannot be done with the files: %(reason)s", reason=why(error))


def backup_before(
    backups: Backups | None, why: Why | None, clock: Callable[[], datetime]
) -> AbstractContextManager[None]:
    """The automatic backup before what is done within, if this desk makes any and there is a reason."""
    return backups.before(why, clock()) if backups and why else nullcontext()


def _moment(told: str) -> datetime:
    """The moment in a file's name. ValueError, or OverflowError, if no clock of an inn could show it."""
    moment = datetime.strptime(told, _MOMENT).replace(tzinfo=UTC)
    moment.astimezone(INN)
    return moment


def _delete(file: Path) -> None:
    with suppress(OSError):
        file.unlink()


def _told(folder: Path, error: RuleBroken | OSError) -> RuleBroken:
    return RuleBroken(
        "No backup could be written to %(folder)s: %(reason)s",
        field="backup",
        folder=folder,
        reason=why(error),
    )
