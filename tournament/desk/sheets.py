"""Score sheets as they stand: their links, and what both phones show."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.desk.names import told_apart
from tournament.desk.night import round_slug
from tournament.errors import Expired, NotThere, RuleBroken
from tournament.knockout.rounds import Stage
from tournament.schnapsen.game import Deal
from tournament.schnapsen.match import Pair
from tournament.schnapsen.rules import Rules, rules_from
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
class Visitor:
    """Who asks for a sheet: the keys a browser holds, and the name of whoever is signed in at the desk.

    `phone` is the browser's own key, `host_key` the one of a private sheet's host.
    """

    phone: str = ""
    host_key: str = ""
    desk: str = ""


@dataclass(frozen=True, slots=True)
class OfPairing:
    """Which pairing a sheet is for."""

    tournament: int
    tournament_name: str
    stage: Stage
    number: int
    """Of the round."""
    size: int
    pairing: int
    table: str | None


@dataclass(frozen=True, slots=True)
class SheetView:
    """A sheet as both phones show it."""

    token: str
    names: tuple[str, str]
    rules: Rules
    sheet: Sheet
    revision: int
    taken: frozenset[Side]
    """The columns some phone writes in."""
    seat: Side | None
    """The column of the phone that asks, if it has one."""
    is_host: bool
    """Whether the one who asks may write in both columns."""
    last_line: str
    """The key of the last line that stands; entries made on it name it."""
    pairing: OfPairing | None
    """None for a private sheet."""


def view_sheet(database: Database, token: str, visitor: Visitor = Visitor()) -> SheetView:
    """The sheet of a link, as this visitor may use it.

    NotThere for a link nobody made; Expired once its pairing is decided, or is no more.
    """
    with database.reading() as session:
        return view_of(session, find_open(session, token), visitor)


def sheet_tokens(database: Database, tournament: int) -> dict[tuple[str, int], str]:
    """The links of a tournament's open pairings, by round and number: for slips and the results page."""
    with database.reading() as session:
        return tokens_of(session, tournament)


def tokens_of(session: Session, tournament: int) -> dict[tuple[str, int], str]:
    """As `sheet_tokens`, as this transaction sees them."""
    return {
        (round_slug(Stage(pairing.round.stage), pairing.round.number), pairing.number): row.token
        for row, pairing in queries.sheets_of_open_pairings(session, tournament)
    }


def find_open(session: Session, token: str, *, lock: bool = False) -> models.Sheet:
    """The sheet of a link, for writing with `lock`. NotThere and Expired as in `view_sheet`."""
    row = queries.sheet(session, token, lock=lock)
    if row is None:
        raise NotThere("There is no score sheet at this link.")
    if row.pairing_id is None and row.host_key is None:
        raise Expired("The desk has changed this match: please ask there. What is written here is kept.")
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
    """Where the sheet of these rows stands."""
    return read_sheet(rules_from(row.rules), Side(row.first_dealer), map(_entry, row.entries))


def standing_lines(row: models.Sheet) -> list[str]:
    """The keys of what stands as a line, deals and counted matches; striking takes the last one away."""
    lines: list[str] = []
    for entry in row.entries:
        if entry.kind in ("deal", "next-match"):
            lines.append(entry.key)
        elif entry.kind == "strike":
            lines.pop()
    return lines


def _entry(entry: models.SheetEntry) -> Entry:
    hung = None if entry.hung_a is None or entry.hung_b is None else (entry.hung_a, entry.hung_b)
    winner = None if entry.winner is None else Side(entry.winner)
    seat = None if entry.seat is None else Side(entry.seat)
    return as_entry(entry.kind, winner, entry.points, hung, seat)


def view_of(session: Session, row: models.Sheet, visitor: Visitor) -> SheetView:
    return SheetView(
        token=row.token,
        names=names_on(session, row),
        rules=rules_from(row.rules),
        sheet=read(row),
        revision=row.revision,
        taken=frozenset(side for side, key in zip(Side, (row.seat_a, row.seat_b), strict=True) if key),
        seat=seat_of(row, visitor),
        is_host=is_host(row, visitor),
        last_line=next(reversed(standing_lines(row)), ""),
        pairing=_of_pairing(session, row.pairing_id),
    )


def names_on(session: Session, row: models.Sheet) -> tuple[str, str]:
    """Who plays on a sheet: as they are called now, told apart from others of the same name.

    On a private one as its host wrote them.
    """
    pairing = queries.pairing_by_id(session, row.pairing_id) if row.pairing_id is not None else None
    if pairing is None or pairing.right is None:
        return row.name_a, row.name_b
    names = queries.names_of_players(session, pairing.tournament_id)
    called = dict(zip(names, told_apart([*names.values()]), strict=True))
    holders = queries.holders_of(session, pairing.tournament_id, (pairing.left, pairing.right))
    return called[holders[pairing.left]], called[holders[pairing.right]]


def _of_pairing(session: Session, id_: int | None) -> OfPairing | None:
    pairing = queries.pairing_by_id(session, id_) if id_ is not None else None
    tournament = queries.tournament(session, pairing.tournament_id) if pairing else None
    if pairing is None or tournament is None:
        return None
    round_ = pairing.round
    return OfPairing(
        tournament=tournament.id,
        tournament_name=tournament.name,
        stage=Stage(round_.stage),
        number=round_.number,
        size=round_.size,
        pairing=pairing.number,
        table=pairing.table,
    )


def seat_of(row: models.Sheet, visitor: Visitor) -> Side | None:
    """The column of the phone that asks, if it has one."""
    seats = zip(Side, (row.seat_a, row.seat_b), strict=True)
    return next((side for side, key in seats if key and key == visitor.phone), None)


def is_host(row: models.Sheet, visitor: Visitor) -> bool:
    """Whether they may write in both columns: the desk on a pairing's sheet, the host on a private one."""
    if row.pairing_id is not None:
        return bool(visitor.desk)
    return bool(row.host_key) and row.host_key == visitor.host_key
