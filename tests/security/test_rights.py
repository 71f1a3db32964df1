"""The page of rights is correct: people of every role try every command and every button."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from client.core import controls
from matches.lobby import invitations
from tests.support.numbers import patience
from tests.support.wire import rights

TRIES = len(rights.ROLES) * sum(map(rights.PAGE.read_text(encoding="utf-8").count, ("; ", "* **")))
"""Roles times commands and buttons."""

pytestmark = [pytest.mark.long, pytest.mark.timeout(patience(300))]


async def test_rights_are_those_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = await rights.describe(tmp_path / "scene", monkeypatch)
    assert said == rights.PAGE.read_text(encoding="utf-8"), "python -m tests.support.wire.rights writes it anew"


def admit_everywhere(patch: pytest.MonkeyPatch) -> None:
    """Mutant: presses are accepted from anywhere."""

    async def nothing(*_: Any) -> None:
        pass

    patch.setattr(controls, "_authorise", nothing)


def obey_everybody(patch: pytest.MonkeyPatch) -> None:
    """Mutant: everybody counts as the host."""
    assert callable(invitations.require_host)
    patch.setattr(invitations, "require_host", lambda *_: None)


def let_everybody_manage(patch: pytest.MonkeyPatch) -> None:
    """Mutant: everybody counts as a manager of the server."""
    patch.setattr("client.server.settings.require_manager", lambda interaction: interaction.guild_id)


MUTANTS = {admit_everywhere: "fair_play", obey_everybody: "pace", let_everybody_manage: "set"}
"""The mutants, each with a button whose row on the page must change."""


@pytest.mark.mutant
async def test_an_excessive_right_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with rights.crawling(tmp_path / "scene", monkeypatch) as crawler:
        for mutant, action in MUTANTS.items():
            before = await crawler.who_may_press(crawler.found[action])
            with monkeypatch.context() as patch:
                broken: Callable[[pytest.MonkeyPatch], None] = mutant
                broken(patch)
                assert set(await crawler.who_may_press(crawler.found[action])) > set(before), action
