"""Name a piece of art by its content: a hash of what is painted, and of the sources that paint it.

A paint function is named by its code and by the values it has closed over. If it has closed over anything else, the art
gets no name, and is painted at every start.
"""

from __future__ import annotations

import functools
import hashlib
from functools import cache, lru_cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

import msgspec
import PIL

_ROOT: Final = Path(__file__).resolve().parents[3]

_OURS: Final = ("rendering", "games")
"""The packages whose sources are hashed. Functions of other packages, such as game packs, are not named."""


class Unnamed(Exception):
    """A value cannot be named."""


@cache
def hash_sources() -> bytes:
    """Hash the sources and fonts of all pictures, and the version of Pillow: after any change, everything is painted
    anew."""
    digest = hashlib.sha256(PIL.__version__.encode())
    paths = [path for package in _OURS for path in (_ROOT / package).rglob("*.py")]
    for path in sorted([*paths, *(_ROOT / "rendering" / "fonts").glob("*.[ot]tf")]):
        digest.update(path.relative_to(_ROOT).as_posix().encode() + path.read_bytes())
    return digest.digest()


def name_art(*parts: Any) -> str | None:
    """Name the art made from these parts: plain values, structs, and functions of these packages.

    None if one has no name.
    """
    writer = _Writer()
    try:
        writer.write(parts)
    except Unnamed:
        return None
    return writer.digest.hexdigest()[:40]


@lru_cache(maxsize=512)
def _hash_struct(value: msgspec.Struct) -> bytes:
    """Hash the fields of a frozen struct. Cached, because nearly all art is made from a theme. Raises Unnamed."""
    writer = _Writer()
    writer.write(tuple(getattr(value, field) for field in value.__struct_fields__))
    return writer.digest.digest()


class _Writer:
    """Feeds values to a hash."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256(hash_sources())
        self._written: set[int] = set()

    def write(self, value: Any) -> None:
        """Feed a value, with its type and an end mark. Raises Unnamed."""
        kind = type(value)
        self.digest.update(f"<{kind.__module__}.{kind.__qualname__} ".encode())
        if value is None or kind in (bool, int, float, str, bytes):
            self.digest.update(repr(value).encode())
        elif isinstance(value, tuple | list):
            for each in value:
                self.write(each)
        elif isinstance(value, msgspec.Struct):
            try:
                self.digest.update(_hash_struct(value))
            except TypeError:  # it holds a list
                raise Unnamed(f"{kind.__qualname__} is not hashable") from None
        elif isinstance(value, functools.partial):
            self.write((value.func, value.args, tuple(sorted(value.keywords.items()))))
        elif isinstance(value, FunctionType):
            self._write_function(value)
        else:
            raise Unnamed(f"{kind.__qualname__} has no name")
        self.digest.update(b">")

    def _write_function(self, function: FunctionType) -> None:
        if function.__module__.split(".")[0] not in _OURS:
            raise Unnamed(f"{function.__module__} is not hashed")
        self.write((function.__module__, function.__qualname__))
        if id(function) in self._written:  # it calls itself
            return
        self._written.add(id(function))
        self._write_code(function.__code__)
        self.write((function.__defaults__, tuple(sorted((function.__kwdefaults__ or {}).items()))))
        for cell in function.__closure__ or ():
            try:
                inside = cell.cell_contents
            except ValueError:  # not set yet
                raise Unnamed(f"{function.__qualname__} is not complete") from None
            self.write(inside)

    def _write_code(self, code: CodeType) -> None:
        """Add the code and constants of a function to the key, because functions of one name may differ in them."""
        self.write((code.co_firstlineno, code.co_code, code.co_names))
        self.write(tuple(each for each in code.co_consts if isinstance(each, int | float | str)))
