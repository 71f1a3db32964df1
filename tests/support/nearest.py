"""Run the tests that are nearest to changed files: `just test-for FILE…`. It is quick; the whole suite decides.

A file of a game runs the tests of that game, of its pictures, and the laws for it. Any other module runs the tests of
its name and those that import it; if these are few, also those that import a module that imports it, and so on. Tests
that only start the bot are not near: what all of them reach says nothing about a change.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import games
from tests.support.checkout import ROOT
from tests.support.imports import list_imports, list_modules, name_of

FOLDERS = ("games", "rendering", "matches", "data", "client", "cogs", "sandbox", "locales", "bench", "arena", "tests")

FEW = 4
"""Modules of tests below which tests that are further away are added."""


def find_game(path: Path) -> str:
    """Name the game that a file belongs to; "" for none."""
    return next((name for name in games.own_names() if name in (*path.parts, path.stem)), "")


def list_nearest(path: Path) -> set[Path]:
    """List the modules of tests that are nearest to a module."""
    if path.name.startswith("test_"):
        return {path}
    imports = {each: list_imports(each) for folder in FOLDERS for each in list_modules(folder)}
    found = {each for each in imports if each.name == f"test_{path.stem}.py"}
    reached = level = {path}
    while level and len(found) < FEW:
        names = {name_of(each) for each in level}
        level = {each for each, imported in imports.items() if imported & names} - reached
        reached |= level
        found |= {each for each in level if each.name.startswith("test_")}
    return found


def list_runs(paths: Iterable[Path]) -> list[list[str]]:
    """List the arguments of the runs of pytest that changed files need."""
    game_of = {path: find_game(path) for path in paths}
    runs = [["tests/laws", "tests/rendering", f"tests/{game}", "-k", game] for game in {*game_of.values()} - {""}]
    near = set[Path]().union(*(list_nearest(path) for path, game in game_of.items() if not game))
    return [*runs, sorted(str(path.relative_to(ROOT)) for path in near)] if near else runs


if __name__ == "__main__":
    chosen = list_runs(Path(each).resolve() for each in sys.argv[1:]) or sys.exit("no test is near: run `just test`")
    commands = [[sys.executable, "-m", "pytest", *run] for run in chosen]
    sys.exit(max(subprocess.run(command, cwd=ROOT, check=False).returncode for command in commands))
