"""A process that posts owed boards until it is killed: `python -m tests.crash.poster ADDRESS FILE NOW NAME`.

Its Discord is a file, a line for each message.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import cast

from client.board.postman import Postman
from data import Store
from data.postgres.store import PostgresStore
from tests.support.matches.house import House
from tests.support.wire.posters import Channels, Poster


class FileChannels(Channels):
    """Channels that outlive the process that posts to them."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file
        file.touch()

    def post(self, who: str, outbox_id: int) -> None:
        writing = os.open(self._file, os.O_WRONLY | os.O_APPEND)
        os.write(writing, f"{who} {outbox_id}\n".encode())
        os.close(writing)

    def list_posted(self) -> list[int]:
        return [int(line.split()[1]) for line in self._file.read_text(encoding="utf-8").splitlines()]


async def _post(address: str, file: Path, now: float, name: str) -> None:
    at = House(cast("Store", await PostgresStore.open(address, shared=True)), shared=True)
    at.now = now
    poster = Poster(name, at, file.parent, FileChannels(file))
    while True:
        await poster.bot[Postman].sweep()
        await asyncio.sleep(0.01)


if __name__ == "__main__":
    asyncio.run(_post(sys.argv[1], Path(sys.argv[2]), float(sys.argv[3]), sys.argv[4]))
