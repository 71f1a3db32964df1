"""Leagues when things fail: stops between two steps, refusals, missing games and permissions, forgotten people."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from client.board.postman import Postman
from client.leagues.leagues import advance
from matches.clocks.pace import HOUR
from matches.leagues import keeping, predictions
from matches.leagues.keeping import read_kept
from matches.leagues.league import League
from matches.people import privacy
from sandbox.discord.model import Message
from sandbox.discord.posting import delete
from sandbox.person.person import Person, buttons
from tests.support.play.leagues import manage_league
from tests.support.play.lost import stay_up
from tests.support.play.table import Table, is_board, wait_for_rest, words
from tests.support.play.troubles import Hasty, answer_route

__all__ = ["answer_route"]

pytestmark = pytest.mark.usefixtures("blank_pictures")  # nobody looks at the pictures

MASTER = "harbourmaster"
"""The owner of the server."""


def _tables(person: Person) -> list[Message]:
    """List the messages that show a league."""
    return [message for message in person.messages() if "Join the league" in buttons(message)]


async def _found(at: Table, *names: str) -> Message:
    """Create a league of these people. Returns the message with its tables."""
    await manage_league(at.person(MASTER), "new", {"name": "Harbour", "game": "docker"})
    await advance(at.bot)
    (tables,) = _tables(at.person(MASTER))
    for name in names:
        await at.person(name).click(tables, "Join the league")
    return tables


def _list_threads(at: Table) -> list[str]:
    place = at.person(MASTER).channel
    return [each.name for each in at.sandbox.world.channels.values() if each.parent_id == place.id]


async def _advance_due(at: Table) -> None:
    """Advance the leagues now, although an attempt has failed just before."""
    await at.referee.store.transaction(lambda tx: tx._db.execute("UPDATE leagues SET due_at = 0"))
    await advance(at.bot)


async def test_a_stop_before_the_tables_are_noted_posts_them_once(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await manage_league(at.person(MASTER), "new", {"name": "Harbour", "game": "docker"})

    async def stop(*_: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr("client.leagues.leagues.note_shown", stop)
        with pytest.raises(asyncio.CancelledError):
            await advance(at.bot)
    await at.restart()
    await advance(at.bot)
    assert len(_tables(at.person("anna"))) == 1


async def test_a_match_that_was_opened_keeps_its_thread(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The match cannot be started at first: its thread must not be deleted, because the match is noted."""
    await _found(at, "anna", "ben", "chiara", "dana")
    await manage_league(at.person(MASTER), "start")

    async def fail(*_: object) -> None:
        raise OSError("no")

    with monkeypatch.context() as patch:
        patch.setattr("client.leagues.leagues.start_match", fail)
        await advance(at.bot)
    assert len(_list_threads(at)) == 1
    await _advance_due(at)
    await _advance_due(at)
    assert len(_list_threads(at)) == 6
    kept = await read_kept(at.referee, at.person("anna").channel.id)
    assert kept is not None
    assert kept.league.season is not None
    matches = [await at.referee.match(each.match_id) for each in kept.league.season.fixtures]
    assert [match.phase for match in matches] == ["running"] * 6


