"""Limits of number and time: 429s, lost replies, and how long an interaction's token is valid."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from sandbox import errors
from sandbox.discord import guilds
from sandbox.errors import ErrorKind
from sandbox.network.ratelimits import Scope
from sandbox.person.slash import Refused
from sandbox.server import Sandbox
from sandbox.storage import seed
from tests.support.small_bot import Bot, Call, Start, eventually, make_bot

SCOPES: tuple[Scope, ...] = ("user", "shared", "global")


@pytest.mark.parametrize("scope", SCOPES)
async def test_a_429_is_waited_for_and_repeated(sandbox: Sandbox, start: Start, scope: Scope) -> None:
    bot = await start(Bot())
    sandbox.limits.refuse_next("POST /channels", retry_after=0.01, count=2, scope=scope)
    message = await bot.get_channel(seed.GAMES_ID).send("at last")
    assert message.content == "at last"
    assert [e.status for e in sandbox.rest.log if e.method == "POST"] == [429, 429, 200]


async def test_the_headers_of_a_429_tell_its_scope(sandbox: Sandbox, call: Call) -> None:
    told: dict[str, Any] = {}
    for scope in SCOPES:
        sandbox.limits.refuse_next("GET /users/@me", retry_after=64.57, scope=scope)
        status, body, told[scope] = await call("GET", "/users/@me")
        message = f"{'The resource is' if scope == 'shared' else 'You are'} being rate limited."
        assert status == 429
        assert body == {"message": message, "code": 0, "retry_after": 64.57, "global": scope == "global"}
        assert told[scope]["Retry-After"] == "65"
        assert told[scope]["X-RateLimit-Scope"] == scope
        assert told[scope]["Via"], "without it clients take the answer for Cloudflare's"
    assert told["user"]["X-RateLimit-Remaining"] == "0"
    assert told["user"]["X-RateLimit-Reset-After"] == "64.570"
    assert int(told["shared"]["X-RateLimit-Remaining"]) > 0, "the bot itself has requests left"
    assert told["global"]["X-RateLimit-Global"] == "true"
    assert "X-RateLimit-Bucket" not in told["global"]


@pytest.mark.parametrize(
    "kind",
    [errors.BANNED_PAGE, errors.FORBIDDEN_PAGE, errors.BAD_GATEWAY_PAGE, errors.UNAVAILABLE_PAGE],
    ids=lambda kind: str(kind.status),
)
async def test_a_proxy_answers_with_a_page(
    sandbox: Sandbox, start: Start, monkeypatch: pytest.MonkeyPatch, kind: ErrorKind
) -> None:
    bot = await start(Bot())
    sleep = asyncio.sleep
    monkeypatch.setattr("discord.http.asyncio.sleep", lambda seconds: sleep(0))
    sandbox.limits.refuse_next("POST /channels", kind, count=5)
    with pytest.raises(discord.HTTPException) as refused:
        await bot.get_channel(seed.GAMES_ID).send("no")
    assert (refused.value.status, refused.value.code) == (kind.status, 0)
    assert refused.value.text.startswith("<!DOCTYPE html>")
    headers = refused.value.response.headers
    assert headers["Content-Type"].startswith("text/html")
    assert not [name for name in headers if name == "Via" or name.startswith("X-RateLimit")]
    sent = sum(exchange.method == "POST" for exchange in sandbox.rest.log)
    assert sent == (5 if kind is errors.BAD_GATEWAY_PAGE else 1), "discord.py repeats a 502 alone"


ORDERED = [
    kind for kind in vars(errors).values() if isinstance(kind, ErrorKind) and not isinstance(kind, errors.ProxyError)
]


async def test_every_error_can_be_ordered(sandbox: Sandbox, call: Call) -> None:
    for kind in ORDERED:
        sandbox.limits.refuse_next("POST /channels/{channel_id}/messages", kind)
        status, body, _ = await call("POST", f"/channels/{seed.GAMES_ID}/messages", {"content": "no"})
        assert (status, body["code"], body["message"]) == (kind.status, kind.code, kind.message)
    assert sandbox.person("Anna").messages() == []


async def test_an_order_may_name_one_channel(sandbox: Sandbox, call: Call) -> None:
    games, general = (f"/channels/{number}/messages" for number in (seed.GAMES_ID, seed.GENERAL_ID))
    sandbox.limits.refuse_next(f"POST {games}", errors.MISSING_ACCESS, count=2)
    said = [(await call("POST", path, {"content": "x"}))[0] for path in (general, games, general, games, games)]
    assert said == [200, 403, 200, 403, 200]


async def test_a_server_has_a_limit_of_active_threads(sandbox: Sandbox, call: Call) -> None:
    world = sandbox.world
    guild, games = world.guilds[seed.GUILD_ID], world.channels[seed.GAMES_ID]
    anna = sandbox.person("Anna")
    message = anna.say("hello")
    guild.thread_limit = 2
    first = guilds.create_thread(world, games, "first", owner=world.bot)
    guilds.create_thread(world, games, "second", owner=world.bot)
    starts = (f"/channels/{games.id}/threads", f"/channels/{games.id}/messages/{message.id}/threads")
    for path in starts:
        status, error, _ = await call("POST", path, {"name": "third", "type": 11})
        assert (status, error["code"]) == (400, 160006)
    with pytest.raises(Refused, match="too many"):
        anna.start_thread("ours")
    guilds.set_archived(world, first, archived=True)
    assert (await call("POST", starts[0], {"name": "third", "type": 11}))[0] == 201
    for method, path, body in (
        ("PATCH", f"/channels/{first.id}", {"archived": False}),
        ("POST", f"/channels/{first.id}/messages", {"content": "awake?"}),
    ):
        status, error, _ = await call(method, path, body)
        assert (status, error["code"]) == (400, 160006), "an archived thread needs room, too"
    with pytest.raises(Refused, match="too many"):
        anna.at(first).say("awake?")
    assert (first.archived, list(first.messages)) == (True, [])
    guild.thread_limit = 3
    assert (await call("POST", f"/channels/{first.id}/messages", {"content": "awake"}))[0] == 200
    assert not first.archived


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
