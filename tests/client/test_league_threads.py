"""Test the threads of a league's matches: found again after a stop, and deleted where nobody needs them."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from client.board.postman import Postman
from client.core.bot import Slowboat
from client.leagues import leagues
from client.leagues.leagues import AT_ONCE, advance
from games.text import T
from matches.errors import UserError
from matches.leagues.keeping import change_league, found_league, note_shown, open_match, read_kept
from matches.leagues.league import League, Member
from matches.leagues.season import start_season
from tests.client.notices import Channels, connect, fail
from tests.support.matches.house import CHANNEL, GUILD, House

US, SOMEBODY = 11, 12


@pytest.fixture
def bot(at: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Slowboat:
    made = connect(at, tmp_path, Channels())
    monkeypatch.setattr(type(made), "user", property(lambda _: SimpleNamespace(id=US)))
    return made


@pytest.fixture
def deleted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The threads that were deleted."""
    found: list[int] = []

    async def delete(_bot: Slowboat, thread_id: int) -> None:
        found.append(thread_id)

    monkeypatch.setattr(leagues, "delete_thread", delete)
    return found


def make_thread(number: int, name: str = "#1", *, owner: int = US, archived: bool = False) -> Any:
    return SimpleNamespace(id=number, name=name, owner_id=owner, archived=archived)


async def occupy(at: House, *threads: int) -> None:
    for thread in threads:
        await at.running("docker", 1, 2, channel=thread)


@pytest.mark.parametrize(
    ("threads", "used", "gone"),
    [
        ([make_thread(1), make_thread(2)], (1,), [2]),
        ([make_thread(1), make_thread(2), make_thread(3)], (2,), [1, 3]),
        ([make_thread(1), make_thread(2), make_thread(3)], (), [2, 3]),
        ([make_thread(1), make_thread(2, "#2")], (1,), []),
        ([make_thread(1), make_thread(2, owner=SOMEBODY)], (1,), []),
        ([make_thread(1), make_thread(2, archived=True)], (1,), []),
        ([make_thread(1), make_thread(2)], (1, 2), []),
    ],
    ids=["one empty", "two empty", "all empty", "other name", "of others", "archived", "both used"],
)
async def test_of_two_threads_with_one_name_the_empty_one_is_deleted(
    at: House, bot: Slowboat, deleted: list[int], threads: list[Any], used: tuple[int, ...], gone: list[int]
) -> None:
    await occupy(at, *used)
    named = leagues._list_threads(bot, SimpleNamespace(threads=threads))  # type: ignore[arg-type]
    await leagues._delete_duplicates(bot, named)
    assert deleted == gone


@pytest.mark.parametrize(
    ("thread", "is_found"),
    [
        (make_thread(1), True),
        (make_thread(1, "#2"), False),
        (make_thread(1, owner=SOMEBODY), False),
        (make_thread(1, archived=True), False),
        (make_thread(2), False),
    ],
    ids=["empty", "other name", "of others", "archived", "used"],
)
async def test_an_empty_thread_of_this_match_is_used_again(
    at: House, bot: Slowboat, thread: Any, is_found: bool
) -> None:
    await occupy(at, 2)
    channel = SimpleNamespace(threads=[thread], get_thread={thread.id: thread}.get)
    found = await leagues._find_empty_thread(bot, channel, "#1")  # type: ignore[arg-type]
    assert (found is thread) is is_found


class Place(discord.TextChannel):
    """A channel in which threads are made; their ids begin at 900."""

    def __init__(self) -> None:
        self.made: list[Any] = []

    @property
    def threads(self) -> list[Any]:
        return []

    def is_news(self) -> bool:
        return False

    async def create_thread(self, *, name: str, **_: Any) -> Any:
        self.made.append(make_thread(900 + len(self.made), name))
        return self.made[-1]


