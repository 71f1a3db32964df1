"""`kill -9` between any two steps: nothing acknowledged is lost, nothing happens twice, every board arrives once.

SLOWBOAT_FULL=1 runs the full numbers.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from client.core.bot import Slowboat
from sandbox.discord import posting
from tests.crash.killable import ForkServer, Step, start_fork_server
from tests.crash.people import BEFORE_ALL, Broken, Nth, People, start_people
from tests.support.numbers import FULL, patience, times

pytestmark = [
    pytest.mark.long,
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.timeout(patience(120)),
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),  # aiohttp's own, about its multipart reader
]

KILLS = times(200, usual=3)
"""Kills at random steps, for each of five kinds of match: all games, and one with a computer player."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def forks() -> AsyncIterator[ForkServer]:
    async with start_fork_server() as found:
        yield found


async def check_the_end(people: People) -> None:
    """Kill the bot once more and check everything."""
    await people.bot.kill()
    people.check()


async def test_a_kill_at_any_step_of_a_move_loses_nothing(forks: ForkServer, tmp_path: Path) -> None:
    """Kill at each step in turn from *Confirm* to the new board; in the full run from *Play* on. The buttons of the old
    board are removed while the next turn begins.
    """
    async with start_people(forks, tmp_path) as people:
        bot = people.bot
        assert await people.go_on()
        steps = 0
        for n in range(0, 200, 1 if FULL else 5):
            if FULL:
                bot.kill_when = Nth(n)
            else:
                people.kill_when = Nth(n)
            if await people.go_on():
                steps = n
                break
            await people.restart()
        assert steps >= (30 if FULL else 10), "a move has more steps: are some no longer reported?"
        await check_the_end(people)


async def test_a_kill_while_a_match_is_opened_loses_nothing(forks: ForkServer, tmp_path: Path) -> None:
    """Kill at each step from `/docker new` to the first board."""
    for n in range(0, 30, 1 if FULL else 7):
        async with start_people(forks, tmp_path / str(n), seed=n) as people:
            people.bot.kill_when = Nth(n)
            while not await people.go_on() or people.newest == BEFORE_ALL:
                await people.restart()
            await check_the_end(people)


@pytest.mark.parametrize(
    ("game", "computer"), [*((name, False) for name in Slowboat.list_playable()), ("docker", True)], ids=str
)
async def test_kills_at_random_steps_lose_nothing(forks: ForkServer, tmp_path: Path, game: str, computer: bool) -> None:
    """Kill at random steps, some before the login; with a computer player, its moves are interrupted too."""
    chance = random.Random(f"kill {game} {computer}")
    async with start_people(forks, tmp_path, game=game, computer=computer) as people:
        while people.bot.lives < KILLS:
            people.bot.kill_when = Nth(chance.randrange(60))
            while await people.go_on():
                pass
            people.bot.kill_when = Nth(chance.randrange(30)) if chance.random() < 0.3 else None
            await people.restart()
        people.bot.kill_when = None
        assert await people.go_on()
        await check_the_end(people)


CAUGHT = [
    ("acknowledge_before_commit", "reply POST /interactions", "an acknowledged move was lost"),
    ("mark_before_posting", "request POST /channels", "a committed board was never posted"),
    ("post_without_looking", "reply POST /channels", "was posted twice"),
]


@pytest.mark.mutant
@pytest.mark.parametrize(("mutant", "step", "complaint"), CAUGHT, ids=[mutant for mutant, *_ in CAUGHT])
async def test_mutants_are_caught(
    forks: ForkServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mutant: str, step: Step, complaint: str
) -> None:
    """Break a promise by each mutant at a step where the unchanged Slowboat keeps it, without the help of nonces."""
    monkeypatch.setattr(posting, "NONCE_SECONDS", -1)
    async with start_people(forks, tmp_path / "unchanged") as people:
        await kill_in_a_move(people, step)
    async with start_people(forks, tmp_path / "mutant", mutant=mutant) as people:
        with pytest.raises(Broken, match=complaint):
            await kill_in_a_move(people, step)


async def kill_in_a_move(people: People, step: Step) -> None:
    """Kill the bot at the first step of that name after *Confirm*."""
    assert await people.go_on()
    people.kill_when = lambda now: now.startswith(step)
    assert not await people.go_on(), "the process was not killed"
    await people.restart()
    await people.bot.wait_until_settled()
    await check_the_end(people)


@pytest.mark.mutant
async def test_a_forgotten_decision_is_caught(forks: ForkServer, tmp_path: Path) -> None:
    """Press *Confirm* twice while everybody chooses at once and may revise: the second press would count as another
    move.
    """
    async with start_people(forks, tmp_path / "unchanged", game="dog_royal") as people:
        await press_twice(people)
    async with start_people(forks, tmp_path / "mutant", game="dog_royal", mutant="forget_the_decision") as people:
        with pytest.raises(Broken, match=r"has counted 2 times|chose and chose"):
            await press_twice(people)


async def press_twice(people: People) -> None:
    people.twice = True
    for _ in range(4):
        assert await people.go_on()
    await check_the_end(people)
