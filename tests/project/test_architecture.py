"""Test the architecture: imports point one way without cycles, games are pure, SQL is in one place."""

from __future__ import annotations

import ast
import re
import sys
import warnings

import pytest

import games
from tests.support.checkout import ROOT
from tests.support.imports import list_imports, list_modules, list_top_level_imports, name_of

MAY_IMPORT = {
    "compiled": {"compiled"},
    "games": {"games", "compiled"},
    "rendering": {"games", "rendering"},
    "data": {"data"},
    "matches": {"games", "data", "matches"},
    "client": {"games", "rendering", "matches", "client", "cogs"},
    "cogs": {"games", "rendering", "matches", "client", "cogs"},
    "sandbox": {"sandbox", "client"},
    "training": {"games", "training"},
    "arena": {"games", "data", "arena"},
    "locales": {"games", "locales", "cogs", "client", "matches"},
    "bench": {"games", "rendering", "data", "matches", "client", "sandbox", "bench", "bot"},
    "skeleton": {"games", "rendering", "client", "cogs", "skeleton"},
    "examples": {"games", "rendering", "client", "cogs"},
}
"""For each folder, the folders of ours it may import; bot.py may import everything.

`games` imports only the function of `compiled` that finds compiled rules.

`client` imports the package `cogs` only for its path, to load its modules.
"""

OUTSIDE_GAMES = {"msgspec", "mujoco", "numpy"}
"""The only libraries rules may use; the engine only where nature moves."""

IMPURE = {"random", "time", "datetime", "os", "io", "pathlib", "sqlite3", "asyncio", "secrets", "socket", "threading"}

MOST_LINES = 500
MOST_LINES_OF_TESTS = 600
"""Tests may be longer: a table of cases is best read in one place."""

MOST_FILES = 20


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_imports_point_one_way(folder: str) -> None:
    ours = set(MAY_IMPORT) | {"bot"}
    paths = list_modules(folder)
    assert paths, f"{folder}/ is empty"
    for path in paths:
        forbidden = (list_top_level_imports(path) & ours) - MAY_IMPORT[folder]
        assert not forbidden, f"{path.relative_to(ROOT)} imports {sorted(forbidden)}"


def test_the_sandbox_takes_only_the_reading_of_tokens_from_the_bot() -> None:
    for path in list_modules("sandbox"):
        taken = {name for name in list_imports(path) if name.split(".")[0] == "client"}
        assert all(name.startswith("client.core.token") for name in taken), f"{path.relative_to(ROOT)}: {sorted(taken)}"
        assert not taken or name_of(path) == "sandbox.live.__main__"


def test_cogs_declare_commands_and_nothing_else() -> None:
    """Handlers of buttons, listeners and loops stand with their features."""
    for path in list_modules("cogs"):
        assert not list_imports(path) & {"client.core.controls", "client.core.events"}, path.relative_to(ROOT)


def find_cycle(imports: dict[str, set[str]]) -> list[str]:
    """Find a cycle of imports; empty if there is none."""
    done: set[str] = set()

    def walk(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        for other in sorted(imports[name]):
            if circle := walk(other, [*way, name]):
                return circle
        done.add(name)
        return []

    return next(filter(None, (walk(name, []) for name in imports)), [])


def test_imports_have_no_cycle() -> None:
    """Count imports for type checkers, too. Importing a module does not count as importing its package."""
    known = {name_of(path): path for folder in MAY_IMPORT for path in list_modules(folder)}
    imports: dict[str, set[str]] = {}
    for name, path in known.items():
        found = {other for other in list_imports(path) if other in known}
        parents = {other.rpartition(".")[0] for other in found}
        imports[name] = {other for other in found if other not in parents} - {name}
    assert not find_cycle(imports)


def test_a_cycle_would_be_found() -> None:
    assert find_cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]


def group_imports(imports: dict[str, set[str]], folder: str) -> dict[str, set[str]]:
    """Merge the imports of modules to those of what stands directly in a folder: its folders and modules."""
    grouped: dict[str, set[str]] = {}
    for name, others in imports.items():
        mine, *theirs = (each.split(".")[1] for each in (name, *others) if each.startswith(f"{folder}."))
        grouped.setdefault(mine, set()).update(set(theirs) - {mine})
    return grouped


def test_features_do_not_import_each_other_in_a_circle() -> None:
    """Features stand in an order: each may use those below it. The core knows none of them."""
    paths = {name_of(path): path for path in list_modules("client") if name_of(path) not in ("client", "client.create")}
    imports = {name: {other for other in list_imports(path) if other in paths} for name, path in paths.items()}
    grouped = group_imports(imports, "client")
    assert not find_cycle(grouped)
    assert grouped["core"] <= {"fleet", "messages", "pictures"}


