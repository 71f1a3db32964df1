"""Processes to be killed: for each order on stdin (one JSON object a line), fork one that runs the real `bot.run`.

Imports everything once, so that a new process needs no imports. Writes `NAME PID` to stdout for each, and `NAME ended`
when it has died.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
import traceback
from pathlib import Path
from typing import Any

import bot
from client.core import bot as bots
from client.core.bot import Slowboat
from client.create import create_bot
from client.fleet import sessions
from client.pictures import painter as pictures
from client.pictures.films import Film, FilmWorker
from matches.keeping import fleet
from matches.match import Match
from sandbox.client import Address, point_discord_py_at
from tests.support.play.blank import Blank


def create_promptly(*arguments: Any, **options: Any) -> Slowboat:
    """Create a bot that does not wait for servers, which the sandbox reports all at once."""
    return create_bot(*arguments, **options | {"guild_ready_timeout": 0.0})


def skip(*_: Any) -> None:
    """Skip preparations that take seconds at the start and only save time later."""


async def draw_no_film(_: FilmWorker, match: Match, **__: object) -> Film:
    return Film(b"GIF89a", f"docker-{match.id}-{match.seq}-film.gif")


async def live(order: dict[str, Any]) -> None:
    """Run until killed, by the times of the order."""
    folder, times = Path(order["folder"]), order["times"]
    setattr(bot.Settings, "database_path", property(lambda _: folder / "slowboat.db"))  # noqa: B010 - it is a property
    for module, name, value in (
        (bot, "note_start", lambda *_: 0.0),
        (pictures, "Worker", Blank),
        (fleet, "LEASE", times["lease"]),
        (fleet, "SILENT", times["lease"] * fleet.SILENT / fleet.LEASE),
        (fleet, "BEAT", times["beat"]),
        (fleet, "LOGINS_APART", times["logins_apart"]),
        (fleet, "CLAIM_WITHIN", times["claim_within"]),
        (sessions, "LEAVE_WITHIN", times["leave_within"]),
        (bots, "FINISH_IN_FLEET", times["leave_within"]),
        (bots, "BEAT", times["beat"]),
        (bots, "SWEEP_EVERY", times["beat"]),
        (bot, "create_bot", create_promptly),
        (bots.Slowboat, "warm_up", skip),
        (bots.Slowboat, "make_signs", skip),
        (FilmWorker, "draw_match_film", draw_no_film),
    ):
        assert hasattr(module, name)
        setattr(module, name, value)
    with point_discord_py_at(Address(order["url"], order["gateway_url"])):
        await bot.run(
            bot.Settings(
                discord_token=order["token"],
                database=order["database"],
                shards="auto",
                process=order["name"],
                standby=order["standby"],
                log_level="WARNING",
            )
        )


def tell(line: str) -> None:
    os.write(1, f"{line}\n".encode())


def wait_for_end(name: str, pid: int) -> None:
    os.waitpid(pid, 0)
    tell(f"{name} ended")


def main() -> None:
    for line in sys.stdin:
        order = json.loads(line)
        pid = os.fork()
        if pid == 0:
            try:
                asyncio.run(live(order))
            except BaseException:  # noqa: BLE001 - the end of this process, for any reason
                traceback.print_exc()
            finally:
                os._exit(0)
        tell(f"{order['name']} {pid}")
        threading.Thread(target=wait_for_end, args=(order["name"], pid), daemon=True).start()


if __name__ == "__main__":
    main()
