"""Game packs: games that other installed packages bring.

A pack is a package with an entry point in the group `slowboat.games`, whose name is the game's and whose value is the
package:

    [project.entry-points."slowboat.games"]
    liars_dice = "slowboat_liars_dice"

The package holds what a game of this repository has in several folders: `GAME`, `words`, `rendering`, `cog` and
`locales/<language>/*.po`. A pack that cannot be used is logged and left out; the other games go on.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
import re
from collections.abc import Collection, Mapping
from functools import cache
from importlib import metadata
from typing import Final

from msgspec import Struct

GROUP: Final = "slowboat.games"
NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")

log = logging.getLogger(__name__)

_dropped: set[str] = set()


class Pack(Struct, frozen=True):
    """A game in another package. `distribution` is its name on the package index with its version, for messages."""

    name: str
    package: str
    distribution: str

    def __str__(self) -> str:
        return f"game pack {self.name} ({self.distribution})"


@cache
def find_packs() -> Mapping[str, Pack]:
    """Find the installed packs whose rules and words import, by the name of their game."""
    found: dict[str, Pack] = {}
    for entry in sorted(metadata.entry_points(group=GROUP)):
        distribution = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value
        pack = Pack(entry.name, entry.value, distribution)
        if found.get(pack.name) == pack:
            continue  # installed twice on the same path
        if reason := _fault(pack, found):
            log.error("%s is left out: %s", pack, reason)
        else:
            found[pack.name] = pack
    return found


def usable_packs() -> Mapping[str, Pack]:
    """Return the packs that were found and not dropped since."""
    return {name: pack for name, pack in find_packs().items() if name not in _dropped}


def drop_pack(name: str, reason: str) -> None:
    """Leave a pack out from now on and log why, such as a drawing that does not import."""
    log.error("%s is left out: %s", find_packs()[name], reason)
    _dropped.add(name)


def read_catalogue_folders() -> tuple[str, ...]:
    """Return the `locales` folders of the packs, each with one folder per language."""
    folders = []
    for pack in usable_packs().values():
        spec = importlib.util.find_spec(pack.package)
        folders += [f"{folder}/locales" for folder in (spec and spec.submodule_search_locations) or ()]
    return tuple(folders)


def _fault(pack: Pack, earlier: Collection[str]) -> str:
    """Say why a pack cannot be used, or nothing."""
    import games

    if not NAME.fullmatch(pack.name):
        return "a game's name has lower-case letters, digits and _, and begins with a letter"
    if pack.name in games.own_names() or pack.name in earlier:
        return "there is another game of this name"
    try:
        game = importlib.import_module(pack.package).GAME
        importlib.import_module(f"{pack.package}.words")
    except Exception as error:  # noqa: BLE001 - somebody else's code may fail in any way
        return f"{type(error).__name__}: {error}"
    if game.name != pack.name:
        return f"its rules call themselves {game.name!r}"
    return ""
