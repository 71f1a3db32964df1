"""Fixtures for tests of the client without a connection. A module may define a `bot` of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from client.board.postman import Postman
from client.core.bot import Slowboat
from tests.client.notices import Channels, connect
from tests.support.matches.house import House, house


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[House]:
    """Open a house."""
    async with house(tmp_path, quick=True) as found:
        yield found


@pytest.fixture
def channels() -> Channels:
    """Make channels that note what is sent to them."""
    return Channels()


@pytest.fixture
def bot(at: House, tmp_path: Path, channels: Channels) -> Slowboat:
    """Make a client for the matches of the house."""
    return connect(at, tmp_path, channels)


@pytest.fixture
def no_boards(bot: Slowboat, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the client from posting boards, for tests of what it says otherwise."""

    async def post(*_: object) -> None:
        """Post nothing."""

    monkeypatch.setattr(bot[Postman], "refresh", post)
    monkeypatch.setattr(bot, "announce", post)
