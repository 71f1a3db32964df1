"""Post boards from several processes to a stub of Discord that only lists messages."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from client.board.board import Bare
from client.board.board_messages import Sent
from client.board.postman import _BATCH, Postman
from client.core.bot import Slowboat
from client.create import create_bot
from matches.delivery.outbox import OwedBoard
from matches.match import Match
from matches.rows import OutboxRow
from matches.texts import Texts
from tests.support.matches.house import ANNA, BEN, House

AT_ONCE = _BATCH
"""The most boards of one sweep."""


class Channels:
    """The boards in all channels, in order, each with the process that has posted it."""

    def __init__(self) -> None:
        self.posted: list[tuple[str, int]] = []

    def post(self, who: str, outbox_id: int) -> None:
        self.posted.append((who, outbox_id))

    def list_posted(self) -> list[int]:
        """List the boards that have been posted, by outbox id."""
        return [outbox_id for _, outbox_id in self.posted]


class Poster:
    """A process that posts boards. `hang_before`, `hang_after`: boards (by outbox id) at which it hangs, before or
    after Discord has posted them."""

    def __init__(self, name: str, at: House, folder: Path, channels: Channels) -> None:
        self.name = name
        self.at = at
        self.bot: Slowboat = create_bot(at.referee, at.machines, Texts(), state_folder=folder, on_ready=lambda: None)
        self.channels = channels
        self.hang_before: set[int] = set()
        self.hang_after: set[int] = set()
        self.hangs, self.let_go = asyncio.Event(), asyncio.Event()
        postman: Any = self.bot[Postman]
        postman._build = self._build
        postman._messages.find_board = self._find
        postman._messages.send_board = self._send

    async def _build(self, _match: Match, owed: OwedBoard, *_: object) -> Any:
        if owed.row.id in self.hang_before:
            self.hangs.set()
            await self.let_go.wait()
        return _Built()

    async def _find(self, _match: Match, row: OutboxRow) -> Sent | None:
        return Sent(1000 + row.id) if row.id in self.channels.list_posted() else None

    async def _send(self, _match: Match, owed: OwedBoard, *_: object, **__: object) -> Sent:
        self.channels.post(self.name, owed.row.id)
        if owed.row.id in self.hang_after:
            self.hangs.set()
            await self.let_go.wait()
        return Sent(1000 + owed.row.id)


class _Built:
    bare = Bare("", (), None)


async def owe(poster: Poster, count: int) -> list[OutboxRow]:
    """Start `count` matches, whose first boards are owed."""
    for channel in range(count):
        await poster.at.running("docker", ANNA, BEN, channel=100 + channel)
    return list(await poster.at.list_unposted())


async def sweep_all(poster: Poster, count: int) -> None:
    """Sweep until `count` boards have been seen."""
    for _ in range(count // _BATCH + 1):
        await poster.bot[Postman].sweep()
