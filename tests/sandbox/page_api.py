"""The interface of the sandbox's page."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from sandbox.server import Sandbox


@pytest.fixture
async def page(sandbox: Sandbox) -> AsyncIterator[Any]:
    """Return `page`: `status, data = await page("GET" or "POST", "slash", …)`."""
    async with aiohttp.ClientSession() as session:

        async def page(method: str, path: str, **fields: Any) -> Any:
            more: dict[str, Any] = {"params": fields} if method == "GET" else {"json": fields}
            async with session.request(method, f"{sandbox.url}/page/api/{path}", **more) as response:
                return response.status, await response.json()

        yield page


@asynccontextmanager
async def events(sandbox: Sandbox, name: Any) -> AsyncIterator[Any]:
    """Return `next_event`: `await next_event(type)` waits for the next server-sent event of that type for a user."""
    user = sandbox.world.user_named(name).id
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{sandbox.url}/page/api/events", params={"user": user}) as response,
    ):
        assert response.headers["Content-Type"] == "text/event-stream"
        assert await response.content.readline() == b": open\n"

        async def next_event(*wanted: Any) -> Any:
            async with asyncio.timeout(30):
                async for line in response.content:
                    if line.startswith(b"data: "):
                        event = json.loads(line[6:])
                        if event["type"] in wanted:
                            return event
            raise AssertionError("the stream ended")

        yield next_event
