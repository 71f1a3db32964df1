from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from .table import Table, table


@pytest.fixture
async def at_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    """A running Slowboat in a sandbox of its own. Its secrets are always the same, and so are dice and shuffles."""
    numbers = itertools.count()
    monkeypatch.setattr(
        "client.commands.game_cog.secrets.token_bytes", lambda size: next(numbers).to_bytes(size, "big")
    )
    async with table(tmp_path) as at:
        yield at
