"""Read and change the data about servers: settings, membership of the bot, and its greeting."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec
from msgspec import Struct, structs

from data import DIRECT, Transaction
from matches.clocks.pace import DAY
from matches.people.preferences import Server, read_server, server_of
from matches.referee import Referee


class Allowance(Struct, frozen=True):
    """A server's settings, its number of open matches (`in_all`), and how many of them one person plays in (`mine`)."""

    server: Server
    in_all: int
    mine: int


async def change_server(referee: Referee, guild_id: int, change: Callable[[Server], Server]) -> Server:
    """Change a server's settings. If `change` raises, nothing is written."""

    def write(tx: Transaction) -> Server:
        row = tx.read_guild_to_change(guild_id)
        server = change(server_of(row))
        tx.put_guild(structs.replace(row, settings=msgspec.json.encode(server).decode()))
        return server

    return await referee.store.transaction(write)


async def forget_place(referee: Referee, guild_id: int, lost: int) -> None:
    """Drop a deleted channel, thread or role from a server's settings.

    The last channel allowed for matches stays: without it every channel would be allowed, which nobody has decided.
    """

    def drop(server: Server) -> Server:
        puzzle = server.puzzle
        return structs.replace(
            server,
            channels=tuple(number for number in server.channels if number != lost) or server.channels,
            edit_boards_in={place: edits for place, edits in server.edit_boards_in.items() if place != lost},
            palettes={place: palette for place, palette in server.palettes.items() if place != lost},
            looking_role=0 if server.looking_role == lost else server.looking_role,
            puzzle=None if puzzle is not None and puzzle.channel_id == lost else puzzle,
        )

    server = await read_server(referee, guild_id)
    if drop(server) != server:  # most deletions concern no setting, and need no write
        await change_server(referee, guild_id, drop)


async def read_allowance(referee: Referee, guild_id: int, user_id: int) -> Allowance:
    """Read the limits and counts that decide whether a person may open another match in a server, or in their direct
    messages, where only their own matches count."""

    def read(tx: Transaction) -> Allowance:
        mine = sum(row.guild_id == guild_id for row in tx.list_open_matches_of(user_id))
        in_all = mine if guild_id == DIRECT else len(tx.list_open_matches_in(guild_id))
        return Allowance(server_of(tx.read_guild(guild_id)), in_all, mine)

    return await referee.store.transaction(read)


async def read_blocked(referee: Referee, guild_id: int, host_id: int) -> tuple[int, ...]:
    """Read the people a host has blocked in a server."""
    return await referee.store.transaction(lambda tx: tx.list_blocked(guild_id, host_id))


async def mark_left(referee: Referee, guild_id: int, left_at: float | None) -> None:
    """Record when the bot was removed from a server; None: it is a member."""
    await referee.store.transaction(
        lambda tx: tx.put_guild(structs.replace(tx.read_guild_to_change(guild_id), left_at=left_at))
    )


async def mark_gone(
    referee: Referee, present: Collection[int], now: float, *, within: Callable[[int], bool]
) -> list[int]:
    """Record that the bot has left the known servers that are not `present`. Returns the newly recorded ones. `within`:
    whether this process can tell for a server.

    Discord does not report removals while the bot is down. Without this, such a server would never be purged.
    """

    def write(tx: Transaction) -> list[int]:
        gone = [guild_id for guild_id in tx.list_present_guilds() if within(guild_id) and guild_id not in present]
        for guild_id in gone:
            tx.put_guild(structs.replace(tx.read_guild_to_change(guild_id), left_at=now))
        return gone

    return await referee.store.transaction(write)


async def mark_back(referee: Referee, present: Collection[int]) -> None:
    """Record that the bot is a member of these servers. Discord does not report invitations while the bot is down;
    without this, such a server would be purged.
    """

    def write(tx: Transaction) -> None:
        for guild_id in set(tx.list_guilds_left(float("inf"))) & set(present):
            tx.put_guild(structs.replace(tx.read_guild_to_change(guild_id), left_at=None))

    await referee.store.transaction(write)


async def claim_role_ping(referee: Referee, guild_id: int, now: float) -> bool:
    """Claim the daily ping of the role of people who like to play. Returns False if it was claimed today."""

    def write(tx: Transaction) -> bool:
        row = tx.read_guild_to_change(guild_id)
        if row.role_pinged_at is not None and 0 <= now - row.role_pinged_at < DAY:
            return False
        tx.put_guild(structs.replace(row, role_pinged_at=now))
        return True

    return await referee.store.transaction(write)


async def was_greeted(referee: Referee, guild_id: int) -> bool:
    """Read whether a server has been greeted."""
    row = await referee.store.transaction(lambda tx: tx.read_guild(guild_id))
    return row.greeted_at is not None


async def mark_greeted(referee: Referee, guild_id: int, now: float) -> bool:
    """Record the greeting of a server. Returns False if it was greeted before."""

    def write(tx: Transaction) -> bool:
        row = tx.read_guild_to_change(guild_id)
        if row.greeted_at is None:
            tx.put_guild(structs.replace(row, greeted_at=now))
        return row.greeted_at is None

    return await referee.store.transaction(write)
