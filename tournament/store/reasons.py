"""Why the system, or the database, refused something: as a sentence that everybody can read."""

from __future__ import annotations

import errno
import sqlite3

from tournament.errors import RuleBroken

_FULL = RuleBroken("The disk is full.")
_FORBIDDEN = RuleBroken("It must not be read or written by this account of the computer.")
_BROKEN = RuleBroken("The disk or the stick does not work properly.")
_MISSING = RuleBroken("It is not there.")
_GONE = RuleBroken("The device is gone.")

_OF_THE_SYSTEM = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: RuleBroken("The file is too large for this disk."),
    errno.EACCES: _FORBIDDEN,
    errno.EPERM: _FORBIDDEN,
    errno.EROFS: RuleBroken("The disk or the stick can only be read."),
    errno.EIO: _BROKEN,
    errno.ENODEV: _GONE,
    errno.ENXIO: _GONE,
    errno.ESTALE: _GONE,
    errno.ENOENT: _MISSING,
    errno.ENOTDIR: RuleBroken("What should be a folder is none."),
    errno.EISDIR: RuleBroken("It is a folder, no file."),
    errno.ENAMETOOLONG: RuleBroken("The name is too long."),
    errno.ELOOP: RuleBroken("Its links lead in a circle."),
    errno.EBUSY: RuleBroken("Another program is using it."),
    errno.EMFILE: RuleBroken("Too many files are open."),
    errno.ENFILE: RuleBroken("Too many files are open."),
    errno.EEXIST: RuleBroken("Something else stands there already."),
    errno.ENOTEMPTY: RuleBroken("Something else stands there already."),
}
_OF_SQLITE = {
    "FULL": _FULL,
    "IOERR": _BROKEN,
    "READONLY": _FORBIDDEN,
    "PERM": _FORBIDDEN,
    "CANTOPEN": RuleBroken("It cannot be opened or made."),
    "BUSY": RuleBroken("Somebody else has been writing all the time. Please try again."),
    "LOCKED": RuleBroken("Somebody else has been writing all the time. Please try again."),
    "CORRUPT": RuleBroken("The data are damaged."),
    "NOTADB": RuleBroken("It is no database."),
}


def why(error: BaseException | None) -> RuleBroken:
    """What stands behind an error of the system or the database; its own words where we know none."""
    if isinstance(error, RuleBroken):
        return error
    known = None
    if isinstance(error, sqlite3.Error):
        known = _OF_SQLITE.get(_family(error))
    elif isinstance(error, OSError):
        known = _OF_THE_SYSTEM.get(error.errno or 0)
    if known:
        return RuleBroken(known.message)
    return RuleBroken("The system says: %(words)s", words=_own_words(error))


def _own_words(error: BaseException | None) -> str:
    words = getattr(error, "strerror", None) or str(error)
    return str(words).strip().partition("\n")[0]


def _family(error: sqlite3.Error) -> str:
    """IOERR for SQLITE_IOERR_WRITE."""
    _sqlite, _, name = getattr(error, "sqlite_errorname", "").partition("_")
    return str(name).partition("_")[0]
