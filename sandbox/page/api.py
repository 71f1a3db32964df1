"""The page's own API (`/page/api/…`, see README.md) and its static files: people act through `person.Person`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import web

from sandbox.discord import guilds, permissions, posting
from sandbox.discord.model import Channel, Json, Message, User
from sandbox.discord.world import Notice, World
from sandbox.page.fault_panel import FaultPanel
from sandbox.person import slash
from sandbox.person.person import Person
from sandbox.person.places import Order
from sandbox.person.slash import Refused

STATIC = Path(__file__).parent / "static"
LAST_MESSAGES = 100
KEEP_ALIVE_SECONDS = 15.0

PageHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class PageApi:
    """Serves the page of one world."""

    def __init__(self, world: World, fault_panel: FaultPanel) -> None:
        self.world = world
        self.fault_panel = fault_panel
        self._streams: set[asyncio.Queue[Notice | None]] = set()
        world.notice_listeners.append(self._spread)
        world.clock.watchers.append(lambda: world.notify("clock", 0, {"now": world.now()}))

    def add_to(self, app: web.Application) -> None:
        """Register the page's routes."""
        get, post = app.router.add_get, app.router.add_post
        get("/page/api/world", self._make_handler(self.get_world))
        get("/page/api/commands", self._make_handler(self.get_commands))
        get("/page/api/messages", self._make_handler(self.get_messages))
        get("/page/api/events", self.get_events)
        get("/page/api/fault", self._make_handler(self.read_faults))
        menus = (self.component, self.modal, self.use_on)
        for action in (self.fault, self.slash, self.autocomplete, self.say, self.dismiss, *menus):
            post(f"/page/api/{action.__name__}", self._make_handler(action))
        get("/", self.get_index)
        if STATIC.is_dir():
            app.router.add_static("/static", STATIC)
            app.on_response_prepare.append(_forbid_stale_files)

    def close(self) -> None:
        """End every open event stream."""
        for stream in self._streams:
            stream.put_nowait(None)

    def _make_handler(self, action: Callable[[web.Request], Awaitable[Any]]) -> PageHandler:
        """Turn an action's result or refusal into JSON."""

        async def handle(request: web.Request) -> web.StreamResponse:
            try:
                return _json(200, await action(request))
            except Refused as error:
                return _json(400, {"message": str(error)})
            except (KeyError, ValueError, TypeError, msgspec.MsgspecError) as error:
                return _json(400, {"message": f"Malformed request: {error}"})

        return handle

    # -- reading ------------------------------------------------------------------------------------------------

    async def get_index(self, _: web.Request) -> web.StreamResponse:
        """Serve the page itself."""
        index = STATIC / "index.html"
        if not index.is_file():
            return web.Response(text="The sandbox is running; its page is not installed.")
        return web.FileResponse(index, headers={"Cache-Control": "no-cache"})

    async def get_world(self, _: web.Request) -> Json:
        application = self.world.application
        return {
            "application": {"id": str(application.id), "name": application.name, "icon": None},
            "now": self.world.now(),
            "people": [_member(user) for user in self.world.users.values() if not user.bot and not user.deleted],
            "direct": {
                str(user.id): str(guilds.open_direct(self.world, user).id)
                for user in tuple(self.world.users.values())
                if not user.bot and not user.deleted
            },
            "guilds": [
                {
                    "id": str(guild.id),
                    "name": guild.name,
                    "bot": self.world.bot_member(guild) is not None,
                    "channels": [guilds.describe_channel(channel) for channel in guild.channels.values()],
                    "members": [_member(member.user) for member in guild.members.values()],
                    "roles": [
                        {"id": str(role.id), "name": role.name} for role in guild.roles.values() if role.id != guild.id
                    ],
                }
                for guild in self.world.guilds.values()
            ],
        }

    async def get_commands(self, request: web.Request) -> list[Json]:
        """List all commands of a guild and the global ones; with `user` and `channel` only those offered there: typed
        ones, then those in the menu of a person.
        """
        query = request.query
        if "user" in query and "channel" in query:
            person = self._person(query["user"], query["channel"])
            kinds = (slash.CHAT, slash.USER_MENU)
            return [c for kind in kinds for c in slash.list_usable(self.world, person.user, person.channel, kind=kind)]
        commands = self.world.commands
        return [*commands.get(int(query["guild"]), {}).values(), *commands[None].values()]

    async def get_messages(self, request: web.Request) -> list[Json]:
        person = self._person(request.query["user"], request.query["channel"])
        if not person.sees_channel():
            raise Refused("You do not see this channel.")
        return [posting.build_for_page(self.world, m, person.user) for m in person.messages()[-LAST_MESSAGES:]]

    async def read_faults(self, request: web.Request) -> list[Json]:
        return self.fault_panel.list_faults(self._order(request.query))

    async def get_events(self, request: web.Request) -> web.StreamResponse:
        """Stream server-sent events for one user until the page disconnects."""
        user = self.world.users.get(int(request.query.get("user", "0")))
        if user is None:
            return _json(400, {"message": "Nobody has this id."})
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
        await response.prepare(request)
        stream: asyncio.Queue[Notice | None] = asyncio.Queue()
        self._streams.add(stream)
        try:
            await response.write(b": open\n\n")
            while True:
                try:
                    async with asyncio.timeout(KEEP_ALIVE_SECONDS):
                        notice = await stream.get()
                except TimeoutError:
                    await response.write(b": still here\n\n")
                    continue
                if notice is None:
                    break
                if self._hears(user, notice):
                    event = {"type": notice.type, "channel_id": str(notice.channel_id), "data": notice.data}
                    await response.write(b"data: " + msgspec.json.encode(event) + b"\n\n")
        except ConnectionResetError:
            return response
        finally:
            self._streams.discard(stream)
        return response

    def _spread(self, notice: Notice) -> None:
        for stream in self._streams:
            stream.put_nowait(notice)

    def _hears(self, user: User, notice: Notice) -> bool:
        if notice.user_id is not None:
            return notice.user_id == user.id
        channel = self.world.channels.get(notice.channel_id)
        if channel is None:
            return True
        if channel.guild is None:
            return user.id in channel.members if channel.is_group else channel.recipient is user
        member = channel.guild.members.get(user.id)
        return member is not None and bool(
            permissions.compute_in_channel(channel.guild, member, channel) & permissions.Permission.VIEW_CHANNEL
        )

    # -- acting -------------------------------------------------------------------------------------------------

    async def slash(self, request: web.Request) -> Json:
        body = await _read_object(request)
        person = self._person(body["user"], body["channel"])
        return _describe_start(person.slash(body["command"], body.get("options") or {}).interaction.id)

    async def use_on(self, request: web.Request) -> Json:
        body = await _read_object(request)
        person = self._person(body["user"], body["channel"])
        target = self.world.users.get(int(body["target"]))
        if target is None:
            raise Refused("Nobody has this id.")
        return _describe_start(person.use_on(target, body["command"]).interaction.id)

    async def autocomplete(self, request: web.Request) -> Json:
        body = await _read_object(request)
        person = self._person(body["user"], body["channel"])
        choices = await person.autocomplete(body["command"], body.get("options") or {}, focused=body["focused"])
        return {"choices": choices}

    async def component(self, request: web.Request) -> Json:
        body = await _read_object(request)
        message = self._message(body["message_id"])
        person = Person(self.world, self._user(body["user"]), message.channel)
        values = body.get("values")
        answer = (
            person.click(message, body["custom_id"])
            if values is None
            else person.choose(message, body["custom_id"], values)
        )
        return _describe_start(answer.interaction.id)

    async def modal(self, request: web.Request) -> Json:
        body = await _read_object(request)
        wanted = int(body["interaction_id"])
        source = next((i for i in self.world.interactions.values() if i.id == wanted), None)
        if source is None:
            raise Refused("This form is no longer open.")
        person = Person(self.world, self._user(body["user"]), source.channel)
        return _describe_start(person.submit(source, body["values"]).interaction.id)

    async def say(self, request: web.Request) -> Json:
        body = await _read_object(request)
        message = self._person(body["user"], body["channel"]).say(body["content"])
        return {"message_id": str(message.id)}

    async def dismiss(self, request: web.Request) -> Json:
        body = await _read_object(request)
        message = self._message(body["message_id"])
        Person(self.world, self._user(body["user"]), message.channel).dismiss(message)
        return {}

    async def fault(self, request: web.Request) -> list[Json]:
        body = await _read_object(request)
        seconds = body.get("seconds")
        await self.fault_panel.order(
            body["kind"], self._order(body), seconds=None if seconds is None else float(seconds)
        )
        return self.fault_panel.list_faults(self._order(body))

    def _order(self, fields: Mapping[str, Any]) -> Order:
        """Read the channel and person shown by the page; None for one that no longer exists."""
        channel, user = (int(fields.get(key) or 0) for key in ("channel", "user"))
        return Order(self.world.channels.get(channel), self.world.users.get(user))

    # -- finding ------------------------------------------------------------------------------------------------

    def _user(self, user_id: str) -> User:
        user = self.world.users.get(int(user_id))
        if user is None or user.bot:
            raise Refused("Nobody has this id.")
        return user

    def _channel(self, channel_id: str) -> Channel:
        channel = self.world.channels.get(int(channel_id))
        if channel is None:
            raise Refused("This channel is gone.")
        return channel

    def _message(self, message_id: str) -> Message:
        message = self.world.message(int(message_id))
        if message is None:
            raise Refused("This message is gone.")
        return message

    def _person(self, user_id: str, channel_id: str) -> Person:
        return Person(self.world, self._user(user_id), self._channel(channel_id))


async def _forbid_stale_files(request: web.Request, response: web.StreamResponse) -> None:
    """Make browsers revalidate the page's files each time, so that an upgrade never mixes old and new ones."""
    if request.path.startswith("/static/"):
        response.headers["Cache-Control"] = "no-cache"


def _member(user: User) -> Json:
    return {
        "id": str(user.id),
        "username": user.username,
        "global_name": user.name,
        "avatar_color": user.colour,
        "locale": user.locale,
        "bot": user.bot,
    }


def _describe_start(interaction_id: int) -> Json:
    return {"interaction_id": str(interaction_id)}


async def _read_object(request: web.Request) -> Json:
    """Read the JSON object of a request. Only JSON is accepted, so that forms of other sites cannot post here."""
    if request.content_type != "application/json":
        raise Refused("Send JSON.")
    body = msgspec.json.decode(await request.read())
    if not isinstance(body, dict):
        raise Refused("Send a JSON object.")
    return body


def _json(status: int, data: Any) -> web.Response:
    return web.Response(
        status=status,
        body=msgspec.json.encode(data),
        content_type="application/json",
        headers={"Cache-Control": "no-store"},
    )
