"""A sandbox with the show bot in it, and a browser on its page.

The tests of this folder run in the event loop of the browser that all tests of a process share (`shared_browser`).
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from sandbox.server import Sandbox
from tests.page.showbot import ShowBot, log_in
from tests.support.browser import OpenPage, open_pages


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the asynchronous tests of this folder in the loop of the browser."""
    for item in items:
        here = item.path.parent == Path(__file__).parent
        if here and isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.function):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)  # before the one of auto mode


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(shared_browser: Browser) -> AsyncIterator[OpenPage]:
    """Open pages, and close them after the test."""
    async with open_pages(shared_browser) as found:
        yield found


@pytest_asyncio.fixture(loop_scope="session")
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox() as sandbox:
        sandbox.world.user_named("Ben").locale = "de"  # somebody reads German here, unlike in the seed
        yield sandbox


@pytest_asyncio.fixture(loop_scope="session")
async def bot(sandbox: Sandbox) -> AsyncIterator[ShowBot]:
    async with log_in(ShowBot(), sandbox) as bot:
        yield bot
