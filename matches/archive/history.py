"""The positions of a match, turn by turn: for the replay and for films.

They come from the log, which has every position; each is unpacked on demand.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from math import log2
from typing import Any

from msgspec import Struct, structs

from data import LogRow
from games.core import NATURE, AnyGame, Event, Outcome, Seat
from matches.match import Match, drop_undone, events_of, unpack
from matches.referee import Referee

_ONE_IN = 8
"""At most one step in this many is a turning point."""

_SHORT = 4
"""Fewest turns, with the start and without the last, of a match that has a decisive one."""

_SURPRISE = 2.0
"""Least surprise of a turning point in bits, which is that of an event in every fourth step."""


class Step(Struct, frozen=True):
    """A whole turn: its plies, those of nature, and the log rows after them. The first step, number 0, is the start.

    `snapshot`: the position after it, compressed.
    """

    number: int
    rows: tuple[LogRow, ...]
    snapshot: bytes


def split_into_turns(game: AnyGame, log: Sequence[LogRow]) -> tuple[Step, ...]:
    """Split the log of a match into turns. Undone turns are omitted; empty before the match has begun."""
    found: list[list[LogRow]] = []
    before: LogRow | None = None  # the row whose position the newest ply was made in
    newest: LogRow | None = None  # the row of the newest ply
    for row in drop_undone(log):
        if row.snapshot is None:
            if found:
                found[-1].append(row)
            continue
        if newest and (row.seat == NATURE or _continues_turn(game, before, newest, row)):
            found[-1].append(row)
        else:
            found.append([row])
        before, newest = newest, row
    return tuple(Step(number, tuple(rows), _last_snapshot(rows)) for number, rows in enumerate(found))


def _continues_turn(game: AnyGame, before: LogRow | None, newest: LogRow, row: LogRow) -> bool:
    """Whether the ply `row` belongs to the turn of the ply `newest`, which was made in the position `before`."""
    if before is None or newest.kind != "ply" or row.kind != "ply" or newest.seat != row.seat:
        return False
    made_in, led_to = (unpack(game, each.snapshot or b"") for each in (before, newest))
    return row.seat in game.to_act(led_to) and game.continues_turn(made_in, led_to)


def find_turn(turns: Sequence[Step], seq: int) -> int:
    """Find the index of the turn of a ply or, if the ply was undone, of the next turn; -1, the newest, if there is none
    or `seq` is negative."""
    if seq < 0:
        return -1
    return next((number for number, turn in enumerate(turns) if turn.rows[-1].seq >= seq), -1)


def _last_snapshot(rows: Sequence[LogRow]) -> bytes:
    return next(row.snapshot for row in reversed(rows) if row.snapshot is not None)


async def read(referee: Referee, match: Match) -> tuple[Step, ...]:
    """Read the turns of a match. Raises msgspec.ValidationError for a match of another rules version."""
    log = await referee.store.transaction(lambda tx: tx.read_log(match.id))
    return await asyncio.to_thread(split_into_turns, match.game, log)


def list_events(game: AnyGame, step: Step) -> tuple[Event, ...]:
    """List the events of a step, from its first ply to its last."""
    return tuple(event for row in step.rows for event in events_of(game, row))


def show_step(match: Match, step: Step) -> Match:
    """Return the match in the position after a step, with the events of the whole step."""
    state: Any = unpack(match.game, step.snapshot)
    return structs.replace(match, state=structs.replace(state, events=list_events(match.game, step)))


def is_over(match: Match) -> bool:
    """Whether the match is over and its secret is public."""
    return match.phase in ("finished", "cancelled")


def list_viewpoints(match: Match, user_id: int) -> tuple[Seat | None, ...]:
    """List the seats (None: the public) from which a person may view the match, their own first.

    While it is running: their own seats, or the public if they have none. Once it is over: all seats and the public. A
    game without private knowledge has only the public view.
    """
    if not match.game.has_private_knowledge:
        return (None,)
    mine = match.seats_of(user_id)
    if not is_over(match):
        return mine or (None,)
    return (*mine, None, *(holder.seat for holder in match.seats if holder.seat not in mine))


def find_turning_points(game: AnyGame, turns: Sequence[Step]) -> tuple[bool, ...]:
    """Find the steps with the most surprising events.

    Surprise is measured in bits: the rarer an event is in this match, the more it has. So a single capture counts more
    than a roll that every turn has, and games need not rate their events.
    """
    kinds = [Counter(type(event) for event in list_events(game, step)) for step in turns]
    steps_with = Counter(kind for each in kinds for kind in each)
    surprise = [sum(count * log2(len(turns) / steps_with[kind]) for kind, count in each.items()) for each in kinds]
    ranked = sorted(range(1, len(turns)), key=lambda index: surprise[index], reverse=True)
    chosen = {index for index in ranked[: len(turns) // _ONE_IN] if surprise[index] > _SURPRISE}
    return tuple(index in chosen for index in range(len(turns)))


def find_decisive_turn(game: AnyGame, turns: Sequence[Step], outcome: Outcome | None) -> int | None:
    """Find the turn after which the winners' chances rose most, which is never simply the last one.

    Where a game cannot sketch chances, it is the last turning point before the last turn. None if the match has no
    winners, or is too short.
    """
    if outcome is None or len(outcome.ranking) < 2 or len(turns) <= _SHORT:
        return None
    chances = sketch_course(game, turns)
    if not chances:
        turning = find_turning_points(game, turns)[:-1]
        return max((index for index, is_one in enumerate(turning) if is_one), default=None)
    winners = [sum(shares[seat] for seat in outcome.winners) for shares in chances]
    return max(range(1, len(winners)), key=lambda index: winners[index] - winners[index - 1])


def sketch_course(game: AnyGame, turns: Sequence[Step]) -> list[tuple[float, ...]]:
    """Sketch everybody's chances after each turn but the last; none if the game cannot."""
    if game.sketch_chances is None:
        return []
    return [game.sketch_chances(game.view(unpack(game, turn.snapshot), None)) for turn in turns[:-1]]
