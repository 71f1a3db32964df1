"""Matches in threads."""

from __future__ import annotations

from typing import Any

from sandbox.discord.model import Channel
from sandbox.person.answer import Answer
from sandbox.person.person import Person
from sandbox.rest.pipeline import Exchange
from tests.support.play.table import (
    Table,
    buttons,
    open_lobby,
    wait_for_boards,
)


async def lobby(at: Table, **options: Any) -> tuple[Answer, Channel]:
    """Open Anna's lobby for a match in a thread; return its card and the thread."""
    anna = at.person("anna")
    card = await open_lobby(at, anna, thread=True, **options)
    await anna.until(lambda: "Join" in buttons(card.message))
    assert card.message.thread is not None
    return card, card.message.thread


async def in_thread(at: Table, **options: Any) -> tuple[Channel, Person]:
    """Start a match of Anna and Ben in a thread; return the thread, and Anna in it."""
    anna, ben = at.person("anna"), at.person("ben")
    card, thread = await lobby(at, **options)
    await ben.click(card.message, "Join")
    there = anna.at(thread)
    await there.until(lambda: any(m.attachments for m in there.messages()))
    return thread, there


async def forgive_edits_in(at: Table, gone: Channel) -> None:
    """Ignore edits of the old board of a deleted channel. The sandbox checks the body before it notices the missing
    channel; nobody could see errors in the pictures of a deleted message."""
    refused = at.sandbox.rest.refused

    def list_failed_patches() -> list[Exchange]:
        return [each for each in refused if f"/channels/{gone.id}/" in each.path and each.method == "PATCH"]

    await at.person("anna", "general").until(list_failed_patches)
    for each in list_failed_patches():
        refused.remove(each)


def rests(at: Table, match_id: int = 1) -> bool:
    """Whether the referee knows that a match has lost its place."""
    known = at.referee.cache.find(match_id)
    return known is not None and known.match.paused_for == "place"


def private_thread(at: Table) -> tuple[Channel, Person, Person]:
    """Create a private thread of Anna with Ben, without the bot."""
    anna = at.person("anna")
    thread = anna.start_thread("behind closed doors", private=True)
    there = anna.at(thread)
    there.add_to_thread(at.person("ben").user)
    return thread, there, at.person("ben").at(thread)


async def begin(at: Table, anna: Person, ben: Person) -> None:
    """Open a match of both there, with a pace of less than a day."""
    opened = await open_lobby(at, anna, pace="brisk")
    await ben.click(opened.message, "Join")
    await anna.until(lambda: any(message.attachments for message in anna.messages()))
    await wait_for_boards(at)
