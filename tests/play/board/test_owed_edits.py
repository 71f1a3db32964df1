"""The bot stops between a change and the edit that shows it: after the restart, messages are up to date."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from client.board.repairs import repair_messages
from client.core.visit import Visit
from client.lobby.card import draw_card
from matches.clocks.pace import DAY, HOUR
from matches.referee import Referee
from sandbox.discord import guilds
from sandbox.discord.model import Message
from sandbox.person.answer import Answer
from sandbox.person.person import Person, buttons
from tests.support.play.table import (
    Table,
    find_board,
    has_board,
    open_match,
    press_here,
    wait_for_rest,
    words,
)


@contextlib.contextmanager
def _stop_after_commit(step: str = "change") -> Iterator[list[str]]:
    """Cancel the next request right after this method of the referee has committed, as if the process had been
    killed."""
    real, struck = getattr(Referee, step), list[str]()

    async def commit(self: Referee, *args: Any, **facts: Any) -> Any:
        done = await real(self, *args, **facts)
        if not struck:
            struck.append(step)
            raise asyncio.CancelledError
        return done

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Referee, step, commit)
        yield struck


async def _press_and_restart(at: Table, press: Callable[[], Answer], step: str = "change") -> None:
    with _stop_after_commit(step) as struck:
        press()
        await _wait_for(struck)
        await at.restart()
    await wait_for_rest()


async def _wait_for(struck: list[str]) -> None:
    for _ in range(6000):
        if struck:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("nothing was committed")


def _list_cards(person: Person) -> list[Message]:
    return [each for each in person.messages() if not each.ephemeral and "More" in buttons(each)]


async def _count_owed(at: Table) -> int:
    due = await at.referee.store.transaction(lambda tx: tx.read_due_edits(float("inf"), limit=99))
    return len(due)


async def _wait_until_settled(at: Table) -> None:
    """Wait until no edit is owed; an edit is noted after it is visible."""
    async with asyncio.timeout(60):
        while await _count_owed(at):  # noqa: ASYNC110 - the store tells nobody
            await asyncio.sleep(0.01)


async def test_the_card_shows_who_has_joined(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    card = (await anna.slash("docker new", {"players": 3})).message
    await wait_for_rest()
    assert await _count_owed(at) == 0, "an edit that was made is not owed"
    await _press_and_restart(at, lambda: ben.click(card, "Join"))
    await anna.until(lambda: "Ben" in words(card))
    await _wait_until_settled(at)
    assert _list_cards(anna) == [card]


async def test_the_card_shows_two_who_join_at_once(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture for the first of them takes longer than that for the second."""
    anna, ben, chiara = (at.person(name) for name in ("anna", "ben", "chiara"))
    card = (await anna.slash("docker new", {"players": 4})).message
    real, first = draw_card, list[int]()

    async def draw(*args: Any, **facts: Any) -> Any:
        drawn = await real(*args, **facts)
        if not first:
            first.append(1)
            await asyncio.sleep(0.3)
        return drawn

    monkeypatch.setattr("client.lobby.card_buttons.draw_card", draw)
    both = [ben.click(card, "Join"), chiara.click(card, "Join")]
    for answer in both:
        await answer
    await wait_for_rest()
    assert "Ben" in words(card)
    assert "Chiara" in words(card)


async def test_the_card_shows_that_the_match_has_begun(at: Table) -> None:
    anna, ben, chiara = (at.person(name) for name in ("anna", "ben", "chiara"))
    card = (await anna.slash("docker new", {"players": 3})).message
    await anna.choose((await anna.click(card, "More")).message, "Invite people", ["chiara"])
    await chiara.until(chiara.pings)
    await ben.click(card, "Join")
    panel = (await anna.click(card, "More")).message
    await _press_and_restart(at, lambda: anna.click(panel, "Start"))
    await anna.until(lambda: "has begun" in words(card))
    assert "Join" not in buttons(card)
    await anna.until(lambda: has_board(anna))
    await anna.until(lambda: not [each for each in anna.messages() if "Accept" in buttons(each)])


