"""A whole Slowboat without a network: interactions go in as Discord sends them, and everything that would go out is
kept, byte for byte.

Store, referee, cogs and discord.py's own parsing are the real ones; only the two functions in which discord.py sends a
request are replaced.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import re
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import aiohttp
import discord
import pytest
from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter

from client.core.bot import Slowboat
from client.core.controls import receive
from client.create import create_bot
from client.pictures import films
from client.pictures.films import Film, FilmWorker
from client.turn.risk import RiskMeter
from data import Store
from matches.archive import history
from matches.machines.machines import Machines
from matches.machines.nature import NatureWorker
from matches.match import Match
from matches.referee import Referee
from matches.texts import Texts
from tests.support.analyses import shorten_analyses
from tests.support.here import Here
from tests.support.stores import open_store

NOW = 1.8e9
APPLICATION = 2**60
DIRECT_MESSAGES = 950
"""The channel of everybody's direct messages with the bot."""
BOT = {"id": str(APPLICATION), "username": "Slowboat", "discriminator": "0", "avatar": None, "bot": True}
MANAGE_GUILD = 1 << 5
ALL_WE_NEED = str((1 << 10) | (1 << 11) | (1 << 15) | (1 << 16) | (1 << 35) | (1 << 38))
EPHEMERAL = 1 << 6

Sent = tuple[str, str, bytes]
"""A request that would have been sent: the route, the JSON body, the files one after the other."""


NEW_ID = re.compile(r"2305843009\d{9}")
"""Ids of messages, threads and interactions of a wire, which counts them."""


def without_ids(sent: list[Sent]) -> list[Sent]:
    """Replace the ids of new messages and threads, which differ between two worlds."""
    return [(NEW_ID.sub("ID", route), NEW_ID.sub("ID", body), files) for route, body, files in sent]


BESIDE = ("discord.py: ", "errands for ")
"""How the names of tasks begin in which the bot does more than it answers."""


