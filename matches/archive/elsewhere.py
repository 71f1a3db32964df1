"""Replay a record that this bot did not write, such as one from another bot's *My matches as files*.

Nothing of it is stored. Records come from strangers, so this runs in a worker with a time limit. It returns little,
because reading the answer of a worker holds up the event loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec
from msgspec import Struct, structs

import games
from data import DIRECT, LogRow
from games.core import NATURE, BadNotation, GameError, Outcome
from games.record import EDITOR, MOST_LINES, Record, advance, begin, parse
from matches.archive.history import Step, split_into_turns
from matches.match import Holder, Match, pack, unpack
from matches.votes.undo import CORRECTED

MOST_BYTES: Final = 400_000
"""Most bytes of a record; the longest matches of our games have a tenth of that."""

Trouble = Literal["unreadable", "no game", "version", "sealed", "illegal", "too long"]


class Refused(Struct, frozen=True):
    """Why a record cannot be replayed. `seq`: the ply that is not legal; 0: the first position."""

    why: Trouble
    seq: int = 0


class Rebuilt(Struct, frozen=True):
    """A match from a record. All times are 0, because a record has none."""

    match: Match
    """Without its position."""
    plies: int
    turns: tuple[Step, ...]
    """As many as were asked for, evenly spread, with the first and the last."""
    final: bytes
    """The last position, compressed."""


def rebuild(data: bytes, *, most_turns: int = 0) -> Rebuilt | Refused:
    """Replay a record from its secret, every ply by the rules. Return up to `most_turns` turns, at least 2, or none."""
    if data.count(b"\n") > MOST_LINES:
        return Refused("too long")
    try:
        record = parse(data.decode())
    except BadNotation as error:
        return Refused("no game" if "no such game" in str(error) else "unreadable")
    except (UnicodeDecodeError, RecursionError):
        return Refused("unreadable")
    game = games.find(record.game, record.version)
    if game is None:
        return Refused("version")
    if record.secret is None:
        return Refused("sealed")
    seq, log = 0, list[LogRow]()
    try:
        if record.seats not in game.seats:
            return Refused("illegal")
        state = begin(game, record.seats, record.options, record.secret)
        log.append(_make_row(0, "start", None, "", state))
        for ply in record.plies:
            seq = ply.seq
            state = advance(game, state, ply, record.secret)
            row = _make_row(seq, "ply", ply.seat, ply.code, state)
            log.append(_make_correction(row, log[-1].seq) if ply.seat == EDITOR else row)
    except (GameError, ValueError):
        return Refused("illegal", seq)
    outcome = game.outcome(state)
    turns = _spread(split_into_turns(game, log), most_turns) if most_turns else ()
    return Rebuilt(_make_match(record, seq, outcome), len(record.plies), turns, pack(state))


def _spread(turns: Sequence[Step], most: int) -> tuple[Step, ...]:
    """Choose up to `most` turns evenly, with the first and the last."""
    if len(turns) <= most:
        return tuple(turns)
    return tuple(turns[round(place * (len(turns) - 1) / (most - 1))] for place in range(most))


def _make_row(seq: int, kind: Literal["start", "ply"], seat: int | None, code: str, state: object) -> LogRow:
    events = msgspec.json.encode(getattr(state, "events", ())).decode()
    made_by: Literal["nature", "person"] = "nature" if seat == NATURE else "person"
    return LogRow(seq, kind, seat, code, events, pack(state), None, None, 0.0, made_by=made_by)


def _make_correction(row: LogRow, before: int) -> LogRow:
    """Make the row of a position that the players corrected. `before`: the seq of the position as it was."""
    return structs.replace(row, kind="undo", seat=None, snapshot_of=before, note=CORRECTED)


def _make_match(record: Record, seq: int, outcome: Outcome | None) -> Match:
    """Make the match: finished, or cancelled if the record ends before the game does."""
    return Match(
        id=0,
        guild_id=DIRECT,
        channel_id=0,
        game_name=record.game,
        rules_version=record.version,
        phase="finished" if outcome is not None else "cancelled",
        host_id=0,
        capacity=record.seats,
        options=record.options,
        language="en",
        secret=record.secret or b"",
        seq=seq,
        head=seq,
        outcome=outcome,
        created_at=0.0,
        started_at=0.0,
        ended_at=0.0,
        seats=tuple(Holder(seat, None, "") for seat in range(record.seats)),
    )


def open_rebuilt(rebuilt: Rebuilt) -> Match:
    """Return the match with its last position."""
    return structs.replace(rebuilt.match, state=unpack(rebuilt.match.game, rebuilt.final))
