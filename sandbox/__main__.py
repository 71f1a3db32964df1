"""`python -m sandbox`: a local Discord for any bot, until it is interrupted."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
from pathlib import Path

from sandbox.server import TOKEN, Sandbox
from sandbox.storage import seed

INSTRUCTIONS = """\
A local Discord is running.
  page      {url}
  token     {token}
  API       {url}/api/v10
  gateway   {gateway}
With discord.py:
  from sandbox.client import Address, point_discord_py_at
  with point_discord_py_at(Address("{url}", "{gateway}")):
      client.run("{token}")
Stop it with Ctrl+C."""


async def serve(*, port: int, name: str, keep: Path | None) -> None:
    """Serve until SIGINT or SIGTERM."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl+C raises KeyboardInterrupt instead
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with Sandbox(port=port, world=seed.build_harbour(name=name), keep=keep) as sandbox:
        print(INSTRUCTIONS.format(url=sandbox.url, gateway=sandbox.gateway_url, token=TOKEN), flush=True)
        await stop.wait()


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=8765, help="port on 127.0.0.1 (0: any free one)")
    parser.add_argument("--name", default="Sandbox Bot", help="the application's name")
    parser.add_argument("--keep", type=Path, help="folder to keep the world in (default: it ends with the process)")
    arguments = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(port=arguments.port, name=arguments.name, keep=arguments.keep))


if __name__ == "__main__":
    main()
