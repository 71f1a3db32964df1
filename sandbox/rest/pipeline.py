"""Pass every REST request through authorisation, faults, rate limits, body, validation, handler and answer."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from aiohttp import web

from sandbox import errors, readings
from sandbox.discord import interactions
from sandbox.discord.composing import Upload
from sandbox.discord.world import World
from sandbox.errors import ApiError
from sandbox.network.faults import Faults
from sandbox.network.ratelimits import RateLimits
from sandbox.rest import body as bodies
from sandbox.rest.call import Call, Route, read_snowflake
from sandbox.rest.table import ROUTES
from sandbox.validate import Validator

log = logging.getLogger(__name__)

PREFIX = "/api/v10"

PATHS = tuple(re.compile(PREFIX + re.sub(r"\{[a-z_]+\}", "[^/]+", route.path)) for route in ROUTES)
"""The addresses of all routes, to tell a wrong method from a wrong address."""

REAL_TOKEN = re.compile(r"[\w-]{23,30}\.[\w-]{6,7}\.[\w-]{27,}")
"""The shape of Discord's own bot tokens."""


@dataclass(frozen=True)
class Exchange:
    """One request and its answer. `template` is the route's path with its placeholders."""

    method: str
    template: str
    path: str
    status: int
    code: int | None = None
    body: Any = None
    answer: Any = None


