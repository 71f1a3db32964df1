"""Compile the slowest rules; see the package's docstring.

python -m compiled              all games
python -m compiled docker       one game; several are possible

It needs the development tools, a C compiler and Python's headers. A game takes up to 45 seconds.
"""

from __future__ import annotations

import argparse
import contextlib
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from mypyc.build import mypycify
from setuptools import setup

from compiled import LIBRARY, MANIFEST, ROOT, SUFFIX, Manifest, compute_checksum

RULES: Final[Mapping[str, Sequence[str]]] = {
    "docker": ("moves", "play"),
    "riff_raff": ("loading.descent", "loading.geometry", "loading.placing", "loading.sites"),
}
"""The modules to compile, by game. None of them may define a Struct: mypyc ignores class keywords such as `frozen`."""


def compile_rules(game: str) -> None:
    """Compile the rules of a game into its folder of the library."""
    checksum = compute_checksum(game)
    names = [f"games.{game}.{name}" for name in RULES[game]]
    with tempfile.TemporaryDirectory() as scratch, contextlib.chdir(ROOT):
        extensions = mypycify(
            [
                *(
                    "--config-file=",
                    "--explicit-package-bases",
                    "--ignore-missing-imports",
                    f"--cache-dir={scratch}/mypy",
                ),
                *(f"{name.replace('.', '/')}.py" for name in names),
            ],
            target_dir=f"{scratch}/c",
            opt_level="2",
            debug_level="0",
            group_name=f"slowboat_{game}",
        )
        arguments = ["--quiet", "build_ext", f"--build-lib={scratch}/lib", f"--build-temp={scratch}/o"]
        setup(name=game, packages=[], ext_modules=extensions, script_args=arguments)
        modules = tuple(extension.name for extension in extensions)
        Path(scratch, "lib", MANIFEST).write_bytes(msgspec.json.encode(Manifest(SUFFIX, checksum, modules)))
        shutil.rmtree(LIBRARY / game, ignore_errors=True)
        shutil.copytree(Path(scratch, "lib"), LIBRARY / game)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m compiled", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(RULES)}; all if none is named")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.games) - set(RULES):
        parser.error(f"nothing to compile in {', '.join(sorted(unknown))}")
    for game in asked.games or RULES:
        compile_rules(game)
        print(f"{game}: compiled", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