def test_features_that_import_each_other_would_be_found() -> None:
    imports = {
        "client.turn.panel": {"client.votes.answers"},
        "client.turn.turn": set[str](),
        "client.votes.answers": {"client.turn.turn"},
    }
    assert not find_cycle(imports)
    assert find_cycle(group_imports(imports, "client")) == ["turn", "votes", "turn"]


def test_rules_are_pure() -> None:
    library = set(sys.stdlib_module_names)
    for path in list_modules("games"):
        if path.name == "__main__.py":
            continue  # the command-line tool reads stdin
        names = list_top_level_imports(path)
        where = path.relative_to(ROOT)
        assert not names & IMPURE, f"{where} imports {sorted(names & IMPURE)}"
        assert not names - library - OUTSIDE_GAMES - {"games", "compiled"}, f"{where} imports {sorted(names - library)}"


def test_pictures_know_no_discord_and_no_store() -> None:
    for path in list_modules("rendering"):
        assert not list_top_level_imports(path) & {"discord", "aiosqlite", "sqlite3", "random"}, path


def test_match_keeping_knows_no_discord() -> None:
    for folder in ("matches", "data"):
        for path in list_modules(folder):
            assert "discord" not in list_top_level_imports(path), path


@pytest.mark.parametrize("folder", ["client", "cogs", "rendering", "sandbox"])
def test_only_matches_use_transactions(folder: str) -> None:
    for path in list_modules(folder):
        assert ".transaction(" not in path.read_text(encoding="utf-8"), path.relative_to(ROOT)


@pytest.mark.parametrize("folder", ["client", "cogs"])
def test_commands_and_messages_do_not_reach_the_store(folder: str) -> None:
    """Reading and writing go through functions of `matches`, which take the referee."""
    for path in list_modules(folder):
        reached = [
            node.lineno
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Attribute) and node.attr in ("store", "_store")
        ]
        assert not reached, f"{path.relative_to(ROOT)} uses the store in lines {reached}"


@pytest.mark.filterwarnings("default::UserWarning")
@pytest.mark.parametrize("folder", [*MAY_IMPORT, "tests"])
def test_modules_are_short(folder: str) -> None:
    """Warn about long modules; names that say nothing are refused."""
    for path in list_modules(folder):
        most = MOST_LINES_OF_TESTS if "tests" in path.relative_to(ROOT).parts else MOST_LINES
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > most:
            warnings.warn(f"{path.relative_to(ROOT)} has {lines} lines", stacklevel=1)
        assert path.name not in ("utils.py", "helpers.py", "misc.py", "common.py"), path


@pytest.mark.filterwarnings("default::UserWarning")
@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_folders_show_few_files(folder: str) -> None:
    """Warn about folders in which one searches. The cogs of games do not count, because every game has one."""
    uncounted = {"__init__", "__main__", *(games.names() if folder == "cogs" else ())}
    for place in {path.parent for kind in ("py", "js") for path in (ROOT / folder).rglob(f"*.{kind}")}:
        files = [path for path in place.glob("*.[pj][ys]") if path.stem not in uncounted]
        if len(files) > MOST_FILES:
            warnings.warn(f"{place.relative_to(ROOT)} shows {len(files)} files", stacklevel=1)


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_no_module_is_private(folder: str) -> None:
    """Use folders, not underscores, to group modules."""
    for path in list_modules(folder):
        assert not path.name.startswith("_") or path.name.startswith("__"), path.relative_to(ROOT)


@pytest.mark.parametrize("folder", sorted(path.name for path in (ROOT / "tests").iterdir() if path.is_dir()))
def test_tests_import_no_tests(folder: str) -> None:
    """What tests of one folder share stands in it, what several folders share in `tests/support`; what helps to play or
    to see a game stands with its tests."""
    anywhere = ("tests.support.", "tests.released", "tests.toy", *(f"tests.{name}." for name in games.names()))
    for path in list_modules(f"tests/{folder}"):
        for name in sorted(name for name in list_imports(path) if name.startswith("tests.")):
            assert not re.search(r"\.(test_|conftest)", name), f"{path.relative_to(ROOT)} imports {name}"
            assert f"{name}.".startswith((f"tests.{folder}.", *anywhere)), f"{path.relative_to(ROOT)} imports {name}"
