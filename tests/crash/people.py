"""Simulated people who keep playing through crashes and notice broken promises.

They only know their channel: they look at it, press its buttons, and press again if nothing happens.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
from collections.abc import AsyncIterator
from pathlib import Path

import games
from sandbox.discord.model import Message
from sandbox.person.person import Answer, Person, buttons, menus, words
from sandbox.server import Sandbox
from tests.crash.killable import ForkServer, KillableBot, KillWhen, Position, Step, StoredState
from tests.support.play.table import list_menus, name_people

_CONFIRM = re.compile(r"sb:confirm:(\d+):(\d+):")
_PICK = re.compile(r"sb:pick:(\d+):(\d+):")
_ADOPT = re.compile(r"sb:adopt:(\d+):(\d+):")
_JOIN = re.compile(r"sb:join:(\d+):")

SOON = 10.0
"""Seconds within which an owed board is in the channel."""

PATIENT = 40
"""Presses of a decision after which a panel that still asks for it counts as a fault."""

BEFORE_ALL: Position = (0, -1)

Decision = tuple[int, int, int]
"""A match, the seq at which the decision was opened, and the user who decides."""


class Broken(AssertionError):
    """A promise was broken."""


class People:
    """Anna, Ben and so on, as many as the game needs. A position is (match, seq)."""

    def __init__(self, bot: KillableBot, *, seed: int, game: str = "docker", computer: bool = False) -> None:
        self.bot = bot
        self.game = games.load(game)
        self.people = [bot.sandbox.person(name) for name in name_people(game)]
        for person in self.people:
            person.user.locale = "en-GB"  # buttons are found by their English labels
        self.kill_when: KillWhen | None = None
        """Becomes `kill_when` of the bot when *Confirm* is pressed next."""
        self.twice = False
        """Whether everybody always presses everything twice."""
        self._board = re.compile(rf"{game}-(\d+)-(\d+)\.png")
        self._computer = computer
        self._random = random.Random(seed)
        self._chosen: dict[Decision, str] = {}
        self._pressed: dict[Decision, str | None] = {}
        """For each decision that may have been committed, its last known choice."""
        self._acknowledged: set[Decision] = set()
        self._seated: set[tuple[int, int]] = set()

    # Looking

    def boards(self) -> dict[Position, list[Message]]:
        """Collect the public boards in the channel."""
        found: dict[Position, list[Message]] = {}
        for message in self.people[0].channel.messages.values():
            for file in message.attachments:
                if not message.ephemeral and (name := self._board.fullmatch(file.filename)):
                    found.setdefault((int(name[1]), int(name[2])), []).append(message)
        return found

    @property
    def newest(self) -> Position:
        return max(self.boards(), default=BEFORE_ALL)

    # Acting

    async def go_on(self) -> bool:
        """Play a turn, or open a match where none is running. False if Slowboat died meanwhile."""
        boards = self.boards()
        if boards:
            board = boards[self.newest][0]
            awaited = [person for person in self.people if f"<@{person.user.id}>" in words(board)]
            if awaited:
                return await self._turn(self._random.choice(awaited), board, alone=len(awaited) == 1)
            if "Rematch" not in buttons(board):
                return await self._wait_for_board(self.newest)
        return await self._open()

    async def _open(self) -> bool:
        anna, *others = self.people
        before = self.newest
        opened = anna.slash(f"{self.game.command} new", {"players": len(self.people) + self._computer})
        if await self._dies_before(opened):
            return False
        if not opened.ephemeral:
            self._seated.add((_read_match(opened.message), anna.user.id))
        steps = [(person, "Join") for person in others] + [(anna, "More")] * self._computer
        for person, press in steps:
            shown = opened
            if opened.ephemeral:  # "there is already a match", whose card was perhaps never posted
                shown = person.slash("board")
                if await self._dies_before(shown):
                    return False
            if press not in buttons(shown.message):
                continue
            match = _read_match(shown.message)
            pressed = person.click(shown.message, press)
            if await self._dies_before(pressed):
                return False
            if press == "More":
                panel = pressed.message
                menu = next(name for name in menus(panel) if name.startswith("sb:computer:"))
                if await self._dies_before(person.choose(panel, menu, "start.normal")):
                    return False
            if press == "Join" and not pressed.ephemeral:
                self._seated.add((match, person.user.id))
        return await self._wait_for_board(before)

    async def _turn(self, person: Person, board: Message, *, alone: bool) -> bool:
        """Choose until the turn is complete. `alone`: nobody else is awaited, so a board will follow."""
        before = self.newest
        opened = person.click(board, "Play" if "Play" in buttons(board) else "My hand")
        if await self._dies_before(opened):
            return False
        panel = opened.message
        for _ in range(PATIENT):
            asked = _list_decisions(panel)
            if "Confirm" in buttons(panel):
                if not await self._confirm(person, panel):
                    return False
            elif list_menus(panel):  # no options: the process died between this person's move and the machine's
                if not await self._pick(person, panel):
                    return False
            else:
                break
            if not alone and _list_decisions(panel) != asked:
                break  # the decision is made, but could still be revised
            if self.newest > before:
                return True
        else:
            raise Broken(f"{person.user.name} chose and chose: {words(panel)}")
        return await self._wait_for_board(before) if alone else not await self.bot.is_gone()

    async def _pick(self, person: Person, panel: Message) -> bool:
        """Choose a random option; some games apply it at once."""
        menu, options = self._random.choice(sorted(list_menus(panel).items()))
        value = self._random.choice(options)["value"]
        if menu in ("buttons", "tabs"):
            custom_id = next(found for found in buttons(panel).values() if found.endswith(f".move.{value}"))
            presses = [person.click(panel, custom_id) for _ in range(1 + self.twice)]
            named = _PICK.match(custom_id)
        elif menu == "candidates":
            custom_id, value = value, value.split(" ")[-1]
            presses = [person.click(panel, custom_id) for _ in range(1 + self.twice)]
            named = _ADOPT.match(custom_id)
        else:
            named = next(found for row in _list_ids(panel) if (found := _PICK.match(row)))
            presses = [person.choose(panel, menu, value) for _ in range(1 + self.twice)]
        assert named is not None
        decision = int(named[1]), int(named[2]), person.user.id
        if not value.startswith("@"):  # a branch of the menu is not yet a choice
            self._chosen[decision] = value
            self._pressed[decision] = value
        for press in presses:
            if await self._dies_before(press):
                return False
        if words(panel).startswith("✓") and not _is_still_asked(panel, decision):
            self._acknowledged.add(decision)
        return True

    async def _confirm(self, person: Person, panel: Message) -> bool:
        """Press Confirm: once, twice, or once and Discord delivers it twice."""
        found = _CONFIRM.match(buttons(panel)["Confirm"])
        assert found is not None
        decision = int(found[1]), int(found[2]), person.user.id
        self._pressed[decision] = self._chosen.get(decision)
        if self.kill_when is not None:
            self.bot.kill_when, self.kill_when = self.kill_when, None
        self.bot.sandbox.faults.duplicate_next = int(self._random.random() < 0.2)
        clicks = [person.click(panel, "Confirm") for _ in range(1 + (self.twice or self._random.random() < 0.2))]
        died = [await self._dies_before(click) for click in clicks]
        if "✓" in words(panel) and not _is_still_asked(panel, decision):
            self._acknowledged.add(decision)
        return not any(died)

    async def _dies_before(self, answer: Answer) -> bool:
        died = await self.bot.dies_before(answer.until(lambda: answer.done))
        if not died and answer.failed:
            raise Broken(f"nobody answered {answer!r}")
        return died

    async def _wait_for_board(self, position: Position) -> bool:
        """Wait for a newer board. False if Slowboat died before."""
        deadline = asyncio.get_running_loop().time() + SOON
        while self.newest <= position and not self.bot.dead.is_set():
            if asyncio.get_running_loop().time() > deadline:
                raise Broken(f"a committed board was never posted: nothing after {position}")
            await asyncio.sleep(0.005)
        return not await self.bot.is_gone()

    # Checking

    async def restart(self) -> None:
        """Check the dead process's file, start another process, and wait for the boards that are due."""
        while self.bot.dead.is_set():
            match, seq = self.check()
            if await self.bot.start():
                await self._wait_for_board((match, seq - 1))

    def check(self) -> Position:
        """Compare a dead process's file with the messages people saw. Returns the position whose board is due."""
        stored = self.bot.read_database()
        where = f" (life {self.bot.lives} ended after {self.bot.steps[-4:]})"
        if stored.integrity != "ok":
            raise Broken(f"the file is damaged: {stored.integrity}{where}")
        if lost := self._seated - stored.seated:
            raise Broken(f"a seat was lost: {lost}{where}")
        self.check_moves(stored, where)
        boards = self.boards()
        for position, shown in boards.items():
            if len(shown) > 1:
                raise Broken(f"the board of {position} was posted twice{where}")
            if position[1] > stored.head.get(position[0], -1):
                raise Broken(f"an acknowledged move was lost: the channel saw the board of {position}{where}")
        for position, message_id in stored.boards.items():
            if message_id is not None and [m.id for m in boards.get(position, ())] != [message_id]:
                raise Broken(f"a committed board was never posted: {position}{where}")
        return max(stored.boards, default=BEFORE_ALL)

    def check_moves(self, stored: StoredState, where: str = "") -> None:
        """Assert that a person has one commit between two of their decisions: none would be a lost move, two a repeated
        one.
        """
        by_person: dict[tuple[int, int], list[int]] = {}
        for match, opened, user in self._pressed:
            by_person.setdefault((match, user), []).append(opened)
        for (match, user), openings in by_person.items():
            openings.sort()
            commits = stored.commits.get((match, user), [])
            for opened, until in zip(openings, [*openings[1:], _FOREVER], strict=True):
                found = [codes for seq, codes in commits if opened < seq <= until]
                decision = match, opened, user
                if not found and decision in self._acknowledged:
                    raise Broken(f"an acknowledged move was lost: {decision}{where}")
                if len(found) > 1:
                    raise Broken(f"one decision has counted {len(found)} times: {decision} {found}{where}")
                chosen = self._pressed[decision]
                if found and chosen is not None and chosen not in found[0]:
                    raise Broken(f"{found[0]} was played at {decision}, chosen: {chosen}{where}")


