"""Start Slowboat: settings, store, referee, client. With a token it joins Discord, without one it opens the sandbox.

    uv run bot.py [--version]

Every setting is an environment variable; docs/operating.md lists them.
"""

from __future__ import annotations

import argparse
import sys

from client.core.starts import VERSION


def read_arguments(arguments: list[str] | None = None) -> None:
    """Read the command line. `--help` and `--version` print their answer and end the program."""
    parser = argparse.ArgumentParser(
        prog="bot.py",
        description="Start Slowboat. With DISCORD_TOKEN it joins Discord, without one it opens the sandbox.",
        epilog="Every setting is an environment variable; docs/operating.md lists them.",
    )
    parser.add_argument("--version", action="version", version=f"Slowboat {VERSION}")
    parser.parse_args(arguments)


if __name__ == "__main__":
    read_arguments()  # before the imports below, which take most of a second

import asyncio
import contextlib
import errno
import gc
import ipaddress
import logging
import os
import platform
import signal
import time
import webbrowser
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import discord
import msgspec
from msgspec import Meta, Struct

import games
from client.core import logs
from client.core.bot import Slowboat
from client.core.links import LONGEST, Links, is_https
from client.core.metrics import make_routes
from client.core.starts import note_start
from client.core.token import BadToken, read_token, read_token_file, strip_setting
from client.create import create_bot
from data import AnyStore, Store, StoreError, is_address, open_store
from data.admin import LOOPBACK, Admin, Backups
from data.state_folder import find_state_folder
from matches.keeping.fleet import create_fleet
from matches.keeping.processes import ALONE
from matches.machines.machines import Machines
from matches.machines.nature import NatureWorker
from matches.machines.thinker import Thinker
from matches.referee import Referee
from matches.texts import Texts
from rendering.memory import LEAST, OTHERS, choose_bound

if TYPE_CHECKING:
    from sandbox.server import Sandbox

log = logging.getLogger("slowboat")

PREFIX = "SLOWBOAT_"

SWITCH_AFTER = 0.0005
"""Seconds before a thread must release the interpreter lock. With Python's 5 ms, a computer player choosing its move
would delay the event loop several times for each press."""

PRIVATE_LOGGERS = ("discord.http", "discord.webhook", "discord.gateway", "discord.client", "discord.state")
"""Loggers of discord.py whose DEBUG lines contain private messages and tokens."""


class BadSetting(Exception):
    """A setting is invalid. The message names it and says what is allowed."""


