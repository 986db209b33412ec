"""The commands as people type them: real processes, their exit codes, sentences instead of tracebacks."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.postgresql import a_database_at
from tournament.cli import main
from tournament.desk.archive import archive_bytes, import_archive
from tournament.desk.office import read_log
from tournament.errors import NotThere
from tournament.store.database import Database, sqlite_url

HERE = Path(__file__).parent
INPUT, CASES = HERE / "input", HERE / "cases"
NIGHT = INPUT / "utf-16.csv"
SERVER_TIMEOUT = 30

Ran = subprocess.CompletedProcess[str]


def environment(**changes: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    kept.pop("TOURNAMENT_DATABASE", None)
    return {**kept, "LANG": "en_GB.UTF-8", "PYTHONUTF8": "1", **changes}


def tournament(*arguments: object, typed: str = "", **changes: str) -> Ran:
    """The command in a process of its own; the variables are added to its environment."""
    return subprocess.run(
        [sys.executable, "-m", "tournament", *map(str, arguments)],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=environment(**changes),
        timeout=120,
    )


def assert_refused(ran: Ran, code: int) -> None:
    """One sentence on standard error, and nothing that only a programmer understands."""
    assert ran.returncode == code, ran.stderr
    assert "Traceback" not in ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1, ran.stderr


@pytest.fixture
def url(tmp_path: Path) -> str:
    return sqlite_url(tmp_path / "desk.sqlite")


def test_a_simulated_night_holds_and_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    files = [tmp_path / "one.json", tmp_path / "two.json"]

    ran = [tournament("simulate", NIGHT, "--seed", 7, "--archive", file) for file in files]

    assert [one.returncode for one in ran] == [0, 0]
    assert ran[0].stdout == ran[1].stdout
    assert files[0].read_bytes() == files[1].read_bytes()
    verified = tournament("verify", files[0])
    assert verified.returncode == 0
    assert "16" in verified.stdout


def test_a_night_is_told_in_the_language_of_the_terminal() -> None:
    assert "Semi-final" in tournament("simulate", NIGHT, "--seed", 7).stdout
    assert "Halbfinale" in tournament("simulate", NIGHT, "--seed", 7, LANG="de_AT.UTF-8").stdout


def test_a_night_without_a_seed_says_how_to_repeat_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archives = [tmp_path / "first.json", tmp_path / "again.json"]

    assert main(["simulate", str(NIGHT), "--archive", str(archives[0])]) == 0
    seed = capsys.readouterr().out.split()[1]
    assert main(["simulate", str(NIGHT), "--archive", str(archives[1]), "--seed", seed]) == 0

    assert archives[0].read_bytes() == archives[1].read_bytes()


def test_a_field_with_four_cards_a_player_needs_its_limit(tmp_path: Path) -> None:
    field = INPUT / "night-17-players.csv"

    assert main(["simulate", str(field), "--seed", "1"]) == 1
    assert main(["simulate", str(field), "--seed", "1", "--max-tickets", "4"]) == 0


def test_a_bad_list_is_refused_with_each_line_and_nothing_is_imported(url: str) -> None:
    ran = tournament("simulate", INPUT / "bad-rows.csv", "--database", url)

    assert ran.returncode == 1
    assert sum(line.startswith("Line ") for line in ran.stderr.splitlines()) >= 4
    assert tournament("export", 1, "--database", url).returncode == 2


@pytest.mark.parametrize("name", ["archive-13", "archive-50"])
def test_an_archive_that_holds_is_verified(name: str) -> None:
    assert tournament("verify", CASES / f"{name}.json").returncode == 0


@pytest.mark.parametrize(
    ("alter", "names"),
    [
        (lambda a: a["rounds"][1]["draw"]["lots"][0].update(number=1), ("Quarter-final", "section 2")),
        (lambda a: a["rounds"][0]["pairings"][0].update(winner=10), ("Last sixteen", "match 1", "section 4")),
        (lambda a: a["places"][0].update(player=1), ("Final", "section 5")),
        (lambda a: a["prizes"][0].update(ticket=1), ("Final", "section 6")),
    ],
)
def test_an_altered_archive_is_refused_by_round_and_rule(
    alter: Any, names: tuple[str, ...], tmp_path: Path
) -> None:
    archive = json.loads((CASES / "archive-13.json").read_text("utf-8"))
    alter(archive)
    (tmp_path / "altered.json").write_text(json.dumps(archive), "utf-8")

    ran = tournament("verify", tmp_path / "altered.json")

    assert ran.returncode == 1
    assert all(name in ran.stderr.splitlines()[0] for name in names), ran.stderr


def test_a_tournament_goes_out_and_in_and_out_again(url: str, tmp_path: Path) -> None:
    tournament("simulate", NIGHT, "--seed", 7, "--database", url)
    files = [tmp_path / "out.json", tmp_path / "again.json"]

    assert tournament("export", 1, files[0], "--database", url).returncode == 0
    assert "2" in tournament("import", files[0], "--database", url).stdout
    assert tournament("export", 2, files[1], TOURNAMENT_DATABASE=url).returncode == 0

    assert files[0].read_bytes() == files[1].read_bytes()
    assert tournament("export", 2, "--database", url).stdout.encode() == files[0].read_bytes()


@pytest.mark.parametrize(
    ("content", "command", "code"),
    [
        (b"rubbish", "verify", 1),
        (b"[]", "verify", 1),
        (b"rubbish", "import", 1),
        (b"\x00\xff", "import", 1),
        (b"", "simulate", 2),
        (b"PK\x03\x04", "simulate", 2),
        (None, "verify", 2),
        (None, "import", 2),
        (None, "simulate", 2),
        (None, "score", 2),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_one_sentence(
    content: bytes | None, command: str, code: int, tmp_path: Path, url: str
) -> None:
    if content is not None:
        (tmp_path / "file").write_bytes(content)

    assert_refused(tournament(command, tmp_path / "file", TOURNAMENT_DATABASE=url), code)


def test_an_archive_is_never_written_over_something_else(tmp_path: Path) -> None:
    players = tmp_path / "players.csv"
    players.write_bytes((INPUT / "night-50.csv").read_bytes())

    assert_refused(tournament("simulate", players, "--seed", 7, "--archive", players), 2)
    assert_refused(tournament("simulate", players, "--archive", tmp_path / "nowhere" / "out.json"), 2)

    assert players.read_bytes() == (INPUT / "night-50.csv").read_bytes()


def test_a_tournament_that_does_not_exist_is_refused_with_one_sentence(url: str) -> None:
    assert_refused(tournament("export", 7, "--database", url), 2)


def test_terms_that_cannot_be_are_refused_with_one_sentence() -> None:
    assert_refused(tournament("simulate", NIGHT, "--capacity", 12), 2)
    assert_refused(tournament("simulate", NIGHT, "--capacity", 8), 2)


@pytest.mark.parametrize("typed", [[], ["what"], ["export", "seven"], ["serve", "--port", "99999"], ["user"]])
def test_a_command_used_wrongly_says_how_it_is_used(typed: list[str]) -> None:
    ran = tournament(*typed)

    assert ran.returncode == 2
    assert ran.stderr.startswith("usage: ")
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("database", ["rubbish", "nothing://", "sqlite:////no/such/folder/desk.sqlite"])
def test_a_database_that_cannot_be_opened_is_named_in_one_sentence(database: str) -> None:
    assert_refused(tournament("user", "list", "--database", database), 2)
    assert_refused(tournament("serve", "--port", 0, "--database", database), 2)


def test_a_database_is_named_by_its_plain_path_as_well(tmp_path: Path) -> None:
    file = tmp_path / "Feuerwehr ball.sqlite"

    added = tournament("user", "add", "Resi", "--database", file, typed="Herzass-sticht\n")

    assert added.returncode == 0, added.stderr
    assert tournament("user", "list", TOURNAMENT_DATABASE=str(file)).stdout == "Resi\tmanagement\n"
    assert tournament("user", "list", "--database", sqlite_url(file)).stdout == "Resi\tmanagement\n"
    (tmp_path / "letter").write_text("Liebe Resi, " * 200, "utf-8")
    for other in (tmp_path / "letter", tmp_path / "nothing"):
        assert_refused(tournament("user", "list", "--database", other), 2)
    assert not (tmp_path / "nothing").exists()


@pytest.fixture(scope="module")
def archive_text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The archive of a whole night."""
    file = tmp_path_factory.mktemp("night") / "out.json"
    assert tournament("simulate", NIGHT, "--seed", 7, "--archive", file).returncode == 0
    return file.read_text("utf-8")


