"""Messages for failures of the disk and the store."""

from __future__ import annotations

import logging
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from client.core.errors import LOST_SUGGESTIONS, answer, explain, is_undeliverable
from data import StoreError
from data.errors import StoreFull, StoreLocked, StoreUnwritable


@pytest.mark.parametrize("error", [StoreFull(Path("f"), "full"), StoreUnwritable(Path("f"), "read-only")])
def test_a_full_disk_is_explained(error: StoreError) -> None:
    said = explain(error)
    assert said is not None
    assert "disk is full" in said.id


def test_a_store_that_is_being_opened_is_explained_as_a_restart() -> None:
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
def test_our_own_errors_are_not_blamed_on_discord(error: Exception) -> None:
    assert explain(error) is None


async def test_an_answer_that_cannot_be_sent_is_logged() -> None:
    """Log a broken connection that keeps an error message from being sent, instead of raising it."""

    async def send(**_: object) -> None:
        raise aiohttp.ServerDisconnectedError

    followup = SimpleNamespace(send=send)
    asked: Any = SimpleNamespace(id=1, extras={}, response=SimpleNamespace(is_done=lambda: True), followup=followup)
    await answer(asked, "anything")


@pytest.mark.parametrize("error", [_http(502), aiohttp.ServerDisconnectedError()])
def test_lost_suggestions_are_not_logged_as_errors(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("a test of lost suggestions")
    logger.addFilter(LOST_SUGGESTIONS)
    logger.error("Ignoring exception in autocomplete", exc_info=error)
    logger.error("Ignoring exception in autocomplete", exc_info=ValueError())
    assert [(each.levelname, bool(each.exc_info)) for each in caplog.records] == [("WARNING", False), ("ERROR", True)]


@pytest.mark.parametrize(
    ("path", "silent"),
    [
        ("webhooks/1/token/messages/@original", True),
        ("interactions/1/token/callback", True),
        ("channels/2/messages/3", False),
        ("channels/2", False),
    ],
)
@pytest.mark.parametrize("code", [10003, 10008])
def test_missing_channels_and_messages_are_explained_except_answers(path: str, code: int, *, silent: bool) -> None:
    """A missing channel or message is explained, unless it is the answer itself."""
    response: Any = SimpleNamespace(status=404, reason="", url=f"https://discord.com/api/v10/{path}")
    error = discord.NotFound(response, {"code": code, "message": ""})
    assert is_undeliverable(error) is silent
    said = explain(error)
    assert said is not None
    assert "has been deleted" in said.id
