"""Who may work at the desk: accounts with a role and a password, and the key that signs their sessions.

Management does everything, the cash desk sells, the referee records results: what that means page by page is
said where the pages are. One account of the management always stays. No default password exists. Guessing is
slowed down per source and name: each try is noted before the password is looked at, so that many at once gain
nothing, and the note of a right one is taken away again.
"""

from __future__ import annotations

import secrets
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from hashlib import sha256

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from tournament.desk.account_changes import AccountAct, note_change
from tournament.desk.acts import Desk, Facts
from tournament.desk.names import clean_name, phone_book, who
from tournament.desk.throttle import TooOften, forget, note
from tournament.errors import NotThere, Overtaken, RuleBroken
from tournament.store import queries
from tournament.store.backup import SECRET_KEY
from tournament.store.database import Database, Session
from tournament.store.models import User

SHORTEST_PASSWORD = 8
SHORTEST_PIN = 4
"""Digits; for those who neither manage nor could change an account."""
LONGEST_PASSWORD = 1000
MOST_FAILURES = 5
MOST_FAILURES_OF_ALL = 20
"""So many failures for one name, or for all names, from one source within a minute, and it has to wait."""

_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


class Role(StrEnum):
    """What somebody does at the desk."""

    MANAGEMENT = "management"
    CASH_DESK = "cash-desk"
    REFEREE = "referee"


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who may work at the desk. `proof` is another one as soon as the password is."""

    name: str
    role: Role
    proof: str

    @property
    def state(self) -> str:
        """Another one as soon as role or password is."""
        return sha256(f"{self.role} {self.proof}".encode()).hexdigest()[:16]


def has_users(database: Database) -> bool:
    with database.reading() as session:
        return bool(queries.users(session))


def list_accounts(database: Database) -> tuple[Account, ...]:
    """All accounts, the management first, each role by name."""
    with database.reading() as session:
        accounts = map(_account, queries.users(session))
        return tuple(sorted(accounts, key=lambda a: (list(Role).index(a.role), *phone_book(a.name))))


def find_account(database: Database, name: str) -> Account | None:
    """The account as it stands now: it may have been removed since somebody signed in."""
    with database.reading() as session:
        user = _called(session, name)
        return _account(user) if user else None


def add_user(database: Database, name: str, password: str, role: Role, *, by: str = "") -> None:
    """Make an account. RuleBroken if the name is taken, or the password too short for the role.

    `by` is who does it, here and below: one of the management, or nobody by name at the terminal.
    """
    name, password_hash = clean_name(name), _hashed(password, role)
    with database.writing() as session:
        _add(session, name, password_hash, role, by)


def add_first_user(desk: Desk, name: str, password: str) -> None:
    """Make the very first account, one of the management. RuleBroken as soon as there is one."""
    name, password_hash = clean_name(name), _hashed(password, Role.MANAGEMENT)
    with desk.database.writing() as session:
        if queries.users(session):
            raise RuleBroken("There is an account already: sign in.", field="name")
        _add(session, name, password_hash, Role.MANAGEMENT, name)


def change_password(database: Database, name: str, password: str) -> None:
    """Give an account another password, at the terminal; whoever works with the old one signs in again."""
    with database.writing() as session:
        user = _user(session, name)
        user.password_hash = _hashed(password, Role(user.role))
        note_change(session, "", AccountAct.PASSWORD, user.name, user.role)


def change_role(
    database: Database, name: str, role: Role, password: str = "", *, seen: str, by: str = ""
) -> None:
    """Give an account, as it was at state `seen`, another role, and another password if one is given.

    Nothing is to be done, whatever was seen, if it has them already: the same form may have been sent twice.
    RuleBroken for the last of the management, and for a role above the present one without a new password:
    a PIN is not enough to manage.
    """
    with database.writing() as session:
        user = _user(session, name)
        if user.role == role and (not password or _fits(user.password_hash, password)):
            return
        _refuse_if_changed(user, seen, {"role": role.value})
        if user.role == Role.MANAGEMENT and role is not Role.MANAGEMENT:
            _refuse_the_last_manager(session, "role")
        if password or (role is Role.MANAGEMENT and user.role != Role.MANAGEMENT):
            user.password_hash = _hashed(password, role)
            note_change(session, by, AccountAct.PASSWORD, user.name, role.value)
        if user.role != role:
            user.role = role.value
            note_change(session, by, AccountAct.ROLE, user.name, role.value)


def remove_user(database: Database, name: str, *, seen: str, by: str = "") -> None:
    """Take an account away, as it was at state `seen`; what it did stays in the log.

    RuleBroken for the last of the management.
    """
    with database.writing() as session:
        user = _user(session, name)
        _refuse_if_changed(user, seen, {"role": None})
        if user.role == Role.MANAGEMENT:
            _refuse_the_last_manager(session, "name")
        note_change(session, by, AccountAct.REMOVED, user.name, user.role)
        session.delete(user)


def check_password(desk: Desk, name: str, password: str, source: str) -> Account:
    """Let in whoever knows the password of `name`, and say who that is.

    `source` is where the try comes from, an address.

    RuleBroken if they do not fit, the same whether the account exists or not and after the same time;
    RuleBroken asking to wait after five failures for this name from this source within a minute, or twenty
    for any: who mistypes a PIN at the cash desk does not lock out the management at the same machine.
    """
    name = _plain(name)
    too_often = TooOften("Too many tries: wait a minute, then try again.", field="password")
    for_name = sha256(name.encode()).hexdigest()[:16]
    attempts = [
        note(desk, f"{source} {for_name}", MOST_FAILURES, too_often),
        note(desk, source, MOST_FAILURES_OF_ALL, too_often),
    ]
    with desk.database.reading() as session:
        user = _called(session, name)
    if not _fits(user.password_hash if user else _nobodys_hash(), password) or user is None:
        raise RuleBroken("Name and password do not fit.", field="password")
    for attempt in attempts:
        forget(desk, attempt)
    return _account(user)


def secret_key(database: Database) -> str:
    """The key that signs sessions: made at the first start, the same ever after."""
    with database.writing() as session:
        return queries.setting_made_once(session, SECRET_KEY, secrets.token_hex(32))


def _account(user: User) -> Account:
    return Account(user.name, Role(user.role), sha256(user.password_hash.encode()).hexdigest()[:16])


def _user(session: Session, name: str) -> User:
    user = _called(session, name)
    if user is None:
        raise NotThere("There is no account of this name.", field="name")
    return user


def _refuse_if_changed(user: User, seen: str, mine: Facts) -> None:
    """Overtaken if an account is not as it was read at state `seen`; `mine` was asked for."""
    if _account(user).state != seen:
        raise Overtaken("Somebody else changed this account.", mine=mine, theirs={"role": user.role})


def _refuse_the_last_manager(session: Session, field: str) -> None:
    if sum(user.role == Role.MANAGEMENT for user in queries.users(session)) < 2:
        raise RuleBroken("This is the last account of the management: it has to stay.", field=field)


def _add(session: Session, name: str, password_hash: str, role: Role, by: str) -> None:
    if _called(session, name):
        raise RuleBroken("There is an account of this name.", field="name")
    session.add(User(name=name, password_hash=password_hash, role=role.value))
    note_change(session, by, AccountAct.ADDED, name, role.value)


def _called(session: Session, name: str) -> User | None:
    """The account of this name, however capitals and spaces were typed; first the one typed exactly so."""
    wanted = _plain(name)
    found = [user for user in queries.users(session) if _plain(user.name) == wanted]
    return min(found, key=lambda user: user.name != name, default=None)


def _plain(name: str) -> str:
    return who(name, "")[0]


def _hashed(password: str, role: Role) -> str:
    if not _is_long_enough(password, role):
        raise _too_short(role)
    return _hasher.hash(_same_letters(password))


def _is_long_enough(password: str, role: Role) -> bool:
    if role is not Role.MANAGEMENT and password.isdecimal() and len(password) >= SHORTEST_PIN:
        return len(password) <= LONGEST_PASSWORD
    return SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD


def _too_short(role: Role) -> RuleBroken:
    if role is Role.MANAGEMENT:
        return RuleBroken(
            "A password has at least %(least)s letters.", field="password", least=SHORTEST_PASSWORD
        )
    return RuleBroken(
        "A PIN has at least %(digits)s digits, a password at least %(least)s letters.",
        field="password",
        digits=SHORTEST_PIN,
        least=SHORTEST_PASSWORD,
    )


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
