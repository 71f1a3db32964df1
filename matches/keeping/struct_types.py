"""Let several threads decode Structs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct

import games

_PREPARED: Final = set[type[Struct]]()


def prepare_structs() -> None:
    """Load all games, and let msgspec examine all Structs that are defined so far. Call it before threads decode them.

    msgspec examines a Struct when it first decodes one. If a second thread decodes the same one meanwhile, it reads
    fields that are not filled yet, and the process crashes.
    """
    for name in games.names():
        games.load(name)
    for each in _list_subclasses(Struct):
        if each not in _PREPARED:
            msgspec.json.Decoder(each)
            _PREPARED.add(each)


def _list_subclasses(parent: type[Struct]) -> Iterator[type[Struct]]:
    for each in parent.__subclasses__():
        yield each
        yield from _list_subclasses(each)
