"""Run the real client in a sandbox, over sockets, with its store in a folder and people to play."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import structs

import games
from bench.house import choose_turn
from client.core import bot as core
from client.core import errands
from client.core.bot import Slowboat
from client.create import create_bot
from client.lobby.card import refresh_card
from client.messages.menus import BRANCH
from client.pictures.films import Film
from data import Transaction
from matches.change import Change
from matches.lobby import invitations, lobby
from matches.machines.machines import Machines
from matches.machines.nature import NatureWorker
from matches.machines.worker import WorkerFailed
from matches.match import Match
from matches.play import play
from matches.referee import MACHINE, Referee, Request
from matches.texts import Texts
from sandbox.client import point_discord_py_at
from sandbox.discord.clock import Clock
from sandbox.discord.model import Message
from sandbox.discord.world import World
from sandbox.person.person import Answer, Person, buttons, words
from sandbox.person.person import menus as person_menus
from sandbox.server import Sandbox
from sandbox.storage.seed import build_harbour
from tests.support.play.translated import check_commands_once, translate_once
from tests.support.stores import open_store

errands.WITHIN, core.COMMANDS_WITHIN = 60.0, 4.0
"""On a busy machine, sweeps and starts are waited for until they are through."""

PEOPLE = ("anna", "ben", "chiara", "dana", "emil", "fay")

BEGIN = 2_051_438_400.0
"""When a table's time begins: at noon (UTC) of a Wednesday, because some timers depend on the hour or the day."""


def name_people(game: str) -> tuple[str, ...]:
    """Name as many people as a game needs."""
    return PEOPLE[: games.load(game).seats[0]]


class Table:
    """The bot and its sandbox. `bot` is a new object after a restart."""

    def __init__(self, sandbox: Sandbox, folder: Path, *, films: bool = False) -> None:
        self.films = films
        self.sandbox = sandbox
        self.folder = folder
        self.bot: Slowboat
        self._stack = contextlib.AsyncExitStack()

    @property
    def referee(self) -> Referee:
        return self.bot.referee

    async def start(self) -> None:
        """Open the store and log in; ready when the first sweep has been made."""
        world = self.sandbox.world
        store = await self._stack.enter_async_context(open_store(self.folder))
        referee = Referee(store, now=world.now)
        world.clock.watchers.append(referee.note_clock_change)
        self._stack.callback(world.clock.watchers.remove, referee.note_clock_change)
        worker = NatureWorker(time_limit=60)  # a busy machine takes long to start a process
        self._stack.push_async_callback(worker.stop)
        ready = asyncio.Event()
        self.bot = create_bot(referee, Machines(referee, worker), Texts(), state_folder=self.folder, on_ready=ready.set)
        self.bot._connection.guild_ready_timeout = 0.0
        self.bot.run_timers = _wait_in_line(self.bot.run_timers)  # type: ignore[method-assign, assignment]
        if not self.films:
            self.bot.films.draw_last_film = _skip_drawing  # type: ignore[method-assign]
            self.bot.films.draw_recap = _fail_to_draw  # type: ignore[method-assign]
        self._stack.enter_context(point_discord_py_at(self.sandbox))
        self._stack.enter_context(translate_once())
        self._stack.enter_context(check_commands_once())
        running = asyncio.create_task(self.bot.start(self.sandbox.token))
        self._stack.push_async_callback(self._log_out, running)
        waiting = asyncio.create_task(ready.wait())
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED, timeout=60)
        if running.done():
            await running
        await waiting

    async def _log_out(self, running: asyncio.Task[None]) -> None:
        await self.bot.close()
        await asyncio.wait({running}, timeout=5)

    async def stop(self) -> None:
        stack, self._stack = self._stack, contextlib.AsyncExitStack()
        await stack.aclose()

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    def person(self, name: str, channel: str = "games") -> Person:
        return self.sandbox.person(name, channel)


