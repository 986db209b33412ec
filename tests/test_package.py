"""A wheel built from the tree holds all that the program needs, and works far from the tree."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import sysconfig
import time
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from scripts.messages import TREE
from tests.paper.reading import read_pdf


class Installed:
    """The programs of an environment that holds the wheel, run far from the tree."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.variables = {"base": str(home / "venv")}

    def path(self, kind: str) -> Path:
        return Path(sysconfig.get_path(kind, vars=self.variables))

    def program(self, name: str) -> Path:
        return self.path("scripts") / name

    def run(self, name: str, *arguments: str) -> str:
        return output_of(self.program(name), *arguments, folder=self.home)


def output_of(*command: str | Path, folder: Path | None = None) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr or done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built with what the environment holds, as on a machine without internet."""
    folder = tmp_path_factory.mktemp("wheel")
    output_of(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, TREE)
    [wheel] = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """A fresh environment with the wheel; it sees the dependencies of this one, but not the tree."""
    fresh = Installed(tmp_path_factory.mktemp("installed"))
    venv.create(fresh.home / "venv")
    dependencies = sysconfig.get_path("purelib")
    (fresh.path("purelib") / "dependencies.pth").write_text(f"{dependencies}\n", encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(fresh.program("python"))]
    output_of(*pip, "install", "--no-index", "--no-deps", "--ignore-installed", str(wheel))
    return fresh


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@contextmanager
def serving(program: Path, port: int, database: str) -> Iterator[str]:
    """The address of a desk that serves until the block ends."""
    command: list[str | Path] = [
        program,
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--database",
        database,
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as server:
        try:
            wait_until_it_listens(server, port)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def wait_until_it_listens(server: subprocess.Popen[str], port: int) -> None:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and server.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    server.terminate()
    pytest.fail(f"the desk does not serve: {server.communicate()[1]}")


def fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=10) as answer:
        return str(answer.read().decode())


def files_of(folder: str) -> set[str]:
    paths = (path for path in (TREE / folder).rglob("*") if path.is_file())
    return {path.relative_to(TREE).as_posix() for path in paths if "__pycache__" not in path.parts}


def test_the_wheel_holds_each_file_of_the_package(wheel: Path) -> None:
    assert files_of("tournament") - set(zipfile.ZipFile(wheel).namelist()) == set()


@pytest.mark.parametrize("folder", ["templates", "migrations"])
def test_the_wheel_holds_what_stands_beside_the_package_in_a_checkout(wheel: Path, folder: str) -> None:
    expected = {f"tournament/{name}" for name in files_of(folder)}

    assert expected
    assert expected - set(zipfile.ZipFile(wheel).namelist()) == set()


def test_the_wheel_holds_nothing_that_only_the_makers_need(wheel: Path) -> None:
    top = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}

    assert {name for name in top if not name.endswith(".dist-info")} == {"tournament"}


def test_an_installed_program_finds_its_own_files(installed: Installed) -> None:
    program = "from tournament.resources import *; print(PACKAGE, templates(), migrations(), translations())"
    shown = installed.run("python", "-c", program)

    package, *folders = map(Path, shown.split())
    assert not package.is_relative_to(TREE)
    assert folders == [package / "templates", package / "migrations", package / "translations"]


def test_an_installed_desk_serves_its_pages_and_all_they_need(installed: Installed, tmp_path: Path) -> None:
    database = f"sqlite:///{(tmp_path / 'night.sqlite').as_posix()}"

    with serving(installed.program("tournament"), free_port(), database) as address:
        board = fetched(f"{address}/board")
        needed = re.findall(r'(?:href|src)="(/[^"#]+\.(?:css|js|svg))', board)

        assert '<html lang="de' in board
        assert needed
        assert all(fetched(address + path) for path in needed)


def test_an_installed_program_says_what_it_can_do(installed: Installed) -> None:
    assert "simulate" in installed.run("tournament", "--help")


def test_an_installed_program_prints_with_its_own_templates_and_fonts(
    installed: Installed, tmp_path: Path
) -> None:
    archive, sheet = TREE / "tests" / "cases" / "archive-13.json", tmp_path / "sheet.pdf"

    installed.run("tournament", "paper", str(archive), "results", str(sheet), "--language", "de")

    assert "Ergebnisse" in read_pdf(sheet.read_bytes())[0].text
