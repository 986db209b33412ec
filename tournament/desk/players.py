"""Lists of players from a spreadsheet and back (formats, "Players"; rules, section 1)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from tournament.desk.acts import Change, Facts, Work, act, backed_up
from tournament.desk.backups import Why
from tournament.desk.entering import check_present, namesake, next_player_number
from tournament.desk.names import clean, clean_name, phone_book, who
from tournament.desk.night import Night
from tournament.desk.selling import TicketState, check_selling, issue_tickets
from tournament.desk.spreadsheet import SEPARATORS, cells_of, lines_of, text_of
from tournament.desk.spreadsheet import write_csv as write_csv
from tournament.errors import RuleBroken
from tournament.knockout import sales
from tournament.language import mark
from tournament.store import queries
from tournament.store.models import Player

Line = tuple[int, list[str]]
Reason = tuple[int, RuleBroken]

COLUMNS = ("name", "town", "tickets")
_HEADINGS = {
    heading: column
    for column, headings in {
        "name": ("name", "spieler", "spielerin", "spieler/in", "player"),
        "town": ("ort", "wohnort", "town"),
        "tickets": ("karten", "teilnehmerkarten", "anzahl", "tickets", "cards"),
    }.items()
    for heading in headings
}
_SHOWN = 40
"""So many letters of what cannot be used are repeated in the reason."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player of a list with the number of cards he gets; `line` is where he stands in the file."""

    line: int
    name: str
    town: str
    tickets: int


class BadRows(RuleBroken):
    """A list is refused: `reasons` has every line that cannot be used, with its number, in order."""

    def __init__(self, reasons: Iterable[Reason]) -> None:
        self.reasons = tuple(sorted(reasons, key=lambda reason: reason[0]))
        super().__init__(
            mark("Nothing was imported. Lines that cannot be used: %(count)s."),
            rule="1",
            count=len({line for line, _ in self.reasons}),
        )


def parse_players(data: bytes, *, limit: int) -> tuple[PlayerRow, ...]:
    """The players of a CSV file, `limit` cards at most for each.

    BadRows tells all lines that cannot be used, RuleBroken that the file is no list at all.
    """
    columns, lines = _table(lines_of(text_of(data)))
    rows: dict[tuple[str, str], PlayerRow] = {}
    reasons: list[Reason] = []
    for line, cells in lines:
        try:
            row = _row(line, cells, columns, limit)
            if (first := rows.setdefault(who(row.name, row.town), row)) is not row:
                raise RuleBroken("This player is in line %(line)s already.", rule="1", line=first.line)
        except RuleBroken as reason:
            reasons.append((line, reason))
    if reasons:
        raise BadRows(reasons)
    if not rows:
        raise RuleBroken("There are no players in this list.")
    return tuple(rows.values())


@backed_up(Why.IMPORT)
@act
def import_players(work: Work, rows: Sequence[PlayerRow], *, paid: bool) -> Change:
    """Sell or reserve all the cards of a list, or none.

    BadRows tells the lines whose player has cards here already, or wants too many.
    """
    check_selling(work)
    _check_rows(work, rows)
    wanted = sum(row.tickets for row in rows)
    sold = queries.count_sold(work.session, work.id)
    sales.check_sale(wanted, sold=sold, capacity=work.tournament.capacity, held=0, limit=wanted)
    numbers = _enter(work, rows)
    owners = [number for number, row in zip(numbers, rows, strict=True) for _ in range(row.tickets)]
    issued = iter(issue_tickets(work, owners, paid))
    players: list[Facts] = [
        {"player": number, "name": row.name, "town": row.town, "tickets": list(islice(issued, row.tickets))}
        for number, row in zip(numbers, rows, strict=True)
    ]
    cents = wanted * work.tournament.ticket_price_cents
    return Change({"players": players, "state": TicketState.of(paid).value, "cents": cents})


def players_csv(night: Night) -> bytes:
    """Everybody who holds cards, as in a phone book, in the form that `parse_players` reads."""
    held = Counter(night.holders.values())
    people = sorted((p for p in night.people if held[p.number]), key=lambda p: phone_book(p.name, p.town))
    return write_csv([("Name", "Ort", "Karten"), *((p.name, p.town, str(held[p.number])) for p in people)])


