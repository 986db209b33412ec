"""The whole database as a file, and back."""

from __future__ import annotations

import argparse
import sys

from tournament.cli.frame import DONE, WRONG, _, complain, named_database, say, told
from tournament.errors import RuleBroken
from tournament.language import locale_from_environment, ngettext


def backup(options: argparse.Namespace) -> int:
    """Write the whole database to a file, while people write. It is not brought up to date for that."""
    from tournament.store.backup import write_copy

    database = named_database(options)
    write_copy(database, options.file)
    say(
        _(
            "The database %(database)s is backed up in %(file)s.",
            database=database.file or database.url.render_as_string(),
            file=options.file,
        )
    )
    return DONE


def restore(options: argparse.Namespace) -> int:
    """Put the data of a backup in the place of today's, while people work."""
    from tournament.desk.acts import Desk, Stamp
    from tournament.desk.restoring import restore_file
    from tournament.store.backup import NoBackup

    try:
        restored = restore_file(Desk(named_database(options)), Stamp("restore"), options.file)
    except NoBackup as refused:
        return complain(told(refused), code=WRONG)
    locale, count = locale_from_environment(), restored.tournaments
    say(ngettext("Restored: %(num)s tournament.", "Restored: %(num)s tournaments.", count, locale, num=count))
    if restored.kept:
        say(_("What stood there before is kept in %(file)s.", file=restored.kept))
    for name, doubt in restored.doubts:
        say(f"{name}: {doubt.sentence(locale)}")
    return DONE


def tell_trouble(trouble: RuleBroken | None) -> None:
    """Say that an automatic backup could not be made; the command went on all the same."""
    if trouble:
        print(told(trouble), file=sys.stderr)
