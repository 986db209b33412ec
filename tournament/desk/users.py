"""Who may work at the desk: accounts with a password, and the key that signs their sessions.

No default password exists. Guessing is slowed down per source: each try is noted before the password is
looked at, so that many at once gain nothing, and the note of a right one is taken away again.
"""

from __future__ import annotations

import secrets
import unicodedata
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from tournament.desk.acts import Desk
from tournament.desk.names import clean_name
from tournament.desk.throttle import WINDOW, TooOften, forget, note
from tournament.errors import NotThere, RuleBroken
from tournament.store import queries
from tournament.store.database import Database, Session
from tournament.store.models import User

SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 1000
MOST_FAILURES = 5
THROTTLE = WINDOW
"""So many failures from one source within this time, and it has to wait."""

_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


def has_users(database: Database) -> bool:
    with database.reading() as session:
        return bool(queries.users(session))


def list_users(database: Database) -> tuple[str, ...]:
    """The names of all accounts."""
    with database.reading() as session:
        return tuple(user.name for user in queries.users(session))


def add_user(database: Database, name: str, password: str) -> None:
    """Make an account. RuleBroken if the name is taken, or the password too short."""
    name, password_hash = clean_name(name), _hashed(password)
    with database.writing() as session:
        _add(session, name, password_hash)


def add_first_user(desk: Desk, name: str, password: str) -> None:
    """Make the very first account. RuleBroken as soon as there is one."""
    name, password_hash = clean_name(name), _hashed(password)
    with desk.database.writing() as session:
        if queries.users(session):
            raise RuleBroken("There is an account already: sign in.", field="name")
        _add(session, name, password_hash)


def change_password(database: Database, name: str, password: str) -> None:
    """Give an account another password. NotThere without the account."""
    password_hash = _hashed(password)
    with database.writing() as session:
        user = queries.user(session, clean_name(name))
        if user is None:
            raise NotThere("There is no account of this name.", field="name")
        user.password_hash = password_hash


def check_password(desk: Desk, name: str, password: str, source: str) -> None:
    """Let in whoever knows the password of `name`; `source` is where the try comes from, an address.

    RuleBroken if they do not fit, the same whether the account exists or not and after the same time;
    RuleBroken asking to wait after five failures from this source within a minute.
    """
    too_often = TooOften("Too many tries: wait a minute, then try again.", field="password")
    attempt = note(desk, source, MOST_FAILURES, too_often)
    with desk.database.reading() as session:
        user = queries.user(session, name.strip())
    if not _fits(user.password_hash if user else _nobodys_hash(), password) or user is None:
        raise RuleBroken("Name and password do not fit.", field="password")
    forget(desk, attempt)


def secret_key(database: Database) -> str:
    """The key that signs sessions: made at the first start, the same ever after."""
    with database.writing() as session:
        return queries.setting_made_once(session, "secret_key", secrets.token_hex(32))


def _add(session: Session, name: str, password_hash: str) -> None:
    if queries.user(session, name):
        raise RuleBroken("There is an account of this name.", field="name")
    session.add(User(name=name, password_hash=password_hash))


def _hashed(password: str) -> str:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise RuleBroken(
            "A password has at least %(least)s letters.", field="password", least=SHORTEST_PASSWORD
        )
    return _hasher.hash(_same_letters(password))


def _fits(password_hash: str, password: str) -> bool:
    try:
        return _hasher.verify(password_hash, _same_letters(password[:LONGEST_PASSWORD]))
    except VerifyMismatchError:
        return False


def _same_letters(password: str) -> str:
    """An ü is the same letter on every keyboard, however the machine spells it."""
    return unicodedata.normalize("NFC", password)


@cache
def _nobodys_hash() -> str:
    return _hasher.hash(secrets.token_hex())