def _wait_in_line(work: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
    """Make the calls of a function wait for each other.

    Otherwise a sweep that the bot's loop has begun before a test advances the clock would do part of the work of the
    test's own sweep, and the test would look at the result too early.
    """
    lock = asyncio.Lock()

    async def work_alone() -> None:
        async with lock:
            await work()

    return work_alone


async def _skip_drawing(*_: object, **__: object) -> list[Film]:
    """Draw no film of an ended match: most tests need none, and it takes long."""
    return []


def make_world() -> World:
    """Make a sandbox's world whose time begins at `BEGIN`."""
    began = time.monotonic()
    return build_harbour(Clock(lambda: BEGIN + time.monotonic() - began))


async def _fail_to_draw(*_: object, **__: object) -> Film:
    """Leave out the film of a recap, for the same reason."""
    raise WorkerFailed("no films in this test")


@contextlib.asynccontextmanager
async def table(
    folder: Path, *, films: bool = False, world: World | None = None, locale: str = "en-GB"
) -> AsyncIterator[Table]:
    async with Sandbox(world=world or make_world()) as sandbox:
        for user in sandbox.world.users.values():
            user.locale = locale  # by default so that buttons can be pressed by their English labels
        at = Table(sandbox, folder, films=films)
        try:
            await at.start()
            yield at
        finally:
            await at.stop()
        assert sandbox.problems == [], "the sandbox gave an answer that Discord would not give"
        assert not (bad := [each for each in sandbox.rest.refused if each.code == 50035]), f"Discord would refuse {bad}"


def is_board(message: Message) -> bool:
    """Whether a message is a board; a lobby's card has a picture, too."""
    return not message.ephemeral and bool(message.attachments) and words(message).startswith("### ")


def find_board(person: Person) -> Message:
    """Find the newest board in the person's channel."""
    for message in reversed(person.messages()):
        if is_board(message):
            return message
    raise LookupError("no board")


def list_awaited(at: Table, channel: str = "games") -> list[Person]:
    """List the people the newest board waits for: it mentions each of them, whether that pings them or not."""
    people = [at.person(user.name, channel) for user in at.sandbox.world.users.values() if not user.bot]
    return [person for person in people if f"<@{person.user.id}>" in words(find_board(person))]


async def open_lobby(at: Table, host: Person, command: str = "docker new", **options: Any) -> Answer:
    """Open a lobby for two, unless `players` says otherwise. Its host sets the rules and terms which the command does
    not have, such as the pace, as in the panel."""
    given: dict[str, Any] = {name: options.pop(name) for name in ("preset", "thread") if name in options}
    opened = await host.slash(command, {"players": options.pop("players", 2), **given})
    if options:
        await host.until(lambda: buttons(opened.message))
        match = await at.referee.match_in(opened.message.id if given.get("thread") else host.channel.id)
        assert match is not None, opened.text
        who = Request(host.user.id, host.user.name)
        terms = {name: options.pop(name) for name in ("pace", "absence", "private") if name in options}
        if terms:
            await at.referee.change(match.id, who, lambda found: invitations.change_settings(found, who, **terms))
        if options:
            rules = structs.replace(match.options, **options)
            await at.referee.change(match.id, who, lambda found: lobby.change_options(found, who, rules))
        await refresh_card(at.bot, await at.referee.match(match.id))
    return opened


async def open_match(
    at: Table,
    command: str,
    people: Sequence[str],
    options: Mapping[str, Any] | None = None,
    *,
    unoffered: Mapping[str, Any] | None = None,
) -> Message:
    """Open a match, have the others join, and wait until the first board is recorded as posted.

    `options`: of the command or the lobby (`open_lobby`). `unoffered`: options with values no menu offers, to make a
    match short.
    """
    host, *others = (at.person(name) for name in people)
    opened = await open_lobby(at, host, command, **{"players": len(people), **(options or {})})
    if unoffered:
        made = await at.referee.match_in(host.channel.id)
        assert made is not None
        changed = structs.replace(made, options=structs.replace(made.options, **unoffered))
        await at.referee.change(made.id, MACHINE, lambda _: Change(changed))
    for person in others:
        await person.click(opened.message, "Join")
    shown: Message = await host.until(lambda: has_board(host) and find_board(host))
    await wait_for_boards(at)
    return shown


async def wait_for_new_board(person: Person, old: Message) -> Message:
    """Wait for the next board to appear after `old`."""
    found: Message = await person.until(lambda: (now := find_board(person)) is not old and now)
    return found


async def take_turn(person: Person, *, option: int = 0) -> Message:
    """Make the three clicks of an ordinary turn: Play, choice number `option` of the first menu, Confirm. Returns the
    new board.
    """
    old = find_board(person)
    panel = await open_panel(person)
    while "Confirm" not in buttons(panel):
        menu, options = next(iter(list_menus(panel).items()))
        await choose(person, panel, menu, options[option % len(options)]["value"])
    await person.click(panel, "Confirm")
    return await wait_for_new_board(person, old)


async def press_for_message(person: Person, message: Message, label: str) -> Message:
    """Press a button that posts a message to the channel, such as the card of a rematch. Returns the first new message,
    also if it is a private refusal."""
    known = {each.id for each in person.messages()}
    person.click(message, label)
    found: Message = await person.until(
        lambda: next((each for each in person.messages() if each.id not in known and not each.deferred), None)
    )
    await wait_for_rest()
    return found


async def press_here(person: Person, panel: Message, label: str) -> Answer:
    """Press a button of the panel behind *More*, on its second page if it is there."""
    if label not in buttons(panel) and "More …" in buttons(panel):
        panel = (await person.click(panel, "More …")).message
    return await person.click(panel, label)


async def press_more(person: Person, card: Message, *labels: str) -> Answer:
    """Press *More* on a lobby's card, and one button after the other in the panel that opens."""
    answer = await person.click(card, "More")
    for label in labels:
        answer = await person.click(answer.message, label)
    return answer


async def choose_more(person: Person, card: Message, menu: str, value: str) -> Answer:
    """Press *More* on a lobby's card, and choose an option of a menu in the panel that opens."""
    return await person.choose((await person.click(card, "More")).message, menu, value)


async def add_computer(person: Person, card: Message, level: str = "normal", *, start: bool = False) -> Answer:
    """Add a computer player to a lobby by its host's panel. `start`: as many as it needs, and begin."""
    more = next(each for each in buttons(card).values() if each.startswith("sb:lobby_more:"))  # in any language
    panel = (await person.click(card, more)).message
    menu = next(name for name in person_menus(panel) if name.startswith("sb:computer:"))
    offered = {option["value"] for option in person_menus(panel)[menu]}
    asked = f"start.{level}" if start or level not in offered else level
    return await person.choose(panel, menu, asked)


def name_computers(game: str) -> str:
    """Name the menu by which one person begins a match against computer players alone."""
    return "Play against the computer" if games.load(game).seats[0] == 2 else "Add computer players"


async def open_panel(person: Person) -> Message:
    """Open the private panel by the newest board's button."""
    shown = find_board(person)
    label = next(label for label in ("Play", "My hand") if label in buttons(shown))
    return (await person.click(shown, label)).message


async def decide(at: Table, person: Person, choice: random.Random) -> None:
    """Choose until the decision is committed."""
    match = await at.referee.match_in(person.channel.id)
    assert match is not None
    seq = match.seq
    panel = await open_panel(person)
    for _ in range(20):
        if "Arrange it yourself" in buttons(panel) and choice.random() < 0.5:
            await person.click(panel, "Arrange it yourself")
        elif "Confirm" in buttons(panel):
            await person.click(panel, "Confirm")
        else:
            offered = sorted(list_menus(panel).items())
            assert offered, f"{person.user.name} is offered no move; the log below may say why: {words(panel)}"
            menu, options = choice.choice(offered)
            await choose(person, panel, menu, choice.choice(options)["value"])
        now = await at.referee.match(match.id)
        if now.seq != seq:
            return
    raise AssertionError(f"{person.user.name} has not committed a decision after 20 clicks: {words(panel)}")


async def open_settings(person: Person, page: str) -> Message:
    """Open a page of the server's settings, by its name."""
    panel = (await person.slash("server", {"show": "settings"})).message
    return (await person.click(panel, page)).message


async def play_out(
    at: Table, *, seed: int = 0, most: int = 600, until: Callable[[Match], bool] | None = None, every: int = 1
) -> Match:
    """Play at random through buttons and menus, until the match is over or `until` returns True.

    `every`: make only one in this many decisions by clicks, for long matches without machines. The referee makes the
    others, and of their boards only the last before each click is posted.
    """
    choice = random.Random(seed)
    match_id = (await at.referee.match_in(at.person("anna").channel.id)).id  # type: ignore[union-attr]
    people = {user.id: user.name for user in at.sandbox.world.users.values()}
    for number in range(most):
        match = await at.referee.match(match_id)
        if match.phase != "running" or (until is not None and until(match)):
            await wait_for_boards(at)
            return match
        if number % every:
            await decide_at_once(at, match, choice, show=(number + 1) % every == 0)
            continue
        waiting = [holder.user_id for holder in match.awaited if holder.user_id is not None]
        person = at.person(people[choice.choice(waiting)])
        await person.until(lambda person=person: has_board(person))
        await decide(at, person, choice)
    raise AssertionError("the match does not end")


async def decide_at_once(at: Table, match: Match, choice: random.Random, *, show: bool) -> None:
    """Make a random decision of an awaited player, without a click. `show`: post its board afterwards."""
    holder = choice.choice(match.awaited)
    who = Request(holder.user_id, holder.name, at.sandbox.world.new_id())
    codes, decision = choose_turn(match, holder.seat, choice), match.decisions[holder.seat]

    def work(current: Match) -> Change:
        change = play(current, who, holder.seat, codes, decision=decision, now=at.referee.now())
        return structs.replace(change, board=change.board and (show or change.match.phase != "running"))

    await at.bot.announce(await at.referee.change(match.id, who, work))


async def resign(person: Person) -> None:
    """Press *More*, *Resign …* and the confirmation."""
    more = await person.click(find_board(person), "More")
    asked = await person.click(more.message, "Resign …")
    await person.click(asked.message, "Yes, I resign")


def list_menus(panel: Message) -> dict[str, list[dict[str, Any]]]:
    """List the choices on a panel: buttons that are moves as a menu called "buttons", proposed turns as "candidates",
    menus, tabs as "tabs"."""
    found = person_menus(panel)
    choices = [
        {"label": label, "value": custom_id.split(".move.", 1)[1]}
        for label, custom_id in buttons(panel).items()
        if ".move." in custom_id
    ]
    moves = [each for each in choices if not each["value"].startswith(BRANCH)]
    tabs = [each for each in choices if each["value"].startswith(BRANCH)]
    turns = [
        {"label": label, "value": custom_id}
        for label, custom_id in buttons(panel).items()
        if custom_id.startswith("sb:adopt:")
    ]
    offered = (("buttons", moves), ("candidates", turns), *found.items(), ("tabs", tabs))
    return {name: each for name, each in offered if each}


async def choose(person: Person, panel: Message, menu: str, value: str) -> Answer:
    """Choose from one of `list_menus`."""
    if menu == "candidates":
        return await person.click(panel, value)
    if menu not in ("buttons", "tabs"):
        return await person.choose(panel, menu, value)
    custom_id = next(found for found in buttons(panel).values() if found.endswith(f".move.{value}"))
    return await person.click(panel, custom_id)


async def wait_for_boards(at: Table) -> None:
    """Wait until every committed board is in its channel, and last boards have their films."""
    horizon = at.sandbox.world.now() + 3600
    store = at.referee.store
    async with asyncio.timeout(60):
        owed = True
        while owed:
            owed = await store.transaction(
                lambda tx: bool(tx.read_due_boards(horizon, limit=1) or tx.read_due_films(horizon, limit=1))
            )
            if owed:
                await asyncio.sleep(0.01)  # polling without a pause would slow down the drawing


_ANSWERING = ("CommandTree-invoker", "discord-ui-", "discord.py: ", "errands for the check of places")
"""Prefixes of the names of tasks that answer interactions or handle events, such as a start's look at all places."""


async def wait_for_rest() -> None:
    """Wait until the bot has handled all events; it records messages after they are visible."""
    async with asyncio.timeout(60):
        while busy := [task for task in asyncio.all_tasks() if task.get_name().startswith(_ANSWERING)]:
            await asyncio.wait(busy)


async def wait_until_arrived(at: Table, *answers: Answer) -> None:
    """Wait until the bot has begun to handle these actions."""
    async with asyncio.timeout(60):
        for each in answers:
            while not (each.acknowledged or each.interaction.id in at.bot.metrics._arrived):  # noqa: ASYNC110
                await asyncio.sleep(0)  # nothing reports an arrival


async def wait_until_put_off(at: Table, times: int) -> None:
    """Wait until a board or a film has been deferred this often."""

    def count_attempts(tx: Transaction) -> int:
        (row,) = (*tx.read_due_boards(float("inf"), limit=9), *tx.read_due_films(float("inf"), limit=9))
        return row.attempts

    async with asyncio.timeout(60):
        while await at.referee.store.transaction(count_attempts) < times:
            pass


def has_board(person: Person) -> bool:
    return any(map(is_board, person.messages()))


__all__ = [
    "Table",
    "add_computer",
    "buttons",
    "choose",
    "decide",
    "find_board",
    "is_board",
    "list_awaited",
    "list_menus",
    "open_lobby",
    "open_match",
    "open_panel",
    "play_out",
    "resign",
    "table",
    "take_turn",
    "wait_for_new_board",
    "wait_for_rest",
    "wait_until_arrived",
    "wait_until_put_off",
    "words",
]


async def share_match(person: Person) -> tuple[Message, bytes]:
    """Press *Share* on the last board. Returns the answer and its file."""
    answer = person.click(find_board(person), "Share")
    await answer.until(lambda: answer.done, within=60)  # drawn at low priority, which takes long on a busy machine
    (file,) = answer.message.attachments
    return answer.message, file.content
