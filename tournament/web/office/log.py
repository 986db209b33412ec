"""The log: who did what and when, the newest first; sought through, printed, never changed."""

from __future__ import annotations

from dataclasses import asdict

from flask import request

from tournament.desk.names import LONGEST_NAME, phone_book
from tournament.desk.office import read_log
from tournament.desk.telling.sought import Sought, kinds, lines
from tournament.desk.telling.teller import Teller
from tournament.web.context import Shown, locale, the_desk
from tournament.web.office.frame import pages, read, show
from tournament.web.telling import act_name


def sought() -> Sought:
    """What this request looks for."""
    act, by, text = (request.args.get(name, "").strip()[:LONGEST_NAME] for name in ("act", "by", "text"))
    return Sought(act, by, text)


@pages.get("/<int:id_>/log")
def log(id_: int) -> Shown:
    office = read(id_)
    entries = read_log(the_desk().database, id_)
    acts = {kind: act_name(kind) for entry in entries for kind in kinds(entry)}
    return show(
        "log",
        office,
        lines=lines(entries, Teller(office, locale()), sought()),
        total=len(entries),
        sought=asdict(sought()),
        acts=sorted(acts.items(), key=lambda act: phone_book(act[1])),
        people=sorted({entry.by for entry in entries}, key=phone_book),
    )
