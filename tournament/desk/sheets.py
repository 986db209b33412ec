"""Score sheets as they stand: what both phones show, and what the desk learns from the table."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.desk.night import round_slug
from tournament.errors import Expired, NotThere, RuleBroken
from tournament.knockout.draw import TicketNumber
from tournament.knockout.rounds import Stage
from tournament.schnapsen.game import Deal
from tournament.schnapsen.match import Pair
from tournament.schnapsen.rules import rules_from
from tournament.schnapsen.sheet import (
    Agreed,
    Banked,
    Dealt,
    Disputed,
    Entry,
    NextMatch,
    Sheet,
    Struck,
    read_sheet,
)
from tournament.schnapsen.side import Side
from tournament.store import models, queries
from tournament.store.database import Database, Session


@dataclass(frozen=True, slots=True)
class SheetView:
    """A sheet as both phones show it; `taken` are the columns a phone writes in already."""

    token: str
    names: tuple[str, str]
    sheet: Sheet
    revision: int
    private: bool
    taken: frozenset[Side]
    seat: Side | None
    """The column of the phone that asks, if it has one."""
    is_host: bool
    """Whether the one who asks may write in both columns."""


@dataclass(frozen=True, slots=True)
class Report:
    """What the desk learns from the table of an open pairing whose match is decided on its sheet."""

    round: str
    pairing: int
    winner: TicketNumber
    hung: Pair
    games: tuple[Pair, ...]
    agreed: bool
    disputes: tuple[tuple[str, Pair], ...]


def view_sheet(database: Database, token: str, phone: str = "", *, host: bool = False) -> SheetView:
    """The sheet of a link, for the phone with this key; `host` for the desk, which writes in both columns.

    NotThere for a link nobody made; Expired once its pairing is decided.
    """
    with database.reading() as session:
        return view_of(find_open(session, token), phone, host)


def reports(database: Database, tournament: int) -> tuple[Report, ...]:
    """The open pairings whose match is decided on their sheet, as the table reports them."""
    with database.reading() as session:
        rows = queries.sheets_of_open_pairings(session, tournament)
        return tuple(report_of(row, pairing) for row, pairing in rows if read(row).decided)


def sheet_tokens(database: Database, tournament: int) -> dict[tuple[str, int], str]:
    """The links of a tournament's open pairings, by round and number: for slips and the results page."""
    with database.reading() as session:
        return {
            (round_slug(Stage(p.round.stage), p.round.number), p.number): row.token
            for row, p in queries.sheets_of_open_pairings(session, tournament)
        }


def find_open(session: Session, token: str) -> models.Sheet:
    row = queries.sheet(session, token)
    if row is None:
        raise NotThere("There is no score sheet at this link.")
    if row.pairing_id is not None:
        pairing = queries.pairing_by_id(session, row.pairing_id)
        if pairing is None or pairing.outcome is not None:
            raise Expired("This match is decided; its score sheet is closed.")
    return row


def as_entry(
    kind: str, winner: Side | None, points: int | None, hung: Pair | None, seat: Side | None
) -> Entry:
    match kind, winner, points, hung, seat:
        case "deal", Side(), int(), None, _:
            return Dealt(Deal(winner, points), seat)
        case "bank", None, None, None, _:
            return Banked()
        case "strike", None, None, None, _:
            return Struck(seat)
        case "agree", None, None, None, Side():
            return Agreed(seat)
        case "dispute", None, None, (int(), int()), Side():
            return Disputed(seat, hung)
        case "next-match", None, None, None, _:
            return NextMatch()
        case _:
            raise RuleBroken("This entry cannot be read.", rule="4", field="kind")


def read(row: models.Sheet) -> Sheet:
    return read_sheet(rules_from(row.rules), Side(row.first_dealer), map(_entry, row.entries))


def _entry(entry: models.SheetEntry) -> Entry:
    hung = None if entry.hung_a is None or entry.hung_b is None else (entry.hung_a, entry.hung_b)
    winner = None if entry.winner is None else Side(entry.winner)
    seat = None if entry.seat is None else Side(entry.seat)
    return as_entry(entry.kind, winner, entry.points, hung, seat)


def view_of(row: models.Sheet, phone: str, host: bool) -> SheetView:
    return SheetView(
        token=row.token,
        names=(row.name_a, row.name_b),
        sheet=read(row),
        revision=row.revision,
        private=row.pairing_id is None,
        taken=frozenset(side for side, key in zip(Side, (row.seat_a, row.seat_b), strict=True) if key),
        seat=seat_of(row, phone),
        is_host=is_host(row, phone, host),
    )


def seat_of(row: models.Sheet, phone: str) -> Side | None:
    if not phone:
        return None
    return next((s for s, key in zip(Side, (row.seat_a, row.seat_b), strict=True) if key == phone), None)


def is_host(row: models.Sheet, phone: str, desk: bool) -> bool:
    return desk if row.pairing_id is not None else bool(phone) and row.host_key == phone


def report_of(row: models.Sheet, pairing: models.Pairing) -> Report:
    sheet = read(row)
    names = {Side.A: row.name_a, Side.B: row.name_b}
    winner = pairing.left if sheet.score.winner is Side.A else pairing.right
    return Report(
        round=round_slug(Stage(pairing.round.stage), pairing.round.number),
        pairing=pairing.number,
        winner=TicketNumber(winner or pairing.left),
        hung=sheet.score.hung,
        games=sheet.score.finished_games,
        agreed=sheet.reported,
        disputes=tuple((names[d.by], d.hung) for d in sheet.disputes),
    )
