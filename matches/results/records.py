"""The records of a server in one game: the highest number of each feat in one match."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from data import ClipRow, LogRow, Transaction
from games.core import NATURE
from games.feats import find_feats
from games.nature import require_nature
from games.text import Text
from matches.match import Match, drop_undone, events_of, unpack
from matches.referee import Referee


class Record(Struct, frozen=True):
    """A record of a server: a person had `number` of the feat `key` in a single match, which ended `at`.

    `has_clip`: the moment can be shown as a clip.
    """

    key: str
    name: Text
    number: int
    user_id: int
    match_id: int
    at: float
    has_clip: bool


class Broken(Struct, frozen=True):
    """A record that a match has broken: the new one, and the number `before`."""

    record: Record
    before: int


async def read_records(referee: Referee, game: str, *, guild_id: int) -> tuple[Record, ...]:
    """Read the records of a server. The first person to reach a number keeps the record until it is beaten."""
    rows = await referee.store.transaction(lambda tx: tx.read_feats(guild_id, game))
    return await asyncio.to_thread(find_records, game, rows)


def find_records(game: str, rows: Iterable[tuple[int, int, str, float]]) -> tuple[Record, ...]:
    """Find the records. `rows`: person, match, feats as JSON and end of the match, oldest first."""
    feats, found = find_feats(game), dict[str, Record]()
    read = msgspec.json.Decoder(dict[str, int]).decode
    for user_id, match_id, counted, at in rows:
        for key, number in read(counted).items():
            kind, best = feats.kinds.get(key), found.get(key)
            if kind is not None and number > (best.number if best is not None else 0):
                found[key] = Record(key, kind.name, number, user_id, match_id, at, key in feats.moments)
    return tuple(found[key] for key in feats.kinds if key in found)


async def read_broken(referee: Referee, match: Match) -> tuple[Broken, ...]:
    """Read the records of its server that a finished match has broken; none in direct messages."""
    if match.is_direct:
        return ()
    rows = await referee.store.transaction(lambda tx: tx.read_feats(match.guild_id, match.game_name))
    return await asyncio.to_thread(find_broken, match.game_name, rows, match.id)


def find_broken(game: str, rows: Sequence[tuple[int, int, str, float]], match_id: int) -> tuple[Broken, ...]:
    """Find the records that a match has broken. The first number of a feat breaks none, and later matches do not count.
    `rows`: see `find_records`."""
    own = [row for row in rows if row[1] == match_id]
    earlier = rows[: rows.index(own[0])] if own else ()
    before = {each.key: each.number for each in find_records(game, earlier)}
    made = [each for each in find_records(game, own) if each.key in before]
    return tuple(Broken(each, before[each.key]) for each in made if each.number > before[each.key])


async def find_clip(referee: Referee, record: Record) -> tuple[Match, ClipRow, Any] | None:
    """Find the clip of a record's moment, with its match and the public view it ends in. None if there is none."""
    match = await referee.match(record.match_id)
    seats = match.seats_of(record.user_id)
    moment = find_feats(match.game_name).moments.get(record.key)
    if moment is None:
        return None

    def read(tx: Transaction) -> tuple[LogRow, ClipRow] | None:
        loading = -1  # nature’s last ply
        for row in drop_undone(tx.read_log(match.id)):
            events = events_of(match.game, row)
            loading = (
                row.seq if row.seat == NATURE else loading
            )  # the clip is of nature's ply, also if a later ply counts the feat
            if moment(events) == record.number and any(getattr(each, "seat", None) in seats for each in events):
                film = tx.read_clip(match.id, loading)
                return (row, film) if film is not None else None
        return None

    found = await referee.store.transaction(read)
    if found is None or found[0].snapshot is None:
        return None
    view = match.game.view(unpack(match.game, found[0].snapshot), None)
    return (match, found[1], view) if require_nature(match.game.nature).may_show_clip(view) else None
