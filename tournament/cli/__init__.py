"""The commands, as people type them: what each takes, and what its exit code says.

`frame`    language, streams and database of a command     `serving`  serve
`archives` simulate, verify, export, import, score         `accounts` user add, list, password
`backups`  backup, restore                                 `paper`    paper
`files`    what is written, and over what

What a command needs is imported when it runs, so that --help answers at once.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from tournament.cli import accounts, archives, backups, paper, serving
from tournament.cli.frame import CANNOT, DATABASE, DONE, _, complain, explain, told
from tournament.errors import RuleBroken
from tournament.knockout.sales import LARGEST_CAPACITY

Run = Callable[[argparse.Namespace], int]
ROLES = ("management", "cash-desk", "referee")
"""Those of `desk.users.Role`, which is not imported to print --help."""
SHEETS = (
    "draw-sheet", "names", "slips", "tickets", "poster", "last-eight", "results", "prizes", "certificates",
    "rules", "protocol", "log", "cash", "pot-numbers", "score-sheets", "blank-draw-sheet", "addendum",
    "before", "round", "prize-giving", "archive",
)  # fmt: skip
"""Those of `paper.sheets.SHEETS`, which is not imported either."""
PAPERS = ("a4", "us-letter")
LAST_PORT, LAST_ROUND, DIGITS = 65535, LARGEST_CAPACITY.bit_length() - 1, 12
"""The largest numbers that are taken, and how many digits are read at all."""
LARGEST_ID = 2**31 - 1
"""That of `store.queries`, which is not imported either."""
AddCommand = Callable[[str, Run, str], argparse.ArgumentParser]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and answer its exit code. Errors go to standard error, each as one sentence."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks the letters of a name
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads along has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except RuleBroken as broken:
        return complain(told(broken))
    except OSError as error:
        return complain(explain(error))
    except KeyboardInterrupt:
        return CANNOT
    return code


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(CANNOT, f"{self.format_usage()}{self.prog}: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="tournament", description=_("The desk of a Preisschnapsen."))
    commands = parser.add_subparsers(dest="command", metavar=_("COMMAND"), required=True)

    def command(name: str, run: Run, does: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=does, description=does)
        made.set_defaults(run=run)
        return made

    _add_desk_commands(command)
    _add_archive_commands(command)
    _add_backup_commands(command)
    made = command("score", archives.score, _("score cases, one JSON object a line"))
    made.add_argument("file", type=Path, nargs="?", metavar="FILE.jsonl")
    _add_user_commands(commands.add_parser("user", help=_("accounts of the desk")))
    return parser


def _add_desk_commands(command: AddCommand) -> None:
    made = command("serve", serving.serve, _("serve the desk, the board and the sheets"))
    made.add_argument(
        "--host", default=serving.EVERYWHERE, help=_("the address to serve at; usually every one")
    )
    made.add_argument(
        "--port", type=_number(0, LAST_PORT), default=8000, help=_("usually 8000; 0 takes a free one")
    )
    _takes_database(made)
    made = command("simulate", archives.simulate, _("play a whole night with a list of players (CSV)"))
    made.add_argument("players", type=Path, metavar="PLAYERS.csv")
    made.add_argument(
        "--capacity", type=_number(1, LARGEST_CAPACITY), metavar="N", help=_("usually the smallest that fits")
    )
    made.add_argument(
        "--max-tickets",
        type=_number(1, LARGEST_CAPACITY),
        metavar="N",
        help=_("cards per player, usually three"),
    )
    made.add_argument("--seed", type=int, metavar="N", help=_("the same seed gives the same night"))
    made.add_argument("--one-prize", action="store_true", help=_("one prize per player"))
    made.add_argument("--archive", type=Path, metavar="OUT.json", help=_("write the archive here"))
    _takes_database(made)


def _add_archive_commands(command: AddCommand) -> None:
    made = command("verify", archives.verify, _("check an archive from its own facts"))
    made.add_argument("archive", type=Path, metavar="ARCHIVE.json")
    made = command("export", archives.export, _("write one tournament as an archive"))
    made.add_argument("id", type=_number(1, LARGEST_ID), metavar="ID")
    made.add_argument("file", type=Path, nargs="?", metavar="FILE")
    _takes_database(made)
    made = command("import", archives.import_, _("add the tournament of an archive"))
    made.add_argument("file", type=Path, metavar="FILE")
    _takes_database(made)
    made = command("paper", paper.paper, _("one sheet of an archive as PDF"))
    made.add_argument("archive", type=Path, metavar="ARCHIVE.json")
    made.add_argument("sheet", choices=SHEETS, metavar="SHEET", help=", ".join(SHEETS))
    made.add_argument("file", type=Path, metavar="FILE.pdf")
    made.add_argument(
        "--round", type=_number(1, LAST_ROUND), metavar="N", help=_("usually the last one drawn")
    )
    made.add_argument("--language", choices=paper.LANGUAGES, help=_("usually that of the terminal"))
    made.add_argument("--paper", choices=PAPERS, default=PAPERS[0], help=_("usually A4"))


def _add_backup_commands(command: AddCommand) -> None:
    for name, run, does in (
        ("backup", backups.backup, _("write the whole database to a file, while people write")),
        ("restore", backups.restore, _("put the data of a backup in the place of today's, which are kept")),
    ):
        made = command(name, run, does)
        made.add_argument("file", type=Path, metavar="FILE")
        _takes_database(made)


def _add_user_commands(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(dest="user_command", metavar=_("COMMAND"), required=True)
    for name, run, does in (
        (
            "add",
            accounts.add_user,
            _("make an account; its password is asked for, or read from standard input"),
        ),
        ("list", accounts.list_users, _("all accounts, each with its role")),
        ("password", accounts.change_password, _("give an account another password")),
    ):
        made = commands.add_parser(name, help=does, description=does)
        made.set_defaults(run=run)
        if name != "list":
            made.add_argument("name", metavar="NAME")
        if name == "add":
            made.add_argument("--role", choices=ROLES, default=ROLES[0], help=_("usually the management"))
        _takes_database(made)


def _takes_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        metavar="FILE",
        help=_(
            "a file like night.sqlite, or an address; usually %(variable)s, or a file in your data folder",
            variable=DATABASE,
        ),
    )


def _number(least: int, most: int) -> Callable[[str], int]:
    """Reads a number of this range, or says what was expected."""

    def read(text: str) -> int:
        if text.isdecimal() and len(text) < DIGITS and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(
            _("a number from %(least)s to %(most)s is expected", least=least, most=most)
        )

    return read