async def begin(at: House, bot: Slowboat, monkeypatch: pytest.MonkeyPatch, people: int = 5) -> tuple[Place, list[int]]:
    """Start a league. Returns its channel, and the list to which started matches are written."""
    members = tuple(Member(100 + number, "N" * 60 + str(number)) for number in range(people))
    league = League("L", "docker", "daily", "stand_in", 30, "en", members)
    await found_league(at.referee, GUILD, CHANNEL, league)
    await change_league(at.referee, CHANNEL, lambda found: start_season(found, at.now))
    place, started = Place(), list[int]()
    monkeypatch.setattr(bot, "get_channel", lambda _: place)
    monkeypatch.setattr(bot[Postman], "must_wait", lambda: False)
    monkeypatch.setattr(bot, "serves", lambda _: True)

    async def start(_bot: Any, match_id: int) -> None:
        started.append(match_id)

    async def show(_bot: Any, kept: Any) -> None:
        await note_shown(at.referee, kept.row, 1)

    monkeypatch.setattr(leagues, "_start", start)
    monkeypatch.setattr(leagues, "_show_tables", show)
    return place, started


async def test_a_few_matches_are_opened_at_once_until_all_are(
    at: House, bot: Slowboat, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, started = await begin(at, bot, monkeypatch)
    await advance(bot)
    assert len(place.made) == len(started) == AT_ONCE
    await advance(bot)
    assert len({each.name for each in place.made}) == 10, "each of ten matches has a thread"
    assert all(len(each.name) <= 100 for each in place.made)
    assert place.made[0].name.startswith("#1 · ")
    assert len(set(started)) == 10


async def test_a_thread_whose_match_cannot_be_opened_is_deleted_and_one_with_a_match_is_not(
    at: House, bot: Slowboat, monkeypatch: pytest.MonkeyPatch, deleted: list[int]
) -> None:
    place, _ = await begin(at, bot, monkeypatch)

    async def refuse(*_: object) -> None:
        raise UserError(T("This channel has a league already."))

    with monkeypatch.context() as patch:
        patch.setattr(leagues, "open_match", refuse)
        await advance(bot)
    assert deleted == [900]
    honest = open_match

    async def open_and_fail(*args: Any) -> None:
        await honest(*args)
        raise fail(discord.DiscordServerError, 503)

    monkeypatch.setattr(leagues, "open_match", open_and_fail)
    at.now += 60
    await advance(bot)
    assert deleted == [900], "it is the thread of a match by now"
    assert len(place.made) == 2


async def test_a_failed_league_is_tried_again_later_and_stops_no_other(
    at: House, bot: Slowboat, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await begin(at, bot, monkeypatch)
    await found_league(at.referee, 71, 8, League("M", "docker", "daily", "stand_in", 30, "en"))
    seen: list[int] = []

    async def fail_once(_bot: Any, row: Any, _now: float) -> None:
        seen.append(row.channel_id)
        if row.channel_id == CHANNEL:
            raise ZeroDivisionError

    monkeypatch.setattr(leagues, "_advance", fail_once)
    await advance(bot)
    assert sorted(seen) == [CHANNEL, 8]
    (error,) = [each for each in caplog.records if each.levelname == "ERROR"]
    assert error.exc_info, "a bug of ours has its traceback"
    kept = await read_kept(at.referee, CHANNEL)
    assert kept is not None
    assert kept.row.due_at > at.now
    monkeypatch.setattr(bot, "serves", lambda guild: guild == GUILD)
    at.now = kept.row.due_at
    await advance(bot)
    assert seen[2:] == [CHANNEL], "another process serves the other server, whose league has been due for longer"
    monkeypatch.setattr(bot[Postman], "must_wait", lambda: True)
    await advance(bot)
    assert len(seen) == 3


async def test_without_reading_the_history_the_tables_are_posted(at: House, bot: Slowboat) -> None:
    class Closed:
        def history(self, **_: Any) -> Any:
            raise fail(discord.Forbidden, 403)

    assert await leagues._find_tables(bot, Closed()) is None  # type: ignore[arg-type]
