"""The log: who did what and when, the newest first."""

from __future__ import annotations

from tournament.desk.office import read_log
from tournament.web.context import the_desk
from tournament.web.office.frame import Shown, pages, read, show
from tournament.web.telling import act_sentence


@pages.get("/<int:id_>/log")
def log(id_: int) -> Shown:
    office = read(id_)
    entries = read_log(the_desk().database, id_)
    return show("log", office, lines=[(entry, act_sentence(entry, office)) for entry in entries])