@pytest.mark.parametrize("fact", [["x"], {"a": 1}, None, 1.5])
def test_an_archive_with_an_odd_fact_in_its_log_is_refused_in_sentences(
    url: str, tmp_path: Path, archive_text: str, fact: object
) -> None:
    archive = json.loads(archive_text)
    drawn = next(told for told in archive["log"] if told["act"] == "draw-rounds")
    drawn["after"]["rounds"][0]["round"] = fact
    (tmp_path / "out.json").write_text(json.dumps(archive), "utf-8")

    for ran in (
        tournament("verify", tmp_path / "out.json"),
        tournament("import", tmp_path / "out.json", "--database", url),
    ):
        assert_refused(ran, 1)
        assert "after.rounds[0].round is not what it should be." in ran.stderr


def test_a_backup_that_cannot_be_restored_is_told_in_the_language_of_the_terminal(
    url: str, tmp_path: Path
) -> None:
    Database(url).migrate()
    for odd in (tmp_path, tmp_path / ("x" * 300), tmp_path / "pipe"):
        if odd.name == "pipe":
            os.mkfifo(odd)
        ran = tournament("restore", odd, "--database", url, LANG="de_AT.UTF-8")
        assert ran.returncode in (1, 2)
        assert "Traceback" not in ran.stderr
        assert not any(word in ran.stderr for word in (" is ", "too long", "directory", "pipe:")), ran.stderr


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.sqlite"
    file.write_text("Liebe Resi, " * 200, "utf-8")

    assert_refused(tournament("user", "list", "--database", sqlite_url(file)), 2)
    assert file.read_text("utf-8").startswith("Liebe Resi")


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path, url: str) -> None:
    Database(url).migrate()
    connection = sqlite3.connect(tmp_path / "desk.sqlite")
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()

    ran = tournament("serve", "--port", 0, "--database", url)

    assert_refused(ran, 2)
    assert "newer" in ran.stderr


