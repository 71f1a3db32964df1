"""Rules of the games, one folder a game. The folder is the registry: a folder with a `GAME` is a game."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import cast

from games.core import AnyGame, Words


@cache
def names() -> tuple[str, ...]:
    """The games there are, in alphabetical order."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


@cache
def load(name: str) -> AnyGame:
    """The rules of a game. Raises KeyError for an unknown name."""
    if name not in names():
        raise KeyError(name)
    return cast("AnyGame", importlib.import_module(f"games.{name}").GAME)


@cache
def words(name: str) -> Words:
    """The words of a game. Raises KeyError for an unknown name."""
    load(name)
    return cast("Words", importlib.import_module(f"games.{name}.words"))
