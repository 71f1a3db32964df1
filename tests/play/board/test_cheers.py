"""Reactions to boards are counted when the next board comes, and the last board tells which turn had most."""

from __future__ import annotations

from sandbox.discord import posting
from tests.support.play.table import (
    Table,
    find_board,
    list_awaited,
    open_match,
    resign,
    take_turn,
    wait_for_boards,
    words,
)


def cheer(at: Table, count: int) -> None:
    """Let so many people react to the newest board."""
    anna = at.person("anna")
    people = [user for user in at.sandbox.world.users.values() if not user.bot]
    for number in range(count):
        user = people[number % len(people)]
        posting.react(at.sandbox.world, find_board(anna), "🎉👏🔥"[number // len(people)], user, add=True)


async def test_the_last_board_tells_what_the_crowd_cheered_most(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    for count in (1, 5, 3):
        cheer(at, count)
        await take_turn(list_awaited(at)[0])
        await wait_for_boards(at)
    await resign(at.person("anna"))
    ben = at.person("ben")
    await ben.until(lambda: "The crowd cheered most" in words(find_board(ben)))
    assert "The crowd cheered most at turn 1, with 5 reactions: " in words(find_board(ben))


async def test_a_single_reaction_is_no_cheer(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    cheer(at, 1)
    await take_turn(list_awaited(at)[0])
    await wait_for_boards(at)
    await resign(at.person("anna"))
    await wait_for_boards(at)
    assert "cheered" not in words(find_board(at.person("anna")))
