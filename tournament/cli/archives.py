"""Nights played and proved in the terminal, and tournaments as files."""

from __future__ import annotations

import argparse
import io
import secrets
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tournament.cli.backups import tell_trouble
from tournament.cli.files import check_target, write_whole
from tournament.cli.frame import DONE, WRONG, _, complain, open_database, say, told
from tournament.errors import RuleBroken
from tournament.language import locale_from_environment

if TYPE_CHECKING:
    from tournament.desk.verify import Discrepancy

MOST_SHOWN = 10
"""So many discrepancies are shown; the first is the one to look at."""


def simulate(options: argparse.Namespace) -> int:
    """Play a whole night with a list of players; everything random comes from the seed."""
    from tournament.desk.archive import archive_bytes
    from tournament.desk.narrating import Narrator
    from tournament.desk.players import BadRows, parse_players
    from tournament.desk.simulate import simulate, usual_limit
    from tournament.desk.verifying.reading import FORMAT

    if options.archive:
        check_target(options.archive, FORMAT.encode())
    seed = secrets.randbelow(1_000_000) if options.seed is None else options.seed
    limit = options.max_tickets or usual_limit(options.capacity)
    narrator = Narrator(say, locale_from_environment())
    try:
        rows = parse_players(options.players.read_bytes(), limit=limit)
        database = open_database(options, otherwise="sqlite://")
        say(_("Seed: %(seed)s", seed=seed))
        id_ = simulate(
            database,
            rows,
            seed=seed,
            capacity=options.capacity,
            max_tickets=options.max_tickets,
            one_prize=options.one_prize,
            watch=narrator.watch,
        )
    except BadRows as bad:
        lines = [_("Line %(line)s: %(reason)s", line=line, reason=told(why)) for line, why in bad.reasons]
        return complain(told(bad), *lines, code=WRONG)
    if options.archive:
        write_whole(options.archive, archive_bytes(database, id_))
    return DONE


def verify(options: argparse.Namespace) -> int:
    """Check an archive from its own facts."""
    from tournament.desk.verify import discrepancies
    from tournament.desk.verifying.json_parts import read_json
    from tournament.desk.verifying.reading import read_archive

    data = options.archive.read_bytes()
    try:
        archive = read_archive(read_json(data))
    except RuleBroken as broken:
        return complain(told(broken), code=WRONG)
    if found := discrepancies(archive):
        return refuse_archive(found)
    night = archive.night
    say(
        _(
            "“%(name)s” holds: %(tickets)s cards, %(rounds)s rounds and %(places)s places, computed again.",
            name=night.terms.name,
            tickets=len(night.live_tickets),
            rounds=len(night.rounds),
            places=len(night.places),
        )
    )
    return DONE


def export(options: argparse.Namespace) -> int:
    """Write one tournament as an archive, to a file or to standard output."""
    from tournament.desk.archive import archive_bytes
    from tournament.desk.verifying.reading import FORMAT

    if options.file:
        check_target(options.file, FORMAT.encode())
    data = archive_bytes(open_database(options), options.id)
    if options.file:
        write_whole(options.file, data)
    else:
        sys.stdout.buffer.write(data)
    return DONE


def import_(options: argparse.Namespace) -> int:
    """Add the tournament of an archive to the database."""
    from tournament.desk.acts import Desk
    from tournament.desk.archive import bring_in
    from tournament.desk.backups import usual_backups
    from tournament.desk.importing import DoesNotHold

    data = options.file.read_bytes()
    database = open_database(options)
    desk = Desk(database, backups=usual_backups(database))
    try:
        id_ = bring_in(desk, data)
    except DoesNotHold as refused:
        return refuse_archive(refused.found)
    except RuleBroken as broken:
        return complain(told(broken), code=WRONG)
    tell_trouble(desk.backups.trouble if desk.backups else None)
    say(_("Imported as tournament %(id)s.", id=id_))
    return DONE


def score(options: argparse.Namespace) -> int:
    """Score cases, one JSON object a line, from a file or standard input."""
    from tournament.schnapsen.cases import score_lines

    source = options.file.open("rb") if options.file else sys.stdin.buffer
    with io.TextIOWrapper(source, encoding="utf-8-sig", errors="replace") as lines:
        for result in score_lines(lines):
            print(result)
    return DONE


def refuse_archive(found: Sequence[Discrepancy]) -> int:
    """Say what was found in an archive, and answer the exit code."""
    shown = [discrepancy.sentence(locale_from_environment()) for discrepancy in found[:MOST_SHOWN]]
    if len(found) > MOST_SHOWN:
        shown.append(_("… and %(count)s more.", count=len(found) - MOST_SHOWN))
    return complain(*shown, code=WRONG)
