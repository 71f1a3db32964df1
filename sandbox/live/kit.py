"""Run all probes in a test server: check, ask for confirmation, clean up, prepare, probe, and clean up again."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

import aiohttp

from sandbox.live import messages, places
from sandbox.live.asking import (
    MOST_REQUESTS,
    PACE,
    Ask,
    Caller,
    NoVerdictError,
    OutOfRequestsError,
    Probe,
    Rows,
    read_place,
)
from sandbox.live.gateway import Gateway, probe_closings, probe_gateway, probe_resume
from sandbox.live.person import ACTS, Helper, SkippedError, Stage
from sandbox.live.places import EMOJI, GIVE_BACK, PERMISSION_PROBES, PREFIX

log = logging.getLogger(__name__)

DISCORD: Final = "https://discord.com"
TABLES: Final[tuple[tuple[Probe, ...], ...]] = (
    messages.MESSAGE_PROBES,
    messages.COMPONENT_PROBES,
    messages.EDIT_PROBES,
    messages.FILE_PROBES,
    messages.ERROR_PROBES,
    places.CHANNEL_PROBES,
    places.PEOPLE_PROBES,
    places.APPLICATION_PROBES,
    PERMISSION_PROBES,
)
GATEWAY_ROWS: Final = (
    "gateway-hello",
    "ready-unavailable",
    "ready-complete",
    "guild-create-own-member",
    "guild-create-threads",
    "channel-events",
    "thread-events",
    "own-content-without-intent",
    "gateway-resume",
    "gateway-bad-payload",
    "gateway-close-codes",
)
TABLE_ROWS: Final = tuple(row for table in TABLES for row, _ in table)
AUTO_ROWS: Final = TABLE_ROWS + GATEWAY_ROWS
PERSON_ROWS: Final = tuple(row for _, rows in ACTS for row in rows)

ADMINISTRATOR = 1 << 3
NEEDED: Final = {
    "Manage Channels": 1 << 4,
    "View Channels": 1 << 10,
    "Send Messages": 1 << 11,
    "Embed Links": 1 << 14,
    "Attach Files": 1 << 15,
    "Read Message History": 1 << 16,
    "Use External Emoji": 1 << 18,
    "Manage Roles": 1 << 28,
    "Manage Threads": 1 << 34,
    "Create Public Threads": 1 << 35,
    "Create Private Threads": 1 << 36,
    "Send Messages in Threads": 1 << 38,
}
SKIPPED: Final = "skipped"
UNREACHABLE: Final = (aiohttp.ClientError, TimeoutError)
KEPT_FOR_CLEANING = 40
"""Requests beyond the maximum that only the cleaning may use."""


class NotReadyError(Exception):
    """The kit cannot run here; the message says what to do."""


@dataclass(frozen=True)
class Plan:
    """What the kit is about to do."""

    server: str
    requests: int
    persons: int

    def describe(self) -> str:
        """Describe it for the person who must confirm."""
        asked = f", and will ask you for {self.persons} things" if self.persons else ""
        return (
            f"The kit will send at most {self.requests} requests to Discord as your bot, three a second, in the"
            f" server “{self.server}”{asked}.\nIt makes two channels ({PREFIX}-1, {PREFIX}-2) with messages and"
            f" threads, and three emoji of the app ({EMOJI}_…). At the end it deletes them, and at the beginning"
            f" everything that an earlier run left: all channels whose names begin with “{PREFIX}-”, emoji with"
            f" “{EMOJI}_”, and commands of this server with the name “{PREFIX}”.\nStop your bot first: it would answer"
            " presses, too."
        )


@dataclass(eq=False)
class Results:
    """The rows that were tried with their differences, those that were not tried with the reason, and the requests."""

    rows: Rows = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    requests: int = 0
    seconds: float = 0.0
    leftovers: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Terms:
    """Where and how requests are sent. The address has no default, so that no test can reach Discord by mistake."""

    base: str
    most: int = MOST_REQUESTS
    pace: float = PACE
    wait: Callable[[float], Awaitable[object]] = asyncio.sleep


async def run(
    token: str, guild: str, *, confirm: Callable[[Plan], bool], terms: Terms, helper: Helper | None = None
) -> Results | None:
    """Run all probes; None if the plan was not confirmed. Without a helper the probes for a person are skipped.

    Nothing is written before the confirmation. Raises NotReadyError.
    """
    began = time.monotonic()
    async with aiohttp.ClientSession() as session:
        known = {"guild": guild, "run": str(int(time.time() * 1000))}
        caller = Caller(session, terms.base, token, known, terms.wait, terms.pace, terms.most)
        server = await check(caller)
        persons = len(ACTS) if helper else 0
        if not confirm(Plan(server, terms.most + KEPT_FOR_CLEANING, persons)):
            return None
        results = Results()
        try:
            async with prepare_places(caller, results):
                await _probe(caller, results, helper)
        except OutOfRequestsError:
            log.warning("The maximum of %s requests is reached.", terms.most)
        _skip(results, (*AUTO_ROWS, *PERSON_ROWS), "not reached")
        results.requests, results.seconds = caller.spent, time.monotonic() - began
        return results


async def check(caller: Caller) -> str:
    """Read who the bot is and what it may do in the server. Returns the server's name. Raises NotReadyError."""
    known = caller.known
    me = await caller.call(Ask("GET", "/users/@me"))
    if me.status == 401:
        raise NotReadyError("Discord does not accept the token. Check DISCORD_TOKEN or DISCORD_TOKEN_FILE.")
    about = await caller.call(Ask("GET", "/oauth2/applications/@me"))
    before = int(known["guild"]) - 1
    listed = await caller.call(Ask("GET", f"/users/@me/guilds?limit=1&after={before}"))
    if read_place(listed.body, "0.id") != known["guild"]:
        raise NotReadyError("The bot is not in this server. Invite it, and copy the server's id once more.")
    held = int(read_place(listed.body, "0.permissions"))
    if held & ADMINISTRATOR:
        raise NotReadyError(
            "The bot is an administrator here, so that no permission can be missing. Take this from it."
        )
    missing = [name for name, bit in NEEDED.items() if not held & bit]
    if missing:
        raise NotReadyError(f"The bot needs more permissions in the test server: {', '.join(missing)}.")
    known |= {"me": str(read_place(me.body, "id")), "app": str(read_place(about.body, "id"))}
    return str(read_place(listed.body, "0.name"))


