"""Accounts of the desk."""

from __future__ import annotations

import argparse
import getpass
import sys

from tournament.cli.frame import DONE, _, open_database, say
from tournament.errors import RuleBroken


def list_users(options: argparse.Namespace) -> int:
    """Name and role of every account, one a line, with a tab between them."""
    from tournament.desk import users

    for account in users.list_accounts(open_database(options)):
        say(f"{account.name}\t{account.role}")
    return DONE


def add_user(options: argparse.Namespace) -> int:
    from tournament.desk import users

    role = users.Role(options.role)
    users.add_user(open_database(options), options.name, _ask_password(), role)
    return DONE


def change_password(options: argparse.Namespace) -> int:
    from tournament.desk import users

    users.change_password(open_database(options), options.name, _ask_password())
    return DONE


def _ask_password() -> str:
    """Twice at a terminal; otherwise the first line of standard input."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass.getpass(_("New password") + ": ")
    if getpass.getpass(_("The same password again") + ": ") != password:
        raise RuleBroken("The two passwords differ.")
    return password
