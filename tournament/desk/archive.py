"""One tournament as a file, and back (formats, "The archive").

An archive holds the tournament alone: no database key, no clock or machine of the export. A draw that is
announced and not yet made is a round without lots and pairings, its secret seed included, so that another
laptop can go on with it: until the draw is made such an archive belongs to the desk.

Added to the promised fields: `ticket_word`, `notes` and other terms, `practice`, the times `announced_at`,
`drawn_at`, `decided_at` and `collected_at`, `prize_lots`, the lots that order a band of equal losers,
`waiting`, who wanted cards while the house was full, and `cash`, what was counted in the box.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from tournament.desk.acts import Desk, Entry, Facts, entry
from tournament.desk.backups import Why, backup_before
from tournament.desk.importing import import_archive as import_archive
from tournament.desk.importing import read_holding, write_archive
from tournament.desk.loading import load_night
from tournament.desk.night import Night, Result, RoundFacts
from tournament.desk.verifying.reading import (
    ADDED_TERMS,
    FORMAT,
    PROMISED_TERMS,
    VERSION,
    Archive,
    Waiting,
)
from tournament.knockout.draw import TicketNumber
from tournament.knockout.places import Place
from tournament.knockout.rounds import Pairing, Stage
from tournament.knockout.seed import commitment
from tournament.store import queries
from tournament.store.database import Database, Session
from tournament.store.models import Tournament, WaitingGuest

Json = dict[str, Any]


def export_archive(database: Database, id_: int) -> Json:
    """The archive of a tournament as it stands. NotThere without it."""
    with database.reading() as session:
        return _archive_in(session, id_)


def _archive_in(session: Session, id_: int) -> Json:
    night = load_night(session, id_)
    log = [entry(row) for row in queries.log(session, id_)]
    row = session.get_one(Tournament, id_)
    waiting = _waiting(queries.waiting_guests(session, id_))
    return archive_of(night, log, waiting | _cash(row.cash_opening_cents, row.cash_closing_cents))


def _archive_again(archive: Archive) -> Json:
    """What was read from an archive, as its tournament would be exported from here."""
    beside = _waiting(archive.waiting) | _cash(archive.opening_cents, archive.closing_cents)
    return archive_of(archive.night, archive.log, beside)


def bring_in(desk: Desk, data: bytes) -> int:
    """Add the tournament of an archive after a backup; its id. RuleBroken as for `import_archive`."""
    archive = read_holding(data)
    with backup_before(desk.backups, Why.IMPORT, desk.now), desk.database.writing() as session:
        return write_archive(session, archive)


def bring_in_once(desk: Desk, data: bytes) -> tuple[int, bool]:
    """As `bring_in`, unless the very tournament stands here; its id, and whether it is new here.

    It is the same if its archive would be the same from here, however this one was written.
    """
    archive = read_holding(data)
    with desk.database.reading() as session:
        if found := _standing(session, archive):
            return found, False
    with backup_before(desk.backups, Why.IMPORT, desk.now), desk.database.writing() as session:
        if found := _standing(session, archive):
            return found, False
        return write_archive(session, archive), True


def _standing(session: Session, archive: Archive) -> int | None:
    """The tournament that this archive tells."""
    wanted = json_bytes(_archive_again(archive))
    ids = (row.id for row in queries.tournaments(session))
    return next((id_ for id_ in ids if json_bytes(_archive_in(session, id_)) == wanted), None)


def archive_bytes(database: Database, id_: int) -> bytes:
    """The archive as a file: JSON in UTF-8, the same bytes for the same tournament."""
    return json_bytes(export_archive(database, id_))


def json_bytes(archive: Json) -> bytes:
    return (json.dumps(archive, ensure_ascii=False, indent=1) + "\n").encode()


def archive_of(night: Night, log: Sequence[Entry], beside: Json) -> Json:
    """The facts of a night in the order of the format, with what follows from them.

    `beside` is what no rule looks at: who waits, and what was in the box.
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "tournament": _terms(night),
        "players": [
            {"id": person.number, "name": person.name, "town": person.town, "withdrawn": person.withdrawn}
            for person in night.people
        ],
        "tickets": [
            {
                "number": ticket.number,
                "player": ticket.player,
                "state": ticket.state.value,
                "price_cents": ticket.price_cents,
            }
            for ticket in night.tickets
        ],
        "rounds": [_round(facts) for facts in sorted(night.all_rounds, key=_stage_by_stage)],
        "places": [_place(night, place) for place in night.places],
        "prizes": _prizes(night),
        "prize_lots": [
            {
                "place": band.place,
                "seed": band.seed.hex() if band.seed else None,
                "order": list(band.tickets),
            }
            for band in night.bands
        ],
        **beside,
        "log": _log(log),
    }


