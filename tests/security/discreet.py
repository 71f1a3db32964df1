"""`pytest -p tests.security.discreet`: search the DEBUG log of every test for secrets: hands, piles, tokens, and moves
that others may not see.

SLOWBOAT_TALKATIVE=1 breaks the program, so that a secret is found: it logs matches; with the value "moves" the moves.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

import bot
from matches.directory import read_log
from matches.referee import Done, Referee
from matches.texts import Texts
from tests.support.play.table import Table
from tests.support.written import Written, announcing, is_secret, secrets_of, talkative

_READER: Any = SimpleNamespace(bot=SimpleNamespace(texts=Texts()))


@pytest.fixture(autouse=True)
def _searched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if broken := os.environ.get("SLOWBOAT_TALKATIVE"):
        (announcing if broken == "moves" else talkative)(monkeypatch)
    secrets: set[str] = set()
    change, stop = Referee.change, Table.stop

    async def change_and_note(self: Referee, *args: Any) -> Done:
        before = await self.match(args[0])
        done = await change(self, *args)
        if before.phase == "running":
            rows = await read_log(self, before.id, after=before.seq)
            secrets.update(row.code for row in rows[:1] if is_secret(before, row))
        if done.match.phase == "running":
            secrets.update(secrets_of(done.match, _READER))
        return done

    async def note_and_stop(self: Table) -> None:
        secrets.add(self.sandbox.token)
        secrets.update(each.token for each in self.sandbox.world.interactions.values())
        await stop(self)

    monkeypatch.setattr(Referee, "change", change_and_note)
    monkeypatch.setattr(Table, "stop", note_and_stop)
    root, written = logging.getLogger(), Written()
    levels = {name: logging.getLogger(name).level for name in (None, *bot.PRIVATE_LOGGERS)}
    root.addHandler(written)
    root.setLevel(logging.DEBUG)
    bot.hide_private_lines()
    yield
    root.removeHandler(written)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
    text = "\n".join(written.lines)
    for secret in secrets:
        assert secret not in text, f"{secret!r} was written"