def test_without_a_database_the_file_lies_in_the_users_data_folder(tmp_path: Path) -> None:
    folders = {"XDG_DATA_HOME": str(tmp_path), "APPDATA": str(tmp_path), "HOME": str(tmp_path)}

    assert tournament("user", "list", **folders).returncode == 0

    assert [file.name for file in tmp_path.rglob("*.sqlite")] == ["desk.sqlite"]


def test_a_data_folder_that_cannot_be_made_is_named_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    folders = dict.fromkeys(("XDG_DATA_HOME", "APPDATA", "HOME"), str(tmp_path / "file"))

    assert_refused(tournament("user", "list", **folders), 2)


def test_accounts_are_made_listed_and_given_another_password(url: str) -> None:
    assert tournament("user", "add", "Resi", "--database", url, typed="Herzass-sticht\n").returncode == 0
    assert tournament("user", "list", "--database", url).stdout == "Resi\tmanagement\n"
    assert tournament("user", "password", "Resi", "--database", url, typed="Eichel-Ober\n").returncode == 0
    assert_refused(tournament("user", "add", "Resi", "--database", url, typed="Herzass-sticht\n"), 2)
    assert_refused(tournament("user", "add", "Karl", "--database", url, typed="kurz\n"), 2)
    assert_refused(tournament("user", "password", "Nobody", "--database", url, typed="Herzass-sticht\n"), 2)


def test_an_account_gets_a_role_and_only_the_management_needs_a_long_password(url: str) -> None:
    added = tournament("user", "add", "Sepp", "--role", "referee", "--database", url, typed="4711\n")
    assert added.returncode == 0
    assert tournament("user", "list", "--database", url).stdout == "Sepp\treferee\n"
    assert_refused(tournament("user", "add", "Karl", "--database", url, typed="4711\n"), 2)
    assert tournament("user", "add", "Karl", "--role", "boss", "--database", url).returncode == 2


def test_cases_are_scored_from_a_file_and_from_standard_input(tmp_path: Path) -> None:
    case = '{"id": "M1", "kind": "match", "rules": {}, "bummerl": [["A", 7, 3], ["A", 7, 5]]}\n'
    (tmp_path / "cases.jsonl").write_text(case * 2, "utf-8")

    piped, read = tournament("score", typed=case), tournament("score", tmp_path / "cases.jsonl")

    assert json.loads(piped.stdout)["winner"] == "A"
    assert read.stdout == piped.stdout * 2


