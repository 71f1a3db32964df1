"""Ways to lose a channel and to move in a match, for `test_lost_places`.

A move is prepared up to its last act: a press, a command or a deadline. A place is lost and comes back.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, NamedTuple

from matches.match import Match
from sandbox.discord import guilds, posting
from sandbox.discord.model import Channel, Message
from sandbox.discord.permissions import Permission
from sandbox.person.answer import Answer
from sandbox.person.person import Person, Refused, buttons, words
from sandbox.storage.seed import BOT_PERMISSIONS, deny_bot
from tests.support.play.days import HOUR, play_something
from tests.support.play.ship import Stub, a_loading
from tests.support.play.table import (
    Table,
    add_computer,
    choose,
    decide,
    find_board,
    is_board,
    list_menus,
    open_lobby,
    open_panel,
    press_here,
)

PEOPLE = ("anna", "ben", "chiara", "dana")


class Play:
    """A match in a channel: its people, and their actions that must not be lost."""

    def __init__(self, at: Table, *, thread: bool) -> None:
        self.at = at
        self.thread = thread
        self.place: Channel = at.person("anna").channel
        self.card: Message
        self.answers: list[Answer] = []
        self.removed: set[str] = set()
        """Boards that somebody has deleted."""

    def person(self, name: str) -> Person:
        return self.at.person(name, "general").at(self.place)

    async def match(self) -> Match:
        return await self.at.referee.match(1)

    async def find_awaited(self) -> Person:
        """Find somebody the match waits for."""
        match = await self.match()
        return self.person(match.awaited[0].name.lower())

    async def open_lobby(self, command: str, people: Sequence[str], seats: int, **options: Any) -> None:
        """Open a lobby with a number of seats, and seat these people."""
        at = self.at
        host, *others = (at.person(name) for name in people)
        opened = await open_lobby(at, host, f"{command} new", players=seats, thread=self.thread, **options)
        await host.until(lambda: "Join" in buttons(opened.message))
        self.card = opened.message
        if self.thread:
            assert self.card.thread is not None
            self.place = self.card.thread
        for person in others:
            await person.click(self.card, "Join")
            await person.until(lambda person=person: person.user.id in at.referee.cache[1].match.people)

    async def begin_match(self, command: str, people: Sequence[str], seats: int = 0, **options: Any) -> None:
        """Begin a match, up to its first board."""
        await self.open_lobby(command, people, seats or len(people), **options)
        if seats:
            await add_computer(self.at.person(people[0]), self.card, start=True)
        await self.person(people[0]).until(self.boards)

    def boards(self) -> set[str]:
        """List the file names of the boards in the channel."""
        found = [file.filename for m in self.place.messages.values() if not m.ephemeral for file in m.attachments]
        return {name for name in found if name.endswith(".png") and not name.endswith("-lobby.png")}

    def press(self, person: Person, message: Message, label: str) -> Callable[[], Awaitable[None]]:
        """Prepare a press; it does nothing if Discord allows no press there any more."""

        async def act() -> None:
            try:
                self.answers.append(person.click(message, label))
            except Refused:
                return  # Discord lets nobody press there: nothing was begun

        return act

    def use(self, person: Person, command: str, options: dict[str, Any]) -> Callable[[], Awaitable[None]]:
        async def act() -> None:
            try:
                self.answers.append(person.slash(command, options))
            except Refused:
                return

        return act

    def let_time_pass(self, seconds: float) -> Callable[[], Awaitable[None]]:
        """Prepare a deadline that comes while everybody is reachable."""

        async def act() -> None:
            at = self.at
            at.sandbox.world.clock.advance(seconds)
            await stay_up(at)
            await at.bot.sweep()

        return act


async def stay_up(at: Table) -> None:
    """Record that the bot was reachable until now, so that no outage is counted."""
    at.referee._alive_at = at.referee.now()
    await at.referee.store.transaction(lambda tx: tx.record_alive(at.referee.now(), gap=float("inf")))


Act = Callable[[], Awaitable[None]]
Move = Callable[[Play], Awaitable[Act]]


# Moves


async def open_whole_turn(play: Play, person: Person) -> Message:
    """Open a panel with a whole turn chosen."""
    panel = await open_panel(person)
    while "Confirm" not in buttons(panel):
        menu, options = next(iter(list_menus(panel).items()))
        await choose(person, panel, menu, options[-1]["value"])
    return panel


async def join(play: Play) -> Act:
    await play.open_lobby("docker", ["anna"], 3)
    return play.press(play.at.person("ben"), play.card, "Join")


async def start(play: Play) -> Act:
    await play.open_lobby("docker", ["anna", "ben"], 3, pace="brisk")
    anna = play.at.person("anna")
    return play.press(anna, (await anna.click(play.card, "More")).message, "Start")


async def confirm(play: Play) -> Act:
    await play.begin_match("docker", PEOPLE[:2], pace="brisk")
    person = await play.find_awaited()
    return play.press(person, await open_whole_turn(play, person), "Confirm")


async def one_press(play: Play) -> Act:
    """Draw in Aquaretto, which needs no confirmation."""
    await play.begin_match("aquaretto", PEOPLE[:2], pace="brisk")
    person = await play.find_awaited()
    panel = await open_panel(person)
    draw = next(custom_id for custom_id in buttons(panel).values() if custom_id.endswith(".move.draw"))
    return play.press(person, panel, draw)


async def slash(play: Play) -> Act:
    await play.begin_match("docker", PEOPLE[:2], pace="brisk")
    person = await play.find_awaited()
    match = await play.match()
    offered = await person.autocomplete("docker move", {"move": ""}, focused="move")
    assert match.phase == "running"
    return play.use(person, "docker move", {"move": offered[0]["value"]})


async def exchange(play: Play) -> Act:
    """Give a card away, as the last of four people who choose at once."""
    await play.begin_match("dog", PEOPLE, pace="brisk")
    *first, last = (play.person(name) for name in PEOPLE)
    for person in first:
        await decide(play.at, person, random.Random(1))
    panel = await open_panel(last)
    menu, options = next(iter(list_menus(panel).items()))

    async def act() -> None:
        try:
            if menu == "buttons":
                gift = next(found for found in buttons(panel).values() if found.endswith(options[0]["value"]))
                play.answers.append(last.click(panel, gift))
            else:
                play.answers.append(last.choose(panel, menu, options[0]["value"]))
        except Refused:
            return

    return act


async def computer(play: Play) -> Act:
    """Take a turn that a computer player answers."""
    await play.begin_match("docker", ["anna"], 2, pace="brisk")
    anna = play.person("anna")
    await anna.until(lambda: f"<@{anna.user.id}>" in words(find_board(anna)))
    return play.press(anna, await open_whole_turn(play, anna), "Confirm")


async def nature(play: Play) -> Act:
    """Load a piece, which nature has to settle."""
    Stub().rule(play.at)
    await play.begin_match("riffraff", PEOPLE[:2], pace="brisk")
    for name, card in zip(PEOPLE, (2, 1), strict=False):
        await play.person(name).slash("riffraff move", {"move": f"card/{card}"})
    match = await play.match()
    (seat,) = match.to_act
    loading = a_loading(match, random.Random(1))
    return play.use(play.person(match.holder(seat).name.lower()), "riffraff load", loading)


async def stand_in(play: Play) -> Act:
    await play.begin_match("docker", PEOPLE[:2], pace="brisk")
    return play.let_time_pass(9 * HOUR)


async def undo(play: Play) -> Act:
    """Take back a turn in which nothing was drawn."""
    await play.begin_match("aquaretto", PEOPLE[:2], pace="brisk")
    for turn in range(30):
        person = await play.find_awaited()
        await person.until(lambda person=person: f"<@{person.user.id}>" in words(find_board(person)))
        panel = await play_something(play.at, person, turn)
        if "Take it back" in buttons(panel):
            break
    return play.press(person, panel, "Take it back")


async def vote(play: Play) -> Act:
    """Agree, as the last one, to end the match without a result."""
    await play.begin_match("docker", PEOPLE[:2], pace="brisk")
    anna, ben = play.person("anna"), play.person("ben")
    more = await anna.click(find_board(anna), "More")
    asked = await press_here(anna, more.message, "End without a result …")
    await anna.click(asked.message, "Propose it")
    found = await ben.until(lambda: next((m for m in ben.messages() if "Agree" in buttons(m)), None))
    return play.press(ben, found, "Agree")


async def resign(play: Play) -> Act:
    await play.begin_match("docker", PEOPLE[:2], pace="brisk")
    anna = play.person("anna")
    more = await anna.click(find_board(anna), "More")
    asked = await anna.click(more.message, "Resign …")
    return play.press(anna, asked.message, "Yes, I resign")


async def clock(play: Play) -> Act:
    """Let a clock run out where that costs the match."""
    await play.begin_match("docker", PEOPLE[:2], pace="brisk", absence="forfeit")
    return play.let_time_pass(9 * HOUR)


MOVES: tuple[Move, ...] = (
    join, start, confirm, one_press, slash, exchange, computer, nature, stand_in, undo, vote, resign, clock,
)  # fmt: skip


# Places


class Place(NamedTuple):
    """A place that `lose` takes away and `give_back` returns. `moved`: the match goes on elsewhere. `reaches`: presses
    there still reach the bot."""

    name: str
    lose: Callable[[Play], None]
    give_back: Callable[[Play], None] | None
    thread: bool = False
    closes: bool = True
    reaches: bool = True

    @property
    def gone(self) -> bool:
        """Whether the channel is gone for good."""
        return self.give_back is None

    def is_closed(self, play: Play) -> bool:
        """Whether nobody can play there now. Posting reopens a thread that is archived but not locked."""
        return self.closes and not (self.name == "archived" and not play.place.archived)


def _deny(bits: Permission) -> tuple[Callable[[Play], None], Callable[[Play], None]]:
    def lose(play: Play) -> None:
        deny_bot(play.at.sandbox.world, "games", int(bits))

    def give_back(play: Play) -> None:
        deny_bot(play.at.sandbox.world, "games", 0)

    return lose, give_back


def _archive(play: Play) -> None:
    guilds.set_archived(play.at.sandbox.world, play.place, archived=True)


def _lock(play: Play) -> None:
    guilds.set_archived(play.at.sandbox.world, play.place, archived=True, locked=True)


def _open_again(play: Play) -> None:
    guilds.set_archived(play.at.sandbox.world, play.place, archived=False, locked=False)


def _delete(play: Play) -> None:
    guilds.delete_channel(play.at.sandbox.world, play.place)


def _delete_message(play: Play) -> None:
    """Delete the newest board, or the card if there is no board yet."""
    shown = [m for m in play.place.messages.values() if is_board(m)]
    gone = shown[-1] if shown else play.card
    play.removed |= {file.filename for file in gone.attachments}
    posting.delete(play.at.sandbox.world, gone)


def _kick(play: Play) -> None:
    assert play.place.guild is not None
    guilds.kick_bot(play.at.sandbox.world, play.place.guild)


def _invite(play: Play) -> None:
    assert play.place.guild is not None
    guilds.invite_bot(play.at.sandbox.world, play.place.guild, bits=BOT_PERMISSIONS)


def _take_away(play: Play) -> None:
    assert play.place.guild is not None
    guilds.set_available(play.at.sandbox.world, play.place.guild, available=False)


def _bring_back(play: Play) -> None:
    assert play.place.guild is not None
    guilds.set_available(play.at.sandbox.world, play.place.guild, available=True)


PLACES = (
    Place("archived", _archive, _open_again, thread=True),
    Place("locked", _lock, _open_again, thread=True),
    Place("thread_deleted", _delete, None, thread=True),
    Place("deleted", _delete, None),
    Place("may_not_send", *_deny(Permission.SEND_MESSAGES)),
    Place("may_not_attach", *_deny(Permission.ATTACH_FILES)),
    Place("may_not_view", *_deny(Permission.VIEW_CHANNEL)),
    Place("message_deleted", _delete_message, lambda _: None, closes=False),
    Place("kicked", _kick, _invite, reaches=False),
    Place("unavailable", _take_away, _bring_back, reaches=False),
)

__all__ = ["MOVES", "PLACES", "Act", "Move", "Place", "Play", "stay_up"]


@contextlib.contextmanager
def suppress_events(at: Table) -> Iterator[None]:
    """Suppress gateway events inside the block."""
    listeners = at.sandbox.world.dispatch_listeners
    listeners.remove(at.sandbox.gateway._deliver)
    try:
        yield
    finally:
        listeners.append(at.sandbox.gateway._deliver)
