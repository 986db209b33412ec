"""Writing on score sheets: of a pairing while it is open, or private (rules, section 4).

Two phones write on a sheet, each in its own column. What they send carries keys, so that a phone which lost
the Wi-Fi can send again, in order, and nothing counts twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.desk.acts import Change, Desk, Stamp, Work, begin, write_log
from tournament.desk.names import clean_name
from tournament.desk.night import Night
from tournament.desk.sheets import SheetView, as_entry, find_open, is_host, read, report_of, seat_of, view_of
from tournament.errors import RuleBroken
from tournament.knockout.draw import TicketNumber
from tournament.schnapsen.match import Pair
from tournament.schnapsen.rules import rules_from
from tournament.schnapsen.sheet import Sheet
from tournament.schnapsen.side import Side
from tournament.store import models, queries
from tournament.store.database import Session

TOKEN_BYTES = 12
MOST_ENTRIES = 2000


@dataclass(frozen=True, slots=True)
class Sent:
    """One entry as a phone sends it; `key` is the phone's own, and new for each entry."""

    key: str
    kind: str
    winner: Side | None = None
    points: int | None = None
    hung: Pair | None = None


def open_private_sheet(desk: Desk, names: tuple[str, str], rules: Mapping[str, Any]) -> tuple[str, str]:
    """Open a sheet for a session at home. Returns its token and the key of its host."""
    rules_from(rules)
    token, host_key = desk.entropy(TOKEN_BYTES).hex(), desk.entropy(TOKEN_BYTES).hex()
    with desk.database.writing() as session:
        session.add(
            models.Sheet(
                token=token,
                name_a=clean_name(names[0]),
                name_b=clean_name(names[1]),
                rules=dict(rules),
                first_dealer=Side.A.value,
                created_at=desk.now(),
                host_key=host_key,
            )
        )
    return token, host_key


def open_pairing_sheets(work: Work, night: Night, round_: models.Round) -> None:
    """Make the links of a round's open pairings, if the tournament uses score sheets."""
    if not work.tournament.score_sheets:
        return
    terms = work.tournament
    work.session.flush()
    for pairing in round_.pairings:
        if pairing.outcome is None and pairing.right is not None:
            work.session.add(
                models.Sheet(
                    token=work.entropy(TOKEN_BYTES).hex(),
                    pairing_id=pairing.id,
                    name_a=night.person[night.holders[TicketNumber(pairing.left)]].name,
                    name_b=night.person[night.holders[TicketNumber(pairing.right)]].name,
                    rules=terms.rules | {"bummerl_to_win": terms.bummerl_to_win},
                    first_dealer=Side.A.value,
                    created_at=work.now,
                )
            )


def take_seat(desk: Desk, token: str, side: Side, phone: str) -> SheetView:
    """Let a phone write in a column. RuleBroken if another phone does."""
    with desk.database.writing() as session:
        row = find_open(session, token)
        seats = {Side.A: row.seat_a, Side.B: row.seat_b}
        if seats[side] not in (None, phone):
            raise RuleBroken("Another phone writes in this column.", rule="4", field="side")
        row.seat_a, row.seat_b = (
            phone if one is side else (None if key == phone else key) for one, key in seats.items()
        )
        row.revision += 1
        return view_of(row, phone, host=False)


def free_seats(desk: Desk, token: str) -> None:
    """Let other phones take the columns: for the desk or the host, when a battery is empty."""
    with desk.database.writing() as session:
        row = find_open(session, token)
        row.seat_a = row.seat_b = None
        row.revision += 1


def write_entries(
    desk: Desk, token: str, sent: Sequence[Sent], phone: str, *, host: bool = False
) -> tuple[SheetView, RuleBroken | None]:
    """Write what a phone sends, in its order; entries whose key is known are passed over.

    The first entry that cannot stand is refused and returned as the error, with all that follow it.
    """
    with desk.database.writing() as session:
        row = find_open(session, token)
        seat = seat_of(row, phone)
        if seat is None and not is_host(row, phone, host):
            raise RuleBroken("This phone only watches: choose a column first.", rule="4", field="side")
        before = read(row)
        refused = _write_all(desk, row, before, sent, seat)
        session.flush()
        _tell_the_desk(desk, session, row, before)
        return view_of(row, phone, host), refused


def _write_all(
    desk: Desk, row: models.Sheet, sheet: Sheet, sent: Iterable[Sent], seat: Side | None
) -> RuleBroken | None:
    known = {entry.key for entry in row.entries}
    for one in sent:
        if one.key in known:
            continue
        try:
            sheet = sheet.with_entry(as_entry(one.kind, one.winner, one.points, one.hung, seat))
        except RuleBroken as refused:
            return refused
        if len(row.entries) >= MOST_ENTRIES:
            return RuleBroken("This sheet is full.", rule="4", field="sheet")
        row.entries.append(_as_row(desk, one, seat, len(row.entries) + 1))
        row.revision += 1
        known.add(one.key)
    return None


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


def _tell_the_desk(desk: Desk, session: Session, row: models.Sheet, before: Sheet) -> None:
    """A new word on a result changes what the desk sees: it bumps the tournament's revision."""
    if row.pairing_id is None:
        return
    after = read(row)
    if (after.agreed, after.disputes, after.decided) == (before.agreed, before.disputes, before.decided):
        return
    pairing = queries.pairing_by_id(session, row.pairing_id)
    tournament = queries.tournament(session, pairing.tournament_id, lock=True) if pairing else None
    if pairing is None or tournament is None:
        return
    report = report_of(row, pairing)
    facts = {"round": report.round, "pairing": report.pairing, "hung": list(report.hung)}
    facts |= {"agreed": sorted(after.agreed), "disputed": [list(d.hung) for d in after.disputes]}
    write_log(begin(desk, session, tournament), Stamp(""), "report_from_table", Change(facts))
