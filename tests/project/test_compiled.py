"""Test that compiled rules are imported in place of their sources, and that nothing but their speed differs.

An ordinary run compiles Docker, `SLOWBOAT_FULL=1` every game. The laws, the tests of the rules and the recorded matches
run in a copy of the project that has compiled them. What was compiled is kept for the next run of the same sources.
"""

from __future__ import annotations

import hashlib
import importlib
import shutil
import sysconfig
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final

import pytest
from msgspec import StructMeta

from compiled import ROOT, SUFFIX, compute_checksum
from compiled.__main__ import RULES
from tests.support.checkout import Checkout
from tests.support.numbers import FULL, patience

GAMES: Final = tuple(RULES) if FULL else ("docker",)
COUNT: Final = len(GAMES)
COMPILED: Final = {"COMPILED_RULES": ""}
SOURCES: Final = {"COMPILED_RULES": "off"}

KEPT: Final = ROOT / "var" / "tests" / "compiled"
"""What the last run has compiled, in a folder named after all it was made from."""

_COMPILER: Final = (sysconfig.get_config_var("CC") or "cc").split()[0]

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not shutil.which(_COMPILER) or not Path(sysconfig.get_path("include"), "Python.h").exists(),
        reason="nothing can be compiled: no C compiler or no headers of this Python",
    ),
    pytest.mark.timeout(patience(900)),  # half a minute of CPU a game, and its tests after it
]

every_game = pytest.mark.parametrize("game", GAMES)


@pytest.mark.parametrize("game", RULES)
def test_no_module_that_is_compiled_defines_a_struct(game: str) -> None:
    """mypyc drops the keywords of a class: a frozen Struct could be changed, and would have no hash."""
    for name in (f"games.{game}.{module}" for module in RULES[game]):
        defined = [value for value in vars(importlib.import_module(name)).values() if isinstance(value, StructMeta)]
        assert [struct for struct in defined if struct.__module__ == name] == []


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checkout]:
    """Copy the project, and compile the rules of `GAMES` there."""
    checkout = Checkout(tmp_path_factory.mktemp("compiled") / "slowboat")
    compile_once(checkout)
    yield checkout
    shutil.rmtree(checkout.root)


def compile_once(copy: Checkout) -> None:
    """Compile the rules, which takes twenty seconds of CPU a game, or take them from the run before."""
    library, kept = copy.root / "compiled" / "lib", KEPT / compute_key()
    shutil.rmtree(library, ignore_errors=True)
    if not kept.exists():
        copy.run("-m", "compiled", *GAMES)
        shutil.rmtree(KEPT, ignore_errors=True)
        begun = shutil.copytree(library, kept.with_suffix(".begun"))
        begun.rename(kept)
    else:
        shutil.copytree(kept, library)


def compute_key() -> str:
    """Compute a checksum of the sources, of what compiles them, and of the versions of the tools."""
    compiles = [source.read_bytes() for source in sorted((ROOT / "compiled").glob("*.py"))]
    tools = f"{SUFFIX} {_COMPILER} {version('mypy')} {version('setuptools')}"
    parts = [*(compute_checksum(game).encode() for game in GAMES), tools.encode(), *compiles]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def list_files(copy: Checkout, game: str, environment: dict[str, str]) -> set[str]:
    """List the files from which the rules of a game are imported, as their endings."""
    names = [f"games.{game}.{name}" for name in RULES[game]]
    program = f"import games, importlib\nfor name in {names}: print(importlib.import_module(name).__file__)"
    files = copy.run("-c", program, environment=environment).split()
    assert len(files) == len(names)
    return {SUFFIX if file.endswith(SUFFIX) else Path(file).suffix for file in files}


@every_game
def test_compiled_modules_are_imported(copy: Checkout, game: str) -> None:
    assert list_files(copy, game, COMPILED) == {SUFFIX}
    assert list_files(copy, game, SOURCES) == {".py"}


@every_game
def test_playouts_and_menus_are_those_of_the_sources(copy: Checkout, game: str) -> None:
    program = f"from tests.support.laws.playouts import digest; print(digest({game!r}))"
    assert copy.run("-c", program, environment=COMPILED) == copy.run("-c", program, environment=SOURCES)


@every_game
def test_compiled_rules_obey_the_laws(copy: Checkout, game: str) -> None:
    done = copy.test("tests/laws/test_rules.py", "tests/laws/test_secrets.py", "-k", game, environment=COMPILED)
    assert "passed" in done


def test_compiled_rules_pass_the_tests_of_docker(copy: Checkout) -> None:
    done = copy.test("tests/docker/test_cases.py", "tests/docker/test_turns.py", environment=COMPILED)
    assert "passed" in done


@every_game
def test_recorded_matches_replay_to_the_same_end(copy: Checkout, game: str) -> None:
    program = f"""
from tests.released import matches
for match in (match for version in matches.RECORDED for match in matches.read(version) if match.game == {game!r}):
    print(matches.find_difference(match))
"""
    assert set(copy.run("-c", program, environment=COMPILED).splitlines()) == {"None"}


def test_compiled_rules_of_other_sources_are_not_imported(copy: Checkout) -> None:
    constants = copy.root / "games" / "docker" / "state.py"
    before = constants.read_text(encoding="utf-8")
    try:
        constants.write_text(before + "\nMORE = 1\n", encoding="utf-8")
        assert list_files(copy, "docker", COMPILED) == {".py"}
    finally:
        constants.write_text(before, encoding="utf-8")
    assert list_files(copy, "docker", COMPILED) == {SUFFIX}