def _table(lines: Sequence[tuple[int, str]]) -> tuple[Sequence[str], list[Line]]:
    """The columns a file has, and its lines in cells. The separator is the one that makes most of them."""

    def fits(separator: str) -> tuple[bool, int, int]:
        widths = [len(cells_of(line, separator)) for _, line in lines]
        header = bool(lines) and _is_header(cells_of(lines[0][1], separator))
        return header and widths[0] > 1, widths.count(len(COLUMNS)), sum(width > 1 for width in widths)

    separator = max(SEPARATORS, key=fits)
    table = [(number, cells_of(line, separator)) for number, line in lines]
    if table and _is_header(table[0][1]):
        return _columns(*table[0]), table[1:]
    return COLUMNS, table


def _is_header(cells: Sequence[str]) -> bool:
    known = sum(cell.casefold() in _HEADINGS for cell in cells)
    return known >= min(2, len(cells))


def _columns(line: int, headings: Sequence[str]) -> list[str]:
    """What each column of a header holds. BadRows unless it has names and cards, and nothing unknown."""
    columns = [_HEADINGS.get(heading.casefold(), "") for heading in headings]
    for heading, column in zip(headings, columns, strict=True):
        if not column or columns.count(column) > 1:
            reason = RuleBroken("The column “%(heading)s” is not expected here.", heading=heading[:_SHOWN])
            raise BadRows([(line, reason)])
    if not {"name", "tickets"}.issubset(columns):
        raise BadRows([(line, RuleBroken("The list needs a column for names and one for cards."))])
    return columns


def _row(line: int, cells: Sequence[str], columns: Sequence[str], limit: int) -> PlayerRow:
    if len(cells) > len(columns):
        raise RuleBroken("This line has too many columns.")
    values = dict.fromkeys(COLUMNS, "") | dict(zip(columns, cells, strict=False))
    name, town = clean_name(values["name"]), clean(values["town"], "town")
    return PlayerRow(line, name, town, _count(values["tickets"], limit))


def _count(text: str, limit: int) -> int:
    if not text:
        raise RuleBroken("The number of cards is missing.", rule="1", field="count")
    if not re.fullmatch(r"[+-]?\d{1,9}", text):
        raise RuleBroken("“%(text)s” is no number of cards.", rule="1", field="count", text=text[:_SHOWN])
    sales.check_sale(int(text), sold=0, capacity=int(text), held=0, limit=limit)
    return int(text)


def _check_rows(work: Work, rows: Sequence[PlayerRow]) -> None:
    held = Counter(ticket.player for ticket in queries.live_tickets(work.session, work.id))
    known = {who(p.name, p.town): p for p in queries.players(work.session, work.id)}
    holding = {person: held[player.number] for person, player in known.items()}
    towns = {name: player.town for (name, _), player in known.items()}
    reasons: list[Reason] = []
    for row in rows:
        person = who(row.name, row.town)
        try:
            if player := known.get(person):
                check_present(work, player)
            elif not row.town and person[0] in towns:
                raise namesake(row.name, towns[person[0]])
            _check_count(row, holding.get(person, 0), work.tournament.max_tickets_per_player)
        except RuleBroken as reason:
            reasons.append((row.line, reason))
        holding[person] = row.tickets
    if reasons:
        raise BadRows(reasons)


def _check_count(row: PlayerRow, held: int, limit: int) -> None:
    if held:
        raise RuleBroken("This player has %(held)s cards already.", rule="1", field="name", held=held)
    sales.check_sale(row.tickets, sold=0, capacity=row.tickets, held=0, limit=limit)


def _enter(work: Work, rows: Sequence[PlayerRow]) -> list[int]:
    """The numbers of the list's players; those not known yet are entered."""
    known = {who(p.name, p.town): p.number for p in queries.players(work.session, work.id)}
    last = next_player_number(work) - 1
    for row in rows:
        person = who(row.name, row.town)
        if person not in known:
            last += 1
            known[person] = last
            work.session.add(_new_player(work, last, row))
    work.session.flush()
    return [known[who(row.name, row.town)] for row in rows]


def _new_player(work: Work, number: int, row: PlayerRow) -> Player:
    return Player(
        tournament_id=work.id,
        number=number,
        name=row.name,
        town=row.town,
        withdrawn=False,
        revision=work.revision,
    )
