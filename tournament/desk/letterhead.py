"""What a club puts on its sheets of paper: its logo, and who helped. It belongs to the installation."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass
from hashlib import sha256

from tournament.desk.names import clean
from tournament.errors import Overtaken, RuleBroken
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

    @property
    def state(self) -> str:
        """Another one as soon as any of it is."""
        return sha256(self.logo + b"\n" + self.sponsors.encode()).hexdigest()[:16]


def read_letterhead(database: Database) -> Letterhead:
    with database.reading() as session:
        return letterhead_of(session)


def letterhead_of(session: Session) -> Letterhead:
    """The letterhead as this transaction sees it."""
    logo, sponsors = queries.setting(session, _LOGO), queries.setting(session, _SPONSORS)
    return Letterhead(b64decode(logo or ""), sponsors or "")


def write_letterhead(database: Database, letterhead: Letterhead, *, seen: str) -> None:
    """Use this letterhead from now on. RuleBroken if it is too much for a sheet.

    Overtaken if neither this one nor that of the state `seen` is in use.
    """
    if len(letterhead.logo) > LARGEST_LOGO:
        raise RuleBroken("This picture is too large: 500 KB at most.", field="logo")
    sponsors = clean(letterhead.sponsors, "sponsors", longest=LONGEST_SPONSORS)
    wanted = Letterhead(letterhead.logo, sponsors)
    with database.writing() as session:
        stands = letterhead_of(session)
        if stands.state not in (seen, wanted.state):
            mine, theirs = {"sponsors": sponsors}, {"sponsors": stands.sponsors}
            raise Overtaken("Somebody else changed logo or sponsors.", mine=mine, theirs=theirs)
        queries.write_setting(session, _LOGO, b64encode(letterhead.logo).decode() or None)
        queries.write_setting(session, _SPONSORS, sponsors or None)
