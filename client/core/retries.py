"""The one policy for repeating requests to Discord whose answer was lost.

discord.py repeats every request after a 5xx answer and after some broken connections. That is safe for idempotent
requests, which we repeat after every broken connection, and for messages with a nonce, which Discord posts once. It is
not safe for a follow-up of an interaction, which has no nonce: a repeat may post a second message. So a follow-up gets
one attempt.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final, TypeVar

import aiohttp
import discord
from discord import ui
from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from client.messages.custom_ids import Id, parse

log = logging.getLogger(__name__)

R = TypeVar("R")

DELAYS = (0.2, 1.0)
"""Seconds before the second and the third attempt."""

BROKEN = (aiohttp.ClientError, OSError)
"""Errors of a broken connection. Discord may have carried the request out nevertheless."""

LOOK_BACK = 100
"""Messages searched for one that may have been posted already: as many as one request reads."""


MOST: Final = 45
"""Requests that are begun in a second. Some of Discord's 50 are left for delays on the way."""


class UnconfirmedError(aiohttp.ClientError):
    """A request was not repeated although its answer is missing: Discord may have carried it out."""


async def retry(send: Callable[[], Awaitable[R]]) -> R:
    """Repeat an idempotent request after broken connections. Raises the error of the last attempt."""
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
    """Adapter of discord.py for requests with an interaction's token, with our policy."""

    async def request(self, route: Any, session: Any, **kwargs: Any) -> Any:
        """Send a request; a follow-up once. Raises UnconfirmedError where Discord answered a follow-up with 5xx."""
        send = super().request
        if route.method == "POST" and not route.url.endswith("/callback"):
            return await send(route, _SingleAttempt(session), **kwargs)  # type: ignore[arg-type] # has all that discord.py uses

        async def attempt() -> Any:
            for file in kwargs.get("files") or ():
                file.reset(seek=True)
            return await send(route, session, **kwargs)

        return await retry(attempt)


_TOKEN_REQUESTS = TokenRequests()  # type: ignore[no-untyped-call] # discord.py leaves it untyped


def use_policy(http: HTTPClient) -> None:
    """Apply the policy to this HTTP client, to the current task, and to the tasks it starts."""
    async_context.set(_TOKEN_REQUESTS)
    send, pace = http.request, Pace()

    async def request(route: Any, *, files: Any = None, form: Any = None, **kwargs: Any) -> Any:
        async def attempt() -> Any:
            for file in files or ():
                file.reset(seek=True)
            await pace.wait(route.channel_id or route.guild_id)
            return await send(route, files=files, form=form, **kwargs)

        # Discord recognises a repeated message by its nonce.
        repeatable = route.method != "POST" or '"nonce"' in f"{kwargs.get('json')}{form}".replace("'", '"')
        return await (retry(attempt) if repeatable else attempt())

    http.request = request  # type: ignore[method-assign]


async def find_same(
    client: discord.Client, channel: discord.PartialMessageable, view: ui.LayoutView, *, after: int
) -> discord.Message | None:
    """Find a message of the bot that is newer than the id `after` and has the same buttons as `view` or, without any,
    the same text. Raises what discord.py raises."""
    wanted, me = _mark(view.to_components()), client.user
    async for message in channel.history(limit=LOOK_BACK, after=discord.Object(after), oldest_first=False):
        if me is not None and message.author.id == me.id and _mark(map(_to_dict, message.components)) == wanted:
            return message
    return None


def _to_dict(component: Any) -> dict[str, Any]:
    return dict(component.to_dict())


def _mark(components: Any) -> set[str]:
    """Collect what identifies a message: the custom_ids of its controls, or its texts if it has none."""
    found = [*_walk(list(components))]
    ids = {str(each["custom_id"]) for each in found if "custom_id" in each}
    return ids or {str(each["content"]).strip() for each in found if "content" in each}


def _walk(value: Any) -> Iterator[dict[str, Any]]:
    """Walk through all components, however nested."""
    if isinstance(value, dict):
        yield value
        value = [each for each in value.values() if isinstance(each, dict | list)]
    if isinstance(value, list):
        for each in value:
            yield from _walk(each)


async def find_own_message(
    client: discord.Client, place: discord.abc.Messageable, is_it: Callable[[Id], bool]
) -> discord.Message | None:
    """Find our newest message in a channel with a button for which `is_it` is true. Raises what discord.py raises."""
    async for message in place.history(limit=LOOK_BACK):
        if client.user is None or message.author.id != client.user.id:
            continue
        items = ui.LayoutView.from_message(message, timeout=None).walk_children()
        ids = (parse(getattr(item, "custom_id", None) or "") for item in items)
        if any(found is not None and is_it(found) for found in ids):
            return message
    return None


class Pace:
    """Let at most `most` requests begin in any `within` seconds; those that wait take turns by their place."""

    def __init__(self, most: int = MOST, *, within: float = 1.0) -> None:
        self._within = within
        self._begun: deque[float] = deque(maxlen=most)
        self._waiting: OrderedDict[object, deque[asyncio.Future[None]]] = OrderedDict()

    async def wait(self, place: object) -> None:
        """Wait until a request to a place, such as a channel's id, may begin."""
        loop = asyncio.get_running_loop()
        if not self._waiting and self._find_delay(loop.time()) <= 0:
            self._begun.append(loop.time())
            return
        turn: asyncio.Future[None] = loop.create_future()
        is_first = not self._waiting
        self._waiting.setdefault(place, deque()).append(turn)
        if is_first:
            loop.call_later(self._find_delay(loop.time()), self._go_on)
        await turn

    def _go_on(self) -> None:
        """Let those begin that may, one of each place by turns."""
        loop = asyncio.get_running_loop()
        while self._waiting:
            if (delay := self._find_delay(loop.time())) > 0:
                loop.call_later(delay, self._go_on)
                return
            place, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[place] = turns  # behind all other places
            if not turn.done():  # nobody waits for it if its request was given up
                self._begun.append(loop.time())
                turn.set_result(None)

    def _find_delay(self, now: float) -> float:
        """Compute the seconds until one more request may begin."""
        return self._begun[0] + self._within - now if len(self._begun) == self._begun.maxlen else 0.0
