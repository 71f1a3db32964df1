"""The post of the daily puzzle: which servers want it, and when it is due."""

from __future__ import annotations

import msgspec
from msgspec import structs

from data import Transaction
from matches.clocks.rhythm import Rhythm, find_due
from matches.people.digests import MORNING
from matches.people.preferences import PuzzlePost, Server, server_of
from matches.referee import Referee


def switch_post(server: Server, post: PuzzlePost, now: float) -> Server:
    """Switch the daily post on, as `post` says, or off if it is on."""
    wanted = None if server.puzzle is not None else structs.replace(post, due_at=find_next_post(post.zone, now))
    return structs.replace(server, puzzle=wanted)


def find_zone(server: Server) -> str:
    """Find the time zone in which the days of a server's puzzles begin."""
    return server.puzzle.zone if server.puzzle is not None else "UTC"


def find_next_post(zone: str, now: float) -> float:
    """Find when the next puzzle is due in a time zone."""
    return find_due(Rhythm(zone, due_hour=MORNING), now + 1)


async def list_due_posts(referee: Referee) -> list[int]:
    """List the servers whose puzzle is due."""
    now = referee.now()
    found = await referee.store.transaction(lambda tx: tx.list_guilds_with("puzzle"))
    posts = [(guild_id, msgspec.json.decode(text, type=Server).puzzle) for guild_id, text in found]
    return [guild_id for guild_id, post in posts if post is not None and post.due_at <= now]


async def claim_post(referee: Referee, guild_id: int) -> PuzzlePost | None:
    """Set the time of the next post of a server. Returns the post that is due, None if it is not due any more."""
    now = referee.now()

    def write(tx: Transaction) -> PuzzlePost | None:
        row = tx.read_guild_to_change(guild_id)
        server = server_of(row)
        post = server.puzzle
        if post is None or post.due_at > now:
            return None
        later = structs.replace(server, puzzle=structs.replace(post, due_at=find_next_post(post.zone, now)))
        tx.put_guild(structs.replace(row, settings=msgspec.json.encode(later).decode()))
        return post

    return await referee.store.transaction(write)
