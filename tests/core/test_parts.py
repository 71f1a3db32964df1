"""Each part of a game has one place: a class that gives a default to what a game may leave out, and lists it."""

from __future__ import annotations

import ast
import re
from types import ModuleType
from typing import Any

import pytest

import games.core
from games.core import Game
from games.parts import assemble
from games.text import T
from games.wording import Words
from rendering import Renderer
from tests.support.checkout import ROOT

CONTRACTS: tuple[type[Any], ...] = (Game, Words, Renderer)
PARTS = {part for each in CONTRACTS for part in (*vars(each), *each.__annotations__) if not part.startswith("_")}
HIVE = T("Hive")
DERIVED = {"marks", "guess", "choose_at", "parse", "option_about", "option_name", "option_value"}
"""Parts that no game replaces, or only for old logs."""


def write_words(**parts: Any) -> ModuleType:
    """Make a module that has the words a game must have, and others."""
    module = ModuleType("games.hive.words")
    vars(module).update(dict.fromkeys(Words.__abstractmethods__, print) | {"TITLE": HIVE, "PITCH": HIVE} | parts)
    return module


@pytest.mark.parametrize(
    "folder", ["arena", "bench", "client", "cogs", "games", "locales", "matches", "rendering", "training"]
)
def test_no_part_of_a_game_is_looked_for(folder: str) -> None:
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name("hasattr" | "getattr"), args=[_, ast.Constant(str(name)), *_]):
                    assert name not in PARTS, f"{path.relative_to(ROOT)}:{node.lineno} looks for {name}"


def test_every_optional_part_is_listed() -> None:
    optional = {part for each in CONTRACTS for part in PARTS & {*vars(each)} if part not in each.__abstractmethods__}
    listed = re.findall(r"`(\w+)`", "".join(re.findall(r"(?m)^\* (.*?):", games.core.__doc__ or "")))
    assert {*listed} == optional - DERIVED


def test_a_part_that_is_not_there_has_its_default() -> None:
    words = assemble(Words, (write_words(),))  # type: ignore[type-abstract]
    assert words.NEUTRAL_TITLE is None
    assert words.lesson() is None
    other = assemble(Words, (write_words(), write_words(reason=lambda plies, seat: HIVE)))  # type: ignore[type-abstract]
    assert other.reason((), 0) == HIVE


def test_what_is_missing_is_named() -> None:
    with pytest.raises(TypeError, match=r"games.hive.words has no TITLE, PITCH"):
        assemble(Words, (ModuleType("games.hive.words"),))  # type: ignore[type-abstract]
    module = write_words()
    vars(module).pop("menu")
    with pytest.raises(TypeError, match=r"games.hive.words.*menu"):
        assemble(Words, (module,))  # type: ignore[type-abstract]


def test_two_parts_of_one_name_are_refused() -> None:
    first, second = write_words(reason=lambda plies, seat: None), write_words(reason=lambda plies, seat: None)
    with pytest.raises(TypeError, match="another `reason`"):
        assemble(Words, (first, second))  # type: ignore[type-abstract]
