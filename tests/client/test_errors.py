"""Messages for failures of the disk and the store."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from client.core.errors import answer, explain
from data import StoreError
from data.errors import StoreFull, StoreLocked, StoreUnwritable


@pytest.mark.parametrize("error", [StoreFull(Path("f"), "full"), StoreUnwritable(Path("f"), "read-only")])
def test_a_full_disk_is_explained(error: StoreError) -> None:
    said = explain(error)
    assert said is not None
    assert "disk is full" in said.id


def test_a_store_that_is_being_opened_is_a_restart() -> None:
    said = explain(StoreLocked(Path("f")))
    assert said is not None
    assert "restarting" in said.id


def _http(status: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(response, "")


@pytest.mark.parametrize("error", [_http(502), _http(429), aiohttp.ServerDisconnectedError(), ConnectionResetError()])
def test_a_failure_of_discord_is_explained(error: Exception) -> None:
    said = explain(error)
    assert said is not None
    assert "Discord could not be reached" in said.id


@pytest.mark.parametrize("error", [_http(400), OSError("no such file"), ValueError()])
def test_a_mistake_of_ours_is_not_blamed_on_discord(error: Exception) -> None:
    assert explain(error) is None


async def test_an_answer_that_cannot_be_sent_ends_in_a_log_line() -> None:
    """Log a broken connection that keeps an error message from being sent, instead of raising it."""

    async def send(**_: object) -> None:
        raise aiohttp.ServerDisconnectedError

    followup = SimpleNamespace(send=send)
    asked: Any = SimpleNamespace(id=1, extras={}, response=SimpleNamespace(is_done=lambda: True), followup=followup)
    await answer(asked, "anything")
