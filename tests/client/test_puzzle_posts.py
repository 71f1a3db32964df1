"""Test the daily posts of puzzles: when they are sent, in which language, and what a failure means for the next day."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from msgspec import structs

from client.puzzles import daily as posts
from client.puzzles.daily import LOOK_EVERY, PuzzlePosts
from client.puzzles.message import Shown
from matches.clocks.pace import DAY
from matches.keeping.processes import Alone
from matches.machines.worker import WorkerFailed
from matches.people.preferences import PuzzlePost, read_server
from matches.people.servers import change_server
from matches.puzzles.posting import switch_post
from tests.client.notices import Channels, connect, fail
from tests.support.matches.house import House, house

HERE, THERE = 70, 71
"""Two servers; each wants the puzzle in the channel with its number times ten."""


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path, quick=True) as found:
        for guild, language in ((HERE, "de"), (THERE, "fr")):
            post = PuzzlePost(guild * 10, language, "Europe/Zurich")
            await change_server(found.referee, guild, lambda server, post=post: switch_post(server, post, found.now))
        yield found


def open_posts(at: House, folder: Path, patch: pytest.MonkeyPatch, channels: Channels) -> PuzzlePosts:
    """Post messages that consist of their language."""

    async def build(_painter: Any, _puzzle: Any, language: str) -> Shown:
        return Shown(discord.ui.LayoutView().add_item(discord.ui.TextDisplay(language)), None)  # type: ignore[arg-type]

    patch.setattr(posts, "build_post", build)
    return PuzzlePosts(connect(at, folder, channels))


def list_posts(channels: Channels) -> list[tuple[int, str]]:
    return [(channel, words) for channel, words, _ in channels.sent]


async def test_each_server_gets_its_puzzle_once_a_day_in_its_language(
    at: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    channels = Channels()
    daily = open_posts(at, tmp_path, monkeypatch, channels)
    await daily.post_due()
    assert channels.sent == []
    at.now += DAY
    for _ in range(3):
        await daily.post_due()
        at.now += LOOK_EVERY
    assert list_posts(channels) == [(700, "de"), (710, "fr")]


async def test_due_posts_are_looked_for_every_five_minutes(
    at: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    channels = Channels()
    daily = open_posts(at, tmp_path, monkeypatch, channels)
    await daily.post_due()
    due = (await read_server(at.referee, HERE)).puzzle
    assert due is not None
    at.now = due.due_at - 1
    await daily.post_due()
    at.now += LOOK_EVERY - 1
    await daily.post_due()
    assert channels.sent == []
    at.now += 1
    await daily.post_due()
    assert len(channels.sent) == 2


@pytest.mark.parametrize(
    ("error", "is_closed"),
    [
        (fail(discord.Forbidden, 403), True),
        (fail(discord.NotFound, 404), True),
        (fail(discord.DiscordServerError, 503), False),
        (aiohttp.ClientError(), False),
        (WorkerFailed("x"), False),
    ],
    ids=["closed", "deleted", "Discord fails", "no network", "no picture"],
)
async def test_a_failed_post_stops_neither_others_nor_the_next_one(
    at: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, is_closed: bool
) -> None:
    channels = Channels()
    channels.refused[HERE * 10] = error
    daily = open_posts(at, tmp_path, monkeypatch, channels)
    at.now += DAY
    await daily.post_due()
    assert list_posts(channels) == [(710, "fr")]
    assert (await read_server(at.referee, HERE)).puzzle is not None
    bot: Any = daily._bot
    assert bool(bot.rests.list_in(HERE)) is is_closed, "Check permissions shows it"
    channels.refused.clear()
    at.now += DAY
    await daily.post_due()
    assert len(channels.sent) == 3
    assert not bot.rests.list_in(HERE)


async def test_a_server_of_another_process_is_left_to_it(
    at: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    channels = Channels()
    daily = open_posts(at, tmp_path, monkeypatch, channels)
    bot: Any = daily._bot
    monkeypatch.setattr(bot, "serves", lambda guild: guild == THERE)
    at.now += DAY
    await daily.post_due()
    assert list_posts(channels) == [(710, "fr")]
    monkeypatch.setattr(bot, "serves", lambda guild: guild == HERE)
    at.now += LOOK_EVERY
    await daily.post_due()
    assert list_posts(channels)[1:] == [(700, "de")], "it was not claimed"


async def test_a_process_that_has_lost_its_claim_leaves_the_rest_to_another_one(
    at: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    channels = Channels()
    daily = open_posts(at, tmp_path, monkeypatch, channels)
    monkeypatch.setattr(Alone, "has", lambda *_: not channels.sent)
    at.now += DAY
    await daily.post_due()
    assert list_posts(channels) == [(700, "de")]


async def test_a_server_whose_games_have_no_puzzles_gets_none(
    at: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    channels = Channels()
    daily = open_posts(at, tmp_path, monkeypatch, channels)
    await change_server(at.referee, HERE, lambda server: structs.replace(server, games=("riff_raff",)))
    at.now += DAY
    await daily.post_due()
    assert list_posts(channels) == [(710, "fr")]
    assert (await read_server(at.referee, HERE)).puzzle is not None
