"""The positions a match went through, a turn at a time, read off its log: for stepping through them and for films.

Nothing is played again: every position was kept. Only those that are asked for are unpacked.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from math import log2
from typing import Any

from msgspec import Struct, structs

from data import LogRow
from games.core import NATURE, AnyGame, Event, Seat
from matches.match import Match, events_of, line, unpack
from matches.referee import Referee

_ONE_IN = 8
"""At most one step in so many is a turning point."""

_SURPRISE = 2.0
"""Bits below which nothing turns: what happens in every fourth step is no surprise."""


class Step(Struct, frozen=True):
    """A whole turn: its plies, what nature made of them, and what was noted after them. The first is the start.

    `snapshot`: the position it led to, compressed.
    """

    rows: tuple[LogRow, ...]
    snapshot: bytes


def steps(game: AnyGame, log: Sequence[LogRow]) -> tuple[Step, ...]:
    """The turns of a match, from its whole log. Undone turns are omitted; empty before the match has begun."""
    found: list[list[LogRow]] = []
    before: LogRow | None = None  # the position the newest ply was made in
    newest: LogRow | None = None  # and its own
    for row in line(log):
        if row.snapshot is None:
            if found:
                found[-1].append(row)
            continue
        if newest and (row.seat == NATURE or _goes_on(game, before, newest, row)):
            found[-1].append(row)
        else:
            found.append([row])
        before, newest = newest, row
    return tuple(Step(tuple(rows), _last_snapshot(rows)) for rows in found)


def _goes_on(game: AnyGame, before: LogRow | None, newest: LogRow, row: LogRow) -> bool:
    """Whether the ply `row` belongs to the turn of the ply `newest`, which was made in the position `before`."""
    if before is None or newest.kind != "ply" or row.kind != "ply" or newest.seat != row.seat:
        return False
    made_in, led_to = (unpack(game, each.snapshot or b"") for each in (before, newest))
    return row.seat in game.to_act(led_to) and game.continues_turn(made_in, led_to)


def _last_snapshot(rows: Sequence[LogRow]) -> bytes:
    return next(row.snapshot for row in reversed(rows) if row.snapshot is not None)


async def read(referee: Referee, match: Match) -> tuple[Step, ...]:
    """The turns of a match from the store. Raises what `unpack` does for a match of another rules version."""
    log = await referee.store.transaction(lambda tx: tx.read_log(match.row.id))
    return await asyncio.to_thread(steps, match.game, log)


def happened(game: AnyGame, step: Step) -> tuple[Event, ...]:
    """What a step made true, from its first ply to its last."""
    return tuple(event for row in step.rows for event in events_of(game, row))


def after(match: Match, step: Step) -> Match:
    """The match with the position a step led to, whose events are those of the whole step. Ask it for a view."""
    state: Any = unpack(match.game, step.snapshot)
    return Match(match.row, match.seats, structs.replace(state, events=happened(match.game, step)))


def over(match: Match) -> bool:
    """Whether nothing of the match is secret any more: its seal is open."""
    return match.row.phase in ("finished", "cancelled")


def sights(match: Match, user_id: int) -> tuple[Seat | None, ...]:
    """From which seats (None: as the public) a person may look at the match's positions, the nearest at hand first.

    While it goes on, from their own seats, or as the public; once it is over, from everywhere. In a game without
    private knowledge everybody looks as the public.
    """
    if not match.game.has_private_knowledge:
        return (None,)
    mine = match.seats_of(user_id)
    if not over(match):
        return mine or (None,)
    return (*mine, None, *(row.seat for row in match.seats if row.seat not in mine))


def turning_points(game: AnyGame, turns: Sequence[Step]) -> tuple[bool, ...]:
    """Which steps to dwell on: those in which the most happened that seldom happens in this match, measured in bits.

    A capture among plain moves counts more than the roll that comes with each of them; no game has to say so.
    """
    kinds = [Counter(type(event) for event in happened(game, step)) for step in turns]
    steps_with = Counter(kind for each in kinds for kind in each)
    surprise = [sum(count * log2(len(turns) / steps_with[kind]) for kind, count in each.items()) for each in kinds]
    ranked = sorted(range(1, len(turns)), key=lambda index: surprise[index], reverse=True)
    chosen = {index for index in ranked[: len(turns) // _ONE_IN] if surprise[index] > _SURPRISE}
    return tuple(index in chosen for index in range(len(turns)))
