"""Writing on score sheets: of a pairing while it is open, or private (rules, section 4).

Two phones write on a sheet, each in its own column. What they send carries keys, so that a phone which lost
the Wi-Fi can send again, in order, and nothing counts twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournament.desk.acts import Change, Desk, Facts, Stamp, begin, write_log
from tournament.desk.links import TOKEN_BYTES
from tournament.desk.names import clean_name
from tournament.desk.reports import report_of
from tournament.desk.seats import refuse_watching
from tournament.desk.sheets import (
    SheetView,
    Visitor,
    as_entry,
    find_open,
    is_host,
    names_on,
    read,
    seat_of,
    standing_lines,
    view_of,
)
from tournament.errors import Overtaken, RuleBroken
from tournament.schnapsen.match import Pair
from tournament.schnapsen.rules import rules_from
from tournament.schnapsen.sheet import Sheet
from tournament.schnapsen.side import Side
from tournament.store import models, queries
from tournament.store.database import Session

MOST_ENTRIES = 2000
LONGEST_KEY = 64


@dataclass(frozen=True, slots=True)
class Sent:
    """One entry as a phone sends it; `key` is the phone's own, and new for each entry.

    `on` is the key of the last line as the phone saw it, "" if there was none; None asks no questions. A
    deal needs none, since each stands in its winner's column and may arrive late.
    """

    key: str
    kind: str
    winner: Side | None = None
    points: int | None = None
    hung: Pair | None = None
    on: str | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """What came of the entries sent: the sheet as it stands, and what was refused, with the reason."""

    view: SheetView
    refusal: RuleBroken | None = None
    refused: tuple[Sent, ...] = field(default=())


def open_private_sheet(desk: Desk, names: tuple[str, str], rules: Mapping[str, Any]) -> tuple[str, str]:
    """Open a sheet for a session at home. Returns its token and the key of its host."""
    rules_from(rules)
    token, host_key = desk.entropy(TOKEN_BYTES).hex(), desk.entropy(TOKEN_BYTES).hex()
    with desk.database.writing() as session:
        session.add(
            models.Sheet(
                token=token,
                name_a=_name(names[0], "name_a"),
                name_b=_name(names[1], "name_b"),
                rules=dict(rules),
                first_dealer=Side.A.value,
                created_at=desk.now(),
                host_key=host_key,
            )
        )
    return token, host_key


def _name(name: str, field: str) -> str:
    try:
        return clean_name(name)
    except RuleBroken as broken:
        broken.field = field
        raise


def write_entries(desk: Desk, token: str, sent: Sequence[Sent], visitor: Visitor) -> Written:
    """Write what a phone sends, in its order; entries whose key is known are passed over.

    The first entry that cannot stand is refused, with all that follow it. RuleBroken for who only watches.
    """
    with desk.database.writing() as session:
        row = find_open(session, token, lock=True)
        refuse_watching(row, visitor)
        before = read(row)
        refusal, refused = _write_all(desk, row, before, sent, visitor)
        session.flush()
        _tell_the_desk(desk, session, row, before, visitor)
        return Written(view_of(session, row, visitor), refusal, refused)


def _write_all(
    desk: Desk, row: models.Sheet, sheet: Sheet, sent: Sequence[Sent], visitor: Visitor
) -> tuple[RuleBroken | None, tuple[Sent, ...]]:
    known = {entry.key for entry in row.entries}
    for index, one in enumerate(sent):
        if one.key in known:
            continue
        try:
            if _done_by_others(row, one, sheet):
                continue
            sheet = _write_one(desk, row, sheet, one, _hand(row, one, visitor))
        except RuleBroken as refusal:
            return refusal, tuple(later for later in sent[index:] if later.key not in known)
        known.add(one.key)
    return None, ()


def _write_one(desk: Desk, row: models.Sheet, sheet: Sheet, one: Sent, seat: Side | None) -> Sheet:
    if len(row.entries) >= MOST_ENTRIES or not 0 < len(one.key) <= LONGEST_KEY:
        raise RuleBroken("This sheet is full.", rule="4", field="sheet")
    if one.kind == "next-match" and row.pairing_id is not None:
        raise RuleBroken("This sheet is for one match only.", rule="4", field="kind")
    after = sheet.with_entry(as_entry(one.kind, one.winner, one.points, one.hung, seat))
    row.entries.append(_as_row(desk, one, seat, len(row.entries) + 1))
    row.revision += 1
    return after


def _hand(row: models.Sheet, one: Sent, visitor: Visitor) -> Side | None:
    """Whose hand writes: a side in its own column, or None for the desk or the host in either."""
    seat = seat_of(row, visitor)
    if not is_host(row, visitor) or one.kind in ("agree", "dispute"):
        return seat
    return seat if one.winner is seat else None


def _done_by_others(row: models.Sheet, one: Sent, sheet: Sheet) -> bool:
    """Whether somebody else had done the same when this arrived.

    Raises Overtaken for an entry that means a line which is not the last any more.
    """
    if one.on is None or one.kind == "deal":
        return False
    lines = standing_lines(row)
    last = lines[-1] if lines else ""
    match one.kind:
        case "bank":
            return one.on != last or (not sheet.to_bank and sheet.score.games[-1].winner is not None)
        case "next-match":
            return one.on != last
        case "strike" if one.on and one.on not in lines:
            return True
    if one.on != last:
        raise Overtaken(
            "Something else was written meanwhile: please look at the sheet again.", mine=one.on, theirs=last
        )
    return False


def _as_row(desk: Desk, one: Sent, seat: Side | None, number: int) -> models.SheetEntry:
    hung_a, hung_b = one.hung or (None, None)
    return models.SheetEntry(
        number=number,
        at=desk.now(),
        kind=one.kind,
        seat=seat.value if seat else None,
        winner=one.winner.value if one.winner else None,
        points=one.points,
        hung_a=hung_a,
        hung_b=hung_b,
        key=one.key,
    )


def _tell_the_desk(desk: Desk, session: Session, row: models.Sheet, before: Sheet, visitor: Visitor) -> None:
    """A new word on a result changes what the desk sees: it bumps the tournament's revision."""
    after = read(row)
    if row.pairing_id is None or _words(before) == _words(after):
        return
    pairing = queries.pairing_by_id(session, row.pairing_id)
    tournament = queries.tournament(session, pairing.tournament_id, lock=True) if pairing else None
    if pairing is None or tournament is None:
        return
    seat = seat_of(row, visitor)
    by = names_on(session, row)[list(Side).index(seat)] if seat else visitor.desk
    facts = _reported(row, pairing, after)
    write_log(begin(desk, session, tournament, Stamp(by)), "report_from_table", Change(facts))


def _words(sheet: Sheet) -> tuple[object, ...]:
    return sheet.decided, *(sheet.version_of(side) for side in Side)


def _reported(row: models.Sheet, pairing: models.Pairing, sheet: Sheet) -> Facts:
    """The report as the log tells it; `hung` is None if a struck deal opened the match again."""
    report = report_of(row, pairing, sheet)
    facts: Facts = {"round": report.round, "size": pairing.round.size}
    facts |= {"pairing": report.pairing, "agreed": report.agreed}
    if not sheet.decided:
        return facts | {"hung": None, "left_says": None, "right_says": None}
    said = {"left_says": report.left_says, "right_says": report.right_says}
    return facts | {"hung": list(report.hung)} | {name: pair and list(pair) for name, pair in said.items()}