class Wire:
    """The bot, and the requests it sent. `acting`: the bot that may send now, if there are several."""

    acting: Wire

    def __init__(self, bot: Slowboat, store: Store) -> None:
        self.bot = bot
        self.store = store
        self.sent: list[Sent] = []
        self._ids = itertools.count(2**61)

    def take(self) -> list[Sent]:
        """Return the requests since the last call."""
        sent, self.sent = self.sent, []
        return sent

    async def press(
        self,
        custom_id: str,
        *,
        user: int,
        guild: int | None,
        channel: int,
        values: Sequence[str] = (),
        fields: Mapping[str, str] | None = None,
        manages: bool = False,
        locale: str = "en-GB",
        number: int | None = None,
    ) -> list[Sent]:
        """Press a button, use a menu (`values`) or submit a form (`fields`). Returns the requests that went out.

        `number`: the interaction's id, if it should not be new.
        """
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 3 if values else 2, "values": list(values)}
        if fields is not None:
            inputs = [{"type": 4, "custom_id": key, "value": value} for key, value in fields.items()]
            data = {"custom_id": custom_id, "components": [{"type": 18, "component": field} for field in inputs]}
        kind = 3 if fields is None else 5
        found = self._interaction(kind, data, user, guild, channel, manages=manages, locale=locale, number=number)
        Wire.acting = self
        await receive(self.bot, found)
        await self.settle()
        return self.take()

    async def settle(self) -> None:
        """Wait for what the bot does beside its answer, such as renewing a host's panel."""
        while beside := [task for task in asyncio.all_tasks() if task.get_name().startswith(BESIDE)]:
            await asyncio.gather(*beside, return_exceptions=True)

    async def command(
        self,
        name: str,
        options: Sequence[Mapping[str, Any]] = (),
        *,
        user: int,
        guild: int | None,
        channel: int,
        manages: bool = False,
        locale: str = "en-GB",
        autocomplete: bool = False,
        target: int | None = None,
    ) -> list[Sent]:
        """Send a slash command, or ask for its suggestions. Returns the requests that went out. `options`: as Discord
        sends them. `target`: the person in whose menu the command is, if it is not typed."""
        data: dict[str, Any] = {"id": "1", "name": name, "type": 1, "options": list(options)}
        if target is not None:
            data |= {"type": 2, "target_id": str(target), "resolved": _make_people(target)}
        if people := {each["value"] for each in options if each["type"] == 6}:
            data["resolved"] = {"users": {each: _make_user(int(each)) for each in people}}
        if files := {each["value"] for each in options if each["type"] == 11}:
            data["resolved"] = {"attachments": {each: _make_file(each) for each in files}}
        found = self._interaction(
            4 if autocomplete else 2, data, user, guild, channel, manages=manages, locale=locale, number=None
        )
        Wire.acting = self
        try:
            await self.bot.tree._call(found)
        except discord.app_commands.AppCommandError as error:
            await self.bot.tree._dispatch_error(found, error)
        await self.settle()
        return self.take()

    def _interaction(
        self,
        kind: int,
        data: dict[str, Any],
        user: int,
        guild: int | None,
        channel: int,
        *,
        manages: bool,
        locale: str,
        number: int | None,
    ) -> discord.Interaction[Any]:
        person = _make_user(user)
        place = {"id": str(channel), "type": 0 if guild else 1, "name": "games", "position": 0, "recipients": [BOT]}
        payload: dict[str, Any] = {
            "id": str(number if number is not None else next(self._ids)),
            "application_id": str(APPLICATION),
            "type": kind,
            "data": data,
            "token": "a-token",
            "version": 1,
            "attachment_size_limit": 10 << 20,
            "app_permissions": ALL_WE_NEED,
            "locale": locale,
            "channel_id": str(channel),
            "channel": place if not guild else {**place, "guild_id": str(guild)},
            "entitlements": [],
        }
        if guild is None:
            payload["user"] = person
        else:
            payload["guild_id"] = str(guild)
            payload["guild"] = {"id": str(guild), "locale": "en-GB", "features": []}
            rights = str(MANAGE_GUILD if manages else 0)
            payload["member"] = {
                "user": person, "roles": [], "joined_at": "2025-01-01T00:00:00+00:00", "deaf": False, "mute": False,
                "permissions": rights, "flags": 0,
            }  # fmt: skip
        if kind in (3, 5):
            payload["message"] = self._message(channel)
        return discord.Interaction(data=cast("Any", payload), state=self.bot._connection)

    def _message(self, channel: int) -> dict[str, Any]:
        """Build a message as Discord answers it."""
        return {
            "id": str(next(self._ids)), "channel_id": str(channel), "author": BOT, "content": "", "type": 0, "flags": 0,
            "timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None, "tts": False, "mention_everyone": False,
            "mentions": [], "mention_roles": [], "attachments": [], "embeds": [], "pinned": False, "components": [],
        }  # fmt: skip

    def _thread(self, parent: int) -> dict[str, Any]:
        """Build a new thread as Discord answers it."""
        opened = {"archived": False, "locked": False, "auto_archive_duration": 10080, "archive_timestamp": None}
        return {"id": str(next(self._ids)), "parent_id": str(parent), "type": 11, "name": "games", "owner_id": "1",
                "message_count": 0, "member_count": 1, "thread_metadata": opened}  # fmt: skip

    def note(self, route: str, payload: Any, multipart: Any, files: Sequence[discord.File]) -> None:
        """Keep a request without the interaction's id, because two worlds count differently, and without the random
        nonce that discord.py gives a message."""
        body = _read_body(payload, multipart)
        if isinstance(body, dict) and str(body.get("nonce", "")).isdecimal():
            del body["nonce"]
        shown = b"".join(file.filename.encode() + b"\0" + file.fp.read() for file in files)
        self.sent.append((route, json.dumps(body, sort_keys=True, default=str), shown))


def _read_body(payload: Any, multipart: Any) -> Any:
    """Read the JSON of a request with or without files."""
    if multipart:
        return next((json.loads(part["value"]) for part in multipart if part["name"] == "payload_json"), None)
    return payload


def _make_file(number: str) -> dict[str, Any]:
    """Make an attached file whose id is its size."""
    address = f"https://cdn.discordapp.com/attachments/1/{number}/record.txt"
    return {"id": number, "filename": "record.txt", "size": int(number), "url": address, "proxy_url": address}


