"""Check one game, the fastest checks first, and list what it still lacks: `just game hive`.

It stops at the first check that fails. The other tests of the game are those of `just test -k hive`.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Final

import pytest

import games
from locales import TRANSLATED, collect_required_by_game, list_problems
from rendering import RendererMissing, renderer
from rendering.drawing.theme import has_colours
from skeleton import list_files, rename
from tests.support.checkout import ROOT
from tests.support.imports import list_imports

PLAIN: Final = ("-q", "--no-header", "--tb=short", "--maxfail=3", "-p", "no:cacheprovider", "-p", "no:xdist")
LAWS: Final = "tests/laws/test_{}.py"


class Only:
    """Select the tests of one game: those in its folder, and those that have its name among their parameters."""

    def __init__(self, name: str) -> None:
        self.name = name

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self._is_of_the_game(item)]

    def _is_of_the_game(self, item: pytest.Item) -> bool:
        called = getattr(item, "callspec", None)
        return item.path.is_relative_to(ROOT / "tests" / self.name) or (
            called is not None and self.name in called.params.values()
        )


def list_checks(name: str) -> Iterator[tuple[str, Sequence[str]]]:
    """List the checks of a game: what each is about, and its modules of tests."""
    own = sorted((ROOT / "tests" / name).rglob("test_*.py"))
    played = [path for path in own if any(each.startswith("tests.support.play") for each in list_imports(path))]
    yield "its rules", [str(path) for path in own if path not in played]
    first = [LAWS.format(topic) for topic in ("rules", "secrets", "words", "pictures", "play")]
    others = {str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "laws").glob("test_*.py")}
    yield "the laws of rules", first[:1]
    yield "the laws of words", first[2:3]
    yield "the laws of secrets, records and computer players", [first[1], *sorted(others.difference(first))]
    art = [f"tests/rendering/test_{topic}.py" for topic in ("theme", "glyphs", "stored")]
    yield "the laws of pictures", [first[3], *art]
    yield "a match in the sandbox", [first[4], *(str(path) for path in played)]


def run_check(name: str, paths: Sequence[str]) -> int:
    """Run the tests of a game in some modules. Return pytest's exit code."""
    return pytest.main([*PLAIN, *paths], plugins=[Only(name)]) if paths else pytest.ExitCode.OK


def list_missing(name: str) -> Iterator[str]:
    """List what a game still lacks, each with what to do."""
    given = {path: rename(template.read_text("utf-8"), name) for path, template in list_files(name).items()}
    kept = [
        str(path.relative_to(ROOT))
        for path, text in given.items()
        if path.suffix == ".py" and path.exists()
        if _parse(path.read_text("utf-8")) == _parse(text)
    ]
    if kept:
        yield f"replace the skeleton's by your own: {', '.join(kept)}"
    if not [*(ROOT / "tests" / name).rglob("test_*.py")]:
        yield f"write worked cases of the rules into tests/{name}/test_rules.py"
    problems = [each for each in list_problems({name: collect_required_by_game(name)}) if each.domain == name]
    counts = {language: [each for each in problems if each.language == language] for language in TRANSLATED}
    if any(counts.values()):
        numbers = ", ".join(f"{len(found)} in {language}" for language, found in counts.items() if found)
        yield f"run `just texts {name}`, then mend sentences ({numbers}), such as {problems[0]}"
    try:
        renderer(name)
    except RendererMissing as missing:
        yield str(missing)
    else:
        if not has_colours(name):
            yield f"choose colours of its own in rendering/{name}/colours.py (see the docstring of `rendering`)"
    if not (ROOT / "docs" / "gallery" / f"{name}-sheet.png").exists():
        yield "run `just gallery`, and look at the pictures in docs/gallery"
    if games.words(name).TITLE.id not in (ROOT / "CHANGELOG.md").read_text("utf-8"):
        yield "name it in CHANGELOG.md"


def _parse(source: str) -> list[str]:
    """Read the statements of a module, without layout and without the order of its imports."""
    return sorted(map(ast.dump, ast.parse(source).body))


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    parser = argparse.ArgumentParser(prog="just game", description="Check one game, the fastest checks first.")
    parser.add_argument("name", choices=games.own_names(), help="the game's name in the code")
    name, begun, code = parser.parse_args(arguments).name, time.monotonic(), 0
    for about, paths in list_checks(name):
        print(f"\n{name}: {about}", flush=True)
        if code := run_check(name, paths):
            break
    folders = [f"{folder}/{name}" for folder in ("games", "rendering", "tests") if (ROOT / folder / name).exists()]
    missing = [*list_missing(name)] if code != pytest.ExitCode.INTERRUPTED else []  # if it cannot be imported
    for judge in ("check", "format --check"):
        command = [sys.executable, "-m", "ruff", *judge.split(), "--quiet", *folders]
        if subprocess.run(command, cwd=ROOT, check=False).returncode:
            missing.append("run `just fix`; it repairs most of what ruff has found (above)")
            break
    print(f"\n{name}: checked in {time.monotonic() - begun:.0f} s")
    if code:
        print(f"First mend {about}: see the failures above. The next checks wait for that.")
    for line in missing:
        print(f"  to do: {line}")
    if not code:
        print(f"Then: `just check`, and `just test -k {name}` for its other tests.")
    return 1 if code else 0


if __name__ == "__main__":
    sys.exit(main())
