"""Two people who play on whatever happens, and notice when something is not as it was promised.

They know nothing but what they see: they look at the channel, press what is there, and press again if nothing comes.
"""

from __future__ import annotations

import asyncio
import random
import re

from sandbox.model import Message
from sandbox.person import Answer, Person, buttons, menus, words
from tests.crash.mortal import Doom, Mortal, Position

_CONFIRM = re.compile(r"sb:confirm:(\d+):(\d+):")
_JOIN = re.compile(r"sb:join:(\d+):")
_BOARD = re.compile(r"docker-(\d+)-(\d+)\.png")

SOON = 10.0
"""Seconds within which an owed board is in the channel."""

BEFORE_ALL: Position = (0, -1)


class Broken(AssertionError):
    """A promise that was not kept."""


class People:
    """Anna and Ben. A position is (match, seq); the decision at a position is followed by the ply of the next seq."""

    def __init__(self, mortal: Mortal, *, seed: int, computer: bool = False) -> None:
        self.mortal = mortal
        self.people = [mortal.sandbox.person(name) for name in ("anna", "ben")]
        for person in self.people:
            person.user.locale = "en-GB"  # they go by the words on the buttons
        self.doom: Doom | None = None
        """Comes over Slowboat when the next *Confirm* is pressed."""
        self._computer = computer
        self._random = random.Random(seed)
        self._chosen: dict[Position, str] = {}
        self._confirmed: dict[Position, str | None] = {}
        self._acknowledged: set[Position] = set()
        self._seated: set[tuple[int, int]] = set()

    # What they see

    def boards(self) -> dict[Position, list[Message]]:
        """The public boards in the channel."""
        found: dict[Position, list[Message]] = {}
        for message in self.people[0].channel.messages.values():
            for file in message.attachments:
                if not message.ephemeral and (name := _BOARD.fullmatch(file.filename)):
                    found.setdefault((int(name[1]), int(name[2])), []).append(message)
        return found

    @property
    def newest(self) -> Position:
        return max(self.boards(), default=BEFORE_ALL)

    # What they do

    async def go_on(self) -> bool:
        """Play a turn, or open a match where none is running. False if Slowboat died on the way."""
        boards = self.boards()
        for person in self.people if boards else ():
            if person.user.id in (board := boards[self.newest][0]).mentions:
                return await self._turn(person, board)
        return await self._open()

    async def _open(self) -> bool:
        anna, ben = self.people
        before = self.newest
        opened = anna.slash("docker new", {"players": 3 if self._computer else 2})
        if await self._died_before(opened):
            return False
        if not opened.ephemeral:
            self._seated.add((_match(opened.message), anna.user.id))
        steps = [(anna, "Add a computer player")] * self._computer + [(ben, "Join")]
        for person, press in steps:
            shown = opened
            if opened.ephemeral:  # "there is already a match": its card may never have been seen
                shown = person.slash("board")
                if await self._died_before(shown):
                    return False
            if press not in buttons(shown.message):
                continue
            match = _match(shown.message)
            pressed = person.click(shown.message, press)
            if await self._died_before(pressed):
                return False
            if press == "Join" and not pressed.ephemeral:
                self._seated.add((match, person.user.id))
        return await self._board_after(before)

    async def _turn(self, person: Person, board: Message) -> bool:
        before = self.newest
        opened = person.click(board, "Play")
        if await self._died_before(opened):
            return False
        panel = opened.message
        while "Confirm" not in buttons(panel):
            if not menus(panel):  # a life ended between this person's move and the machine's: there will be a board
                return await self._board_after(before)
            menu, options = next(iter(menus(panel).items()))
            value = self._random.choice(options)["value"]
            if await self._died_before(person.choose(panel, menu, value)):
                return False
            if found := _CONFIRM.match(buttons(panel).get("Confirm", "")):
                self._chosen[int(found[1]), int(found[2])] = value
        return await self._confirm(person, panel) and await self._board_after(before)

    async def _confirm(self, person: Person, panel: Message) -> bool:
        """Press Confirm: once, twice, or once and Discord delivers it twice."""
        found = _CONFIRM.match(buttons(panel)["Confirm"])
        assert found is not None
        decision = int(found[1]), int(found[2])
        self._confirmed[decision] = self._chosen.get(decision)
        if self.doom is not None:
            self.mortal.doom, self.doom = self.doom, None
        self.mortal.sandbox.faults.duplicate_next = int(self._random.random() < 0.2)
        clicks = [person.click(panel, "Confirm") for _ in range(1 + (self._random.random() < 0.2))]
        died = [await self._died_before(click) for click in clicks]
        if "✓" in words(panel) and not any(_CONFIRM.match(button) for button in buttons(panel).values()):
            self._acknowledged.add(decision)
        return not any(died)

    async def _died_before(self, answer: Answer) -> bool:
        died = await self.mortal.died_before(answer.until(lambda: answer.done))
        if not died and answer.failed:
            raise Broken(f"nobody answered {answer!r}")
        return died

    async def _board_after(self, position: Position) -> bool:
        """Wait for a newer board. False if Slowboat died before."""
        deadline = asyncio.get_running_loop().time() + SOON
        while self.newest <= position and not self.mortal.dead.is_set():
            if asyncio.get_running_loop().time() > deadline:
                raise Broken(f"a committed board was never posted: nothing after {position}")
            await asyncio.sleep(0.005)
        return not await self.mortal.gone()

    # What they hold Slowboat to

    async def revive(self) -> None:
        """Look into the dead process's file, start another, and wait for the boards it owes."""
        while self.mortal.dead.is_set():
            match, seq = self.check()
            if await self.mortal.start():
                await self._board_after((match, seq - 1))

    def check(self) -> Position:
        """Compare a dead process's file with what people saw; answers the position whose board is due."""
        remains = self.mortal.remains()
        where = f" (life {self.mortal.lives} ended after {self.mortal.trail[-4:]})"
        if remains.integrity != "ok":
            raise Broken(f"the file is damaged: {remains.integrity}{where}")
        if lost := self._seated - remains.seated:
            raise Broken(f"a seat was lost: {lost}{where}")
        played = {(match, seq - 1): code for (match, seq), code in remains.plies.items()}
        if lost := self._acknowledged - played.keys():
            raise Broken(f"an acknowledged move was lost: {lost}{where}")
        for decision, code in played.items():
            if self._confirmed.get(decision, "") not in (None, code):
                raise Broken(f"{code} was played at {decision}, confirmed: {self._confirmed.get(decision)}{where}")
        boards = self.boards()
        for position, shown in boards.items():
            if len(shown) > 1:
                raise Broken(f"the board of {position} was posted twice{where}")
            if position[1] > remains.head.get(position[0], -1):
                raise Broken(f"an acknowledged move was lost: the channel saw the board of {position}{where}")
        for position, message_id in remains.boards.items():
            if message_id is not None and [m.id for m in boards.get(position, ())] != [message_id]:
                raise Broken(f"a committed board was never posted: {position}{where}")
        return max(remains.boards, default=BEFORE_ALL)


def _match(card: Message) -> int:
    """The match a lobby card belongs to."""
    return next(int(found[1]) for button in buttons(card).values() if (found := _JOIN.match(button)))
