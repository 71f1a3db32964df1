"""The shape of the design: imports point one way, games stay pure, SQL stays in one place, nothing is a grab bag."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

MAY_IMPORT = {
    "games": {"games"},
    "rendering": {"games", "rendering"},
    "data": {"data"},
    "matches": {"games", "data", "matches"},
    "cogs": {"games", "rendering", "data", "matches", "cogs"},
    "sandbox": {"sandbox"},
    "locales": {"games", "locales", "cogs", "matches"},
}
"""For each folder, the folders of ours it may import; bot.py may import everything."""

OUTSIDE_GAMES = {"msgspec", "mujoco", "numpy"}
"""The only libraries rules may use; the engine only where nature moves."""

IMPURE = {"random", "time", "datetime", "os", "io", "pathlib", "sqlite3", "asyncio", "secrets", "socket", "threading"}

LONGEST = {"games": 600}
LONGEST_ELSEWHERE = 400


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The top-level names a module imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module.split(".")[0])
    return found


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_imports_point_one_way(folder: str) -> None:
    ours = set(MAY_IMPORT) | {"bot"}
    paths = modules(folder)
    assert paths, f"{folder}/ is empty"
    for path in paths:
        forbidden = (imported(path) & ours) - MAY_IMPORT[folder]
        assert not forbidden, f"{path.relative_to(ROOT)} imports {sorted(forbidden)}"


def test_rules_are_pure() -> None:
    library = set(sys.stdlib_module_names)
    for path in modules("games"):
        if path.name == "__main__.py":
            continue  # the command-line tool reads stdin
        names = imported(path)
        where = path.relative_to(ROOT)
        assert not names & IMPURE, f"{where} imports {sorted(names & IMPURE)}"
        assert not names - library - OUTSIDE_GAMES - {"games"}, f"{where} imports {sorted(names - library)}"


def test_pictures_know_no_discord_and_no_store() -> None:
    for path in modules("rendering"):
        assert not imported(path) & {"discord", "aiosqlite", "sqlite3", "random"}, path


def test_match_keeping_knows_no_discord() -> None:
    for folder in ("matches", "data"):
        for path in modules(folder):
            assert "discord" not in imported(path), path


def test_modules_are_short() -> None:
    for folder in MAY_IMPORT:
        for path in modules(folder):
            lines = len(path.read_text(encoding="utf-8").splitlines())
            most = LONGEST.get(folder, LONGEST_ELSEWHERE)
            assert lines <= most, f"{path.relative_to(ROOT)} has {lines} lines"
            assert path.name not in ("utils.py", "helpers.py", "misc.py", "common.py"), path
