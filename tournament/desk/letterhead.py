"""What a club puts on its sheets of paper: its logo, and who helped. It belongs to the installation."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass

from tournament.desk.names import clean
from tournament.errors import RuleBroken
from tournament.store import queries
from tournament.store.database import Database, Session

LARGEST_LOGO = 500_000
LONGEST_SPONSORS = 200
_LOGO, _SPONSORS = "letterhead-logo", "letterhead-sponsors"


@dataclass(frozen=True, slots=True)
class Letterhead:
    """`logo` is a picture as its file has it, empty without one; `sponsors` is one line of text."""

    logo: bytes = b""
    sponsors: str = ""


def read_letterhead(database: Database) -> Letterhead:
    with database.reading() as session:
        return letterhead_of(session)


def letterhead_of(session: Session) -> Letterhead:
    """The letterhead as this transaction sees it."""
    logo, sponsors = queries.setting(session, _LOGO), queries.setting(session, _SPONSORS)
    return Letterhead(b64decode(logo or ""), sponsors or "")


def write_letterhead(database: Database, letterhead: Letterhead) -> None:
    """Use this letterhead from now on. RuleBroken if it is too much for a sheet."""
    if len(letterhead.logo) > LARGEST_LOGO:
        raise RuleBroken("This picture is too large: 500 KB at most.", field="logo")
    sponsors = clean(letterhead.sponsors, "sponsors", longest=LONGEST_SPONSORS)
    with database.writing() as session:
        queries.write_setting(session, _LOGO, b64encode(letterhead.logo).decode() or None)
        queries.write_setting(session, _SPONSORS, sponsors or None)
