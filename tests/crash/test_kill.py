"""`kill -9` between any two steps: nothing acknowledged is lost, nothing happens twice, every board arrives once.

SLOWBOAT_FULL=1 runs the full numbers.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from client.core.bot import Slowboat
from sandbox.server import Sandbox
from tests.crash.mortal import Mortal, Nursery, Step, nursery
from tests.crash.people import BEFORE_ALL, Broken, People
from tests.numbers import FULL, patience, times

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.timeout(patience(120)),
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),  # aiohttp's own, about its multipart reader
]

KILLS = times(200, usual=3)
"""At random steps, for each of five kinds of match: all games, and one with a computer player."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def forks() -> AsyncIterator[Nursery]:
    async with nursery() as found:
        yield found


@contextlib.asynccontextmanager
async def at_sea(
    forks: Nursery, folder: Path, *, mutant: str = "", seed: int = 0, game: str = "docker", computer: bool = False
) -> AsyncIterator[People]:
    """Start people and a Slowboat that can be killed."""
    async with Sandbox() as sandbox:
        mortal = Mortal(forks, sandbox, folder, mutant=mutant)
        try:
            assert await mortal.start()
            yield People(mortal, seed=seed, game=game, computer=computer)
        finally:
            await mortal.stop()
        assert sandbox.problems == []


class Nth:
    """Dooms a process at its `n`th step from now (0: the next)."""

    def __init__(self, n: int) -> None:
        self.left = n

    def __call__(self, _: Step) -> bool:
        self.left -= 1
        return self.left < 0


async def ends_well(people: People) -> None:
    """Kill it a last time and check everything."""
    await people.mortal.kill()
    people.check()


async def test_at_every_step_of_a_move(forks: Nursery, tmp_path: Path) -> None:
    """Kill at each step in turn from *Confirm* to the new board; in the full run from *Play* on. The buttons of the old
    board are removed while the next turn begins.
    """
    async with at_sea(forks, tmp_path) as people:
        mortal = people.mortal
        assert await people.go_on()
        steps = 0
        for n in range(0, 200, 1 if FULL else 5):
            if FULL:
                mortal.doom = Nth(n)
            else:
                people.doom = Nth(n)
            if await people.go_on():
                steps = n
                break
            await people.revive()
        assert steps >= (30 if FULL else 10), "a move has more steps: are some no longer reported?"
        await ends_well(people)


async def test_while_a_match_is_opened(forks: Nursery, tmp_path: Path) -> None:
    """Kill at each step from `/docker new` to the first board."""
    for n in range(0, 30, 1 if FULL else 7):
        async with at_sea(forks, tmp_path / str(n), seed=n) as people:
            people.mortal.doom = Nth(n)
            while not await people.go_on() or people.newest == BEFORE_ALL:
                await people.revive()
            await ends_well(people)


@pytest.mark.parametrize(
    ("game", "computer"), [*((name, False) for name in Slowboat.list_playable()), ("docker", True)], ids=str
)
async def test_at_random_steps(forks: Nursery, tmp_path: Path, game: str, computer: bool) -> None:
    """Kill at random steps, some before the login; with a computer player, its moves are interrupted too."""
    chance = random.Random(f"kill {game} {computer}")
    async with at_sea(forks, tmp_path, game=game, computer=computer) as people:
        while people.mortal.lives < KILLS:
            people.mortal.doom = Nth(chance.randrange(60))
            while await people.go_on():
                pass
            people.mortal.doom = Nth(chance.randrange(30)) if chance.random() < 0.3 else None
            await people.revive()
        people.mortal.doom = None
        assert await people.go_on()
        await ends_well(people)


CAUGHT = [
    ("acknowledge_before_commit", "reply PATCH /webhooks", "an acknowledged move was lost"),
    ("mark_before_posting", "request POST /webhooks", "a committed board was never posted"),
    ("post_without_looking", "reply POST /webhooks", "was posted twice"),
]


@pytest.mark.parametrize(("mutant", "step", "complaint"), CAUGHT, ids=[mutant for mutant, *_ in CAUGHT])
async def test_mutants_are_caught(forks: Nursery, tmp_path: Path, mutant: str, step: Step, complaint: str) -> None:
    """Break a promise by each mutant at a step where the unchanged Slowboat keeps it."""
    async with at_sea(forks, tmp_path / "unchanged") as people:
        await kill_in_a_move(people, step)
    async with at_sea(forks, tmp_path / "mutant", mutant=mutant) as people:
        with pytest.raises(Broken, match=complaint):
            await kill_in_a_move(people, step)


async def kill_in_a_move(people: People, step: Step) -> None:
    """Kill it at the first step of that name after *Confirm*."""
    assert await people.go_on()
    people.doom = lambda now: now.startswith(step)
    assert not await people.go_on(), "the process was not killed"
    await people.revive()
    await people.mortal.wait_until_settled()
    await ends_well(people)


async def test_a_forgotten_decision_is_caught(forks: Nursery, tmp_path: Path) -> None:
    """Press *Confirm* twice while everybody chooses at once and may revise: the second press would count as another
    move.
    """
    async with at_sea(forks, tmp_path / "unchanged", game="dog_royal") as people:
        await press_twice(people)
    async with at_sea(forks, tmp_path / "mutant", game="dog_royal", mutant="forget_the_decision") as people:
        with pytest.raises(Broken, match=r"has counted 2 times|chose and chose"):
            await press_twice(people)


async def press_twice(people: People) -> None:
    people.twice = True
    for _ in range(4):
        assert await people.go_on()
    await ends_well(people)
