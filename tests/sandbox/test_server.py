"""The server itself: alone, on loopback, with no real token."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from typing import Any

import aiohttp
import pytest

from sandbox.server import Sandbox


async def test_only_the_sandboxs_own_token_is_accepted(sandbox: Sandbox, caplog: pytest.LogCaptureFixture) -> None:
    real = "MTE4NzY1NDMyMTA5ODc2NTQzMg.GabcDE.abcdefghijklmnopqrstuvwxyz0123456789AB"
    async with aiohttp.ClientSession() as session:
        for token in ("wrong", real):
            headers = {"Authorization": f"Bot {token}"}
            async with session.get(f"{sandbox.url}/api/v10/users/@me", headers=headers) as response:
                assert response.status == 401
    assert "real-looking" in caplog.text
    assert real not in caplog.text
    with pytest.raises(ValueError, match="real Discord token"):
        Sandbox(token=real)


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}])
async def test_only_loopback_names_and_pages_are_accepted(sandbox: Sandbox, headers: Any) -> None:
    async with aiohttp.ClientSession() as session, session.get(sandbox.url, headers=headers) as response:
        assert response.status == 403


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
async def test_the_sandbox_runs_as_a_program(stop: Any) -> None:
    """Run `python -m sandbox`: it prints its address, serves there, and stops when told to."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "sandbox", "--port", "0", "--name", "Some Bot", stdout=asyncio.subprocess.PIPE
    )
    try:
        text = ""
        while "gateway" not in text:
            assert process.stdout is not None
            async with asyncio.timeout(30):
                text += (await process.stdout.readline()).decode()
        found = re.search(r"page +(\S+)", text)
        assert found is not None
        url = found[1]
        async with aiohttp.ClientSession() as session, session.get(f"{url}/page/api/world") as response:
            assert (await response.json())["application"]["name"] == "Some Bot"
        process.send_signal(stop)
        async with asyncio.timeout(30):
            assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        process._transport.close()  # type: ignore[attr-defined]  # asyncio has no public way
