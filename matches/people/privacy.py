"""Export and delete the data about a person; delete the data of servers that removed the bot. See `docs/privacy.md`."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import structs

from data import DIRECT, Transaction
from matches.change import Change
from matches.clocks.pace import DAY, HOUR
from matches.keeping.mapping import make_match
from matches.leagues.keeping import end_link
from matches.lobby import lobby
from matches.looks import find_looks, note_looks
from matches.match import Guest, Match
from matches.play import give_up_seats
from matches.puzzles.keeping import KEPT, find_day
from matches.referee import MACHINE, Done, Referee, Request
from matches.two_servers import part

KEPT_AFTER_REMOVAL = 30 * DAY
"""Seconds for which the matches of a server are kept after it has removed the bot."""

PURGED_EVERY = HOUR
"""Seconds between two purges."""


async def export(referee: Referee, user_id: int) -> bytes:
    """Export all data about a person as JSON."""

    def collect(tx: Transaction) -> dict[str, list[dict[str, Any]]]:
        looks = [(row.id, find_looks(make_match(row), user_id)) for row in tx.list_matches_with_looks()]
        seen = [{"match_id": match_id, "seats": seats} for match_id, seats in looks if seats]
        return {**tx.collect_about_person(user_id), "looks": seen}

    found = await referee.store.transaction(collect)
    return msgspec.json.format(msgspec.json.encode({"user_id": user_id, **found}), indent=1)


async def forget(referee: Referee, user_id: int) -> list[Done]:
    """Delete the data about a person. Open matches go on without them; finished ones show "a former player" instead.

    Matches in direct messages are deleted.

    Returns the open matches that changed.
    """
    found = await referee.store.transaction(lambda tx: tx.list_open_matches_of(user_id, resigned=True))
    rows = [row for row in found if row.guild_id != DIRECT]
    who = Request(user_id)
    left = [await referee.change(row.id, who, lambda match: _leave(match, who, referee.now())) for row in rows]
    changed = await referee.store.transaction(lambda tx: tx.forget_person(user_id))
    referee.forget(changed)
    referee.rhythms.note(user_id, None)
    return [structs.replace(done, match=await referee.match(done.match.id)) for done in left]


def is_purge_due(now: float, last: float | None) -> bool:
    """Whether to `purge` again. `last`: time of the last purge; None: never. If the clock was set back, the answer is
    yes.
    """
    return last is None or not 0 <= now - last < PURGED_EVERY


async def purge(referee: Referee) -> None:
    """Delete the data of servers that removed the bot long ago, expired entries of the queue, and old answers to
    puzzles."""
    before = referee.now() - KEPT_AFTER_REMOVAL
    await _part_from_servers(referee, before)

    def work(tx: Transaction) -> list[int]:
        return [match_id for guild_id in tx.list_guilds_left(before) for match_id in tx.purge_guild(guild_id)]

    referee.forget(await referee.store.transaction(work))
    await referee.store.transaction(lambda tx: tx.drop_expired_looking(referee.now()))
    await referee.store.transaction(lambda tx: tx.drop_puzzle_tries(find_day(referee.now(), "UTC") - KEPT))


async def _part_from_servers(referee: Referee, before: float) -> None:
    """End the links of open matches, and of leagues, with second servers that removed the bot long ago."""

    def read(tx: Transaction) -> list[int]:
        gone = tx.list_guilds_left(before)
        found = [
            row for guild_id in gone for row in tx.list_open_matches_in(guild_id) if row.guest_guild_id == guild_id
        ]
        return [row.id for row in found]

    def work(match: Match) -> Change:
        change = part(match, now=referee.now())
        return change.with_match(guest=Guest())  # its messages cannot be edited

    def part_leagues(tx: Transaction) -> None:
        for row in [row for guild_id in tx.list_guilds_left(before) for row in tx.list_leagues_at_guest(guild_id)]:
            end_link(tx, row, is_reachable=False)

    for match_id in await referee.store.transaction(read):
        await referee.change(match_id, MACHINE, work)
    await referee.store.transaction(part_leagues)


def _leave(match: Match, who: Request, now: float) -> Change:
    """Leave a match, which remembers whose hand the person knows."""
    if match.phase == "lobby":
        return lobby.leave(match, who, now=now)
    held = [(holder.user_id, holder.seat) for holder in match.seats if holder.user_id == who.user_id]
    match = note_looks(match, held)
    playing = match.seats_of(who.user_id or 0)
    return give_up_seats(match, playing, now=now) if playing else Change(match)
