"""Records: a match as text, from which every position can be replayed exactly.

    game dog_royal
    version 1
    seats 4
    options {"mode":"royal"}
    secret 5f1c…                         64 hex digits; while the match runs, `commitment` and the secret's SHA-256

    1 0 give/5                           seq, seat, code
    2 2 give/13   # hesitated            a comment
    5 1 5/N:16>21                        plies that were undone are left out, so seq may jump
    6 -1 {…}                             nature's moves, in games that have some, have seat -1
    9 -2 A1>B2,next/0                    corrections of the position (of Docker here) have seat -2

Chance is derived from the secret: `Rng(secret, "setup", 0)` for the first position and `Rng(secret, "ply", seq)` for a
ply.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct

import games
from games.core import AnyGame, BadNotation, BadOptions, GameError, IllegalMove, Seat
from games.editing import correct
from games.rng import Rng, compute_commitment

_LONGEST_LINE: Final = 10_000
MOST_LINES: Final = 20_000
"""Most lines of a record."""

_HEADER: Final = ("game", "version", "seats", "options")
_PLY: Final = re.compile(r"(\d{1,9}) (-1|-2|\d{1,2}) (\S+)(?:\s+#\s*(.*))?", re.ASCII)
_NUMBER: Final = re.compile(r"\d{1,9}", re.ASCII)
_HEX: Final = re.compile(r"[0-9a-f]{64}")


EDITOR: Final[Seat] = -2
"""The pseudo-seat of changes to a position; its codes are separated by commas."""


class Ply(Struct, frozen=True):
    """A logged decision: `seat` played the move `code` as ply number `seq` of its match (1, 2, …)."""

    seq: int
    seat: Seat
    code: str
    comment: str = ""


class Record(Struct, frozen=True):
    """A match from its first position on."""

    game: str
    version: int
    seats: int
    options: Struct
    commitment: str
    """SHA-256 of the secret, in hex."""
    secret: bytes | None
    """32 bytes; None while only the commitment is public."""
    plies: tuple[Ply, ...] = ()


def begin(game: AnyGame, seats: int, options: Struct, secret: bytes) -> Any:
    """Create the first position of a match. Raises BadOptions, also for a number of seats that cannot be."""
    if seats not in game.seats:
        raise BadOptions("seats", seats=seats)
    return game.setup(seats, options, Rng(secret, "setup", 0))


def advance(game: AnyGame, state: Any, ply: Ply, secret: bytes) -> Any:
    """Apply a ply, or changes by the players. Raises IllegalMove if the seat has no such move."""
    if ply.seat == EDITOR:
        return correct(game, state, ply.code.split(","), Rng(secret, "ply", ply.seq))
    owing = game.to_act(state)
    if ply.seat not in owing and ply.seat not in game.may_revise(state):
        raise IllegalMove(ply.code)
    move = game.parse(state, ply.seat, ply.code)
    return game.apply(state, ply.seat, move, Rng(secret, "ply", ply.seq))


def write(record: Record) -> str:
    """Write a record as text, one ply per line."""
    lines = [
        f"game {record.game}",
        f"version {record.version}",
        f"seats {record.seats}",
        f"options {msgspec.json.encode(record.options).decode()}",
        f"commitment {record.commitment}" if record.secret is None else f"secret {record.secret.hex()}",
        "",
    ]
    for ply in record.plies:
        comment = " ".join(ply.comment.split())
        lines.append(f"{ply.seq} {ply.seat} {ply.code}" + (f"  # {comment}" if comment else ""))
    return "\n".join(lines) + "\n"


def parse(text: str) -> Record:
    """Read a record without replaying it. Raises BadNotation, quoting the line."""
    lines = _split_lines(text)
    header = {key: _read_field(lines, key) for key in _HEADER}
    try:
        game = games.load(header["game"])
    except KeyError:
        raise _make_error("no such game", header["game"]) from None
    try:
        options = msgspec.json.decode(header["options"], type=game.options_type)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise _make_error(f"options do not fit ({error})", header["options"]) from None
    key, _, value = next(lines, "").partition(" ")
    if key not in ("secret", "commitment") or not _HEX.fullmatch(value):
        raise _make_error("expected secret or commitment with 64 hex digits", f"{key} {value}")
    secret = bytes.fromhex(value) if key == "secret" else None
    return Record(
        game=game.name,
        version=_read_number(header["version"]),
        seats=_read_number(header["seats"]),
        options=options,
        commitment=value if secret is None else compute_commitment(secret),
        secret=secret,
        plies=tuple(_read_plies(lines)),
    )


def replay(record: Record) -> list[Any]:
    """Replay a record: return the first position and the one after each ply.

    Raises BadNotation, quoting the ply, if the record breaks the rules or its secret is not public yet.
    """
    game = games.find(record.game, record.version)
    if game is None:
        newest = games.load(record.game).version
        raise BadNotation(f"recorded under version {record.version} of {record.game}, these are {newest}")
    if record.seats not in game.seats:
        raise BadNotation(f"{record.game} has no {record.seats} seats")
    if record.secret is None:
        raise BadNotation("the secret is not public yet: without it chance cannot be replayed")
    try:
        states = [begin(game, record.seats, record.options, record.secret)]
    except GameError as error:
        raise BadNotation(f"no such match: {error}") from error
    for ply in record.plies:
        try:
            states.append(advance(game, states[-1], ply, record.secret))
        except (GameError, ValueError) as error:
            raise _make_error(str(error), f"{ply.seq} {ply.seat} {ply.code}") from error
    return states


def _split_lines(text: str) -> Iterator[str]:
    """Yield the lines that are neither blank nor comments, stripped."""
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise BadNotation(f"{len(lines)} lines; a record has at most {MOST_LINES}")
    for line in lines:
        if len(line) > _LONGEST_LINE:
            raise _make_error(f"a line has at most {_LONGEST_LINE} characters", line)
        if (stripped := line.strip()) and not stripped.startswith("#"):
            yield stripped


def _read_field(lines: Iterator[str], key: str) -> str:
    line = next(lines, "")
    found, _, value = line.partition(" ")
    if found != key or not value:
        raise _make_error(f"expected {key}", line)
    return value.strip()


def _read_number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise _make_error("expected a number", text)
    return int(text)


def _read_plies(lines: Iterator[str]) -> Iterator[Ply]:
    last = 0
    for line in lines:
        found = _PLY.fullmatch(line)
        if found is None:
            raise _make_error("expected seq, seat and code", line)
        ply = Ply(int(found[1]), int(found[2]), found[3], found[4] or "")
        if ply.seq <= last:
            raise _make_error(f"seq must grow, after {last}", line)
        last = ply.seq
        yield ply


def _make_error(why: str, line: str) -> BadNotation:
    shown = line if len(line) <= 80 else line[:79] + "…"
    return BadNotation(f"{why}: {shown!r}")
