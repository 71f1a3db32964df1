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
from tests.crash.killable import PATIENCE, ForkServer, KillWhen, Step, StoredState, start_fork_server
from tests.crash.people import Nth, People, start_people
from tests.support.numbers import FULL, patience

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


class _Unshown:
    """Selects the first commit that stores something the channel does not show yet."""

    def __init__(self, people: People, is_stored: Callable[[StoredState], bool], is_shown: Callable[[], bool]) -> None:
        self._people = people
        self._is_stored = is_stored
        self._is_shown = is_shown

    def __call__(self, step: Step) -> bool:
        bot = self._people.bot
        return step == "committed" and self._is_stored(bot.read_database_when_committed()) and not self._is_shown()


async def _press_and_die(people: People, person: Person, card: Message, label: str, kill_when: KillWhen) -> bool:
    """Press a button, and kill the process at the step that is selected. False if there was none."""
    people.bot.kill_when = kill_when
    answer = person.click(card, label)
    died = await people.bot.dies_before(answer.until(lambda: answer.done))
    if not died:
        with contextlib.suppress(TimeoutError):  # the work after the answer
            async with asyncio.timeout(0.3):
                await people.bot.dead.wait()
        died = people.bot.dead.is_set()
    people.bot.kill_when = None
    return died


async def _is_restored(people: People, card: Message, is_stored: Callable[[StoredState], bool], word: str) -> bool:
    """Start the bot again, and wait until the card shows what is stored. Returns whether it did not show it before."""
    before, stored, steps = words(card), people.bot.read_database(), people.bot.steps
    assert await people.bot.start()
    await people.bot.wait_until_settled()
    if not is_stored(stored):
        return False
    await _become(lambda: word in words(card), lambda: f"{word!r} is missing after {steps[-4:]}")
    return word not in before


@pytest.mark.parametrize("n", [*STEPS, None])
async def test_the_card_of_a_lobby_names_who_joined_after_a_kill(
    forks: ForkServer, tmp_path: Path, n: int | None
) -> None:
    """Kill at the nth step of *Join*, or between the commit and the card (None): the card shows who sits there."""
    async with start_people(forks, tmp_path, seed=n or 0) as people:
        _, ben = people.people
        card = await _open_lobby(people)

        def is_seated(stored: StoredState) -> bool:
            return (1, ben.user.id) in stored.seated

        moment = _Unshown(people, is_seated, lambda: "Ben" in words(card)) if n is None else Nth(n)
        died = await _press_and_die(people, ben, card, "Join", moment)
        restored = died and await _is_restored(people, card, is_seated, "Ben")
        assert restored or n is not None


@pytest.mark.parametrize("n", [*STEPS, None])
async def test_the_card_of_a_lobby_says_that_it_has_begun_after_a_kill(
    forks: ForkServer, tmp_path: Path, n: int | None
) -> None:
    """Kill at the nth step of *Start*, or between the commit and the card (None): the card says what has become of
    it.
    """
    async with start_people(forks, tmp_path, seed=n or 0) as people:
        anna, ben = people.people
        card = await _open_lobby(people)
        joined = ben.click(card, "Join")
        assert not await people.bot.dies_before(joined.until(lambda: joined.done))

        def has_begun(stored: StoredState) -> bool:
            return stored.head.get(1, -1) >= 0

        moment = _Unshown(people, has_begun, lambda: "has begun" in words(card)) if n is None else Nth(n)
        opened = anna.click(card, "More")
        assert not await people.bot.dies_before(opened.until(lambda: opened.done))
        died = await _press_and_die(people, anna, opened.message, "Start", moment)
        restored = died and await _is_restored(people, card, has_begun, "has begun")
        assert restored or n is not None
        assert not restored or "Join" not in buttons(card)


async def _open_lobby(people: People) -> Message:
    """Open a lobby for three and return its card."""
    anna, _ = people.people
    opened = anna.slash("docker new", {"players": 3})
    assert not await people.bot.dies_before(opened.until(lambda: opened.done))
    (card,) = _list_cards(anna)
    return card


@pytest.mark.parametrize("n", [*STEPS, None])
async def test_a_new_lobby_gets_its_card_after_a_kill(forks: ForkServer, tmp_path: Path, n: int | None) -> None:
    """Kill at the nth step of `/docker new`, or between the commit and the card (None): an open lobby has one card,
    whose message is recorded.
    """
    async with start_people(forks, tmp_path, seed=n or 0) as people:
        anna, ben = people.people

        def is_open(stored: StoredState) -> bool:
            return (1, anna.user.id) in stored.seated

        people.bot.kill_when = Nth(n) if n is not None else _Unshown(people, is_open, lambda: bool(_list_cards(anna)))
        opened = anna.slash("docker new", {"players": 3})
        if not await people.bot.dies_before(opened.until(lambda: opened.done)):
            assert n is not None
            people.bot.kill_when = None
            return
        was_open = is_open(people.bot.read_database())
        assert n is not None or (was_open and not _list_cards(anna))
        assert await people.bot.start()
        await people.bot.wait_until_settled()
        if not was_open:
            assert not _list_cards(anna)
            return
        await _become(lambda: _list_cards(anna), lambda: "no card")
        (card,) = _list_cards(anna)
        joined = ben.click(card, "Join")
        assert not await people.bot.dies_before(joined.until(lambda: joined.done))
        assert "Ben" in words(card)
        assert _list_cards(anna) == [card]
