"""Files that commands write: whole or not at all, and never over something else."""

from __future__ import annotations

from pathlib import Path

from tournament.errors import RuleBroken

LONGEST_HEAD = 200
"""A file says what it is within so many bytes."""


def check_target(file: Path, sign: bytes) -> None:
    """RuleBroken if no file can be written there, or would replace one that has no such sign at its head."""
    if not file.parent.is_dir():
        raise RuleBroken("There is no folder %(folder)s.", folder=file.parent)
    if file.is_file() and sign not in file.read_bytes()[:LONGEST_HEAD]:
        raise RuleBroken("%(file)s is something else already: choose another name.", file=file)


def write_whole(file: Path, data: bytes) -> None:
    """Write a file whole or not at all, whatever becomes of the disk meanwhile. A device is written to."""
    if file.exists() and not file.is_file():
        file.write_bytes(data)
        return
    beside = file.with_name(f".{file.name}.part")
    try:
        beside.write_bytes(data)
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
