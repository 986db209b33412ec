"""Writes the migration from what the migrations make to what the models say.

It is a draft to be read: renamed columns look like one dropped and one added, and data is not moved.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import textwrap
from pathlib import Path
from tempfile import TemporaryDirectory

from alembic import command
from alembic.script import Script, ScriptDirectory

from tournament.store.database import Database, sqlite_url

LONGEST_LINE = 110


def main() -> None:
    """Write the next migration, with what it does as its docstring: `scripts/migration "Seats at tables"`."""
    if len(sys.argv) != 2:
        sys.exit('usage: scripts/migration "What it does"')
    with TemporaryDirectory() as folder:
        database = Database(sqlite_url(Path(folder) / "old.sqlite"))
        database.migrate()
        config = database.alembic()
        written = len(list(ScriptDirectory.from_config(config).walk_revisions()))
        script = command.revision(config, sys.argv[1], autogenerate=True, rev_id=f"{written + 1:04}")
        database.close()
    if isinstance(script, Script):
        tidy(Path(script.path))
        print(script.path)


def tidy(file: Path) -> None:
    """Format a migration. Constraints that are longer than a line become several strings."""
    ruff = ("ruff", "format", "--quiet", str(file))
    subprocess.run(ruff, check=True)
    lines = [line for line in file.read_text("utf-8").splitlines() if "# ###" not in line]
    lines = [part for line in lines for part in _in_parts(line)]
    file.write_text("\n".join(lines) + "\n", "utf-8")
    subprocess.run(ruff, check=True)


def _in_parts(line: str) -> list[str]:
    if len(line) <= LONGEST_LINE:
        return [line]
    indent = len(line) - len(line.lstrip())
    text = str(ast.literal_eval(line.strip().removesuffix(",")))
    wrapped = textwrap.wrap(text, LONGEST_LINE - indent - 10, drop_whitespace=False, break_on_hyphens=False)
    return [*(" " * indent + repr(part) for part in wrapped), " " * indent + ","]


if __name__ == "__main__":
    main()
