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
from games.core import BadNotation, Outcome
from games.nature import require_nature
from games.record import Ply, Record, replay
from games.rng import compute_commitment
from tests.released import VERSIONS
from tests.support.laws import playouts

MATCHES = Path(__file__).with_name("recorded")
"""The folder of the recorded matches, a file for each released version."""

RECORDED = tuple(version for version in VERSIONS if (MATCHES / f"{version}.jsonl.xz").exists())

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


def count(version: str) -> int:
    """Count the matches of a released version, without keeping any."""
    with lzma.open(MATCHES / f"{version}.jsonl.xz") as lines:
        return sum(1 for _ in lines)


def find_difference(match: Recorded) -> str | None:
    """Replay a match; return the difference from its record, None if there is none."""
    game = games.find(match.game, match.rules)
    if game is None:
        return f"{match.game} has no rules {match.rules}: matches begun under them cannot be finished"
    try:
        positions = replay(match.to_record())
    except (BadNotation, msgspec.ValidationError) as error:
        return f"{match.game} is refused: {error}"
    for seq, (now, then) in enumerate(zip(positions, match.positions, strict=True)):
        if now != msgspec.json.decode(then, type=game.state_type):
            return f"{match.game} differs at position {seq}"
    return None if game.outcome(positions[-1]) == match.outcome else f"{match.game} ends otherwise"


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
