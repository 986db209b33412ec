"""What to do if something does not work: open to everybody, for it also helps who cannot sign in."""

from __future__ import annotations

from shlex import quote
from shutil import which

from tournament.desk.backups import FOLDER
from tournament.web.context import Shown, _, account, the_desk
from tournament.web.office.frame import pages, show


@pages.get("/help")
def guide() -> Shown:
    return show("guide", commands=_commands())


def _commands() -> dict[str, str]:
    """What is typed in a terminal when no page can help any more.

    A backup is put in place on another computer, whose database lies where it lies there.
    """
    file, database = _("STICK/NIGHT.sqlite"), _database()
    return {
        "password": f"{_program()} user password {_('NAME')}{database}",
        "backup": f"{_program()} backup {file}{database}",
        "restore": f"{_program()} restore {file}",
        "variable": FOLDER,
    }


def _database() -> str:
    """Which database the commands are for; whoever is not signed in need not know where it lies."""
    file = the_desk().database.file
    return f" --database {quote(str(file))}" if file and account() else ""


def _program() -> str:
    """How the commands are called on this machine: installed, or in the folder of the program."""
    return "tournament" if which("tournament") else ".venv/bin/tournament"