@asynccontextmanager
async def prepare_places(caller: Caller, results: Results) -> AsyncIterator[None]:
    """Delete what an earlier run left, make the channels, and delete everything at the end."""
    await clean(caller)
    try:
        for name, number in (("channel", 1), ("spare", 2)):
            body = {"name": f"{PREFIX}-{number}", "type": 0}
            made = await caller.call(Ask("POST", "/guilds/{guild}/channels".format(**caller.known), body))
            if made.status != 201:
                raise NotReadyError(f"The bot could not make a channel ({made.status}).")
            caller.known[name] = str(read_place(made.body, "id"))
        yield
    finally:
        caller.most += KEPT_FOR_CLEANING
        try:
            results.leftovers = await clean(caller)
        except UNREACHABLE:
            results.leftovers = ["all that was made, because Discord could not be reached"]


async def clean(caller: Caller) -> list[str]:
    """Delete everything with the kit's names. Returns what could not be deleted, by kind."""
    left = []
    own = "/applications/{app}"
    for kind, listing, place, begins, path in (
        ("channel", "/guilds/{guild}/channels", "", f"{PREFIX}-", "/channels/{one}"),
        ("emoji", f"{own}/emojis", "items", f"{EMOJI}_", f"{own}/emojis/{{one}}"),
        ("command", f"{own}/guilds/{{guild}}/commands", "", PREFIX, f"{own}/guilds/{{guild}}/commands/{{one}}"),
    ):
        reply = await caller.call(Ask("GET", listing.format(**caller.known)))
        found = read_place(reply.body, place)
        for each in found if isinstance(found, list) else []:
            if str(read_place(each, "name")).startswith(begins):
                one = str(read_place(each, "id"))
                deleted = await caller.call(Ask("DELETE", path.format(one=one, **caller.known)))
                if deleted.status not in (200, 204, 404):
                    left.append(kind)
    return left


async def _probe(caller: Caller, results: Results, helper: Helper | None) -> None:
    for table in TABLES:
        last = (GIVE_BACK,) if table is PERMISSION_PROBES else ()
        for name, asks in table:
            await _try(results, (name,), _compare(caller, results.rows, asks=asks, last=last, name=name))
    await _try(results, (*GATEWAY_ROWS, *PERSON_ROWS), _probe_connected(caller, results, helper))


async def _compare(caller: Caller, rows: Rows, *, name: str, asks: tuple[Ask, ...], last: tuple[Ask, ...]) -> None:
    """Compare the answers of a probe, and send the last requests in every case."""
    try:
        rows[name] = await caller.compare(asks)
    finally:
        await caller.compare(last)


async def _probe_connected(caller: Caller, results: Results, helper: Helper | None) -> None:
    """Probe what needs a connection to the gateway, and a person."""
    address = await caller.call(Ask("GET", "/gateway/bot"))
    url = str(read_place(address.body, "url"))
    async with Gateway(caller.session, url, caller.token) as gateway:
        results.rows |= await probe_gateway(caller, gateway)
        stage = Stage(caller, gateway, helper) if helper else None
        for act, names in ACTS:
            if stage:
                await _try(results, names, act(stage, results.rows))
            _skip(results, names, SKIPPED)
        results.rows["gateway-resume"] = await probe_resume(caller, gateway)
    results.rows |= await probe_closings(caller, url)


async def _try(results: Results, names: tuple[str, ...], asking: Awaitable[None]) -> None:
    """Await a probe that sets its rows. Those that it does not set are not tried, and the reason is kept."""
    try:
        await asking
    except SkippedError:
        _skip(results, names, SKIPPED)
    except NoVerdictError as error:
        _skip(results, names, str(error))
    except UNREACHABLE as error:
        _skip(results, names, f"there was no answer ({type(error).__name__})")


def _skip(results: Results, names: tuple[str, ...], reason: str) -> None:
    for name in names:
        if name not in results.rows:
            results.skipped.setdefault(name, reason)