def _make_people(user: int) -> dict[str, Any]:
    """Make what Discord sends about a person in whose menu a command is used."""
    member = {"roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "permissions": "0", "flags": 0, "nick": None}
    return {"users": {str(user): _make_user(user)}, "members": {str(user): member}}


def _make_user(user: int) -> dict[str, Any]:
    return {"id": str(user), "username": f"user{user}", "discriminator": "0", "avatar": None}


@contextlib.asynccontextmanager
async def wire(folder: Path, patch: pytest.MonkeyPatch, *, referee: type[Referee] = Referee) -> AsyncIterator[Wire]:
    """Load the cogs of a Slowboat that is logged in nowhere. The time stands still."""
    async with open_store(folder) as store, _connect(store, folder, patch, referee) as found:
        yield found


@contextlib.asynccontextmanager
async def _connect(
    store: Store, folder: Path, patch: pytest.MonkeyPatch, referee: type[Referee]
) -> AsyncIterator[Wire]:
    watched = referee(store, now=lambda: NOW)
    worker = NatureWorker()
    bot = create_bot(watched, Machines(watched, worker), Texts(), state_folder=folder, on_ready=lambda: None)
    found = Wire(bot, store)

    async def webhook(_: Any, route: Any, session: Any, **facts: Any) -> Any:
        files = facts.get("files") or ()
        Wire.acting.note(f"{route.method} {route.path}", facts.get("payload"), facts.get("multipart"), files)
        callback = route.path.endswith("/callback")
        sent = _read_body(facts.get("payload"), facts.get("multipart")) or {}
        shown = found._message(int(route.channel_id or 1))
        if not callback:
            return shown | {"components": sent.get("components") or []}
        if (facts.get("params") or {}).get("with_response"):
            shown["components"] = (sent.get("data") or {}).get("components") or []
            return {"interaction": {"id": "1", "type": 2}, "resource": {"type": 4, "message": shown}}
        return None

    async def http(_: Any, route: Any, *, files: Any = None, form: Any = None, **facts: Any) -> Any:
        Wire.acting.note(f"{route.method} {route.path}", facts.get("json"), form, files or ())
        if route.path == "/users/@me/channels":
            return {"id": str(DIRECT_MESSAGES), "type": 1, "recipients": []}
        if route.path == "/users/{user_id}":
            return _make_user(int(route.url.rsplit("/", 1)[-1]))
        if route.path.endswith("/threads"):
            return found._thread(int(route.channel_id or 1))
        if route.method == "GET" and route.path.endswith("/messages"):
            return []
        return found._message(int(route.channel_id or 1)) if "messages" in route.path else {}

    for module in [each for each in sys.modules.values() if hasattr(each, "may_post_later")]:
        patch.setattr(module, "may_post_later", lambda _: True)  # the bot is in every server of these tests
    bot.analyst.worker = Here(time_limit=60)  # at low priority it would wait for all other tests
    shorten_analyses(patch)
    Wire.acting = found
    patch.setattr("client.core.intake.ANSWER_WITHIN", 3600.0)  # which answers are ready in time depends on the machine
    patch.setattr("client.lobby.showing.PAUSE", 3600.0)  # the same for what goes on by itself
    patch.setattr("client.analysis.PROGRESS_EVERY", 3600.0)  # how often progress is shown depends on the machine
    patch.setattr(AsyncWebhookAdapter, "request", webhook)
    patch.setattr(HTTPClient, "request", http)
    bot._connection.user = discord.ClientUser(state=bot._connection, data=cast("Any", BOT))
    bot._connection.application_id = APPLICATION
    bot._application = None
    bot.http._HTTPClient__session = aiohttp.ClientSession()  # type: ignore[attr-defined] # nothing goes through it
    try:
        await bot._async_setup_hook()
        await bot.set_up()
        yield found
    finally:
        await bot.films.stop()
        await bot[RiskMeter].worker.stop()
        await worker.stop()
        await bot.http.close()


def draw_no_films(patch: pytest.MonkeyPatch) -> None:
    """Draw no films. Instead of the picture comes everything the worker would have drawn it from."""

    async def draw_match_film(self: FilmWorker, match: Match, **_: object) -> Film:
        assert isinstance(self, FilmWorker)
        shown = films._choose_views(match, await history.read(self._referee, match))
        return Film(repr((shown, match.cast(names=False))).encode(), f"{match.game_name}-{match.id}.gif")

    async def draw_recap(self: FilmWorker, match: Match, *, since: int, **_: object) -> Film:
        shown = films._choose_views(match, await history.read(self._referee, match), since)
        return Film(repr((shown, match.cast(names=False))).encode(), f"{match.game_name}-{match.id}.gif")

    for made in (draw_match_film, draw_recap):
        assert callable(getattr(FilmWorker, made.__name__))
        patch.setattr(FilmWorker, made.__name__, made)
