"""`pytest -p tests.security.discreet`: search the DEBUG log of every test for secrets.

SLOWBOAT_TALKATIVE=1 breaks the program, so that a secret is found.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

import bot
from matches.referee import Done, Referee
from matches.texts import Texts
from tests.play.table import Table
from tests.security.test_logs import Written, secrets_of, talkative

_READER: Any = SimpleNamespace(bot=SimpleNamespace(texts=Texts()))


@pytest.fixture(autouse=True)
def _searched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if os.environ.get("SLOWBOAT_TALKATIVE"):
        talkative(monkeypatch)
    secrets: set[str] = set()
    change, stop = Referee.change, Table.stop

    async def changed(self: Referee, *args: Any) -> Done:
        done = await change(self, *args)
        if done.match.row.phase == "running":
            secrets.update(secrets_of(done.match, _READER))
        return done

    async def stopped(self: Table) -> None:
        secrets.add(self.sandbox.token)
        secrets.update(each.token for each in self.sandbox.world.interactions.values())
        await stop(self)

    monkeypatch.setattr(Referee, "change", changed)
    monkeypatch.setattr(Table, "stop", stopped)
    root, written = logging.getLogger(), Written()
    levels = {name: logging.getLogger(name).level for name in (None, *bot.SPEAKS_OF_HANDS)}
    root.addHandler(written)
    root.setLevel(logging.DEBUG)
    bot.be_discreet()
    yield
    root.removeHandler(written)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
    text = "\n".join(written.lines)
    for secret in secrets:
        assert secret not in text, f"{secret!r} was written"
