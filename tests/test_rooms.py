"""Keeps the rooms apart: who may import whom, and which words are never said where.

        web/   paper/   cli
             \\   |     /
               desk/
            /    |    \\
   schnapsen/ knockout/ store/
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Set
from pathlib import Path

import pytest

from tournament.resources import PACKAGE

STANDARD = sys.stdlib_module_names
PURE = STANDARD - {"os", "pathlib", "random", "secrets", "socket", "sqlite3", "subprocess", "time", "uuid"}
"""Chance and time come in as arguments, and the world outside not at all."""

FLOOR = {"tournament.errors"}
PAGES = {"flask", "werkzeug", "jinja2", "wtforms", "granian", "markupsafe"}
DATABASE = {"sqlalchemy", "alembic", "sqlite3", "psycopg"}
UPPER = {"tournament.web", "tournament.paper", "tournament.cli", "tournament.__main__"}

ALLOWED = {
    "errors": STANDARD,
    "resources": STANDARD,
    "language": STANDARD | FLOOR | {"babel", "tournament.resources"},
    "knockout": PURE | FLOOR | {"tournament.knockout"},
    "schnapsen": PURE | FLOOR | {"tournament.schnapsen"},
    "store": STANDARD | FLOOR | {"sqlalchemy", "alembic", "tournament.resources", "tournament.store"}
    | {"tournament.knockout", "tournament.schnapsen"},
}  # fmt: skip
"""For the rooms below the desk: all that they may import."""

FORBIDDEN = {
    "desk": PAGES | DATABASE | UPPER,
    "web": DATABASE | {"tournament.store", "tournament.cli"},
    "paper": DATABASE | PAGES | {"tournament.store", "tournament.web", "tournament.cli"},
    "cli": DATABASE,
    "__main__": PAGES | DATABASE,
    "__init__": STANDARD | PAGES | DATABASE | {"tournament"},
}
"""For the others: what they may not import."""

EXCEPT = {
    "web/__init__.py": {"tournament.store"},  # the app factory wires the session, once
}

NEVER_SAID = {
    "knockout": "ace king queen jack augen bummerl card_points deal marriage revoke schneider suit talon"
    " trick trump zwanziger vierziger",
    "schnapsen": "bye desk handed_in knockout lot place pot prize round sale ticket walkover",
}

MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
PURE_MODULES = [module for module in MODULES if module.split("/")[0] in NEVER_SAID]


def room_of(module: str) -> str:
    return module.split("/")[0].removesuffix(".py")


def tree_of(module: str) -> ast.Module:
    return ast.parse((PACKAGE / module).read_text(encoding="utf-8"))


def imports(tree: ast.Module, module: str) -> Iterator[str]:
    """The full names of all that is imported, wherever in the file."""
    here = ["tournament", *Path(module).parent.parts]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = here[: len(here) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{source}.{alias.name}" for alias in node.names)


def within(name: str, names: Set[str]) -> bool:
    parts = name.split(".")
    return any(".".join(parts[:length]) in names for length in range(1, len(parts) + 1))


def trespasses(tree: ast.Module, module: str) -> list[str]:
    """The imports of a module that its room may not have."""
    room = room_of(module)
    found = sorted(set(imports(tree, module)))
    if room in ALLOWED:
        return [name for name in found if not within(name, ALLOWED[room])]
    return [name for name in found if within(name, FORBIDDEN[room] - EXCEPT.get(module, set()))]


def handed_on(tree: ast.Module, room: str) -> list[str]:
    """What is imported from a room `as` itself, for others to import from here."""
    sources = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names = [alias for node in sources if (node.module or "").startswith(room) for alias in node.names]
    return [alias.name for alias in names if alias.asname == alias.name]


def said(tree: ast.Module) -> Iterator[str]:
    """Each name and each string of a module, but for the docstring that may list what is never said."""
    first = tree.body[0] if tree.body and ast.get_docstring(tree) else None
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.Constant(value=str(text)) if not (isinstance(first, ast.Expr) and node is first.value):
                yield text


def words(text: str) -> str:
    """The words of a name or sentence in snake case: `CardPoints` and "card points" are card_points."""
    split = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text)
    return "_" + "_".join(re.findall(r"\w+", split)).lower() + "_"


def slips(tree: ast.Module, room: str) -> list[str]:
    """The words of a module that are never said in its room."""
    spoken = {words(text) for text in said(tree)} - {words("round")}  # the built-in function
    forbidden = NEVER_SAID[room].split()
    return sorted(word for word in forbidden if any(re.search(f"_{word}(s|es)?_", text) for text in spoken))


@pytest.mark.parametrize("module", MODULES)
def test_a_room_imports_only_what_lies_below_it(module: str) -> None:
    assert trespasses(tree_of(module), module) == []


@pytest.mark.parametrize("module", [module for module in MODULES if room_of(module) == "desk"])
def test_the_desk_hands_nothing_of_the_store_on_under_its_own_name(module: str) -> None:
    assert handed_on(tree_of(module), "tournament.store") == []


@pytest.mark.parametrize("module", PURE_MODULES)
def test_a_pure_room_never_says_the_words_of_the_other_game(module: str) -> None:
    assert slips(tree_of(module), room_of(module)) == []


def modules_in(room: Path) -> set[str]:
    """The files and folders of a room that hold code, by the names under which they are imported."""
    files = {path.stem for path in room.glob("*.py") if not path.stem.startswith("__")}
    return files | {path.parent.name for path in room.glob("*/__init__.py")}


@pytest.mark.parametrize("module", [module for module in MODULES if module.endswith("__init__.py")])
def test_each_room_names_what_stands_in_it(module: str) -> None:
    """Its map is the docstring of its `__init__`."""
    named = set(re.findall(r"`(\w+)`", ast.get_docstring(tree_of(module)) or ""))

    assert modules_in((PACKAGE / module).parent) - named == set()


@pytest.mark.parametrize(
    ("module", "line", "refused"),
    [
        ("knockout/draw.py", "import hmac", []),
        ("knockout/draw.py", "from tournament.errors import RuleBroken", []),
        ("knockout/draw.py", "from .rounds import pair", []),
        ("knockout/draw.py", "from ..schnapsen import match", ["tournament.schnapsen.match"]),
        ("knockout/draw.py", "from tournament import schnapsen", ["tournament.schnapsen"]),
        ("knockout/draw.py", "import random", ["random"]),
        ("knockout/draw.py", "def f():\n    import flask", ["flask"]),
        ("schnapsen/match.py", "import tournament.knockout.draw", ["tournament.knockout.draw"]),
        ("store/models.py", "from sqlalchemy.orm import Session", []),
        ("store/models.py", "from tournament.desk import acts", ["tournament.desk.acts"]),
        ("desk/acts.py", "from tournament.store import models", []),
        ("desk/acts.py", "from sqlalchemy import select", ["sqlalchemy.select"]),
        ("desk/acts.py", "from flask import g", ["flask.g"]),
        ("web/__init__.py", "from tournament.store import database", []),
        ("web/office.py", "from tournament.store import database", ["tournament.store.database"]),
        ("web/__init__.py", "import sqlalchemy", ["sqlalchemy"]),
        ("__init__.py", "from tournament import knockout", ["tournament.knockout"]),
    ],
)
def test_a_trespass_is_seen(module: str, line: str, refused: list[str]) -> None:
    assert trespasses(ast.parse(line), module) == refused


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("from tournament.store.reasons import why as why", ["why"]),
        ("from tournament.store.reasons import why", []),
        ("from tournament.desk.spreadsheet import write_csv as write_csv", []),
    ],
)
def test_what_is_handed_on_is_seen(line: str, seen: list[str]) -> None:
    assert handed_on(ast.parse(line), "tournament.store") == seen


@pytest.mark.parametrize(
    ("room", "line", "slipped"),
    [
        ("knockout", "trumpCard = 1", ["trump"]),
        ("knockout", "def marriages(): ...", ["marriage"]),
        ("knockout", "x = 'He counts his card points.'", ["card_points"]),
        ("knockout", "trumpet = 'An ideal result, dealt with'", []),
        ("knockout", "first = tickets[0].lot", []),
        ("schnapsen", "x = TicketId(1)", ["ticket"]),
        ("schnapsen", "def f(prize): ...", ["prize"]),
        ("schnapsen", "f(lots=1)", ["lot"]),
        ("schnapsen", "potential = 'The placement of a spot'", []),
        ("schnapsen", "round(1.5)", []),
        ("schnapsen", "round_number = 1", ["round"]),
        ("schnapsen", "'Never said here: pot, bye.'", []),
    ],
)
def test_a_slip_of_the_tongue_is_heard(room: str, line: str, slipped: list[str]) -> None:
    assert slips(ast.parse(line), room) == slipped


@pytest.mark.parametrize("room", ["knockout", "schnapsen"])
def test_importing_a_pure_room_loads_no_pages_and_no_database(room: str) -> None:
    files = [module.removesuffix(".py") for module in MODULES if room_of(module) == room]
    names = [f"tournament.{file.replace('/', '.')}" for file in files]
    program = (
        f"import sys, importlib\n[importlib.import_module(name) for name in {names}]\nprint(*sys.modules)"
    )

    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    top = {name.split(".")[0] for name in loaded.stdout.split()}
    assert "tournament" in top
    assert top & (PAGES | DATABASE | {"babel"}) == set()
