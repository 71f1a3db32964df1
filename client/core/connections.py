"""Connections to Discord that report each answer.

aiohttp's traces would report it, too, but with them it computes the address of every request anew, twice, and calls ten
empty hooks: a twentieth of what the event loop does for a move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import aiohttp

if TYPE_CHECKING:
    from aiohttp.connector import Connection
    from aiohttp.tracing import Trace

Note = Callable[[aiohttp.ClientResponse], None]


class ReportingConnector(aiohttp.TCPConnector):
    """A connector for discord.py, without a limit as its own has none."""

    def __init__(self, note: Note) -> None:
        """Make a connector in a running event loop. `note` gets each answer as soon as its headers have arrived."""
        super().__init__(limit=0)

        class Reported(aiohttp.ClientResponse):
            async def start(self, connection: Connection) -> aiohttp.ClientResponse:
                started = await super().start(connection)
                note(self)
                return started

        self._response_class = Reported

    async def connect(
        self,
        req: aiohttp.ClientRequest,
        traces: list[Trace],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109 - aiohttp's
    ) -> Connection:
        """Connect a request, whose answer will be reported."""
        req.response_class = self._response_class
        return await super().connect(req, traces, timeout)
