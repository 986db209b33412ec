"""Accounts: made on purpose, guessed slowly, and never a word about who has one."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.desk import fresh
from tests.desk.builders import account_names
from tournament.desk import throttle, users
from tournament.desk.account_changes import AccountAct, list_changes
from tournament.desk.acts import Desk
from tournament.desk.users import Role
from tournament.errors import NotThere, RuleBroken
from tournament.store.database import Database, sqlite_url

PASSWORD = "Herzass-sticht"


@dataclass
class Clock:
    """A clock that goes only when told to."""

    time: datetime = field(default=datetime(2026, 12, 5, 18, 0, tzinfo=UTC))

    def __call__(self) -> datetime:
        return self.time


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(sqlite_url(tmp_path / "desk.sqlite"))
    database.migrate()
    yield database
    database.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(database: Database, clock: Clock) -> Desk:
    users.add_user(database, "Resi", PASSWORD, Role.MANAGEMENT)
    return Desk(database, now=clock)


def refusal(desk: Desk, name: str, password: str, source: str = "10.0.0.7") -> str:
    with pytest.raises(RuleBroken) as refused:
        users.check_password(desk, name, password, source)
    return refused.value.message


def test_a_new_database_has_no_account_and_no_default_password(database: Database) -> None:
    assert not users.has_users(database)
    with pytest.raises(RuleBroken):
        users.check_password(Desk(database), "admin", "admin", "127.0.0.1")


def test_whoever_knows_the_password_comes_in(desk: Desk) -> None:
    users.check_password(desk, "Resi", PASSWORD, "10.0.0.7")


def test_a_wrong_password_and_an_unknown_name_sound_the_same(desk: Desk) -> None:
    assert refusal(desk, "Resi", "falsch falsch") == refusal(desk, "Nobody", PASSWORD)


def test_an_unknown_name_costs_the_same_work_as_a_known_one(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []
    fits = users._fits

    def noting(password_hash: str, password: str) -> bool:
        tried.append(password_hash)
        return fits(password_hash, password)

    monkeypatch.setattr(users, "_fits", noting)
    users._nobodys_hash.cache_clear()  # tests of the pages hash faster, in the same program

    refusal(desk, "Nobody", PASSWORD)

    assert [hashed.split("$")[1:4] for hashed in tried] == [["argon2id", "v=19", "m=19456,t=2,p=1"]]


def test_after_five_failures_a_source_waits_a_minute_even_with_the_right_password(
    desk: Desk, clock: Clock
) -> None:
    wrong = {refusal(desk, "Resi", f"wrong {k}") for k in range(users.MOST_FAILURES)}
    assert refusal(desk, "Resi", PASSWORD) not in wrong

    users.check_password(desk, "Resi", PASSWORD, "10.0.0.8")
    clock.time += throttle.WINDOW + timedelta(seconds=1)
    users.check_password(desk, "Resi", PASSWORD, "10.0.0.7")


def test_failures_before_the_clock_was_set_back_keep_nobody_out(desk: Desk, clock: Clock) -> None:
    for k in range(users.MOST_FAILURES):
        refusal(desk, "Resi", f"wrong {k}")

    clock.time -= timedelta(hours=3)

    assert users.check_password(desk, "Resi", PASSWORD, "10.0.0.7").name == "Resi"


def test_a_pin_mistyped_too_often_locks_out_nobody_else_at_that_machine(desk: Desk) -> None:
    for k in range(users.MOST_FAILURES + 1):
        refusal(desk, "Kassa", f"{k:04}")

    assert users.check_password(desk, "Resi", PASSWORD, "10.0.0.7").name == "Resi"


def test_changing_the_name_all_the_time_gains_no_more_than_twenty_guesses(desk: Desk) -> None:
    answers = [refusal(desk, f"Resi{k}", PASSWORD) for k in range(users.MOST_FAILURES_OF_ALL)]
    assert len(set(answers)) == 1

    assert refusal(desk, "Resi", PASSWORD) not in answers


def test_signing_in_often_is_no_failure(desk: Desk) -> None:
    for _ in range(users.MOST_FAILURES + 2):
        users.check_password(desk, "Resi", PASSWORD, "10.0.0.7")


def test_twenty_guesses_at_once_are_no_more_than_five(desk: Desk) -> None:
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda k: refusal(desk, "Resi", f"guess {k}"), range(20)))

    assert sorted(map(answers.count, set(answers))) == [5, 15]


def test_an_umlaut_is_the_same_letter_however_the_machine_spells_it(database: Database) -> None:
    users.add_user(database, "Öhlinger", "Gr\u00fcner Veltliner", Role.MANAGEMENT)

    users.check_password(Desk(database), "Öhlinger", "Gru\u0308ner Veltliner", "10.0.0.7")


def test_the_first_account_is_set_up_only_once(database: Database) -> None:
    users.add_first_user(Desk(database), "Resi", PASSWORD)

    with pytest.raises(RuleBroken):
        users.add_first_user(Desk(database), "Intruder", PASSWORD)
    assert account_names(database) == ("Resi",)


@pytest.mark.parametrize(("name", "password"), [("Resi", PASSWORD), ("Karl", "short"), ("  ", PASSWORD)])
def test_an_account_needs_a_name_of_its_own_and_a_long_password(desk: Desk, name: str, password: str) -> None:
    with pytest.raises(RuleBroken):
        users.add_user(desk.database, name, password, Role.MANAGEMENT)
    assert account_names(desk.database) == ("Resi",)


def test_a_password_can_be_changed(desk: Desk) -> None:
    users.change_password(desk.database, "Resi", "Eichel-Ober-7")

    users.check_password(desk, "Resi", "Eichel-Ober-7", "10.0.0.7")
    refusal(desk, "Resi", PASSWORD)
    with pytest.raises(NotThere):
        users.change_password(desk.database, "Nobody", PASSWORD)


def test_whoever_signs_in_is_told_as_what(desk: Desk) -> None:
    users.add_user(desk.database, "Sepp", "0815", Role.REFEREE)

    assert users.check_password(desk, " Sepp ", "0815", "10.0.0.7").role is Role.REFEREE
    assert users.check_password(desk, "Resi", PASSWORD, "10.0.0.7").role is Role.MANAGEMENT


@pytest.mark.parametrize("pin", ["471", "47 1", "abcd", "4711" * 300])
def test_a_pin_has_at_least_four_digits(desk: Desk, pin: str) -> None:
    with pytest.raises(RuleBroken):
        users.add_user(desk.database, "Sepp", pin, Role.CASH_DESK)


def test_a_pin_is_not_enough_to_manage(desk: Desk) -> None:
    users.add_user(desk.database, "Sepp", "0815", Role.CASH_DESK)

    with pytest.raises(RuleBroken):
        fresh.change_role(desk.database, "Sepp", Role.MANAGEMENT)
    fresh.change_role(desk.database, "Sepp", Role.REFEREE)
    users.check_password(desk, "Sepp", "0815", "10.0.0.7")
    fresh.change_role(desk.database, "Sepp", Role.MANAGEMENT, "Eichel-Ober-7")
    users.check_password(desk, "Sepp", "Eichel-Ober-7", "10.0.0.7")


def test_one_of_the_management_always_stays(desk: Desk) -> None:
    users.add_user(desk.database, "Sepp", "0815", Role.REFEREE)

    with pytest.raises(RuleBroken):
        fresh.remove_user(desk.database, "Resi")
    with pytest.raises(RuleBroken):
        fresh.change_role(desk.database, "Resi", Role.CASH_DESK)
    fresh.remove_user(desk.database, "Sepp")
    assert account_names(desk.database) == ("Resi",)


def test_two_of_the_management_who_remove_each_other_at_once_leave_one(desk: Desk) -> None:
    users.add_user(desk.database, "Anna", PASSWORD, Role.MANAGEMENT)

    def remove(name: str) -> bool:
        try:
            fresh.remove_user(desk.database, name)
        except RuleBroken:
            return False
        return True

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(remove, ["Resi", "Anna"])) == [False, True]


def test_no_password_is_kept_readable(desk: Desk, tmp_path: Path) -> None:
    desk.database.close()

    assert not any(PASSWORD.encode() in path.read_bytes() for path in tmp_path.iterdir())


def test_the_key_of_the_sessions_is_made_once_and_differs_between_databases(
    database: Database, tmp_path: Path
) -> None:
    other = Database(sqlite_url(tmp_path / "other.sqlite"))
    other.migrate()
    others_key = users.secret_key(other)
    other.close()

    with ThreadPoolExecutor(8) as threads:
        keys = set(threads.map(lambda _: users.secret_key(database), range(16)))

    assert len(keys) == 1
    assert len(keys.pop()) == 64
    assert users.secret_key(database) != others_key


@pytest.mark.parametrize("typed", ["Resi", "resi", " RESI "])
def test_capitals_and_spaces_around_a_name_do_not_matter_for_signing_in(desk: Desk, typed: str) -> None:
    assert users.check_password(desk, typed, PASSWORD, "10.0.0.7").name == "Resi"


def test_a_name_that_differs_in_capitals_only_is_taken(desk: Desk) -> None:
    with pytest.raises(RuleBroken, match="There is an account of this name"):
        users.add_user(desk.database, "RESI", PASSWORD, Role.MANAGEMENT)


def test_every_change_of_an_account_is_noted_with_who_made_it(desk: Desk) -> None:
    users.add_user(desk.database, "Sepp", "1234", Role.CASH_DESK, by="Resi")
    fresh.change_role(desk.database, "sepp", Role.REFEREE, by="Resi")
    users.change_password(desk.database, "Sepp", "4321")
    fresh.remove_user(desk.database, "Sepp", by="Resi")

    told = [(one.by, one.done, one.name, one.role) for one in list_changes(desk.database)]

    assert told[:4] == [
        ("Resi", AccountAct.REMOVED, "Sepp", "referee"),
        ("", AccountAct.PASSWORD, "Sepp", "referee"),
        ("Resi", AccountAct.ROLE, "Sepp", "referee"),
        ("Resi", AccountAct.ADDED, "Sepp", "cash-desk"),
    ]


def test_what_is_refused_is_not_noted(desk: Desk) -> None:
    before = list_changes(desk.database)

    with pytest.raises(RuleBroken):
        fresh.remove_user(desk.database, "Resi", by="Resi")

    assert list_changes(desk.database) == before
