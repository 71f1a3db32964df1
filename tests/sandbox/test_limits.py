"""Limits of number and time: 429s, lost replies, and how long an interaction's token is valid."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from sandbox.server import Sandbox
from sandbox.storage import seed

from .conftest import Bot, Start, eventually
from .test_flows import make_bot


@pytest.mark.parametrize("everywhere", [False, True])
async def test_a_429_is_waited_for_and_repeated(sandbox: Sandbox, start: Start, everywhere: Any) -> None:
    bot = await start(Bot())
    sandbox.limits.refuse_next("POST /channels", retry_after=0.01, count=2, everywhere=everywhere)
    message = await bot.get_channel(seed.GAMES_ID).send("at last")
    assert message.content == "at last"
    assert [e.status for e in sandbox.rest.log if e.method == "POST"] == [429, 429, 200]


async def test_a_429_without_via_is_a_ban(sandbox: Sandbox, start: Start) -> None:
    bot = await start(Bot())
    sandbox.limits.refuse_next("POST /channels", via=False)
    with pytest.raises(discord.HTTPException) as banned:
        await bot.get_channel(seed.GAMES_ID).send("no")
    assert banned.value.status == 429


async def test_real_limits_make_the_client_wait(sandbox: Sandbox, start: Start) -> None:
    bot = await start(Bot())
    sandbox.limits.limit, sandbox.limits.per = 2, 0.05
    channel = bot.get_channel(seed.GAMES_ID)
    await asyncio.gather(*(channel.send(str(n)) for n in range(5)))
    assert len(sandbox.person("Anna").messages()) == 5


async def test_a_request_with_a_nonce_is_repeated_and_posts_once(
    sandbox: Sandbox, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = await start(Bot())
    sandbox.faults.order("POST /channels", lose_reply=True)
    sleep = asyncio.sleep
    monkeypatch.setattr("discord.http.asyncio.sleep", lambda seconds: sleep(0))
    await bot.get_channel(seed.GAMES_ID).send("once", nonce=5)
    assert [m.content for m in sandbox.person("Anna").messages()] == ["once"]
    assert [e.status for e in sandbox.rest.log if e.method == "POST"] == [500, 200]


async def test_an_interaction_token_expires_after_fifteen_minutes(sandbox: Sandbox, start: Start) -> None:
    held = []

    async def keep(interaction: discord.Interaction) -> None:
        held.append(interaction)
        if len(held) > 1:
            await interaction.response.send_message("first")

    await start(make_bot(keep))
    anna = sandbox.person("Anna")
    clock = sandbox.world.clock
    late = anna.slash("go")
    await eventually(lambda: held)
    with pytest.raises(discord.NotFound) as early:
        await held[0].followup.send("before the answer")
    assert early.value.code == 10015
    clock.advance(3.1)
    assert late.failed
    with pytest.raises(discord.NotFound) as too_late:
        await held[0].response.send_message("late")
    assert too_late.value.code == 10062
    await anna.slash("go")
    held[1].response._response_type = None
    with pytest.raises(discord.HTTPException) as twice:
        await held[1].response.send_message("second")
    assert twice.value.code == 40060
    clock.advance(14 * 60)
    await held[1].followup.send("in time")
    clock.advance(2 * 60 - 30)
    with pytest.raises(discord.HTTPException) as expired:
        await held[1].followup.send("too late")
    assert expired.value.code == 50027
    clock.advance(60)
    for content in ("far too late", "nobody looks at this any more " * 100):
        with pytest.raises(discord.NotFound) as forgotten:
            await held[1].edit_original_response(content=content)
        assert forgotten.value.code == 10015
