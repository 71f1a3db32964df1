"""Whole matches of every game as released versions played them; later versions replay them.

    python -m tests.released.matches     writes tests/released/recorded/VERSION.jsonl.xz

Run once for each version, when it is released: an existing file is never made again. Each line is a `Recorded`.
"""

from __future__ import annotations

import lzma
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct

import games
from client.core.starts import VERSION
from games.core import Outcome
from games.nature import require_nature
from games.record import Ply, Record
from games.rng import compute_commitment
from tests.support.laws import playouts

MATCHES = Path(__file__).with_name("recorded")
"""The folder of the recorded matches, a file for each released version."""

FEW = 6
"""Matches of each game in a file."""


class Recorded(Struct, frozen=True):
    """A match as a version played it. `rules`: the version of the game's rules; `plies`: seat and code of each.

    `positions`: the first position and the one after each ply, as JSON, with the events of that ply.
    """

    game: str
    rules: int
    seats: int
    options: msgspec.Raw
    secret: str
    plies: tuple[tuple[int, str], ...]
    positions: tuple[msgspec.Raw, ...]
    outcome: Outcome

    def to_record(self) -> Record:
        """Return the match as a record of today's rules. Raises msgspec.ValidationError for options they lack."""
        options = msgspec.json.decode(self.options, type=games.load(self.game).options_type)
        secret = bytes.fromhex(self.secret)
        plies = tuple(Ply(seq, seat, code) for seq, (seat, code) in enumerate(self.plies, start=1))
        return Record(self.game, self.rules, self.seats, options, compute_commitment(secret), secret, plies)


def read(version: str) -> tuple[Recorded, ...]:
    """Read the matches of a released version."""
    lines = lzma.decompress((MATCHES / f"{version}.jsonl.xz").read_bytes()).splitlines()
    return tuple(msgspec.json.decode(line, type=Recorded) for line in lines)


def play() -> Iterator[dict[str, Any]]:
    """Play matches with options and seats that no earlier version has recorded, one of them with real physics."""
    first = zlib.crc32(VERSION.encode()) % 10_000
    for name in games.own_names():
        for number in range(first, first + FEW):
            yield _describe(playouts.playout(name, number))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playouts, "nature", lambda name: require_nature(games.load(name).nature).decide)
        playouts.playout.cache_clear()
        for name in games.own_names():
            if games.load(name).nature is not None:
                yield _describe(playouts.playout(name, first))


def _describe(played: playouts.Playout) -> dict[str, Any]:
    record = played.record
    assert record.secret is not None
    return {
        "game": record.game,
        "rules": record.version,
        "seats": record.seats,
        "options": record.options,
        "secret": record.secret.hex(),
        "plies": [(ply.seat, ply.code) for ply in record.plies],
        "positions": played.states,
        "outcome": games.load(record.game).outcome(played.states[-1]),
    }


if __name__ == "__main__":
    path = MATCHES / f"{VERSION}.jsonl.xz"
    if path.exists():
        sys.exit(f"{path} is there already; it stays as it was released.")
    path.write_bytes(lzma.compress(b"\n".join(map(msgspec.json.encode, play())), preset=9))
