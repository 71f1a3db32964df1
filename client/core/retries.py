"""The one policy for repeating requests to Discord whose answer was lost.

discord.py repeats requests after 5xx answers and after some broken connections, whatever they do. That suits requests
which have the same effect when they are carried out twice; we repeat those after every broken connection. It does not
suit a follow-up of an interaction: it has no nonce, so a repeated one may post a second message. A follow-up gets one
attempt; callers look for its message before they send another.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import aiohttp
from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

R = TypeVar("R")

DELAYS = (0.2, 1.0)
"""Seconds before the second and the third attempt."""

BROKEN = (aiohttp.ClientError, OSError)
"""What a broken connection raises; it does not tell whether Discord carried the request out."""


class UnconfirmedError(aiohttp.ClientError):
    """A request was not repeated although its answer is missing: Discord may have carried it out."""


async def retry(send: Callable[[], Awaitable[R]]) -> R:
    """Repeat a request that may be carried out twice, after broken connections. Raises what the last attempt raises."""
    for delay in DELAYS:
        with contextlib.suppress(*BROKEN):
            return await send()
        await asyncio.sleep(delay)
    return await send()


class _SingleAttempt:
    """A session that refuses to send anything twice."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session
        self._used = False

    def request(self, *args: Any, **kwargs: Any) -> Any:
        if self._used:
            raise UnconfirmedError("not repeated")
        self._used = True
        return self._session.request(*args, **kwargs)


class TokenRequests(AsyncWebhookAdapter):
    """discord.py's requests through the tokens of interactions, with our policy."""

    async def request(self, route: Any, session: Any, **kwargs: Any) -> Any:
        """Send a request; a follow-up once. Raises UnconfirmedError where Discord answered a follow-up with 5xx."""
        send = super().request
        if route.method == "POST" and not route.url.endswith("/callback"):
            return await send(route, _SingleAttempt(session), **kwargs)  # type: ignore[arg-type] # it has all that is used
        return await retry(lambda: send(route, session, **kwargs))


_TOKEN_REQUESTS = TokenRequests()  # type: ignore[no-untyped-call] # discord.py leaves it untyped


def use_policy(http: HTTPClient) -> None:
    """Apply the policy to this HTTP client, to the current task, and to the tasks it starts."""
    async_context.set(_TOKEN_REQUESTS)
    send = http.request

    async def request(route: Any, *, files: Any = None, form: Any = None, **kwargs: Any) -> Any:
        async def attempt() -> Any:
            for file in files or ():
                file.reset(seek=True)
            return await send(route, files=files, form=form, **kwargs)

        # By its nonce Discord recognises a message that is sent again.
        repeatable = route.method != "POST" or '"nonce"' in f"{kwargs.get('json')}{form}".replace("'", '"')
        return await (retry(attempt) if repeatable else send(route, files=files, form=form, **kwargs))

    http.request = request  # type: ignore[method-assign]
