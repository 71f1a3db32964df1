"""Ask the real Discord whether it does what sandbox/EVIDENCE.md assumes.

It takes the token from DISCORD_TOKEN or DISCORD_TOKEN_FILE, as the bot does, and sends a few hundred requests to a
server that you use for tests alone. It tells what it will do and asks you to type the server's name before it begins.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import threading
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from client.core.token import BadToken, read_token, read_token_file, strip_setting
from sandbox.live.checklist import CHECKLIST
from sandbox.live.kit import DISCORD, UNREACHABLE, NotReadyError, Plan, Terms, run
from sandbox.live.places import PREFIX
from sandbox.live.report import write_report

END = "end of input"


def confirm(plan: Plan) -> bool:
    """Show the plan, and have the server's name typed."""
    print(plan.describe())
    return input("Type the server's name to begin: ").strip() == plan.server


class Terminal:
    """A person at the terminal, who types a letter to skip, and answers questions."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._reader: threading.Thread | None = None

    async def _get_line(self) -> str:
        """Return the next line. Lines are read from the first question on, not before the confirmation."""
        if self._reader is None:
            self._reader = threading.Thread(target=self._read, args=(asyncio.get_running_loop(),), daemon=True)
            self._reader.start()
        return await self._lines.get()

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(self._lines.put_nowait, line.strip().lower())
        loop.call_soon_threadsafe(self._lines.put_nowait, END)

    async def act(self, order: str, label: str) -> bool:
        """Print what to do; False once the person types `s`."""
        print(f"\nIn #{PREFIX}-1: {order}  (s and Enter: skip)", flush=True)
        while await self._get_line() not in ("s", END):
            print(f"Waiting for “{label}”. Type s to skip it.", flush=True)
        return False

    async def answer(self, question: str, row: str) -> bool | None:
        """Print a question and read y, n or s; `row` is the row it is about."""
        print(f"\n{question}  (y, n, or s to skip; {row})", flush=True)
        while (said := await self._get_line()) not in ("y", "n", "s", END):
            print("Type y, n or s.", flush=True)
        return {"y": True, "n": False}.get(said)


async def ask_everything(token: str, guild: str, *, alone: bool, keep: Callable[[str], object]) -> bool:
    """Run the kit and go through the list. The report is kept before the list and after it.

    Returns whether it was confirmed.
    """
    helper = None if alone else Terminal()
    results = await run(token, guild, confirm=confirm, terms=Terms(DISCORD), helper=helper)
    if results is None:
        return False
    report = write_report(results, {})
    keep(report)
    print(f"\n{report}")
    if helper is not None:
        checked = {text: await helper.answer(text, "by hand") for text in CHECKLIST}
        keep(write_report(results, checked))
    return True


def find_token(environment: Mapping[str, str]) -> str:
    """Read the token as the bot does. Raises NotReadyError."""
    token, file = environment.get("DISCORD_TOKEN", ""), strip_setting(environment.get("DISCORD_TOKEN_FILE", ""))
    name = "DISCORD_TOKEN" if token else "DISCORD_TOKEN_FILE"
    try:
        found = read_token_file(Path(file)) if file and not token else read_token(token)
    except (BadToken, OSError) as error:
        raise NotReadyError(f"{name}: {error.strerror if isinstance(error, OSError) else error}.") from error
    if not found:
        raise NotReadyError("Set DISCORD_TOKEN or DISCORD_TOKEN_FILE to the token of the bot.")
    return found


def main() -> int:
    """Read the command line and the token, and run the kit."""
    parser = argparse.ArgumentParser(prog="python -m sandbox.live", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("server", help="id of a server for tests (Discord's developer mode, Copy Server ID)")
    parser.add_argument("--alone", action="store_true", help="leave out what needs a person")
    parser.add_argument("--report", type=Path, default=Path("live-report.md"), help="file of the report")
    arguments = parser.parse_args()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print(
            "This kit writes to the real Discord and runs only in a terminal, where somebody confirms.", file=sys.stderr
        )
        return 2
    if not arguments.server.isdecimal() or len(arguments.server) > 20:
        print("The server is named by its id, a number of 17 to 20 digits.", file=sys.stderr)
        return 2
    try:
        token = find_token(os.environ)
        keep = partial(arguments.report.write_text, encoding="utf-8")
        done = asyncio.run(ask_everything(token, arguments.server, alone=arguments.alone, keep=keep))
    except NotReadyError as error:
        print(error, file=sys.stderr)
        return 2
    except UNREACHABLE as error:
        print(f"Discord could not be reached ({type(error).__name__}). Try again later.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nInterrupted. What was made is deleted; the next run looks again.", file=sys.stderr)
        return 130
    told = f"The report is in {arguments.report}. It holds no ids, names or tokens." if done else "Nothing was done."
    print(told)
    return 0 if done else 1


if __name__ == "__main__":
    sys.exit(main())
