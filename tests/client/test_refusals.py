"""The table of Discord's answers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from client.core.refusals import Meaning, means, read_answer

JSON = "application/json"


def refuse(status: int, code: int = 0, *, kind: str = JSON) -> discord.HTTPException:
    """Build the error that discord.py raises for an answer."""
    response: Any = SimpleNamespace(status=status, reason="", headers={"Content-Type": kind})
    return discord.HTTPException(response, {"code": code, "message": "no"} if kind == JSON else "<html></html>")


@pytest.mark.parametrize(
    ("status", "code", "meaning"),
    [
        (403, 40003, Meaning.LATER),
        (403, 50013, Meaning.CLOSED),
        (403, 50001, Meaning.CLOSED),
        (403, 50007, Meaning.UNREACHABLE),
        (403, 50278, Meaning.UNREACHABLE),
        (404, 10003, Meaning.GONE),
        (404, 10008, Meaning.GONE),
        (404, 10062, Meaning.TOO_LATE),
        (400, 40060, Meaning.TOO_LATE),
        (400, 160006, Meaning.FULL),
        (400, 200000, Meaning.UNWELCOME),
        (400, 50024, Meaning.CLOSED),
        (400, 50083, Meaning.CLOSED),
        (400, 30046, Meaning.LATER),
        (429, 20016, Meaning.LATER),
        (400, 50035, Meaning.OURS),
        (403, 999999, Meaning.CLOSED),
        (404, 999999, Meaning.GONE),
        (400, 999999, Meaning.OURS),
        (404, 0, Meaning.OURS),
    ],
)
def test_codes_have_one_meaning(status: int, code: int, meaning: Meaning) -> None:
    answer = read_answer(refuse(status, code))
    assert answer is not None
    assert (answer.meaning, answer.code) == (meaning, code)


@pytest.mark.parametrize("status", [403, 404, 429, 500, 502, 503, 520])
def test_a_page_of_a_proxy_is_not_final(status: int) -> None:
    assert means(refuse(status, kind="text/html"), Meaning.LATER)


def test_a_limit_says_how_long() -> None:
    answer = read_answer(discord.RateLimited(65.0))
    assert answer is not None
    assert (answer.meaning, answer.wait) == (Meaning.LATER, 65.0)


def test_a_broken_connection_is_not_final() -> None:
    assert means(aiohttp.ServerDisconnectedError(), Meaning.LATER)


def test_other_errors_are_not_discords() -> None:
    assert read_answer(ValueError()) is None
    assert not means(ValueError(), *Meaning)
