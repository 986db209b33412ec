"""Reading a tournament from its archive into the database.

Only an archive that holds is taken. Its log comes along and nothing is added to it, so that exporting the
tournament again gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from tournament.desk.acts import Entry
from tournament.desk.deciding import put
from tournament.desk.night import Night, Result, RoundFacts, round_slug
from tournament.desk.tournaments import checked
from tournament.desk.undoing.history import import_key
from tournament.desk.verify import Discrepancy, discrepancies
from tournament.desk.verifying.json_parts import read_json
from tournament.desk.verifying.reading import Archive, read_archive
from tournament.desk.verifying.told import last_heard
from tournament.errors import RuleBroken
from tournament.knockout.rounds import Pairing
from tournament.language import mark
from tournament.store import models
from tournament.store.database import Database, Session

BEFORE_THE_LOG = 0
"""The revision of what no entry tells of."""


class DoesNotHold(RuleBroken):
    """An archive is refused for what was `found` in it."""

    def __init__(self, found: Sequence[Discrepancy]) -> None:
        self.found = tuple(found)
        super().__init__(
            mark("This archive does not hold: %(reason)s"), rule=found[0].reason.rule, reason=found[0].reason
        )


def import_archive(database: Database, data: bytes) -> int:
    """Add the tournament of an archive, and answer its id.

    RuleBroken if the file is no archive or from a newer version; DoesNotHold if it does not verify.
    """
    archive = read_holding(data)
    with database.writing() as session:
        return write_archive(session, archive)


def read_holding(data: bytes) -> Archive:
    """An archive that holds. RuleBroken as for `import_archive`."""
    archive = read_archive(read_json(data))
    if found := discrepancies(archive):
        raise DoesNotHold(found)
    return archive


def write_archive(session: Session, archive: Archive) -> int:
    """Add its tournament in an open transaction, and answer its id."""
    id_ = _write(session, archive.night, archive.log)
    _write_beside(session, id_, archive)
    return id_


def _write_beside(session: Session, id_: int, archive: Archive) -> None:
    """Who waits for cards, and what was counted in the box."""
    row = session.get_one(models.Tournament, id_)
    row.cash_opening_cents, row.cash_closing_cents = archive.opening_cents, archive.closing_cents
    session.add_all(models.WaitingGuest(tournament_id=id_, **asdict(guest)) for guest in archive.waiting)


def _write(session: Session, night: Night, log: Sequence[Entry]) -> int:
    row = _tournament(night)
    session.add(row)
    session.flush()
    session.add_all(_players(row.id, night))
    session.flush()
    session.add_all(_tickets(row.id, night))
    session.flush()
    heard = last_heard(log)
    for facts in night.all_rounds:
        session.add(_round(row.id, facts, heard))
        session.flush()
    session.add_all(
        models.Prize(tournament_id=row.id, rank=p.rank, text=p.text, collected_at=p.collected_at)
        for p in night.prizes
    )
    session.add_all(
        models.BandOrder(tournament_id=row.id, place=b.place, seed=b.seed, tickets=list(b.tickets))
        for b in night.bands
    )
    session.add_all(_entry(row.id, told) for told in log)
    return row.id


def _tournament(night: Night) -> models.Tournament:
    return models.Tournament(
        **checked(night.terms),
        size=night.size,
        finished=night.finished,
        practice=night.practice,
        revision=night.revision,
        terms_revision=night.terms_revision,
    )


def _players(id_: int, night: Night) -> list[models.Player]:
    return [
        models.Player(
            tournament_id=id_,
            number=person.number,
            name=person.name,
            town=person.town,
            withdrawn=person.withdrawn,
            revision=person.revision,
        )
        for person in night.people
    ]


def _tickets(id_: int, night: Night) -> list[models.Ticket]:
    return [
        models.Ticket(
            tournament_id=id_,
            number=ticket.number,
            player=ticket.player,
            state=ticket.state.value,
            price_cents=ticket.price_cents,
            revision=ticket.revision,
        )
        for ticket in night.tickets
    ]


def _round(id_: int, facts: RoundFacts, heard: Mapping[tuple[object, object], int]) -> models.Round:
    """`heard` tells when each pairing came to be as it is: a player's return asks what came after he left."""
    slug = round_slug(*facts.key)
    drawn = heard.get((slug, None), BEFORE_THE_LOG)
    return models.Round(
        tournament_id=id_,
        number=facts.round.number,
        stage=facts.round.stage.value,
        size=facts.round.size,
        method=facts.method,
        seed=facts.seed,
        word=facts.word,
        drawing_order=list(facts.order),
        announced_at=facts.announced_at,
        drawn_at=facts.drawn_at,
        lots=[
            models.Lot(
                ticket=drawn.lot.ticket,
                pot=drawn.lot.pot.value,
                number=drawn.lot.number,
                late=drawn.late,
                late_seed=drawn.seed,
            )
            for drawn in facts.lots
        ],
        pairings=[
            _pairing(id_, p, facts.results[p.number], max(drawn, heard.get((slug, p.number), BEFORE_THE_LOG)))
            for p in facts.round.pairings
        ],
    )


def _pairing(id_: int, pairing: Pairing, result: Result, revision: int) -> models.Pairing:
    return put(
        models.Pairing(tournament_id=id_, table=result.table),
        pairing,
        at=result.decided_at,
        revision=revision,
        games_won=result.games_won,
        games=result.games,
    )


def _entry(id_: int, told: Entry) -> models.LogEntry:
    return models.LogEntry(
        tournament_id=id_,
        revision=told.revision,
        at=told.at,
        by=told.by,
        act=told.act,
        before=told.before,
        after=told.after,
        key=import_key(id_, told.revision),
    )
