"""`python -m sandbox.live SERVER_ID CHANNEL_ID [--person]`: ask the real Discord what the sandbox assumes.

The token comes from DISCORD_TOKEN, as for the bot. Use a test server, and stop the bot meanwhile. With `--person`,
somebody is asked to press buttons; it takes about three minutes more.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import os
import sys
import time
from pathlib import Path

import aiohttp

from sandbox.live.ask import ask_all, write_report
from sandbox.live.kit import MOST, Kit
from sandbox.live.people import ask_person
from sandbox.live.probes import PICTURE, PROBES

API = "https://discord.com/api/v10"
REPORT = Path("var/discord-report.md")


async def _do(what: str, label: str) -> None:
    words = {
        "press": f"Press the button “{label}”.",
        "form": "Type anything into the form, and send it.",
        "time out": "Time the bot out for a minute: right click on its name. Only its owner and moderators can.",
        "end timeout": "End the timeout.",
    }
    print(f"→ {words[what]}", flush=True)


async def _look(question: str) -> bool:
    return (await asyncio.to_thread(input, f"? {question} [y/n] ")).strip().lower().startswith("y")


def _confirm(me: str, server: str) -> bool:
    """Say what will be done, and have the server's name typed."""
    print(
        f"This asks Discord {len(PROBES)} questions as {me} in the server “{server}”. It posts and deletes messages, a "
        f"thread and an emoji, sends at most {MOST} requests, and logs in once or twice."
    )
    return input("Type the server's name to go on: ") == server


def _write(report: str) -> None:
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(report, encoding="utf-8")
    print(f"{report}\nWritten to {REPORT}.")


async def _main(arguments: argparse.Namespace, token: str) -> int:
    async with aiohttp.ClientSession() as session:
        known = {"guild": arguments.server, "channel": arguments.channel, "now": str(int(time.time()))}
        known["image"] = "data:image/png;base64," + base64.b64encode(PICTURE).decode()
        kit = Kit(session, API, token, known)
        me, server = await kit.ask("GET", "/users/@me"), await kit.ask("GET", f"/guilds/{arguments.server}")
        if me.status != 200 or server.status != 200:
            print("Discord does not accept the token, or the bot is not in this server.", file=sys.stderr)
            return 2
        known["me"] = me.body["id"]
        if not await asyncio.to_thread(_confirm, me.body["username"], server.body["name"]):
            print("Nothing was done.")
            return 1
        gateway = (await kit.ask("GET", "/gateway/bot")).body["url"]
        try:
            found = await ask_all(kit, gateway)
            if arguments.person:
                found |= await ask_person(kit, gateway, _do, _look)
        finally:
            await kit.clean_up()
        await asyncio.to_thread(_write, write_report(found))
        return int(any(found.values()))


def main() -> int:
    """Run the command line. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m sandbox.live", description=__doc__)
    parser.add_argument("server", help="the id of a test server that the bot is in")
    parser.add_argument("channel", help="the id of a text channel there, in which the bot may write and open threads")
    parser.add_argument("--person", action="store_true", help="also what somebody must press or look at")
    arguments = parser.parse_args()
    token = os.environ.get("DISCORD_TOKEN", "").strip()
    if not token:
        print("Set DISCORD_TOKEN to the token of the bot.", file=sys.stderr)
        return 2
    if not sys.stdin.isatty():
        print("This asks for a confirmation, so it needs a terminal.", file=sys.stderr)
        return 2
    return asyncio.run(_main(arguments, token))


if __name__ == "__main__":
    sys.exit(main())