async def test_a_league_that_is_refused_waits_longer_each_time(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = 0

    async def refuse(*_: object) -> None:
        nonlocal tries
        tries += 1
        raise ConnectionError

    await _found(at, "anna", "ben", "chiara", "dana")
    await manage_league(at.person(MASTER), "start")
    monkeypatch.setattr("client.leagues.leagues._find_empty_thread", refuse)
    start = at.referee.now()
    for second in range(0, 3600, 30):
        monkeypatch.setattr(at.referee, "now", lambda second=second: start + second)
        await advance(at.bot)
    assert 3 <= tries <= 6, "a refused league is retried too often"
    (tables,) = _tables(at.person("anna"))
    assert "Season 1" in words(tables), "the tables do not wait for the matches"


async def test_leagues_stop_at_too_many_refusals(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await manage_league(at.person(MASTER), "new", {"name": "Harbour", "game": "docker"})
    monkeypatch.setattr(at.bot[Postman], "must_wait", lambda: True)
    await advance(at.bot)
    assert not _tables(at.person("anna"))


async def test_a_game_that_is_missing_delays_no_other_league(at: Table) -> None:
    guild = at.person("anna").channel.guild
    assert guild is not None
    gone = League("Gone", "hive", "daily", "stand_in", 30, "en")
    state = keeping._write(gone)
    await at.referee.store.transaction(lambda tx: tx.insert_league(guild.id, 5, state))
    await _found(at, "anna")
    assert len(_tables(at.person("anna"))) == 1


async def test_a_season_needs_the_right_to_open_threads(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await _found(at, "anna", "ben", "chiara", "dana")
    monkeypatch.setattr("client.leagues.managing.list_missing_for_threads", lambda _: ["create_public_threads"])
    assert "Create Public Threads" in (await manage_league(at.person(MASTER), "start")).text
    kept = await read_kept(at.referee, at.person("anna").channel.id)
    assert kept is not None
    assert kept.league.season is None


async def test_a_manager_who_was_forgotten_is_not_named(at: Table) -> None:
    anna = at.person("anna")
    await _found(at, "anna", "ben", "chiara", "dana")
    await manage_league(at.person(MASTER), "start")
    await manage_league(at.person(MASTER), "correct", {"match": 1, "result": "draw", "reason": "They agreed"})
    await privacy.forget(at.referee, at.person(MASTER).user.id)
    await advance(at.bot)
    (tables,) = _tables(anna)
    assert "#1 was corrected. · former player" in words(tables)
    assert "<@-" not in words(tables)
    assert "They agreed" not in words(tables)


@pytest.mark.parametrize("press", ["Join the league", "Start the next season"])
async def test_a_change_is_reported_as_saved_although_its_answer_fails(
    at: Table, monkeypatch: pytest.MonkeyPatch, press: str, answer_route: str
) -> None:
    tables = await _found(at, "anna", "ben", "chiara", "dana")
    monkeypatch.setattr("client.core.retries.DELAYS", (0.0, 0.0))
    master = at.person(MASTER)
    shown = tables if press == "Join the league" else (await master.slash("league")).message
    at.sandbox.faults.order(answer_route, refuse=True, cut=True, count=3)
    answer = await master.click(shown, press)
    assert "This was saved" in answer.text


THREADS, MESSAGES = "POST /channels/{channel_id}/threads", "POST /channels/{channel_id}/messages"

FAULTS: dict[str, tuple[str, dict[str, Any]]] = {
    "no thread is opened": (THREADS, {"refuse": True, "count": 9}),
    "threads are opened, the answers lost": (THREADS, {"lose_reply": True, "count": 9}),
    "threads are opened, the connections cut": (THREADS, {"cut": True, "count": 9}),
    "no message is posted": (MESSAGES, {"refuse": True, "count": 40}),
    "messages are posted, the answers lost": (MESSAGES, {"lose_reply": True, "count": 40}),
    "messages are posted, the connections cut": (MESSAGES, {"cut": True, "count": 40}),
    "no message is edited": ("PATCH /channels/{channel_id}/messages", {"refuse": True, "count": 9}),
    "everything fails": ("/", {"refuse": True, "cut": True, "count": 60}),
}
"""Faults: their routes, and how the requests there fail."""


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_season_begins_under_faults(at: Table, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    """In the end there is one message with the tables, and one thread with one board for each match."""
    monkeypatch.setattr("client.core.retries.DELAYS", (0.0, 0.0))
    monkeypatch.setattr("discord.http.asyncio", Hasty())
    tables = await _found(at, "anna", "ben", "chiara", "dana")
    await at.bot.loops.stop("the leagues")
    await manage_league(at.person(MASTER), "start")
    route, how = FAULTS[fault]
    at.sandbox.faults.order(route, **how)
    for _ in range(3):
        await _advance_due(at)
    at.sandbox.faults.clear()
    for _ in range(4):
        await _advance_due(at)
        await _post_all(at)
    assert _tables(at.person("anna")) == [tables], "one message is kept up to date"
    assert "Season 1" in words(tables)
    kept = await read_kept(at.referee, at.person("anna").channel.id)
    assert kept is not None
    assert kept.league.season is not None
    matches = [await at.referee.match(each.match_id) for each in kept.league.season.fixtures]
    assert [match.phase for match in matches] == ["running"] * 6
    left = [each for each in at.sandbox.world.channels.values() if each.is_thread and not each.archived]
    assert {each.id for each in left} == {match.channel_id for match in matches}, "no empty thread stays open"
    for match in matches:
        shown = at.sandbox.world.channels[match.channel_id].messages.values()
        assert len([each for each in shown if is_board(each)]) == 1


async def _post_all(at: Table) -> None:
    """Let the bot post what it owes, as it does within the next hours."""
    at.sandbox.world.clock.advance(HOUR)
    await stay_up(at)
    await at.bot.sweep()
    await wait_for_rest()


@pytest.mark.parametrize("fault", ["no message is edited", "no message is posted"])
async def test_tables_that_were_deleted_are_posted_once(at: Table, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    monkeypatch.setattr("client.core.retries.DELAYS", (0.0, 0.0))
    monkeypatch.setattr("discord.http.asyncio", Hasty())
    tables = await _found(at, "anna")
    await at.bot.loops.stop("the leagues")
    delete(at.sandbox.world, tables)
    route, how = FAULTS[fault]
    at.sandbox.faults.order(route, **how)
    await manage_league(at.person(MASTER), "remove", {"player": "anna", "reason": "She asked for it"})
    for _ in range(2):
        await _advance_due(at)
    at.sandbox.faults.clear()
    for _ in range(2):
        await _advance_due(at)
    assert len([each for each in _tables(at.person("anna")) if not each.deleted]) == 1


async def test_a_guess_whose_answer_fails_is_said_to_be_saved(
    at: Table, monkeypatch: pytest.MonkeyPatch, answer_route: str
) -> None:
    tables = await _found(at, "anna", "ben", "chiara", "dana")
    await at.bot.loops.stop("the leagues")
    await manage_league(at.person(MASTER), "start")
    await _advance_due(at)
    monkeypatch.setattr(predictions, "list_open", lambda *_: (predictions.WINNER,))
    monkeypatch.setattr("client.core.retries.DELAYS", (0.0, 0.0))
    offer = (await at.person(MASTER).click(tables, "Predict …")).message
    at.sandbox.faults.order(answer_route, refuse=True, cut=True, count=3)
    answer = await at.person(MASTER).choose(offer, "Your prediction", f"1.{predictions.WINNER}.first")
    assert "This was saved" in answer.text
    kept = await read_kept(at.referee, at.person("anna").channel.id)
    assert kept is not None
    assert kept.league.season is not None
    assert [guess.user for guess in kept.league.season.guesses] == [at.person(MASTER).user.id]
