"""The rules of the games, one folder per game.

A match ends with the version of the rules it began with: a game that changes its rules keeps the earlier ones in
`Game.earlier`. The earlier rules use the current types of states and options, so that words and pictures serve both.

The folder is the registry: each folder here is a game, and so is each installed game pack (`games.packs`).

Compiled modules are imported in place of their sources where `just compile` has made some (`compiled`).
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from functools import cache
from typing import Literal, cast

from compiled import use_compiled_modules
from games import packs
from games.core import AnyGame
from games.parts import assemble, import_all
from games.wording import Words

use_compiled_modules()  # before the modules of any game are imported

Part = Literal["rules", "words", "rendering", "cog"]
"""The parts of a game, each with its own module."""


@cache
def own_names() -> tuple[str, ...]:
    """List the games of this repository in alphabetical order."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


def pack_names() -> tuple[str, ...]:
    """List the games of installed packs in alphabetical order."""
    return tuple(sorted(packs.usable_packs(own_names())))


def names() -> tuple[str, ...]:
    """List all games in alphabetical order."""
    return tuple(sorted((*own_names(), *pack_names())))


def module(name: str, part: Part) -> str:
    """Name the module that holds a part of a game: `cogs.docker`, or `slowboat_liars_dice.cog` for a pack."""
    if pack := packs.find_packs(own_names()).get(name):
        return pack.package if part == "rules" else f"{pack.package}.{part}"
    own = {"rules": "games.{}", "words": "games.{}.words", "rendering": "rendering.{}", "cog": "cogs.{}"}
    return own[part].format(name)


def has_cog(name: str) -> bool:
    """Tell whether a game has a module of slash commands; otherwise it gets those that every game has."""
    return importlib.util.find_spec(module(name, "cog")) is not None


@cache
def load(name: str) -> AnyGame:
    """Load the rules of a game. Raises KeyError for an unknown name."""
    if name not in names():
        raise KeyError(name)
    return cast("AnyGame", importlib.import_module(module(name, "rules")).GAME)


def find(name: str, version: int) -> AnyGame | None:
    """Find a version of the rules of a game: the current one, or one of `Game.earlier`; None if there is no such
    version. Raises KeyError for an unknown name."""
    current = load(name)
    return next((each for each in (current, *current.earlier) if each.version == version), None)


def require(name: str, version: int) -> AnyGame:
    """Return a version of the rules of a game. Raises KeyError if there is no such game or version."""
    found = find(name, version)
    if found is None:
        raise KeyError(f"{name}, version {version} of the rules")
    return found


@cache
def words(name: str) -> Words:
    """Load the texts of a game. Raises KeyError for an unknown name, TypeError if a text is missing."""
    game = load(name)
    return assemble(Words, import_all(module(name, "words")), _game=game)  # type: ignore[type-abstract]


def drop_pack(name: str, reason: str) -> None:
    """Drop the game of a pack and log why, for instance because its renderer cannot be imported."""
    packs.drop(packs.find_packs(own_names())[name], reason)
    load.cache_clear()
    words.cache_clear()


def pack_catalogues() -> tuple[str, ...]:
    """List the folders of the packs' message catalogues; each has one folder for each language."""
    return tuple(map(packs.catalogue_folder, packs.usable_packs(own_names()).values()))
