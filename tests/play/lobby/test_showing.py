"""*Show me* on the card of a lobby: computer players play for one person."""

from __future__ import annotations

import asyncio

import pytest

import games
from client.lobby import showing
from sandbox.discord.model import Message
from tests.support.play.ship import Stub
from tests.support.play.table import Table, buttons, open_lobby, wait_for_rest, words


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch, blank_pictures: None) -> None:
    """Show one turn after the other without a pause."""
    monkeypatch.setattr(showing, "PAUSE", 0.0)


async def show(at: Table, name: str) -> tuple[Message, Message]:
    """Let Ben watch a game until it ends. Returns the card and his message."""
    rules, ben = games.load(name), at.person("ben")
    card = (await open_lobby(at, at.person("anna"), f"{rules.command} new", players=rules.seats[-1])).message
    shown = (await ben.click(card, "Show me")).message
    await ben.until(lambda: "Show me more" in buttons(shown))
    return card, shown


@pytest.mark.parametrize("game", games.own_names())
async def test_one_person_is_shown_a_game_in_private(at: Table, game: str) -> None:
    Stub().rule(at)
    card, shown = await show(at, game)
    assert shown.ephemeral
    assert f"Turn {showing.TURNS} of {showing.TURNS} that computer players show you." in words(shown)
    taught = {"Learn"} if games.words(game).lesson() is not None else set()
    assert {"Join", "Show me more"} | taught == {*buttons(shown)}
    assert len(shown.attachments) == 1
    match = await at.referee.match(1)
    assert (match.phase, len(match.seats)) == ("lobby", 1), "nothing has happened to the lobby"
    await at.person("ben").click(shown, "Join")
    assert at.person("ben").user.id in (await at.referee.match(1)).people
    assert "Join" in buttons(card)


async def test_a_second_show_ends_the_first(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showing, "PAUSE", 600.0)
    ben = at.person("ben")
    card = (await open_lobby(at, at.person("anna"), players=3)).message
    for _ in range(2):
        await ben.click(card, "Show me")
    await wait_for_rest()
    assert len(at.bot[showing._Shows]) == 1
    monkeypatch.setattr(showing, "MOST", 1)
    assert "Try again in a minute" in (await at.person("chiara").click(card, "Show me")).text
    await showing.stop_shows(at.bot)
    await asyncio.sleep(0)
    assert not at.bot[showing._Shows]