def test_whoever_reads_only_the_beginning_breaks_nothing() -> None:
    command = [sys.executable, "-m", "tournament", "simulate", str(NIGHT), "--seed", "7"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        complaints = process.stderr.read()

    assert complaints == b""
    assert process.returncode == 0


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A server at a free port, and the three lines it begins with."""
    command = [sys.executable, "-m", "tournament", "serve", "--port", "0", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, encoding="utf-8", env=environment()) as process:
        assert process.stdout is not None
        try:
            yield process, [process.stdout.readline().strip() for _ in range(2)]
        finally:
            process.terminate()  # killed, it would leave its worker behind


def answer_of(address: str) -> int:
    """The status of the first page, as soon as there is one."""
    deadline = time.monotonic() + SERVER_TIMEOUT
    while True:
        try:
            with urllib.request.urlopen(address, timeout=SERVER_TIMEOUT) as response:
                return int(response.status)
        except (urllib.error.URLError, ConnectionError):
            assert time.monotonic() < deadline, "nobody serves"
            time.sleep(0.1)


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_the_server_says_where_it_is_and_stops_when_asked(
    url: str, tmp_path: Path, stop: signal.Signals
) -> None:
    with serving("--database", url) as (process, lines):
        address = lines[1].rsplit(" ", 1)[-1]
        assert str(tmp_path / "desk.sqlite") in lines[0]
        assert answer_of(address) == 200
        taken = tournament("serve", "--port", address.rsplit(":", 1)[-1], "--database", url)
        process.send_signal(stop)
        assert process.wait(SERVER_TIMEOUT) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""

    assert_refused(taken, 2)
    assert "taken" in taken.stderr
    with socket.create_server(("127.0.0.1", int(address.rsplit(":", 1)[-1]))):
        pass  # nobody holds the port any more


def test_an_address_that_is_none_of_ours_is_refused_with_one_sentence(url: str) -> None:
    assert_refused(tournament("serve", "--host", "192.0.2.7", "--database", url), 2)


@pytest.fixture(scope="module")
def one_night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a night played, as a backup of it."""
    folder = tmp_path_factory.mktemp("night")
    assert (
        main(["simulate", str(NIGHT), "--seed", "7", "--database", sqlite_url(folder / "desk.sqlite")]) == 0
    )
    assert (
        main(["backup", str(folder / "night.sqlite"), "--database", sqlite_url(folder / "desk.sqlite")]) == 0
    )
    return folder / "night.sqlite"


@pytest.fixture
def night(one_night: Path, tmp_path: Path, url: str) -> Path:
    """The same backup; the database at `url` holds that night."""
    shutil.copy(one_night, tmp_path / "desk.sqlite")
    return Path(shutil.copy(one_night, tmp_path / "backup.sqlite"))


def archive_at(url: str, id_: int = 1) -> bytes:
    database = Database(url)
    try:
        return archive_bytes(database, id_)
    finally:
        database.close()


def assert_refused_here(typed: list[object], code: int, capsys: pytest.CaptureFixture[str]) -> str:
    """As `assert_refused`, without a process of its own; the sentence."""
    assert main([str(word) for word in typed]) == code
    [sentence] = capsys.readouterr().err.splitlines()
    return sentence


def test_the_whole_database_goes_into_a_file_and_back(night: Path, url: str, tmp_path: Path) -> None:
    before, backup = archive_at(url), tmp_path / "copy.sqlite"

    assert str(backup) in tournament("backup", backup, "--database", url).stdout
    import_archive(Database(url), (CASES / "archive-13.json").read_bytes())
    restored = tournament("restore", backup, TOURNAMENT_DATABASE=url)

    assert restored.returncode == 0, restored.stderr
    assert "Restored: 1 tournament." in restored.stdout
    assert archive_at(url) == before
    with pytest.raises(NotThere):
        archive_at(url, 2)
    [kept] = tmp_path.glob("*-before-restore.sqlite")
    assert str(kept) in restored.stdout
    assert archive_at(sqlite_url(kept), 2)


def test_the_log_tells_that_the_terminal_went_back_to_a_backup_on_another_computer(
    night: Path, tmp_path: Path
) -> None:
    new = sqlite_url(tmp_path / "new.sqlite")

    assert main(["restore", str(night), "--database", new]) == 0

    with closing(Database(new)) as database:
        last = read_log(database, 1)[0]
    assert (last.act, last.by, last.after["file"]) == ("restore-backup", "restore", "backup.sqlite")


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda file: file.write_bytes(file.read_bytes()[:20_000]), 1),
        (lambda file: file.write_text("Liebe Resi, " * 900, "utf-8"), 1),
        (lambda file: file.write_bytes(b""), 1),
        (lambda file: file.unlink(), 2),
    ],
)
def test_a_file_that_cannot_be_restored_is_refused_with_one_sentence(
    night: Path, url: str, spoil: Any, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(night)
    before = archive_at(url)

    assert_refused_here(["restore", night, "--database", url], code, capsys)

    assert archive_at(url) == before
    assert list(night.parent.glob("*-before-restore.sqlite")) == []


def test_a_backup_that_cannot_be_written_is_refused_with_one_sentence(
    night: Path, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for target in (tmp_path, tmp_path / "no" / "where.sqlite", tmp_path / "desk.sqlite"):
        assert_refused_here(["backup", target, "--database", url], 2, capsys)
    nowhere = sqlite_url(tmp_path / "nothing.sqlite")
    assert_refused_here(["backup", tmp_path / "copy.sqlite", "--database", nowhere], 2, capsys)
    assert not (tmp_path / "nothing.sqlite").exists()


def test_an_older_database_is_backed_up_as_it_is(night: Path, url: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "desk.sqlite")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'older'")
        connection.commit()

    assert main(["backup", str(tmp_path / "copy.sqlite"), "--database", url]) == 0

    with closing(sqlite3.connect(tmp_path / "copy.sqlite")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("older",)


def test_it_is_backed_up_and_restored_while_it_is_served(night: Path, url: str, tmp_path: Path) -> None:
    with serving("--host", "127.0.0.1", "--database", url) as (_, lines):
        address = lines[1].rsplit(" ", 1)[-1]
        assert answer_of(f"{address}/board/1") == 200
        assert main(["backup", str(tmp_path / "copy.sqlite"), "--database", url]) == 0
        import_archive(Database(url), (CASES / "archive-13.json").read_bytes())
        assert answer_of(f"{address}/board/2") == 200

        assert main(["restore", str(tmp_path / "copy.sqlite"), "--database", url]) == 0

        assert answer_of(f"{address}/board/1") == 200
        with pytest.raises(urllib.error.HTTPError, match="404") as gone:
            urllib.request.urlopen(f"{address}/board/2", timeout=SERVER_TIMEOUT)
        gone.value.close()


def test_importing_an_archive_backs_up_first_and_says_if_it_cannot(
    night: Path,
    url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    stick = tmp_path / "stick"
    typed = ["import", str(CASES / "archive-13.json"), "--database", url]
    monkeypatch.setenv("TOURNAMENT_BACKUPS", str(stick))

    assert main(typed) == 0
    [told] = capsys.readouterr().err.splitlines()
    stick.mkdir()
    assert main(typed) == 0

    assert str(stick) in told
    assert capsys.readouterr().err == ""
    assert len(list(stick.iterdir())) == len(list((tmp_path / "backups").iterdir())) == 1


def test_every_command_takes_the_address_of_a_postgresql(
    postgresql: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url, archive = a_database_at(postgresql), str(tmp_path / "out.json")
    assert url.startswith("postgresql://")

    assert tournament("simulate", NIGHT, "--seed", 7, "--database", url).returncode == 0
    assert tournament("export", 1, archive, TOURNAMENT_DATABASE=url).returncode == 0
    assert main(["verify", archive]) == 0
    assert tournament("import", archive, "--database", url).returncode == 0
    capsys.readouterr()
    for command in ("backup", "restore"):
        assert "pg_dump" in assert_refused_here([command, tmp_path / "file", "--database", url], 2, capsys)
    with serving("--host", "127.0.0.1", "--database", url) as (_, lines):
        assert answer_of(f"{lines[1].rsplit(' ', 1)[-1]}/board/1") == 200


@pytest.mark.parametrize(
    "url", ["postgresql://resi:secret@127.0.0.1:1/desk", "postgresql://127.0.0.1:port/x"]
)
def test_a_postgresql_that_does_not_answer_is_named_in_one_sentence(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "secret" not in assert_refused_here(["user", "list", "--database", url], 2, capsys)
