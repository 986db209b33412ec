"""From the rows of a tournament to its night, in plain values."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.desk.handing import ACTS, handed_out
from tournament.desk.night import (
    BandFacts,
    DrawnLot,
    Night,
    Person,
    PrizeFacts,
    Result,
    RoundFacts,
    SoldTicket,
)
from tournament.desk.selling import TicketState
from tournament.desk.tournaments import terms_of
from tournament.errors import NotThere
from tournament.knockout.draw import Lot, PlayerId, Pot, TicketNumber
from tournament.knockout.order import starts
from tournament.knockout.rounds import Outcome, Pairing, Round, Stage
from tournament.store import models, queries
from tournament.store.database import Database, Session


def read_night(database: Database, id_: int) -> Night:
    """The tournament as it stands. NotThere without it."""
    with database.reading() as session:
        return load_night(session, id_)


def load_night(session: Session, id_: int) -> Night:
    """The tournament as this transaction sees it. NotThere without it."""
    row = queries.tournament(session, id_)
    if row is None:
        raise NotThere("This tournament does not exist.")
    prizes = queries.prizes(session, id_)
    had = handed_out(queries.entries_of_acts(session, id_, ACTS)) if row.finished else ()
    return Night(
        id=row.id,
        revision=row.revision,
        terms_revision=row.terms_revision,
        terms=terms_of(row, [prize.text for prize in prizes]),
        size=row.size,
        finished=row.finished,
        practice=row.practice,
        people=tuple(_person(player) for player in queries.players(session, id_)),
        tickets=tuple(_ticket(ticket) for ticket in queries.tickets(session, id_)),
        all_rounds=tuple(_round(round_) for round_ in rounds_in_order(session, id_)),
        prizes=tuple(PrizeFacts(p.rank, p.text, p.collected_at) for p in prizes),
        bands=tuple(_band(band) for band in queries.band_orders(session, id_)),
        handed_out=had,
    )


def rounds_in_order(session: Session, id_: int) -> list[models.Round]:
    """The rows of all rounds announced, in the order in which they started."""
    rows = {(Stage(row.stage), row.number): row for row in queries.rounds(session, id_)}
    order = starts({key: row.drawn_at for key, row in rows.items()})
    return [rows[key] for key in sorted(order, key=order.__getitem__)]


def round_of(row: models.Round, pairings: Sequence[models.Pairing]) -> Round:
    """A round's row as the rules know it."""
    return Round(row.number, Stage(row.stage), row.size, tuple(map(pairing_of, pairings)))


def pairing_of(row: models.Pairing) -> Pairing:
    return Pairing(
        row.number,
        TicketNumber(row.left),
        None if row.right is None else TicketNumber(row.right),
        None if row.outcome is None else Outcome(row.outcome),
        None if row.winner is None else TicketNumber(row.winner),
    )


def _person(row: models.Player) -> Person:
    return Person(PlayerId(row.number), row.name, row.town, row.withdrawn, row.revision)


def _ticket(row: models.Ticket) -> SoldTicket:
    player = None if row.player is None else PlayerId(row.player)
    return SoldTicket(TicketNumber(row.number), player, TicketState(row.state), row.price_cents, row.revision)


def _round(row: models.Round) -> RoundFacts:
    return RoundFacts(
        round=round_of(row, row.pairings),
        method=row.method,
        seed=row.seed,
        word=row.word,
        order=tuple(map(PlayerId, row.drawing_order)),
        lots=tuple(
            DrawnLot(Lot(TicketNumber(lot.ticket), Pot(lot.pot), lot.number), lot.late, lot.late_seed)
            for lot in row.lots
        ),
        announced_at=row.announced_at,
        drawn_at=row.drawn_at,
        results={pairing.number: _result(pairing) for pairing in row.pairings},
    )


def _result(row: models.Pairing) -> Result:
    won = None if row.games_left is None or row.games_right is None else (row.games_left, row.games_right)
    games = tuple((left, right) for left, right in row.games)
    return Result(won, games, row.table, row.decided_at, row.revision)


def _band(row: models.BandOrder) -> BandFacts:
    return BandFacts(row.place, row.seed, tuple(map(TicketNumber, row.tickets)))