class Settings(Struct, frozen=True):
    """Settings, each from the environment variable SLOWBOAT_ plus its name in upper case. Discord's token and its file
    have no such prefix."""

    discord_token: str = ""
    discord_token_file: str = ""
    database: str = ""
    sandbox_port: Annotated[int, Meta(ge=0, le=65535)] = 8710
    open_browser: bool = True
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    admin_port: Annotated[int, Meta(ge=0, le=65535)] = 0
    admin_address: str = LOOPBACK
    shards: Annotated[str, Meta(pattern="^(auto|[1-9][0-9]{0,3})?$")] = ""
    process: Annotated[str, Meta(pattern="^[A-Za-z0-9._-]{0,40}$")] = ""
    standby: bool = False
    support_url: str = ""
    terms_url: str = ""
    privacy_url: str = ""
    memory: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    """Megabytes of all processes together; 0: three quarters of the machine's or the container's."""
    neutral_titles: bool = False
    """Read by `matches.texts`, also in the processes that draw; here it is only checked."""

    @property
    def links(self) -> Links:
        """The addresses that people are shown."""
        return Links(self.support_url, self.terms_url, self.privacy_url)

    @property
    def database_path(self) -> Path:
        """The path of the SQLite file; the sandbox has its own.

        With PostgreSQL, only the folder of this path is used, for the bot's other files; if there are several
        processes, each needs its own folder.
        """
        name = "slowboat.db" if self.discord_token else "sandbox.db"
        if self.database and not is_address(self.database):
            return Path(self.database)
        return find_state_folder(self.database, process=self.process, shards=self.shards) / name


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Read the settings from an environment. Raises BadSetting for a malformed or unknown one."""
    given: dict[str, str] = {}
    for name, value in environment.items():
        if name in ("DISCORD_TOKEN", "DISCORD_TOKEN_FILE"):
            given[name.lower()] = strip_setting(value)
        elif name.startswith(PREFIX):
            given[name.removeprefix(PREFIX).lower()] = strip_setting(value)
    for unknown in given.keys() - set(Settings.__struct_fields__):
        raise BadSetting(f"There is no setting {PREFIX}{unknown.upper()}. docs/operating.md lists them all.")
    for field in msgspec.structs.fields(Settings):
        if field.name in given:
            try:
                msgspec.convert(given[field.name], field.type, strict=False)
            except msgspec.ValidationError as error:
                name = field.name.upper() if field.name.startswith("discord") else PREFIX + field.name.upper()
                raise BadSetting(f"{name} is {given[field.name]!r}, which cannot be used: {error}.") from error
    settings = msgspec.convert(given, Settings, strict=False)
    settings = msgspec.structs.replace(settings, discord_token=_find_token(settings))
    if "://" in settings.database and not is_address(settings.database):
        raise BadSetting(  # an address holds a password, so it is not repeated
            "SLOWBOAT_DATABASE is an address of a kind that cannot be used. Write it as postgresql://…, or write the "
            "path of a file."
        )
    _require_ip_address("SLOWBOAT_ADMIN_ADDRESS", settings.admin_address)
    for name in ("support_url", "terms_url", "privacy_url"):
        if (address := getattr(settings, name)) and not is_https(address):
            raise BadSetting(
                f"{PREFIX}{name.upper()} is {address!r}, which people could not open: give an address that begins with "
                f"https:// and has at most {LONGEST} characters."
            )
    if settings.shards and not is_address(settings.database):
        raise BadSetting(
            "SLOWBOAT_SHARDS is for several processes on one PostgreSQL server. Set SLOWBOAT_DATABASE to its address."
        )
    return msgspec.structs.replace(settings, process=settings.process or platform.node() or "slowboat")


def _require_ip_address(name: str, value: str) -> None:
    """Raise BadSetting unless a setting is an address of a network interface."""
    try:
        ipaddress.ip_address(value)
    except ValueError:
        raise BadSetting(
            f"{name} is {value!r}, which is no address of a network interface, such as 127.0.0.1 (this machine alone) "
            "or 0.0.0.0 (every machine that can reach this one)."
        ) from None


def _find_token(settings: Settings) -> str:
    """Return the token from the environment, or else from the file that is named there. Raises BadSetting, because
    without a token the sandbox would start, and nobody would know why."""
    file = settings.discord_token_file
    try:
        if settings.discord_token or not file:
            return read_token(settings.discord_token)
        return read_token_file(Path(file))
    except BadToken as error:
        name = "DISCORD_TOKEN" if settings.discord_token else f"DISCORD_TOKEN_FILE names {file}, which"
        raise BadSetting(f"{name} {error}.") from error
    except OSError as error:
        raise BadSetting(f"DISCORD_TOKEN_FILE cannot be read: {error}.") from error


async def run(settings: Settings) -> None:
    """Run until stopped. Raises StoreError or discord.LoginFailure if it cannot start."""
    sys.setswitchinterval(SWITCH_AFTER)
    async with contextlib.AsyncExitStack() as stack:
        store = await _open_store(settings)
        stack.push_async_callback(store.close)
        backups = Backups(store) if isinstance(store, Store) else None
        token, page, now = settings.discord_token, "", time.time
        local: Sandbox | None = None
        if not token:
            world = settings.database_path.with_suffix(".world")
            local = await stack.enter_async_context(sandbox(settings.sandbox_port, world))
            token, page, now = local.token, local.url, local.now
        elif wait := note_start(settings.database_path.parent, time.time()):
            log.warning("many starts lately: logging in after %.0f s, because Discord limits logins", wait)
            await asyncio.sleep(wait)
        name, standby = settings.process, settings.standby
        several = bool(settings.shards)
        processes = create_fleet(store, settings.shards, name=name, now=now, standby=standby) if several else ALONE
        referee = Referee(store, now=now, processes=processes)
        if local is not None:
            local.world.clock.watchers.append(referee.note_clock_change)
        worker = NatureWorker()
        stack.push_async_callback(worker.stop)
        thinker = Thinker()
        stack.push_async_callback(thinker.stop)
        bot = create_bot(
            referee,
            Machines(referee, worker, thinker),
            Texts(),
            state_folder=settings.database_path.parent,
            keep_up=lambda: backups.start_if_due(time.time()) if backups else None,
            on_ready=lambda: handle_ready(bot, page, open_browser=settings.open_browser),
            guild_ready_timeout=0.0 if page else 2.0,  # the sandbox reports all guilds at once
            links=settings.links,
            memory=choose_memory(settings),
        )
        address, port = settings.admin_address, settings.admin_port
        admin = Admin(settings.database_path, backups, now=time.time, address=address, port=port)
        admin.app.add_routes(make_routes(bot.metrics, referee, bot.loops))
        await admin.start()
        stack.push_async_callback(admin.close)
        async with bot:
            stop = asyncio.create_task(_wait_for_stop())
            running = asyncio.create_task(bot.start(token))
            await asyncio.wait((stop, running), return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                stop.cancel()
                await running
            else:
                log.info("asked to stop: waiting for interactions in progress")
                await bot.leave()


def choose_memory(settings: Settings) -> int:
    """Choose the most bytes of the process that draws, and warn if they are so few that it draws slowly."""
    found = choose_bound(settings.memory * 1_000_000 or None)
    if found == LEAST:
        log.warning(
            "there are less than %d MB for Slowboat: pictures are drawn slowly (SLOWBOAT_MEMORY)",
            (LEAST + OTHERS) // 1_000_000 + 1,
        )
    return found


async def _open_store(settings: Settings) -> AnyStore:
    """Open the SQLite file or the PostgreSQL database that the settings name. Raises StoreError."""
    if is_address(settings.database):
        await asyncio.to_thread(settings.database_path.parent.mkdir, parents=True, exist_ok=True)
        return await open_store(settings.database, shared=bool(settings.shards))
    return await open_store(str(settings.database_path))


@contextlib.asynccontextmanager
async def sandbox(port: int, folder: Path) -> AsyncIterator[Sandbox]:
    """Run a local Discord in this process and point discord.py at it. It is stored in `folder`, so that a match
    continues in the same channel after a restart."""
    from sandbox.client import point_discord_py_at
    from sandbox.server import Sandbox

    async with Sandbox(port=port, keep=folder) as local:
        with point_discord_py_at(local):
            yield local


def handle_ready(bot: Slowboat, page: str, *, open_browser: bool) -> None:
    """Announce that Discord is ready, then prepare the first pictures, proposed turns and button icons.

    In the sandbox, greet each server with a button for each game.
    """
    gc.collect()
    gc.freeze()  # these objects are never freed: keep them out of garbage collections, which pause the event loop
    announce(page, open_browser=open_browser)
    bot.warm_up(games.names())
    bot.make_signs(games.names())
    if page:
        bot.dispatch("local_start")


def announce(page: str, *, open_browser: bool) -> None:
    """Print where the bot is running. `page`: the sandbox's address, "" when joined to Discord."""
    if not page:
        log.info("ready")
        return
    print(f"\n  Slowboat is ready. Open {page} and choose a game\n", flush=True)  # noqa: T201 - for a person
    if open_browser and _has_screen():
        webbrowser.open(page)


