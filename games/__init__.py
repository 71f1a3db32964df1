"""The rules of the games. The folder is the registry: each package in it is a game and has a `GAME`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import cast

from games.core import AnyGame, Words


@cache
def names() -> tuple[str, ...]:
    """List the games in alphabetical order."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


@cache
def load(name: str) -> AnyGame:
    """Load the rules of a game. Raises KeyError for an unknown name."""
    if name not in names():
        raise KeyError(name)
    return cast("AnyGame", importlib.import_module(f"games.{name}").GAME)


@cache
def words(name: str) -> Words:
    """Load the texts of a game. Raises KeyError for an unknown name."""
    load(name)
    return cast("Words", importlib.import_module(f"games.{name}.words"))
