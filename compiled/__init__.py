"""Import compiled rules in place of their sources.

`uv run just compile` compiles the slowest modules of the rules, unchanged, to C extensions in `compiled/lib` (with
mypyc). Without the extensions everything works, only slower. Importing `games` looks for them. The extensions of a game
are ignored, with a warning, if a source in its folder or directly in `games/` has changed since, or if they were made
for another Python. With COMPILED_RULES=off in the environment, as in tests, only sources are imported.
"""

from __future__ import annotations

import hashlib
import logging
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

import msgspec
from msgspec import Struct

ROOT: Final = Path(__file__).resolve().parent.parent
LIBRARY: Final = ROOT / "compiled" / "lib"
"""A folder for each compiled game."""
MANIFEST: Final = "manifest.json"
SUFFIX: Final = EXTENSION_SUFFIXES[0]
"""The end of the names of extension modules for this Python."""


class Manifest(Struct, frozen=True):
    """How the extension modules of a game were compiled. It is stored in the folder of these modules."""

    suffix: str
    """`SUFFIX` of the Python that compiled them."""
    checksum: str
    """`compute_checksum` of the sources."""
    modules: tuple[str, ...]
    """The dotted names of all extension modules, including the one that holds the code of the others."""


def compute_checksum(game: str) -> str:
    """Compute a checksum of the sources of a game and of those directly in `games/`.

    The latter count too, because mypyc copies their constants into the compiled rules.
    """
    found = hashlib.sha256()
    for source in sorted((*(ROOT / "games").glob("*.py"), *(ROOT / "games" / game).rglob("*.py"))):
        code = source.read_bytes()
        found.update(f"{source.relative_to(ROOT).as_posix()} {len(code)}\n".encode() + code)
    return found.hexdigest()


def find_modules(folder: Path) -> dict[str, Path]:
    """Find the extension modules below a folder that match the current sources: their files, by dotted name."""
    found: dict[str, Path] = {}
    for file in sorted(folder.glob(f"*/{MANIFEST}")):
        game, manifest = file.parent.name, msgspec.json.decode(file.read_bytes(), type=Manifest)
        if manifest.suffix != SUFFIX or manifest.checksum != compute_checksum(game):
            logging.getLogger(__name__).warning("The compiled rules of %s are outdated: `just compile %s`.", game, game)
            continue
        for name in manifest.modules:
            found[name] = file.parent / (name.replace(".", "/") + SUFFIX)
    return found


class _Finder(MetaPathFinder):
    """Finds extension modules by name, before Python looks for sources."""

    def __init__(self, modules: Mapping[str, Path]) -> None:
        self._modules = modules

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None = None,  # noqa: ARG002 - part of the interface
        target: ModuleType | None = None,  # noqa: ARG002 - the same
    ) -> ModuleSpec | None:
        file = self._modules.get(name)
        return None if file is None else spec_from_file_location(name, file)


def use_compiled_modules() -> None:
    """Import compiled modules from now on, where there are any."""
    if os.environ.get("COMPILED_RULES") != "off" and (modules := find_modules(LIBRARY)):
        sys.meta_path.insert(0, _Finder(modules))
