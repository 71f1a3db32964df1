"""Test how features take part in what the core does."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import discord
import pytest

from client.core import events
from client.core.bot import Slowboat
from client.core.events import list_events, on
from client.create import load_features

OURS = Path(__file__).resolve().parents[2]


def list_raised(folder: Path) -> set[str]:
    """List the events that the modules of a folder raise."""
    raised = re.compile(r"""(?:emit|dispatch|list_listeners)\(f?['"](\w+)""")
    return {name for file in folder.rglob("*.py") for name in raised.findall(file.read_text("utf-8"))}


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Register two functions for an event; they note that they were called."""
    found: list[str] = []
    monkeypatch.setattr(events, "_LISTENERS", defaultdict(list))
    for name in ("first", "second"):

        @on("noon")
        async def note(bot: Slowboat, about: str, *, name: str = name) -> None:
            assert isinstance(bot, Slowboat)
            found.append(f"{name} {about}")

    return found


def test_every_event_that_a_feature_waits_for_is_raised() -> None:
    raised = list_raised(OURS / "client") | list_raised(Path(discord.__file__).parent)
    raised |= set(re.findall(r'dispatch\("(\w+)', (OURS / "bot.py").read_text("utf-8")))
    raised |= {f"repair_{what}" for what in ("board", "card", "guest", "offer")}
    load_features()
    assert len(list_events()) > 15
    assert not set(list_events()) - raised


async def test_functions_are_called_one_after_the_other_in_the_order_of_their_registration(
    made: list[str], bot: Slowboat
) -> None:
    await bot.emit("noon", "sun")
    await bot.emit("midnight")
    assert made == ["first sun", "second sun"]


def test_a_bot_has_one_part_of_each_kind(bot: Slowboat) -> None:
    class Part:
        def __init__(self, owner: Slowboat) -> None:
            self.owner = owner

    assert bot[Part] is bot[Part]
    assert bot[Part].owner is bot
