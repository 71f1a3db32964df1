"""`kill -9` between a change and the edit of the message that shows it: the next start makes the edit."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from sandbox.discord.model import Message
from sandbox.person.person import Person, buttons, words
from tests.crash.killable import PATIENCE, ForkServer, start_fork_server
from tests.crash.people import People
from tests.crash.test_kill import Nth, start_people
from tests.numbers import FULL, patience

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.timeout(patience(120)),
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),  # aiohttp's own, about its multipart reader
]

STEPS = range(0, 40, 1 if FULL else 5)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def forks() -> AsyncIterator[ForkServer]:
    async with start_fork_server() as found:
        yield found


async def _become(is_so: Callable[[], object], complaint: Callable[[], str]) -> None:
    """Wait until a condition holds. Raises AssertionError."""
    deadline = asyncio.get_running_loop().time() + PATIENCE
    while not is_so():
        assert asyncio.get_running_loop().time() < deadline, complaint()
        await asyncio.sleep(0.01)


def _list_cards(person: Person) -> list[Message]:
    """List the public cards of lobbies in the channel."""
    return [each for each in person.messages() if not each.ephemeral and "More" in buttons(each)]


async def _press_and_die(people: People, person: Person, card: Message, label: str, n: int) -> bool:
    """Press a button, and kill the process at its `n`th step from then on. False if it has had fewer steps."""
    people.bot.kill_when = Nth(n)
    answer = person.click(card, label)
    died = await people.bot.dies_before(answer.until(lambda: answer.done))
    if not died:
        with contextlib.suppress(TimeoutError):  # the work after the answer
            await asyncio.wait_for(people.bot.dead.wait(), 0.3)
        died = people.bot.dead.is_set()
    people.bot.kill_when = None
    return died


@pytest.mark.parametrize("label", ["Join", "Start"])
async def test_the_card_of_a_lobby_is_up_to_date_after_a_kill(forks: ForkServer, tmp_path: Path, label: str) -> None:
    """Kill at each step of a press: the card shows who sits there, or that the match has begun."""
    killed_before_the_card = 0
    for n in STEPS:
        async with start_people(forks, tmp_path / str(n), seed=n) as people:
            anna, ben = people.people
            opened = anna.slash("docker new", {"players": 3})
            assert not await people.bot.dies_before(opened.until(lambda opened=opened: opened.done))
            (card,) = _list_cards(anna)
            if label == "Start":
                joined = ben.click(card, "Join")
                assert not await people.bot.dies_before(joined.until(lambda joined=joined: joined.done))
            died = await _press_and_die(people, ben if label == "Join" else anna, card, label, n)
            if not died:
                break
            before, stored = words(card), people.bot.read_database()
            assert await people.bot.start()
            await people.bot.wait_until_settled()
            if label == "Join" and (1, ben.user.id) in stored.seated:
                killed_before_the_card += "Ben" not in before
                await _become(lambda card=card: "Ben" in words(card), lambda n=n: f"Ben is missing after step {n}")
            elif label == "Start" and stored.head.get(1, -1) >= 0:
                killed_before_the_card += "has begun" not in before
                await _become(lambda card=card: "has begun" in words(card), lambda n=n: f"it has begun at step {n}")
                assert "Join" not in buttons(card)
    assert killed_before_the_card, "no kill came between the commit and the card"


async def test_a_new_lobby_gets_its_card_after_a_kill(forks: ForkServer, tmp_path: Path) -> None:
    """Kill at each step of `/docker new`: an open lobby has one card, whose message is recorded."""
    restored = 0
    for n in STEPS:
        async with start_people(forks, tmp_path / str(n), seed=n) as people:
            anna, ben = people.people
            people.bot.kill_when = Nth(n)
            opened = anna.slash("docker new", {"players": 3})
            if not await people.bot.dies_before(opened.until(lambda opened=opened: opened.done)):
                people.bot.kill_when = None
                break
            is_open = (1, anna.user.id) in people.bot.read_database().seated
            restored += is_open and not _list_cards(anna)
            assert await people.bot.start()
            await people.bot.wait_until_settled()
            if not is_open:
                assert not _list_cards(anna)
                continue
            await _become(lambda anna=anna: _list_cards(anna), lambda n=n: f"no card after step {n}")
            (card,) = _list_cards(anna)
            joined = ben.click(card, "Join")
            assert not await people.bot.dies_before(joined.until(lambda joined=joined: joined.done))
            assert "Ben" in words(card)
            assert _list_cards(anna) == [card]
    assert restored, "no kill came between the opening and the card"