@dataclass(eq=False)
class Pipeline:
    """Serves the route table. `log` keeps the last requests, `refused` those answered with 4xx; `problems` lists the
    sandbox's own answers that do not match Discord's description.
    """

    world: World
    token: str
    limits: RateLimits
    faults: Faults
    validator: Validator
    log: deque[Exchange] = field(default_factory=lambda: deque(maxlen=2_000))
    refused: deque[Exchange] = field(default_factory=lambda: deque(maxlen=2_000))
    problems: list[str] = field(default_factory=list)

    def add_to(self, app: web.Application) -> None:
        """Register every route, and a JSON 404 for everything else under the prefix."""
        for route in ROUTES:
            app.router.add_route(route.method, PREFIX + route.path, self._handler(route))
        app.router.add_route("*", "/api/{rest:.*}", self._answer_unknown)

    def _handler(self, route: Route) -> Any:
        async def handle(request: web.Request) -> web.StreamResponse:
            try:
                return await self._serve(route, request)
            except ConnectionResetError:
                log.debug("%s %s: the client closed the connection", route.method, request.path)
                return web.Response(status=400)

        return handle

    async def _answer_unknown(self, request: web.Request) -> web.StreamResponse:
        known = any(path.fullmatch(request.path) for path in PATHS)
        refusal = errors.METHOD_NOT_ALLOWED() if known else errors.NOT_FOUND()
        self.log.append(Exchange(request.method, "", request.path, refusal.status, 0))
        return answer_json(refusal.status, refusal.body, {})

    async def _serve(self, route: Route, request: web.Request) -> web.StreamResponse:
        ids = dict(request.match_info)
        headers, refusal = self.limits.count(route.method, route.path, ids)
        fault = self.faults.for_request(f"{route.method} {route.path}")
        travels = self.faults.travel(request.content_length or 0) if self.faults.travel is not None else 0.0
        if delay := fault.latency + travels:
            await asyncio.sleep(delay)
        body: Any = None
        try:
            if not route.token:
                self._authorise(request)
            if refusal is not None:
                raise refusal.build_error()
            if fault.refuse:
                raise build_server_error()
            body, files = await bodies.read(request)
            status, data = await self.answer(route, ids, request.query, body, files)
            if fault.lose_reply:
                raise build_server_error()
        except ApiError as error:
            status, data = error.status, error.page or error.body
            if status == 429 and refusal is None:
                headers |= {"Via": "1.1 google", "Retry-After": str(int(error.body.get("retry_after", 0)) + 1)}
            if status < 500:
                log.debug("%s %s refused: %s", route.method, request.path, data)
        page = isinstance(data, str)  # of a proxy before Discord
        problem = None if page else self.validator.check_response(route.method, route.path, status, data)
        if problem:
            self.problems.append(problem)
        code = data.get("code") if status >= 400 and not page else None
        exchange = Exchange(route.method, route.path, request.path, status, code, body, data)
        self.log.append(exchange)
        if 400 <= status < 500:
            self.refused.append(exchange)
        if fault.cut and request.transport is not None:
            request.transport.abort()
        if page:
            return web.Response(status=status, text=data, content_type="text/html", headers=headers)
        return answer_json(status, data, headers)

    async def answer(
        self, route: Route, ids: Mapping[str, str], query: Mapping[str, str], body: Any, files: Mapping[int, Upload]
    ) -> tuple[int, Any]:
        """Validate an authorised request and act on it, without HTTP. Raises ApiError."""
        edited, kind = self._find_edited(ids), self._command_type(ids)
        read = self.validator.check_request(route.method, route.path, body, files, edited, kind=kind)
        if isinstance(read, dict | list):
            self._check_emojis(read)
        return _status_and_data(await route.handler(Call(self.world, ids, query, read, files)))

    def _check_emojis(self, data: dict[str, Any] | list[Any]) -> None:
        """Refuse emoji the application does not have, in buttons and options. Raises ApiError."""
        inner = data.values() if isinstance(data, dict) else data
        emoji = data.get("emoji") if isinstance(data, dict) else None
        if isinstance(emoji, dict) and emoji.get("id") and int(emoji["id"]) not in self.world.emojis:
            raise errors.invalid_form_body(
                [errors.Problem(("components",), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")]
            )
        for part in inner:
            if isinstance(part, dict | list):
                self._check_emojis(part)

    def _command_type(self, ids: Mapping[str, str]) -> int:
        """Find the type of the command of the path; 1 where there is none."""
        number = read_snowflake(ids.get("command_id", ""))
        found = (known[number] for known in self.world.commands.values() if number in known)
        return int(next(found, {"type": 1})["type"])

    def _find_edited(self, ids: Mapping[str, str]) -> Any:
        """Find the message that an edit changes, for rules that depend on its content. Raises ApiError if there is
        none, which Discord checks before the edit itself.
        """
        message_id = ids.get("message_id", "")
        number, place = read_snowflake(message_id), read_snowflake(ids.get("channel_id", ""))
        if place is not None and number is not None:
            channel = self.world.channels.get(place)
            if channel is None:
                raise errors.UNKNOWN_CHANNEL()
            if number not in channel.messages:
                raise errors.UNKNOWN_MESSAGE()
            return channel.messages[number]
        webhook = read_snowflake(ids.get("webhook_id", ""))
        if webhook is not None:
            interaction = interactions.find_answered(self.world, webhook, ids["webhook_token"])
            if message_id:
                return interactions.find_own_message(interaction, message_id)
            original = interaction.original
            return original if original is not None and original.deferred and not original.deleted else None
        asked = self.world.interactions.get(ids.get("interaction_token", ""))
        return asked.message if asked is not None else None

    def _authorise(self, request: web.Request) -> None:
        given = request.headers.get("Authorization", "")
        if REAL_TOKEN.search(given):
            log.error("A real-looking Discord token was sent to the sandbox. Refused; unset it or reset it at Discord.")
            raise errors.UNAUTHORIZED()
        if given != f"Bot {self.token}" or self.world.session_starts.token_reset:
            raise errors.UNAUTHORIZED()


def _status_and_data(result: Any) -> tuple[int, Any]:
    if isinstance(result, tuple):
        return result
    return (204, None) if result is None else (200, result)


def build_server_error() -> ApiError:
    """Build an answer with status 500, as JSON or as a proxy's page."""
    return (errors.SERVER_ERROR_PAGE if readings.SERVER_ERROR.is_strict() else errors.SERVER_ERROR)()


def answer_json(status: int, data: Any, headers: dict[str, str]) -> web.Response:
    """Answer with the content type exactly `application/json`, as discord.py requires."""
    if status == 204:
        return web.Response(status=204, headers=headers)
    return web.Response(
        status=status, body=msgspec.json.encode(data), headers={**headers, "Content-Type": "application/json"}
    )
