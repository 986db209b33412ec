"""Somebody kills the program, or pulls the plug: what was confirmed must still be there.

A program plays night after night and writes down each act as soon as it is confirmed. A kill takes the
program only. A power cut also takes what the disk had not been told to keep: the database is copied as it
lies there while the program stands still, and what was written after the last order to keep it is spoilt.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from tests.desk.builders import KASSA, a_desk, terms_for
from tournament.desk.archive import export_archive
from tournament.desk.players import PlayerRow
from tournament.desk.restoring import restore_file
from tournament.desk.simulate import simulate
from tournament.desk.tournaments import open_tournament
from tournament.desk.verify import verify
from tournament.store import files, queries
from tournament.store.database import Database, Session, sqlite_url

PLAYERS = [PlayerRow(number, f"Huber {number}", "", 1 + number % 3) for number in range(1, 9)]
PATIENCE_SECONDS = 60
WAL_HEADER, FRAME_HEADER = 32, 24

Told = list[tuple[int, int, str]]
"""Tournament, revision and act of what was confirmed."""


class _Confirming(Database):
    """Writes each act down when it is done, as a desk that tells its people."""

    def __init__(self, file: Path, told: Path) -> None:
        super().__init__(sqlite_url(file))
        self._told = os.open(told, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._known = 0

    @contextmanager
    def writing(self) -> Iterator[Session]:
        with super().writing() as session:
            yield session
        with self.reading() as session:
            for row in queries.tournaments(session)[:1]:
                log = queries.log(session, row.id)
                os.write(self._told, f"{row.id} {log[-1].revision} {log[-1].act}\n".encode())


def play_on(file: Path, told: Path, seed: int) -> None:
    """Play night after night."""
    database = _Confirming(file, told)
    for night in count(seed):
        simulate(database, PLAYERS, seed=night)


def restore_on(file: Path, one: Path, other: Path) -> None:
    """Go back to one backup and to the other, again and again; the second file tells that it has begun."""
    desk = a_desk(file)
    for turn in count():
        restore_file(desk, KASSA, (one, other)[turn % 2])
        one.with_name("begun").touch()


def killed_at_random(file: Path, chance: random.Random) -> Told:
    """What a program on a fresh file had confirmed when it was killed."""
    told = file.with_name(f"{file.name}.told")
    with _running(play_on, file, told, chance.randrange(10_000)) as program:
        _wait(lambda: told.exists() and told.stat().st_size > 0)
        time.sleep(chance.uniform(0, 0.6))
        program.kill()
    return _read(told)


def killed_while_restoring(file: Path, one: Path, other: Path, chance: random.Random) -> None:
    begun = one.with_name("begun")
    begun.unlink(missing_ok=True)
    with _running(restore_on, file, one, other) as program:
        _wait(begun.exists)
        time.sleep(chance.uniform(0, 0.6))
        program.kill()


def power_cuts(file: Path, cuts: int, chance: random.Random) -> Iterator[tuple[Path, Told]]:
    """Copies of a database as a power cut would leave it, each with what had been confirmed."""
    told = file.with_name(f"{file.name}.told")
    with _running(play_on, file, told, chance.randrange(10_000)) as program:
        _wait(lambda: told.exists() and told.stat().st_size > 0)
        for cut in range(cuts):
            time.sleep(chance.uniform(0, 0.05))
            copy = file.with_name(f"cut-{cut}.sqlite")
            with _standing_still(program):
                for suffix in ("", "-wal"):
                    shutil.copyfile(f"{file}{suffix}", f"{copy}{suffix}")
                confirmed = _read(told)
            _spoil(copy, confirmed, chance)
            yield copy, confirmed
        program.kill()


def assert_nothing_is_missing(file: Path, told: Told) -> None:
    """The database opens, is sound, holds each act that was confirmed, verifies, and goes on."""
    assert files.is_sound(file)
    assert files.fits_together(file)
    desk = a_desk(file)
    desk.database.migrate()
    with desk.database.reading() as session:
        ids = [row.id for row in queries.tournaments(session)]
        found = {(id_, entry.revision, entry.act) for id_ in ids for entry in queries.log(session, id_)}
    assert set(told) <= found
    assert [found for id_ in ids for found in verify(export_archive(desk.database, id_))] == []
    assert open_tournament(desk, KASSA, terms_for(4)).tournament not in ids
    desk.database.close()


@contextmanager
def _running(target: Callable[..., None], *arguments: Any) -> Iterator[BaseProcess]:
    """A program of its own, from a parent that has everything loaded."""
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__])
    program = context.Process(target=target, args=arguments, daemon=True)
    program.start()
    try:
        yield program
    finally:
        program.kill()
        program.join()


@contextmanager
def _standing_still(program: BaseProcess) -> Iterator[None]:
    assert program.pid
    os.kill(program.pid, signal.SIGSTOP)
    state = Path(f"/proc/{program.pid}/stat")
    _wait(lambda: state.read_text().rpartition(")")[2].split()[0] == "T")
    yield
    os.kill(program.pid, signal.SIGCONT)


def _wait(until: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not until():
        assert time.monotonic() < deadline, "the program does nothing"
        time.sleep(0.001)


def _read(told: Path) -> Told:
    lines = told.read_text("utf-8").splitlines()
    return [(int(tournament), int(revision), act) for tournament, revision, act in map(str.split, lines)]


def _spoil(copy: Path, confirmed: Told, chance: random.Random) -> None:
    """Lose what the disk was not told to keep: all that follows the last commit that was confirmed."""
    wal = copy.with_name(f"{copy.name}-wal")
    log = wal.read_bytes()
    ends = _commits(log)
    kept = ends[-1] if _newest(copy) == confirmed[-1] else ends[-2:][0]
    keep = chance.randint(kept, max(kept, len(log)))
    wal.write_bytes(log[:keep] + chance.randbytes(chance.choice((0, 100, 5000))))
    copy.with_name(f"{copy.name}-shm").unlink(missing_ok=True)


def _commits(log: bytes) -> list[int]:
    """Where each commit of a write-ahead log ends; its header at least."""
    ends = [min(WAL_HEADER, len(log))]
    if len(log) < WAL_HEADER:
        return ends
    frame = FRAME_HEADER + struct.unpack(">I", log[8:12])[0]
    for start in range(WAL_HEADER, len(log) - frame + 1, frame):
        _, pages, *_ = struct.unpack(">II", log[start : start + 8])
        if log[start + 8 : start + 16] != log[16:24]:
            break
        if pages:
            ends.append(start + frame)
    return ends


def _newest(copy: Path) -> tuple[int, int, str] | None:
    """The newest act of a copy, read from a copy of its own: reading would tidy up."""
    other = copy.with_name(f"look-{copy.name}")
    for suffix in ("", "-wal"):
        shutil.copyfile(f"{copy}{suffix}", f"{other}{suffix}")
    database = Database(sqlite_url(other))
    with database.reading() as session:
        row = queries.tournaments(session)[0]
        last = queries.log(session, row.id)[-1]
    database.close()
    for suffix in ("", "-wal", "-shm"):
        other.with_name(f"{other.name}{suffix}").unlink(missing_ok=True)
    return row.id, last.revision, last.act
