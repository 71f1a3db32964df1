"""One refusal ends nothing that people have asked for: a daily message, a daily puzzle, a league."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from client.leagues.leagues import advance
from matches.play import resign
from matches.referee import Request
from sandbox import errors
from sandbox.errors import ErrorKind
from sandbox.rest.pipeline import Pipeline
from tests.support.matches.leagues import list_leagues
from tests.support.play.days import DAY, HOUR, find_players, pass_time
from tests.support.play.posts import begin_season, list_digests, list_posts
from tests.support.play.table import Table, buttons, open_match, open_settings, words

pytestmark = pytest.mark.usefixtures("blank_pictures")

TOO_FAST = ErrorKind(403, 40003, "You are opening direct messages too fast.")
OPEN_DIRECT = "POST /users/@me/channels"
SEND = "POST /channels/{channel_id}/messages"

IsIt = Callable[[str, Mapping[str, str]], bool]


def refuse(patch: pytest.MonkeyPatch, is_it: IsIt, kind: Callable[[], Exception], count: int = 1) -> list[int]:
    """Let the sandbox refuse the next requests that `is_it` recognises, by method and path, and the ids in it. Returns
    a list whose number is how many are still to be refused."""
    honest, left = Pipeline.answer, [count]

    async def answer(self: Pipeline, route: Any, ids: Any, query: Any, body: Any, files: Any) -> Any:
        if left[0] and is_it(f"{route.method} {route.path}", ids):
            left[0] -= 1
            raise kind()
        return await honest(self, route, ids, query, body, files)

    patch.setattr(Pipeline, "answer", answer)
    return left


async def test_a_limit_on_direct_messages_delays_a_daily_message(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await open_match(at, "docker new", ("anna", "ben"), {"pace": "relaxed"})
    person, _ = await find_players(at)
    await person.click((await person.slash("me")).message, "A daily message")
    refuse(monkeypatch, lambda request, _: request == OPEN_DIRECT, TOO_FAST, count=2)
    await pass_time(at, DAY, step=HOUR / 2)
    assert len(list_digests(person)) == 1, "it comes on the same day"
    panel = (await person.slash("me")).message
    assert "✓ A daily message" in buttons(panel)
    assert "I could not send the last one" not in words(panel)


async def test_a_limit_on_direct_messages_is_no_reason_to_allow_them(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = at.person("anna").at("lounge")
    refused = await there.slash("play", {"game": "riff_raff"})
    refuse(monkeypatch, lambda request, _: request == OPEN_DIRECT, TOO_FAST)
    told = (await there.click(refused.message, "Play in our direct messages")).text
    assert "Try again in some minutes" in told
    assert "Allow" not in told


async def test_a_daily_puzzle_survives_a_refusal(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    boss = at.person("harbourmaster")
    await boss.click((await open_settings(boss, "People and puzzles")), "Post a puzzle here every day")
    refuse(monkeypatch, lambda request, _: request == SEND, errors.MISSING_PERMISSIONS)
    await pass_time(at, DAY, step=HOUR / 2)
    assert list_posts(boss) == []
    assert "The daily puzzle is not posted" in words((await boss.slash("help", {"show": "doctor"})).message)
    await pass_time(at, DAY, step=HOUR / 2)
    assert len(list_posts(boss)) == 1
    assert "every morning" in words(await open_settings(boss, "People and puzzles"))


def refuse_tables(at: Table, patch: pytest.MonkeyPatch, kind: Callable[[], Exception]) -> list[int]:
    """Let the sandbox refuse messages and edits in the channel of the league, until the number returned is 0."""
    place = str(at.person("anna").channel.id)

    def is_it(request: str, ids: Mapping[str, str]) -> bool:
        return "/messages" in request and not request.startswith("GET") and ids.get("channel_id") == place

    return refuse(patch, is_it, kind, 10**6)


async def end_a_match(at: Table) -> None:
    """End a match of the season, so that the tables are to be updated."""
    season = (await list_leagues(at.referee))[0].league.season
    assert season is not None
    who = Request(season.fixtures[0].second, "x")
    await at.referee.change(season.fixtures[0].match_id, who, lambda match: resign(match, who, now=at.referee.now()))


async def advance_for(at: Table, seconds: float, *, step: float) -> None:
    for _ in range(int(seconds / step)):
        at.sandbox.world.clock.advance(step)
        await advance(at.bot)


@pytest.mark.parametrize("kind", [errors.UNKNOWN_CHANNEL, errors.MISSING_ACCESS, errors.MISSING_PERMISSIONS])
async def test_a_league_survives_refusals_and_its_tables_come_back(
    at: Table, monkeypatch: pytest.MonkeyPatch, kind: Callable[[], Exception]
) -> None:
    await begin_season(at)
    await advance(at.bot)
    await end_a_match(at)
    left = refuse_tables(at, monkeypatch, kind)
    await advance_for(at, HOUR, step=60)
    (kept,) = await list_leagues(at.referee)
    assert kept.row.shown != kept.row.rev
    boss = at.person("harbourmaster")
    assert "A league is not brought up to date" in words((await boss.slash("help", {"show": "doctor"})).message)
    left[0] = 0
    await advance_for(at, DAY, step=HOUR)
    (kept,) = await list_leagues(at.referee)
    assert kept.row.shown == kept.row.rev, "it is looked at again without any event"
    assert "A league" not in words((await boss.slash("help", {"show": "doctor"})).message)


@pytest.mark.parametrize("is_deleted", [True, False])
async def test_a_league_ends_only_with_a_channel_that_stays_deleted(
    at: Table, monkeypatch: pytest.MonkeyPatch, *, is_deleted: bool
) -> None:
    await begin_season(at)
    await advance(at.bot)
    await end_a_match(at)
    refuse_tables(at, monkeypatch, errors.UNKNOWN_CHANNEL)
    if is_deleted:
        (guild,) = (each for each in at.bot.guilds if each.get_channel(at.person("anna").channel.id))
        guild._channels.pop(at.person("anna").channel.id)
    await advance_for(at, DAY - HOUR, step=HOUR)
    assert await list_leagues(at.referee), "it is told under Check permissions, but kept"
    await advance_for(at, 2 * DAY, step=HOUR)
    assert bool(await list_leagues(at.referee)) is not is_deleted
