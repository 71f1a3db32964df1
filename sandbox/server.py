"""The sandbox as a server: one world, its REST API, gateway, attachments and page, on loopback only."""

from __future__ import annotations

import asyncio
import base64
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web
from aiohttp.typedefs import Handler

from sandbox import readings
from sandbox.discord.world import World
from sandbox.gateway.gateway import Gateway
from sandbox.network.faults import Faults
from sandbox.network.ratelimits import RateLimits
from sandbox.page.api import PageApi
from sandbox.page.fault_panel import FaultPanel
from sandbox.person.person import Person
from sandbox.rest import cdn
from sandbox.rest.body import REQUEST_SIZE_LIMIT
from sandbox.rest.pipeline import REAL_TOKEN, Pipeline
from sandbox.rest.routes.gateway import gateway_url
from sandbox.storage import seed as seeds
from sandbox.storage.world_file import Keeper, set_base_url
from sandbox.validate import Validator, openapi

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})

TOKEN = base64.b64encode(str(seeds.APPLICATION_ID).encode()).decode().rstrip("=") + ".sandbox.local"
"""The token a bot logs in with. Like Discord's it begins with the application's id, which some libraries read, but it
is far too short to be a real one and is valid only in the sandbox.
"""


class Sandbox:
    """A local Discord. `async with Sandbox() as sandbox:` serves until the block ends.

    `port` 0 takes a free one; `world` defaults to `seed.build_harbour()`. `api_description` is the path of Discord's
    OpenAPI file (default: `validate.openapi.default_path()`): if there is one, every body and every answer is validated
    against it too. `strict` False turns all validation off. `keep` is a folder in which the world outlives this
    process (`storage.world_file`); a world kept there is used instead of `world`.
    """

    def __init__(
        self,
        *,
        port: int = 0,
        world: World | None = None,
        token: str = TOKEN,
        api_description: Path | None = None,
        strict: bool = True,
        keep: Path | None = None,
    ) -> None:
        if REAL_TOKEN.search(token):
            raise ValueError("this looks like a real Discord token; the sandbox never takes one")
        readings.find_reading()  # refuses a misspelt one at once
        self._keeper = Keeper(keep) if keep else None
        self.world = (self._keeper and self._keeper.load()) or world or seeds.build_harbour()
        self.token = token
        self.port = port
        self.faults = Faults()
        self.limits = RateLimits(self.world)
        self.gateway = Gateway(self.world, token, self.faults)
        self.rest = Pipeline(
            self.world,
            token,
            self.limits,
            self.faults,
            Validator(openapi.load(api_description or openapi.default_path()), strict),
        )
        self.page = PageApi(self.world, FaultPanel(self.world, self.gateway, self.limits, self.faults))
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        """The address of the page and of everything else, without a slash at its end."""
        return self.world.base_url

    @property
    def gateway_url(self) -> str:
        """The gateway's websocket address."""
        return gateway_url(self.world.base_url)

    @property
    def application_id(self) -> int:
        """The id of the application the bot belongs to."""
        return self.world.application.id

    @property
    def problems(self) -> list[str]:
        """The sandbox's own answers that did not match Discord's description; always empty unless the sandbox has a
        bug."""
        return self.rest.problems

    def now(self) -> float:
        """Return the sandbox's time, seconds since 1970; a bot in it uses this clock."""
        return self.world.now()

    def person(self, user: str, channel: str = "games") -> Person:
        """Act as a user (by name) in a channel (by name)."""
        return Person(self.world, self.world.user_named(user), self.world.channel_named(channel))

    async def start(self) -> None:
        """Bind and serve. Raises OSError if the port is taken."""
        app = web.Application(client_max_size=REQUEST_SIZE_LIMIT, middlewares=[only_loopback])
        self.rest.add_to(app)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        cdn.add_to(app, self.world)
        self.page.add_to(app)
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        set_base_url(self.world, f"http://127.0.0.1:{self.port}")
        if self._keeper is not None:
            self._keeper.watch(self.world)

    async def stop(self) -> None:
        """Close every connection and free the port."""
        self.world.clock.stop()
        self.page.close()
        await self.gateway.drop(code=1001)
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
        if self._keeper is not None:
            self._keeper.stop()
        await asyncio.sleep(0)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()


@web.middleware
async def only_loopback(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse requests that reached us under another name (DNS rebinding) or from another site's page."""
    host = request.host.rsplit(":", 1)[0] if request.host.count(":") == 1 else request.host
    host = host.rsplit("]", 1)[0] + "]" if host.startswith("[") else host
    if host not in LOOPBACK:
        return web.json_response({"message": "the sandbox answers on loopback only"}, status=403)
    origin = request.headers.get("Origin")
    if origin is not None and origin.removeprefix("http://") != request.host:
        return web.json_response({"message": "requests from other sites are refused"}, status=403)
    return await handler(request)
