"""The queue of people who look for others to play with, by game, pace and language.

People meet within a server, or across two servers if both allow it. For play over days, they are awake together for
some hours. The lobby opens in the server in which the newest person of the group joined the queue, so the others must
be members of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import combinations
from typing import Final

from msgspec import structs

import games
from data import LookingRow, Transaction
from games.text import T
from matches.clocks.pace import DAY, HOUR, PACES
from matches.errors import Stale
from matches.keeping.saving import BOARD_GRACE
from matches.match import Holder, Match
from matches.people.preferences import person_of, server_of
from matches.people.quiet_hours import list_waking_hours
from matches.referee import Referee

LOOKED_AT: Final = 25
"""The most people of other servers that are considered."""

COMMON_HOURS: Final = 8
"""The fewest hours of a day in which people who meet are awake together, by their quiet hours. Two people on opposite
sides of the world have six; who has waited for a day meets them, too."""

LOOKS_FOR: Final = 7 * DAY
LOOKS_LIVE_FOR: Final = 2 * HOUR
"""Seconds for which somebody stays in the queue: for play over days, and for live play."""


def compute_end(pace: str, now: float) -> float:
    """Compute until when somebody who joins the queue now stays in it."""
    return now + (LOOKS_LIVE_FOR if pace == "live" else LOOKS_FOR)


async def list_elsewhere(referee: Referee, row: LookingRow) -> list[LookingRow]:
    """List those who wait for the same in other servers, if both servers let their people meet."""
    return await referee.store.transaction(lambda tx: _list_elsewhere(tx, row))


def _list_elsewhere(tx: Transaction, row: LookingRow) -> list[LookingRow]:
    if not _looks_across(tx, row.guild_id):
        return []
    found = tx.list_looking_elsewhere(row, row.since, limit=LOOKED_AT)
    open_to = {guild_id for guild_id in {each.guild_id for each in found} if _looks_across(tx, guild_id)}
    return [each for each in found if each.guild_id in open_to and _agree(row, each)]


def _looks_across(tx: Transaction, guild_id: int) -> bool:
    return server_of(tx.read_guild(guild_id)).looks_across


async def join_queue(
    referee: Referee, row: LookingRow, most: int, *, members: Collection[int] = ()
) -> tuple[LookingRow, ...]:
    """Put a person into the queue of a game. Returns the group that can play now: at most `most` people, the newest
    first. If nobody else fits, it is that person alone.

    `members`: people who wait in other servers, and can see the lobby in this one.
    """

    def write(tx: Transaction) -> tuple[LookingRow, ...]:
        tx.drop_expired_looking(row.since)
        tx.put_looking(row)
        allowed = server_of(tx.read_guild(row.guild_id)).per_person
        here = tx.list_looking(row.guild_id, row.since)
        elsewhere = [each for each in _list_elsewhere(tx, row) if each.user_id in members]
        waiting = [
            other
            for other in (*here, *elsewhere)
            if sum(match.guild_id == row.guild_id for match in tx.list_open_matches_of(other.user_id)) < allowed
        ]
        blocks = {
            frozenset((other.user_id, blocked))
            for other in waiting
            for guild_id in {row.guild_id, other.guild_id}
            for blocked in tx.list_blocked(guild_id, other.user_id)
        }
        return find_group(row, waiting, most=most, apart=blocks | _list_out_of_step(tx, [row, *waiting]))

    return await referee.store.transaction(write)


def _list_out_of_step(tx: Transaction, rows: Sequence[LookingRow]) -> set[frozenset[int]]:
    """List the pairs of people whose quiet hours leave them too few hours in common. `rows`: the newest person first.

    Who plays live is awake now, and who has waited for a day meets anybody.
    """
    now, awake = rows[0].since, dict[int, frozenset[int]]()
    for row in rows:
        person = person_of(tx.read_person(row.user_id))
        if person.has_quiet_hours and row.pace != "live" and now - row.since < DAY:
            awake[row.user_id] = list_waking_hours(person, now)
    pairs = combinations(awake, 2)
    return {frozenset(pair) for pair in pairs if len(awake[pair[0]] & awake[pair[1]]) < COMMON_HOURS}


async def leave_queue(referee: Referee, guild_id: int, user_id: int) -> int:
    """Take a person out of all queues of a server. Returns the number of these queues."""
    return await referee.store.transaction(lambda tx: tx.drop_looking(guild_id, user_id))


async def list_queue(referee: Referee, guild_id: int) -> list[LookingRow]:
    """List the people who look for others in a server, the longest waiting first; only for installed games."""
    now = referee.now()
    rows = await referee.store.transaction(lambda tx: tx.list_looking(guild_id, now))
    return [row for row in rows if row.game in games.names() and row.pace in PACES]


async def put_back(referee: Referee, group: Sequence[LookingRow], match_id: int) -> None:
    """Put a group back into their places in the queue, because the lobby opened for them was closed."""

    def write(tx: Transaction) -> None:
        match = tx.read_match(match_id)
        for row in group if match is None or match.phase == "cancelled" else ():
            tx.put_looking(row)

    await referee.store.transaction(write)


def find_group(
    newest: LookingRow, waiting: Sequence[LookingRow], *, most: int, apart: Collection[frozenset[int]] = ()
) -> tuple[LookingRow, ...]:
    """Find people who all fit the newest one and each other; those who have waited longest come first.
    `apart`: pairs of whom one has blocked the other."""
    group = [newest]
    for other in waiting:
        if len(group) < most and all(_fit(other, each, apart) for each in group):
            group.append(other)
    return tuple(group)


def _fit(one: LookingRow, other: LookingRow, apart: Collection[frozenset[int]]) -> bool:
    """Whether these are two people who look for compatible matches."""
    return (
        one.user_id != other.user_id
        and (one.game, one.pace) == (other.game, other.pace)
        and _agree(one, other)
        and frozenset((one.user_id, other.user_id)) not in apart
    )


def _agree(one: LookingRow, other: LookingRow) -> bool:
    """Whether two people agree about the language."""
    return not one.language or not other.language or one.language == other.language


def choose_language(group: Sequence[LookingRow]) -> str:
    """Choose the language that somebody of the group has asked for; "" if nobody has."""
    return next((row.language for row in group if row.language), "")


def seat_group(match: Match, group: Sequence[LookingRow]) -> Match:
    """Seat a group in a new lobby; the first person is its host."""
    seats = tuple(Holder(seat, row.user_id, row.name) for seat, row in enumerate(group))
    return structs.replace(match, host_id=group[0].user_id, seats=seats)


def take_out(group: Sequence[LookingRow], opened: list[int]) -> Callable[[Transaction, Match], None]:
    """Make the function that takes a group out of the queue and makes their ping due.

    It is called in the transaction that opens their lobby.

    `opened`: the list to which the lobby's id is written.

    The function raises Stale if somebody has left the queue.
    """

    def write(tx: Transaction, match: Match) -> None:
        for row in group:
            if not tx.drop_looking(row.guild_id, row.user_id, row.game):
                raise Stale(T("Somebody has stopped looking in the meantime. Try again."))
        tx.owe_edit(match, "offer", match.created_at + BOARD_GRACE)
        opened[:] = [match.id]

    return write