def _waiting(guests: Iterable[Waiting | WaitingGuest]) -> Json:
    return {
        "waiting": [
            {
                "number": guest.number,
                "name": guest.name,
                "town": guest.town,
                "count": guest.count,
                "since": _time(guest.since),
                "done": guest.done,
            }
            for guest in guests
        ]
    }


def _cash(opening_cents: int | None, closing_cents: int | None) -> Json:
    return {"cash": {"opening_cents": opening_cents, "closing_cents": closing_cents}}


def _log(entries: Sequence[Entry]) -> list[Json]:
    """The log, counted from 1 in its order: what an undoing undid is named by its place."""
    places = {entry.revision: place for place, entry in enumerate(entries, start=1)}
    return [
        {"at": _time(e.at), "by": e.by, "act": e.act, "before": e.before, "after": _placed(e, places)}
        for e in entries
    ]


def _placed(entry: Entry, places: Mapping[int, int]) -> Facts:
    if entry.act != "undo":
        return entry.after
    revision = entry.after["revision"]
    return entry.after | {"revision": places.get(revision, revision)}


def _terms(night: Night) -> Json:
    terms = night.terms
    return {
        "name": terms.name,
        "date": terms.date.isoformat(),
        "venue": terms.venue,
        "state": night.state.value,
        "capacity": terms.capacity,
        "size": night.size,
        **{name: getattr(terms, name) for name in PROMISED_TERMS},
        **{name: getattr(terms, name) for name in ADDED_TERMS},
        "practice": night.practice,
    }


def _stage_by_stage(facts: RoundFacts) -> tuple[int, int]:
    stage, number = facts.key
    return list(Stage).index(stage), number


def _round(facts: RoundFacts) -> Json:
    return {
        "number": facts.round.number,
        "stage": facts.round.stage.value,
        "size": facts.round.size,
        "announced_at": _time(facts.announced_at),
        "drawn_at": _time(facts.drawn_at),
        "draw": _draw(facts) if facts.method else None,
        "pairings": [_pairing(p, facts.results[p.number]) for p in facts.round.pairings],
    }


def _draw(facts: RoundFacts) -> Json:
    return {
        "method": facts.method,
        "commitment": commitment(facts.seed) if facts.seed else None,
        "seed": facts.seed.hex() if facts.seed else None,
        "word": facts.word,
        "order": list(facts.order),
        "lots": [
            {
                "ticket": drawn.lot.ticket,
                "pot": drawn.lot.pot.value,
                "number": drawn.lot.number,
                "late": drawn.late,
                **({"seed": drawn.seed.hex()} if drawn.seed else {}),
            }
            for drawn in facts.lots
        ],
    }


def _pairing(pairing: Pairing, result: Result) -> Json:
    return {
        "number": pairing.number,
        "left": pairing.left,
        "right": pairing.right,
        "outcome": pairing.outcome.value if pairing.outcome else None,
        "winner": pairing.winner,
        "games": [list(game) for game in result.games],
        "games_won": list(result.games_won) if result.games_won else None,
        "table": result.table,
        "decided_at": _time(result.decided_at),
    }


def _place(night: Night, place: Place) -> Json:
    shared = {"to": place.to} if place.shared else {}
    return {"place": place.place, **shared, **_winner(night, place.ticket)}


def _prizes(night: Night) -> list[Json]:
    winners = {award.rank: award.ticket for award in night.awards}
    return [
        {
            "rank": prize.rank,
            "text": prize.text,
            **_winner(night, winners.get(prize.rank)),
            "collected_at": _time(prize.collected_at),
        }
        for prize in night.prizes
    ]


def _winner(night: Night, ticket: TicketNumber | None) -> Json:
    return {"ticket": ticket, "player": None if ticket is None else night.holders[ticket]}


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
