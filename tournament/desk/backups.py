"""Backups of the whole database: before every draw, void and import, by hand, and back again.

The automatic ones go to a second folder, which may be a USB stick (`TOURNAMENT_BACKUPS`), or to a folder
`backups` beside the database. If the stick is away they go beside the database and the desk is told: the
night goes on.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tournament.errors import NotThere, RuleBroken
from tournament.store import backup
from tournament.store.database import Database

FOLDER = "TOURNAMENT_BACKUPS"
"""The variable of the environment that names the second folder. It must exist: an empty place where a stick
is put in later is no second folder."""

BEFORE = {"draw_rounds": "draw", "void_draw": "void", "import_players": "import", "import_archive": "import"}
"""The acts before which a backup is made, and how its file says so."""

BY_HAND, BEFORE_RESTORE = "by-hand", "before-restore"
NEWEST = 50
"""So many automatic backups are kept; those by hand and before a restore stay until somebody deletes them."""

_MOMENT = "%Y%m%dT%H%M%S%fZ"


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup in a list: `name` tells it apart, `why` is draw, void, import, by-hand or before-restore."""

    name: str
    file: Path
    made_at: datetime
    why: str
    bytes: int


class Backups:
    """The second folder of one database, and what went wrong there last (`trouble`, None if all is well)."""

    def __init__(self, database: Database, chosen: Path | None = None) -> None:
        file = backup.file_to_back_up(database)
        self.database = database
        self.stem, self.beside = file.stem, file.parent
        self.usual = file.parent / "backups"
        self.chosen = chosen
        self.trouble: RuleBroken | None = None

    @property
    def folder(self) -> Path:
        """Where the next backup is meant to go."""
        return self.chosen or self.usual

    def before(self, act: str, clock: Callable[[], datetime]) -> None:
        """The automatic backup before an act, if it is one of those. Whatever fails is only told."""
        if act not in BEFORE:
            return
        now = clock()
        try:
            self._write(self.folder, BEFORE[act], now)
            self.trouble = None
        except (RuleBroken, OSError) as error:
            self.trouble = _told(self.folder, error)
            if self.chosen:
                self._write_beside(BEFORE[act], now)

    def make(self, now: datetime) -> Backup:
        """A backup by hand. RuleBroken, which is remembered as trouble, if it cannot be written."""
        try:
            file = self._write(self.folder, BY_HAND, now)
        except (RuleBroken, OSError) as error:
            self.trouble = _told(self.folder, error)
            raise self.trouble from error
        self.trouble = None
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

    def _write(self, folder: Path, why: str, now: datetime) -> Path:
        if folder == self.usual:
            folder.mkdir(exist_ok=True)
        file = folder / file_name(self.stem, why, now)
        backup.write_copy(self.database, file)
        self._forget_old(folder)
        return file

    def _write_beside(self, why: str, now: datetime) -> None:
        try:
            self._write(self.usual, why, now)
        except (RuleBroken, OSError) as error:
            self.trouble = _told(self.usual, error)

    def _forget_old(self, folder: Path) -> None:
        automatic = [made for made in self._in(folder) if made.why in BEFORE.values()]
        for made in sorted(automatic, key=lambda made: made.made_at, reverse=True)[NEWEST:]:
            made.file.unlink(missing_ok=True)

    def _in(self, folder: Path) -> Sequence[Backup]:
        try:
            files = list(folder.iterdir())
        except OSError:
            return []
        return [made for file in files for made in self._read(file)]

    def _read(self, file: Path) -> Sequence[Backup]:
        """What the name of a file says, nothing if it is no backup of this database."""
        parts = re.fullmatch(rf"{re.escape(self.stem)}-(\d{{8}}T\d{{12}}Z)-([a-z-]+)\.sqlite", file.name)
        if parts is None:
            return []
        made_at = datetime.strptime(parts[1], _MOMENT).replace(tzinfo=UTC)
        return [Backup(file.name, file, made_at, parts[2], file.stat().st_size)]


def file_name(stem: str, why: str, now: datetime) -> str:
    """The name of a backup: names sort by time, in UTC, and every file system takes them."""
    return f"{stem}-{now.astimezone(UTC):{_MOMENT}}-{why}.sqlite"


def usual_backups(database: Database) -> Backups | None:
    """The backups of a database as this machine is set up; None where it is no file."""
    if database.file is None:
        return None
    chosen = os.environ.get(FOLDER)
    return Backups(database, Path(chosen).absolute() if chosen else None)


def write_backup(database: Database, file: Path) -> None:
    """Write the whole database to a file, while people write. RuleBroken or OSError if it cannot be."""
    backup.write_copy(database, file)


def _told(folder: Path, error: RuleBroken | OSError) -> RuleBroken:
    reason = error if isinstance(error, RuleBroken) else error.strerror or error
    return RuleBroken(
        "No backup could be written to %(folder)s: %(reason)s", field="backup", folder=folder, reason=reason
    )
