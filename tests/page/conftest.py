"""A sandbox with the show bot in it, and a browser on its page."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from sandbox.server import Sandbox
from tests.browser import browser, open_page  # noqa: F401 - fixtures, used by name

from .showbot import ShowBot, log_in


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox() as sandbox:
        sandbox.world.user_named("Ben").locale = "de"  # somebody reads German here, unlike in the seed
        yield sandbox


@pytest.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[ShowBot]:
    async with log_in(ShowBot(), sandbox) as bot:
        yield bot
