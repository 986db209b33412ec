"""Sheets of paper from an archive."""

from __future__ import annotations

import argparse

from tournament.cli.archives import refuse_archive
from tournament.cli.files import check_target, write_whole
from tournament.cli.frame import DONE, WRONG, complain, told
from tournament.errors import NotThere, RuleBroken
from tournament.language import LOCALES, best_locale, locale_from_environment

LANGUAGES = tuple(locale[:2] for locale in LOCALES)


def paper(options: argparse.Namespace) -> int:
    """Write one sheet of an archive as PDF. The archive is read into a database that is gone afterwards."""
    from tournament.desk.acts import utc_now
    from tournament.desk.archive import import_archive
    from tournament.desk.importing import DoesNotHold
    from tournament.desk.printing import read_for_paper
    from tournament.paper.job import Job
    from tournament.paper.sheets import print_sheet
    from tournament.store.database import Database

    check_target(options.file, b"%PDF")
    database = Database("sqlite://")
    database.migrate()
    try:
        reading = read_for_paper(database, import_archive(database, options.archive.read_bytes()))
        locale = best_locale(options.language) if options.language else locale_from_environment()
        round_ = options.round and f"main-{options.round}"
        pdf = print_sheet(options.sheet, Job(reading, locale, utc_now(), round=round_, paper=options.paper))
    except DoesNotHold as refused:
        return refuse_archive(refused.found)
    except (RuleBroken, NotThere) as broken:
        return complain(told(broken), code=WRONG)
    write_whole(options.file, pdf)
    return DONE
