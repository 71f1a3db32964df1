"""What a process of the bot must know about the others. With one process, the default, there is nothing to know."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Final, Protocol


class Processes(Protocol):
    """The processes of a bot, as seen by one of them."""

    @property
    def alone(self) -> bool:
        """Whether this is the only process: nobody else changes the store, or does what an earlier process left."""

    @property
    def is_idle(self) -> bool:
        """Whether others serve all servers at the moment."""

    def serves(self, guild_id: int) -> bool:
        """Whether this process does what is due in a server. Direct messages are server 0."""

    def list_down(self, disconnected: frozenset[int]) -> frozenset[int]:
        """List the shards that nobody can reach. `disconnected`: those without a connection here."""

    def hold(self, kind: str, key: int) -> AbstractAsyncContextManager[bool]:
        """Hold a piece of work inside the context, such as a match; False if another process does it."""

    def has(self, kind: str, key: int) -> bool:
        """Whether this process still holds a piece of work. Ask before each step that cannot be undone."""

    def is_fresh(self, read_at: float) -> bool:
        """Whether wishes that were read from the store at a time may still be used."""

    async def claim(self, interaction_id: int, guild_id: int) -> bool | None:
        """Claim an interaction. Returns False if another process has it, None if that is unknown."""

    def describe(self) -> str:
        """Describe for the operator which process serves which shard."""


class Alone:
    """The only process of a bot."""

    alone = True
    is_idle = False

    def serves(self, _: int) -> bool:
        return True

    def list_down(self, disconnected: frozenset[int]) -> frozenset[int]:
        return disconnected

    @contextlib.asynccontextmanager
    async def hold(self, _kind: str, _key: int) -> AsyncIterator[bool]:
        yield True

    def has(self, _kind: str, _key: int) -> bool:
        return True

    def is_fresh(self, _: float) -> bool:
        return True

    async def claim(self, _interaction_id: int, _guild_id: int) -> bool:
        return True

    def describe(self) -> str:
        return ""


ALONE: Final = Alone()
