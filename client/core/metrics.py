"""Metrics for Prometheus, and the health check.

Metrics hold counts, ages and durations only: nothing about a person or a match.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

import aiohttp
from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from matches.background import Loops
from matches.errors import StoreError
from matches.referee import Referee
from matches.sweep import Ages, read_ages

if TYPE_CHECKING:
    from aiohttp.connector import Connection
    from aiohttp.tracing import Trace

INVALID = frozenset({401, 403, 429})
"""Status codes that Discord counts as invalid requests; 10,000 of them in ten minutes ban the address."""

BUDGET = 500
"""Invalid requests in ten minutes after which boards wait, long before Discord's limit."""

TRIES = 5
"""The most refusals that one board can cause: looking for it, posting it, pinging."""

WINDOW = 600.0

_DAY = 24 * 3600.0
_IDENTIFIES = 1000  # logins that Discord allows a day
_HEALTHY_WITHIN = 2.0
_TICK = 1.0
_UNANSWERED = 1024  # the most interactions tracked until their first answer


class Metrics:
    """All metrics of one bot."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.acknowledged = Histogram(
            "slowboat_acknowledge_seconds", "From an interaction's arrival to our first answer", registry=self.registry
        )
        self.requests = Counter(
            "slowboat_requests_total", "Requests to Discord by status", ["status"], registry=self.registry
        )
        self.invalid_lately = Gauge(
            "slowboat_invalid_requests", "Invalid requests in the last ten minutes", registry=self.registry
        )
        self.identifies_left = Gauge(
            "slowboat_identifies_left", "Logins Discord still allows today", registry=self.registry
        )
        self.loop_lag = Histogram(
            "slowboat_loop_lag_seconds",
            "Delay of the event loop, measured every second",
            registry=self.registry,
        )
        self.outbox_age = Gauge(
            "slowboat_outbox_age_seconds", "Age of the oldest unposted board", registry=self.registry
        )
        self.shard_connected = Gauge(
            "slowboat_shard_connected",
            "Whether this process has a session of a shard",
            ["process", "shard"],
            registry=self.registry,
        )
        self.shard_served = Gauge(
            "slowboat_shard_served",
            "Whether this process serves a shard",
            ["process", "shard"],
            registry=self.registry,
        )
        self.timer_age = Gauge("slowboat_timer_age_seconds", "Delay of the oldest due timer", registry=self.registry)
        self._by_status: dict[int, Counter] = {}
        self._arrived: OrderedDict[int, float] = OrderedDict()
        self._invalid: deque[float] = deque()
        self._identified: deque[float] = deque()
        self.identifies_left.set(_IDENTIFIES)

    def note_response(self, response: aiohttp.ClientResponse) -> None:
        """Count an answer to a request of discord.py, and time the first answer to an interaction."""
        shared = response.headers.get("X-RateLimit-Scope") == "shared"
        self.count_answer(response.status, time.monotonic(), shared=shared)
        path = response.url.path
        if path.endswith("/callback") and response.ok:
            self.note_answer(int(path.split("/")[-3]), time.perf_counter())

    def count_answer(self, status: int, now: float, *, shared: bool = False) -> None:
        """Count an answer of Discord; `now` in seconds of any monotonic clock.

        `shared`: a 429 for a limit that others share with the bot, which Discord does not count as invalid.
        """
        if status not in self._by_status:
            self._by_status[status] = self.requests.labels(str(status))
        self._by_status[status].inc()
        if status in INVALID and not (status == 429 and shared):
            self._invalid.append(now)
        if self._invalid:
            self.count_invalid(now)

    def note_arrival(self, interaction_id: int, now: float) -> None:
        """Note that an interaction has arrived; `now` in seconds of any monotonic clock."""
        self._arrived[interaction_id] = now
        if len(self._arrived) > _UNANSWERED:
            self._arrived.popitem(last=False)

    def note_answer(self, interaction_id: int, now: float) -> None:
        """Note that an interaction has its first answer."""
        if (began := self._arrived.pop(interaction_id, None)) is not None:
            self.acknowledged.observe(now - began)

    def count_invalid(self, now: float) -> int:
        """Count the invalid requests of the last ten minutes."""
        while self._invalid and self._invalid[0] < now - WINDOW:
            self._invalid.popleft()
        self.invalid_lately.set(len(self._invalid))
        return len(self._invalid)

    def note_login(self, now: float) -> None:
        """Count a new session."""
        self._identified.append(now)
        while self._identified and self._identified[0] < now - _DAY:
            self._identified.popleft()
        self.identifies_left.set(_IDENTIFIES - len(self._identified))

    def note_shards(self, process: str, connected: Collection[int], served: Collection[int], count: int) -> None:
        """Record which of `count` shards this process is connected to, and which it serves."""
        for shard in range(count):
            self.shard_connected.labels(process, str(shard)).set(shard in connected)
            self.shard_served.labels(process, str(shard)).set(shard in served)

    async def measure_lag(self) -> None:
        """Measure the event loop's delay over a second."""
        before = time.perf_counter()
        await asyncio.sleep(_TICK)
        self.loop_lag.observe(max(0.0, time.perf_counter() - before - _TICK))

    def note_ages(self, ages: Ages) -> None:
        """Record the delays of the oldest unposted board and the oldest due timer."""
        self.outbox_age.set(ages.outbox)
        self.timer_age.set(ages.timer)


Note = Callable[[aiohttp.ClientResponse], None]


class ReportingConnector(aiohttp.TCPConnector):
    """Connections to Discord that report each answer.

    Their number is not limited, as in discord.py's own connector. aiohttp's traces could report answers, too, but they
    make aiohttp compute each request's address twice more and call ten empty hooks, which is a twentieth of the event
    loop's work for a move.
    """

    def __init__(self, note: Note) -> None:
        """Make a connector in a running event loop. `note` gets each answer as soon as its headers have arrived."""
        super().__init__(limit=0)

        class Reported(aiohttp.ClientResponse):
            async def start(self, connection: Connection) -> aiohttp.ClientResponse:
                started = await super().start(connection)
                note(self)
                return started

        self._response_class = Reported

    async def connect(
        self,
        req: aiohttp.ClientRequest,
        traces: list[Trace],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109 - aiohttp's
    ) -> Connection:
        """Connect a request, whose answer will be reported."""
        req.response_class = self._response_class
        return await super().connect(req, traces, timeout)


def make_routes(metrics: Metrics, referee: Referee, loops: Loops) -> list[web.RouteDef]:
    """Define `GET /healthz` (200 if event loop and database answer and no background loop is late, else 503) and
    `GET /metrics`. With several processes, `/healthz` also tells who serves which shard."""

    async def healthz(_: web.Request) -> web.Response:
        try:
            async with asyncio.timeout(_HEALTHY_WITHIN):
                await read_ages(referee, referee.now())
        except (TimeoutError, StoreError) as error:
            return web.Response(status=503, text=f"database: {error or 'no answer'}\n")
        if late := loops.list_late():
            return web.Response(status=503, text="".join(f"{name}: not done for minutes\n" for name in late))
        return web.Response(text="ok\n" + referee.processes.describe())

    async def figures(_: web.Request) -> web.Response:
        body = generate_latest(metrics.registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    return [web.get("/healthz", healthz), web.get("/metrics", figures)]