async def test_an_opened_lobby_gets_its_card(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    await _press_and_restart(at, lambda: anna.slash("docker new", {"players": 3}), "open")
    (card,) = await anna.until(lambda: _list_cards(anna), within=60)
    await wait_for_rest()
    await ben.click(card, "Join")
    assert "Ben" in words(card)
    assert (await at.referee.match(1)).card_id == card.id
    assert _list_cards(anna) == [card]


async def test_a_card_that_was_not_noted_is_found(at: Table) -> None:
    """Stop before the id of the card's message is stored, and press the card before the bot finds it."""
    anna, ben = at.person("anna"), at.person("ben")
    await _press_and_restart(at, lambda: anna.slash("docker new", {"players": 3}))
    (card,) = _list_cards(anna)
    await ben.click(card, "Join")
    await anna.until(lambda: "Ben" in words(card))
    assert "More" in buttons(card), "the card stays a card"
    assert (await at.referee.match(1)).card_id == card.id
    assert _list_cards(anna) == [card]


async def test_a_lobby_whose_channel_is_gone_is_closed(at: Table) -> None:
    anna = at.person("anna")
    with _stop_after_commit("open") as struck:
        anna.slash("docker new", {"players": 3})
        await _wait_for(struck)
        await at.stop()
    guilds.delete_channel(at.sandbox.world, anna.channel)
    await at.start()
    await _become(at, lambda phase: phase == "cancelled")
    await _wait_until_settled(at)


async def _become(at: Table, is_it: Callable[[str], bool]) -> None:
    """Wait until the phase of the first match passes `is_it`."""
    for _ in range(6000):
        if is_it((await at.referee.match(1)).phase):
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"the match is {(await at.referee.match(1)).phase}")


async def test_the_board_says_who_is_away(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    anna = at.person("anna")
    board = find_board(anna)
    assert "away" not in words(board)
    person = next(each for each in (anna, at.person("ben")) if f"<@{each.user.id}>" in words(board))
    later = datetime.fromtimestamp(at.referee.now() + 2 * DAY, UTC).date().isoformat()
    await _press_and_restart(at, lambda: person.slash("me", {"away": later}))
    await anna.until(lambda: "away until" in words(board))
    assert find_board(anna) is board


async def test_the_offer_of_a_seat_is_posted_once(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    anna = at.person("anna")
    more = await anna.click(find_board(anna), "More")
    await press_here(anna, more.message, "Find a substitute …")
    await _press_and_restart(at, lambda: anna.click(more.message, "Look for one"))
    await anna.until(lambda: _list_offers(anna))
    again = await anna.click(more.message, "Look for one")
    assert "already" in again.text
    assert len(_list_offers(anna)) == 1, "the channel is told once"


def _list_offers(person: Person) -> list[Message]:
    return [each for each in person.messages() if not each.ephemeral and "Step in" in buttons(each)]


@pytest.mark.parametrize("before", [True, False], ids=["before the ping", "before it is noted"])
async def test_a_group_is_pinged_once_though_the_bot_stopped_meanwhile(at: Table, before: bool) -> None:
    """Stop between the opening of a lobby for people who have waited and the ping that tells them, or just after it."""
    anna, ben = at.person("anna"), at.person("ben")
    wanted = {"game": "docker", "pace": "daily"}
    await anna.slash("lobbies", wanted)
    if before:
        await _press_and_restart(at, lambda: ben.slash("lobbies", wanted), "open")
    else:
        await ben.slash("lobbies", wanted)
        await wait_for_rest()
    await anna.until(lambda: _list_calls(anna), within=60)
    await _wait_until_settled(at)
    match = await at.referee.match(1)
    await at.referee.store.transaction(lambda tx: tx.owe_edit(match, "offer", 0.0))
    await repair_messages(at.bot)
    await at.bot.errands.settle()
    (call,) = _list_calls(anna)
    assert [ping.message.id for ping in at.sandbox.world.pings if anna.user.id in ping.users] == [call.id]
    assert len(_list_cards(anna)) == 1


async def test_a_group_whose_ping_failed_is_pinged_later(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    wanted = {"game": "docker", "pace": "daily"}
    await anna.slash("lobbies", wanted)

    honest = Visit.post

    async def fail(visit: Visit, view: Any, **how: Any) -> Any:
        if how.get("mentions") is None:  # the lobby's card
            return await honest(visit, view, **how)
        raise ConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(Visit, "post", fail)
        answer = await ben.slash("lobbies", wanted)
        await wait_for_rest()
    assert "was saved" in words(answer.messages[-1])
    assert not _list_calls(anna)
    at.sandbox.world.clock.advance(HOUR)
    await at.bot.sweep()
    assert len(_list_calls(anna)) == 1
    await at.bot.sweep()
    assert len(_list_calls(anna)) == 1


async def test_waiting_after_many_refusals_is_no_attempt(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a few attempts an edit is given up; while the bot waits, none is made."""
    await at.person("anna").slash("docker new", {"players": 3})
    await wait_for_rest()
    match = await at.referee.match(1)
    with monkeypatch.context() as patch:
        patch.setattr("client.board.postman.BUDGET", 0)
        await at.referee.store.transaction(lambda tx: tx.owe_edit(match, "card", 0.0))
        await repair_messages(at.bot)
        await at.bot.errands.settle()
        (owed,) = await at.referee.store.transaction(lambda tx: tx.read_due_edits(0.0, limit=9))
        assert owed.attempts == 0
    await repair_messages(at.bot)
    await at.bot.errands.settle()
    assert await _count_owed(at) == 0


def _list_calls(person: Person) -> list[Message]:
    return [each for each in person.messages() if "enough of you are waiting" in words(each)]