def _has_screen() -> bool:
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


async def _wait_for_stop() -> None:
    """Wait for SIGINT or SIGTERM."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl+C raises KeyboardInterrupt instead
            loop.add_signal_handler(number, stop.set)
    await stop.wait()


def hide_private_lines() -> None:
    """Keep private messages out of discord.py's log lines, at every log level."""
    for name in PRIVATE_LOGGERS:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))


def explain_start(error: OSError) -> str:
    """Explain why the start failed, and what to do about it."""
    hints = {
        errno.ENOSPC: "The disk is full: make room, then start again.",
        errno.EDQUOT: "The disk is full up to this user's quota: make room, then start again.",
        errno.EADDRINUSE: "Is another program using the port?",
        errno.EACCES: "Check that the file belongs to the user Slowboat runs as.",
    }
    return f"Slowboat could not start: {error}. {hints.get(error.errno or 0, '')}".rstrip()


def main(arguments: list[str] | None = None) -> int:
    """Start the bot. Returns the exit code."""
    read_arguments(arguments)
    try:
        settings = read_settings(os.environ)
    except BadSetting as error:
        print(error, file=sys.stderr)  # noqa: T201 - for the person at the terminal
        return 2
    logs.set_up(settings.log_level, as_json=settings.log_format == "json")
    hide_private_lines()
    try:
        asyncio.run(run(settings))
    except StoreError as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 3
    except discord.LoginFailure:
        print("Discord does not accept the token. Check DISCORD_TOKEN or DISCORD_TOKEN_FILE.", file=sys.stderr)  # noqa: T201
        return 4
    except OSError as error:
        print(explain_start(error), file=sys.stderr)  # noqa: T201
        return 5
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
