"""Helpers for days in virtual time: passing hours, reminders and pings."""

from __future__ import annotations

import contextlib
from typing import Any

from data import PingRow
from matches.match import Match
from sandbox.discord.model import Message
from sandbox.person.person import Person
from tests.support.play.table import (
    Table,
    add_computer,
    buttons,
    choose,
    find_board,
    has_board,
    open_lobby,
    open_match,
    open_panel,
    resign,
    wait_for_boards,
    wait_for_rest,
    words,
)

HOUR = 3600.0
DAY = 24 * HOUR


async def pass_time(at: Table, seconds: float, *, step: float = HOUR) -> None:
    """Let time pass with a sweep every hour, so that no outage is counted."""
    await _settle(at)
    while seconds > 0:
        at.sandbox.world.clock.advance(min(step, seconds))
        seconds -= step
        at.referee._alive_at = at.referee.now()  # the process was up all the time
        await at.referee.store.transaction(lambda tx: tx.record_alive(at.referee.now(), gap=float("inf")))
        await at.bot.sweep()


async def find_players(at: Table, match_id: int = 1) -> tuple[Person, Person]:
    """Return the person whose turn it is, and the other one."""
    match = await at.referee.match(match_id)
    people = {holder.user_id: at.person(holder.name.lower()) for holder in match.seats}
    first = people[match.awaited[0].user_id]
    return first, next(person for person in people.values() if person.user is not first.user)


async def read_pings(at: Table, match_id: int = 1) -> dict[tuple[int, int], PingRow]:
    """Return the pings so far for open decisions, by (seat, decision)."""
    rows = await at.referee.store.transaction(lambda tx: tx.read_pings(match_id))
    return {(row.seat, row.decision): row for row in rows}


def list_reminders(person: Person) -> list[Message]:
    """List the reminders in the channel: messages with *Play* that are not boards."""
    return [m for m in person.messages() if not (m.ephemeral or m.deleted or m.attachments) and "Play" in buttons(m)]


def list_public(person: Person) -> list[Message]:
    """List the public messages of the channel."""
    return [message for message in person.messages() if not message.ephemeral]


def list_boards(person: Person) -> list[Message]:
    """List the boards in the channel, oldest first."""
    return [message for message in list_public(person) if message.attachments and "###" in words(message)]


async def wait_for_board_with(person: Person, sentence: str) -> Message:
    """Wait for a board with this text."""
    found: Message = await person.until(lambda: sentence in words(find_board(person)) and find_board(person))
    return found


async def read_match(at: Table) -> Match:
    return await at.referee.match(1)


async def _settle(at: Table) -> None:
    """Wait for work in progress, so that the clock does not advance before the previous board is retired."""
    await wait_for_rest()
    await wait_for_boards(at)
    await wait_for_rest()
    owner = at.person("harbourmaster")
    with contextlib.suppress(TimeoutError):  # after a restart, nothing removes the buttons of an old board
        await owner.until(lambda: not any("Play" in buttons(message) for message in list_boards(owner)[:-1]), within=1)


async def play_something(at: Table, person: Person, turn: int) -> Message:
    """Take a turn in which nothing is drawn if there is a choice; return the private message that is left."""
    panel = await open_panel(person)
    seq = (await read_match(at)).seq
    for _ in range(12):
        if "Confirm" in buttons(panel):
            await person.click(panel, "Confirm")
        else:
            menu, options = sorted(menus_of(panel).items())[-1 if turn % 2 else 0]
            await choose(person, panel, menu, options[turn % len(options)]["value"])
        if (await read_match(at)).seq != seq:
            break
    await person.until(lambda: "✓" in words(panel))
    return panel


def menus_of(panel: Message) -> dict[str, list[dict[str, Any]]]:
    from tests.support.play.table import list_menus as moves

    return moves(panel)


async def begin_brisk(at: Table) -> Person:
    """Begin a match of Docker with a day for each turn in Anna's direct messages, in which it is Anna's turn."""
    anna = at.person("anna").direct()
    card = await open_lobby(at, anna, pace="brisk")
    await add_computer(anna, card.message, "easy", start=True)
    await anna.until(lambda: has_board(anna))
    await wait_for_rest()  # the computer may begin
    await wait_for_boards(at)
    return anna


async def finish_match(at: Table, people: tuple[str, ...] = ("anna", "ben"), command: str = "docker new") -> Person:
    """Finish a match. Returns the first of its people, who sees *Rematch*."""
    await open_match(at, command, people)
    for _ in people[1:]:
        person, _other = await find_players(at)
        old = find_board(person)
        await resign(person)
        await at.bot.move_machines()  # a computer player goes on at once, not with the next sweep
        await person.until(lambda person=person, old=old: find_board(person) is not old)
    first = at.person(people[0])
    await first.until(lambda: "Rematch" in buttons(find_board(first)))
    return first
