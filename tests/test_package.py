"""A wheel built from the tree holds all that the program needs, and works far from the tree."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.messages import TREE

Run = Callable[..., str]


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
def run_installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs a program of a fresh environment that holds the wheel and sees its dependencies, not the tree."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home / "venv")
    programs = Path(sysconfig.get_path("scripts", vars={"base": str(home / "venv")}))
    library = Path(sysconfig.get_path("purelib", vars={"base": str(home / "venv")}))
    (library / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python")]
    output_of(*pip, "install", "--no-index", "--no-deps", "--ignore-installed", str(wheel))

    def run(program: str, *arguments: str) -> str:
        return output_of(programs / program, *arguments, folder=home)

    return run


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


def test_an_installed_program_finds_its_own_files(run_installed: Run) -> None:
    program = "from tournament.resources import *; print(PACKAGE, templates(), migrations(), translations())"
    shown = run_installed("python", "-c", program)

    package, *folders = map(Path, shown.split())
    assert not package.is_relative_to(TREE)
    assert folders == [package / "templates", package / "migrations", package / "translations"]


def test_an_installed_program_says_what_it_can_do(run_installed: Run) -> None:
    assert "simulate" in run_installed("tournament", "--help")
