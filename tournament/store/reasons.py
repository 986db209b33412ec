"""Why the system, or the database, refused something: as a sentence that everybody can read."""

from __future__ import annotations

import errno
import sqlite3

from tournament.errors import RuleBroken
from tournament.language import mark

_FULL = mark("The disk is full.")
_FORBIDDEN = mark("It must not be read or written by this account of the computer.")
_BROKEN = mark("The disk or the stick does not work properly.")
_MISSING = mark("It is not there.")
_GONE = mark("The device is gone.")

_OF_THE_SYSTEM = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: mark("The file is too large for this disk."),
    errno.EACCES: _FORBIDDEN,
    errno.EPERM: _FORBIDDEN,
    errno.EROFS: mark("The disk or the stick can only be read."),
    errno.EIO: _BROKEN,
    errno.ENODEV: _GONE,
    errno.ENXIO: _GONE,
    errno.ESTALE: _GONE,
    errno.ENOENT: _MISSING,
    errno.ENOTDIR: mark("What should be a folder is none."),
    errno.EISDIR: mark("It is a folder, no file."),
    errno.ENAMETOOLONG: mark("The name is too long."),
    errno.ELOOP: mark("Its links lead in a circle."),
    errno.EBUSY: mark("Another program is using it."),
    errno.EMFILE: mark("Too many files are open."),
    errno.ENFILE: mark("Too many files are open."),
    errno.EEXIST: mark("Something else stands there already."),
    errno.ENOTEMPTY: mark("Something else stands there already."),
}
_OF_SQLITE = {
    "FULL": _FULL,
    "IOERR": _BROKEN,
    "READONLY": _FORBIDDEN,
    "PERM": _FORBIDDEN,
    "CANTOPEN": mark("It cannot be opened or made."),
    "BUSY": mark("Somebody else has been writing all the time. Please try again."),
    "LOCKED": mark("Somebody else has been writing all the time. Please try again."),
    "CORRUPT": mark("The data are damaged."),
    "NOTADB": mark("It is no database."),
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
    return RuleBroken(known) if known else RuleBroken("The system says: %(words)s", words=_own_words(error))


def _own_words(error: BaseException | None) -> str:
    words = getattr(error, "strerror", None) or str(error)
    return str(words).strip().partition("\n")[0]


def _family(error: sqlite3.Error) -> str:
    """IOERR for SQLITE_IOERR_WRITE."""
    _sqlite, _, name = getattr(error, "sqlite_errorname", "").partition("_")
    return str(name).partition("_")[0]