_FOREVER = 2**62


def _list_ids(panel: Message) -> list[str]:
    """List the custom_ids of everything on a message."""
    found: list[str] = []

    def walk(parts: object) -> None:
        if isinstance(parts, dict):
            found.extend([parts["custom_id"]] if "custom_id" in parts else [])
            for part in parts.values():
                walk(part)
        elif isinstance(parts, list):
            for part in parts:
                walk(part)

    walk(panel.components)
    return found


def _list_decisions(panel: Message) -> set[Position]:
    """List the decisions a panel asks for."""
    named = [found for row in _list_ids(panel) if (found := _CONFIRM.match(row) or _PICK.match(row))]
    return {(int(found[1]), int(found[2])) for found in named}


def _is_still_asked(panel: Message, decision: Decision) -> bool:
    """Whether the panel still asks for this decision."""
    return decision[:2] in _list_decisions(panel)


def _read_match(card: Message) -> int:
    """Read the match a lobby card belongs to."""
    return next(int(found[1]) for button in buttons(card).values() if (found := _JOIN.match(button)))


@contextlib.asynccontextmanager
async def start_people(
    forks: ForkServer, folder: Path, *, mutant: str = "", seed: int = 0, game: str = "docker", computer: bool = False
) -> AsyncIterator[People]:
    """Start people and a Slowboat that can be killed."""
    async with Sandbox() as sandbox:
        bot = KillableBot(forks, sandbox, folder, mutant=mutant)
        try:
            assert await bot.start()
            yield People(bot, seed=seed, game=game, computer=computer)
        finally:
            await bot.stop()
        assert sandbox.problems == []


class Nth:
    """Selects the `n`th step from now (0: the next)."""

    def __init__(self, n: int) -> None:
        self.left = n

    def __call__(self, _: Step) -> bool:
        self.left -= 1
        return self.left < 0
