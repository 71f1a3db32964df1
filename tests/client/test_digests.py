"""Test the daily digest: what it lists, how it replaces the previous one, and what a failure means."""

from __future__ import annotations

from pathlib import Path

import aiohttp
import discord
import pytest
from msgspec import structs

from client.digest import AGAIN_AFTER, Digests
from client.inbox import MOST
from matches.clocks.pace import DAY
from matches.keeping.processes import Alone
from matches.people.digests import switch_digest
from matches.people.preferences import Person, change_person, read_person
from tests.client.notices import Channels, connect, fail
from tests.support.matches.house import ANNA, BEN, CHIARA, House


async def wish(at: House, user: int, language: str = "en") -> None:
    await change_person(at.referee, user, lambda person: switch_digest(person, language, at.now))


async def open_matches(at: House, count: int, *, channel: int = 100) -> int:
    """Start matches of Anna and Ben, who begin by turns. Returns how many of them wait for Anna."""
    orders = ((ANNA, BEN), (BEN, ANNA))
    matches = [await at.running("docker", *orders[number % 2], channel=channel + number) for number in range(count)]
    return sum(match.awaited[0].user_id == ANNA for match in matches)


async def test_it_lists_the_matches_that_wait_and_replaces_the_one_before(at: House, tmp_path: Path) -> None:
    channels = Channels()
    digests = Digests(connect(at, tmp_path, channels))
    await wish(at, ANNA)
    at.now += DAY
    await digests.send_due()
    assert channels.sent == [], "nothing waits"
    count = await open_matches(at, 6)
    assert 0 < count < 6
    for day in range(2):
        at.now += DAY
        await digests.send_due()
        channel, words, _ = channels.sent[-1]
        assert channel == ANNA
        assert f"{count} matches are waiting for you" in words or f"{count} match is waiting for you" in words
        assert words.count("▶") == count
        assert "•" not in words, "matches that wait for others are left out"
        assert channels.deleted == [1001][:day]
    assert len(channels.sent) == 2


async def test_it_names_at_most_twenty_matches(at: House, tmp_path: Path) -> None:
    channels = Channels()
    digests = Digests(connect(at, tmp_path, channels))
    await wish(at, ANNA)
    count = await open_matches(at, 2 * MOST + 5)
    assert count > MOST
    at.now += DAY
    await digests.send_due()
    ((_, words, _),) = channels.sent
    assert f"{count} matches are waiting for you" in words
    assert words.count("▶") == MOST


@pytest.mark.parametrize(("chosen", "said"), [("", "wart"), ("fr", "attend")])
async def test_it_speaks_the_language_a_person_has_chosen_or_else_that_of_their_discord(
    at: House, tmp_path: Path, chosen: str, said: str
) -> None:
    channels = Channels()
    digests = Digests(connect(at, tmp_path, channels))
    await wish(at, ANNA, "de")
    await change_person(at.referee, ANNA, lambda person: structs.replace(person, language=chosen))
    assert await open_matches(at, 6)
    at.now += DAY
    await digests.send_due()
    assert said in channels.sent[-1][1].splitlines()[0]


@pytest.mark.parametrize(
    ("error", "is_told"),
    [
        (fail(discord.Forbidden, 403, 50007), True),
        (fail(discord.Forbidden, 403, 40003), False),
        (fail(discord.DiscordServerError, 503), False),
        (discord.RateLimited(65.0), False),
        (aiohttp.ClientError(), False),
    ],
    ids=["closed", "too fast", "Discord fails", "limited", "no network"],
)
async def test_a_failure_ends_nobodys_digest(at: House, tmp_path: Path, error: Exception, is_told: bool) -> None:
    """What Discord limits comes ten minutes later, and who is out of reach is told in `/me`."""
    channels = Channels()
    digests = Digests(connect(at, tmp_path, channels))
    for user in (ANNA, BEN, CHIARA):
        await wish(at, user)
    assert 0 < await open_matches(at, 6) < 6
    channels.refused[ANNA] = error
    at.now += DAY
    await digests.send_due()
    assert [channel for channel, *_ in channels.sent] == [BEN]
    digest = (await read_person(at.referee, ANNA)).digest
    assert digest is not None
    assert digest.refused is is_told
    assert (digest.due_at == at.now + AGAIN_AFTER) is not is_told
    channels.refused.clear()
    at.now += DAY
    await digests.send_due()
    assert [channel for channel, *_ in channels.sent[1:]] == [ANNA, BEN]
    digest = (await read_person(at.referee, ANNA)).digest
    assert digest is not None
    assert not digest.refused


async def test_a_process_that_has_lost_its_claim_leaves_the_rest_to_another_one(
    at: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    channels = Channels()
    digests = Digests(connect(at, tmp_path, channels))
    for user in (ANNA, BEN):
        await wish(at, user)
    await open_matches(at, 2)
    monkeypatch.setattr(Alone, "has", lambda *_: not channels.sent)
    at.now += DAY
    await digests.send_due()
    assert [channel for channel, *_ in channels.sent] == [ANNA]


async def test_somebody_who_switches_it_off_meanwhile_gets_none(at: House, tmp_path: Path) -> None:
    """The list of due digests is read before the first one is sent."""
    channels = Channels()
    bot = connect(at, tmp_path, channels)
    await wish(at, ANNA)
    assert await open_matches(at, 6)
    at.now += DAY
    await change_person(at.referee, ANNA, lambda _: Person())
    await Digests(bot)._send(ANNA)
    assert channels.sent == []
