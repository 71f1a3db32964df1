"""Install game packs for a test: packages in a temporary folder, with the metadata that an installer writes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib import metadata
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace
from unittest.mock import patch

import games
import matches.texts
import rendering
from games import packs

RULES = """
    from typing import ClassVar
    from tests.toy.game import Toy

    class Rules(Toy):
        name: ClassVar[str] = "{name}"
        command: ClassVar[str] = "{name}"

    GAME = Rules()
"""
WORDS = """
    from games.text import T
    from tests.toy.words import *

    TITLE = T("Toy ({name})")
"""
RENDERING = """
    from rendering import Look, Strip
    from rendering.drawing.canvas import Canvas
    from rendering.drawing.sprites import Layer
    from rendering.drawing.theme import theme

    def draw(view, *, say, seat=None, moves=(), ghost=None, look=Look(), strip=Strip()):
        ground = theme("{name}", look).ground
        return Canvas(Layer(1200, 900, ground, lambda pen: None), "{name}", look).finish()
"""
COG = """
    from cogs.game import GameCog

    async def setup(bot):
        await bot.add_cog(GameCog(bot, "{name}"))
"""
GERMAN = """
    msgid "kite"
    msgstr "Drachen aus {name}"
"""


def write_pack(folder: Path, name: str, **other: str) -> None:
    """Write a pack around the toy game; `other` replaces the source of its modules, such as `cog`."""
    parts = {"rules": RULES, "words": WORDS, "rendering": RENDERING, "cog": COG, **other}
    package = folder / f"slowboat_{name}"
    (package / "locales" / "de").mkdir(parents=True)
    for part, source in parts.items():
        path = package / ("__init__.py" if part == "rules" else f"{part}.py")
        path.write_text(dedent(source).replace("{name}", name), encoding="utf-8")
    german = dedent(GERMAN).replace("{name}", name)
    (package / "locales" / "de" / f"{name}.po").write_text(german, encoding="utf-8")
    info = folder / f"slowboat_{name}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: slowboat-{name}\nVersion: 1.2\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[{packs.GROUP}]\n{name} = slowboat_{name}\n", encoding="utf-8")


@contextmanager
def install_packs(folder: Path, written: Mapping[str, Mapping[str, str]]) -> Iterator[None]:
    """Install packs for the duration of the block, in place of those that are installed here: by name, with the modules
    that differ from the usual ones."""
    for name, other in written.items():
        write_pack(folder, name, **other)
    sys.path.insert(0, str(folder))
    _forget()
    try:
        with patch.object(packs, "metadata", SimpleNamespace(entry_points=partial(_list_entry_points, folder))):
            yield
    finally:
        sys.path.remove(str(folder))
        for module in [module for module in sys.modules if module.startswith(tuple(f"slowboat_{n}" for n in written))]:
            del sys.modules[module]
        _forget()


def _list_entry_points(folder: Path, group: str) -> list[metadata.EntryPoint]:
    installed = metadata.distributions(path=[str(folder)])
    return [entry for each in installed for entry in each.entry_points.select(group=group)]


def _forget() -> None:
    """Empty the caches of installed games."""
    packs._dropped.clear()
    for cached in (packs.find_packs, games.load, games.words, rendering.renderer, matches.texts._read):
        cached.cache_clear()
