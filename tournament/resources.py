"""Where the files that are not Python stand: inside the package in a wheel, beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def templates() -> Path:
    """The folder of the page templates, one folder inside for each room."""
    return _folder("templates")


def migrations() -> Path:
    """The folder of the Alembic scripts (`env.py`, `versions/`)."""
    return _folder("migrations")


def translations() -> Path:
    """The folder of the `.po` files; these are part of the package in both cases."""
    return PACKAGE / "translations"


def suits() -> Path:
    """The suits of both decks, one symbol each, as pages and paper draw them."""
    return PACKAGE / "web" / "static" / "suits.svg"
