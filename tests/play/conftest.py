from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.art import shared_art
from tests.support.play.table import Table, table

__all__ = ["shared_art"]


@pytest.fixture(autouse=True)
def _fix_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give matches the same secrets in every run, and with them the same dice and shuffles."""
    numbers = itertools.count()
    monkeypatch.setattr("client.lobby.opening.secrets.token_bytes", lambda size: next(numbers).to_bytes(size, "big"))


@pytest.fixture(autouse=True)
def _wait_for_clips(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait longer for clips: on a busy machine a board would be posted without them."""
    monkeypatch.setattr("client.pictures.films.TIME_LIMIT", 60.0)


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[Table]:
    """Run Slowboat in a fresh sandbox."""
    async with table(tmp_path) as at:
        yield at
