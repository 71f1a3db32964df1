"""Game packs: games in other installed packages.

A pack is a package with an entry point in the group `slowboat.games`, whose name is the game's and whose value is the
package:

    [project.entry-points."slowboat.games"]
    liars_dice = "slowboat_liars_dice"

The package holds what a game of this repository has in several folders: `GAME`, `words`, `rendering`, `cog` if it has
commands of its own, and `locales/<language>/*.po`. A pack that cannot be used is logged and left out; the other games
go on.
"""

from __future__ import annotations

import importlib
import logging
import re
from collections.abc import Mapping
from functools import cache
from importlib import metadata
from typing import Final

from msgspec import Struct

from games.parts import assemble, import_all
from games.wording import Words

GROUP: Final = "slowboat.games"
NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")
MOST_GAMES: Final = 25
"""The most options of a menu in Discord; `/rules` lists all games in one."""

log = logging.getLogger(__name__)

_dropped: set[str] = set()


class Pack(Struct, frozen=True):
    """A game in another package. `distribution`: the name and version of what was installed, for messages."""

    name: str
    package: str
    distribution: str

    def __str__(self) -> str:
        return f"game pack {self.name} ({self.distribution})"


@cache
def find_packs(own: tuple[str, ...], /) -> Mapping[str, Pack]:
    """Find the installed packs whose rules and words can be imported, by the name of their game.

    `own` lists the games of this repository, whose names are taken.
    """
    found: dict[str, Pack] = {}
    for entry in sorted(metadata.entry_points(group=GROUP)):
        distribution = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value
        pack = Pack(entry.name, entry.value, distribution)
        if found.get(pack.name) == pack:
            continue  # the metadata may list a package several times
        if reason := _find_fault(pack, (*own, *found)):
            log.error("%s is left out: %s", pack, reason)
        else:
            found[pack.name] = pack
    return found


def usable_packs(own: tuple[str, ...], /) -> Mapping[str, Pack]:
    """Return the packs that were found and have not been dropped."""
    return {name: pack for name, pack in find_packs(own).items() if name not in _dropped}


def drop(pack: Pack, reason: str, /) -> None:
    """Drop a pack and log why, for instance because its renderer cannot be imported."""
    log.error("%s is left out: %s", pack, reason)
    _dropped.add(pack.name)


def catalogue_folder(pack: Pack, /) -> str:
    """Return the pack's `locales` folder, which has one folder for each language."""
    return f"{importlib.import_module(pack.package).__path__[0]}/locales"


def _find_fault(pack: Pack, taken: tuple[str, ...]) -> str:
    """Return the reason why a pack cannot be used; "" if it can."""
    if not NAME.fullmatch(pack.name):
        return "the name of a game has only lower-case letters, digits and _, and begins with a letter"
    if pack.name in taken:
        return "there is another game of this name"
    if len(taken) >= MOST_GAMES:
        return f"there are {MOST_GAMES} games already, as many as a Discord menu can hold"
    try:
        game = importlib.import_module(pack.package).GAME
        name = game.name
        assemble(Words, import_all(f"{pack.package}.words"), _game=game)  # type: ignore[type-abstract]
    except Exception as error:  # noqa: BLE001 - the code of others may fail in any way
        return f"{type(error).__name__}: {error}"
    return "" if name == pack.name else f"its rules are those of a game called {name!r}"
