"""Malformed requests: each gets a 4xx, none a 500."""

from __future__ import annotations

import asyncio
import io
import logging
import struct
import zlib
from typing import Any

import aiohttp
import pytest

from sandbox.discord.composing import picture_size
from sandbox.server import Sandbox
from sandbox.storage import seed
from tests.support.small_bot import Call, eventually

MESSAGES = f"/channels/{seed.GAMES_ID}/messages"
DIGITS = "9" * 5000
"""More digits than Python converts to a number."""


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", f"/channels/{DIGITS}"),
        ("GET", f"{MESSAGES}?before={DIGITS}"),
        ("GET", f"{MESSAGES}?limit={DIGITS}"),
        ("GET", f"{MESSAGES}?limit=²"),
        ("PATCH", f"/channels/{seed.GAMES_ID}/messages/{DIGITS}"),
        ("PATCH", f"/webhooks/{DIGITS}/token/messages/@original"),
    ],
)
async def test_numbers_with_too_many_digits_are_refused(call: Call, method: str, path: str) -> None:
    status, error, _ = await call(method, path, {"content": "x"} if method == "PATCH" else None)
    assert (status, error["code"]) == (400, 50035)


async def test_an_attachment_index_with_too_many_digits_is_refused(sandbox: Sandbox) -> None:
    url = f"{sandbox.url}/attachments/{seed.GAMES_ID}/{DIGITS}/a.png"
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        assert answer.status == 404


@pytest.mark.parametrize("body", [b"[" * 100_000, b'{"a":' * 100_000, b'"\xff"', b"{", b'{"content": NaN}'])
async def test_broken_json_is_refused(call: Call, body: Any) -> None:
    headers = {"Content-Type": "application/json"}
    status, error, _ = await call("POST", MESSAGES, data=body, headers=headers)
    assert (status, error["code"]) == (400, 50109)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b"anything"),
        ("multipart/form-data; boundary=x", b"anything"),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\nno header"),
        ("multipart/form-data; boundary=x", b"--x\r\nContent-Transfer-Encoding: odd\r\n\r\nx\r\n--x--\r\n"),
        ("multipart/form-data; boundary=x", b"--x\r\nContent-Type: multipart/mixed\r\n\r\nx\r\n--x--\r\n"),
        ("multipart/form-data; boundary=x", b"--x\r\nContent-Encoding: gzip\r\n\r\nx\r\n--x--\r\n"),
        ("multipart/form-data; boundary=" + "x" * 80, b"anything"),
    ],
)
async def test_broken_multipart_is_refused(call: Call, kind: Any, body: Any) -> None:
    status, error, _ = await call("POST", MESSAGES, data=io.BytesIO(body), headers={"Content-Type": kind})
    assert status == 400
    assert error["code"] in (50006, 50035, 50109)


async def test_a_client_that_closes_its_connection_amid_a_request_leaves_no_error_in_the_log(
    sandbox: Sandbox, caplog: pytest.LogCaptureFixture
) -> None:
    """This happens if a bot is stopped while it sends."""
    caplog.set_level(logging.DEBUG, "sandbox.rest.pipeline")
    _, writer = await asyncio.open_connection("127.0.0.1", int(sandbox.url.rpartition(":")[2]))
    head = f"POST /api/v10{MESSAGES} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bot {sandbox.token}\r\n"
    writer.write(f"{head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{".encode())
    await writer.drain()
    writer.close()
    await eventually(lambda: caplog.records)
    assert [record.levelname for record in caplog.records] == ["DEBUG"], caplog.text


def test_a_picture_that_would_fill_the_memory_is_a_file() -> None:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0))
    bomb = b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    assert picture_size(bomb) == (None, None)
