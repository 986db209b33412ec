"""What to do if something does not work: open to everybody, for it also helps who cannot sign in."""

from __future__ import annotations

from shutil import which

from tournament.desk.backups import FOLDER
from tournament.web.context import Shown, _
from tournament.web.office.frame import pages, show


@pages.get("/help")
def guide() -> Shown:
    return show("guide", commands=_commands())


def _commands() -> dict[str, str]:
    """What is typed in a terminal when no page can help any more."""
    file = _("STICK/NIGHT.sqlite")
    return {
        "password": f"{_program()} user password {_('NAME')}",
        "backup": f"{_program()} backup {file}",
        "restore": f"{_program()} restore {file}",
        "variable": FOLDER,
    }


def _program() -> str:
    """How the commands are called on this machine: installed, or in the folder of the program."""
    return "tournament" if which("tournament") else ".venv/bin/tournament"
