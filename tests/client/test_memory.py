"""Memory stays flat: over a million interactions of strangers, and over an hour of load, in virtual time.

Every interaction comes from a new person in a new channel, so a cache of them without bounds would keep growing. The
tests measure the size of all Python objects, after a warm-up in which the bounded caches fill.
"""

from __future__ import annotations

import functools
import gc
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from client.core import avatars, intake, metrics, people
from client.core.bot import Slowboat
from matches.keeping import effects
from matches.referee import Referee
from matches.sweep import sweep
from rendering.drawing.palette_sheet import BLENDED
from rendering.drawing.stored.packed import UNPACKED
from rendering.memory import empty_caches
from tests.support.numbers import SHARE, patience, times
from tests.support.wire.scene import HERE, Scene, a_turn, scene
from tests.support.wire.wire import NOW, Wire, draw_no_films, wire

INTERACTIONS = times(1_000_000, usual=120)
"""Interactions of strangers, in as much virtual time as a month."""

SECONDS = times(3_600, usual=16)
"""Virtual seconds of load: a turn or a look in each, by the players of all matches."""

WARM_UP = 0.5
"""The share of a run after which growth counts."""

NOISE = 64 * 1024
"""Bytes that may be left behind in all, however long a run is. Two measurements of a bot at rest differ by up to 20 KiB
for buffers, tasks in flight, and rows of bounded caches. A set of ids alone would keep 60 bytes of each interaction,
30 MB of the half million that is measured."""

BOUNDS = (
    (intake, "_REMEMBERED"),
    (avatars, "_PEOPLE"),
    (metrics, "_UNANSWERED"),
    (people, "_REMEMBERED"),
    (effects, "_REMEMBERED"),
)
"""How many entries bounded caches keep."""

MONTH = 30 * 86_400.0

pytestmark = [pytest.mark.long, pytest.mark.timeout(patience(300))]


class Watched(Referee):
    """A referee whose clock can be set."""

    now_is: ClassVar = [NOW]

    def __init__(self, store: Any, **facts: Any) -> None:
        super().__init__(store, **{**facts, "now": lambda: self.now_is[0]})


@pytest.fixture(autouse=True)
def freeze_again() -> Iterator[None]:
    """Skip objects from before the tests in garbage collections again, as `tests/conftest.py` has begun."""
    yield
    gc.collect()
    gc.freeze()


def measure_objects() -> int:
    """Return the bytes of all Python objects the garbage collector knows, and of what they directly contain.

    Bounded caches of functions, and those of pictures, which `rendering.memory` bounds, are emptied first, as their
    contents depend on the tests before. Frozen objects count, too, because they may grow.
    """
    gc.unfreeze()
    empty_caches("rendering")
    BLENDED.clear()
    UNPACKED.clear()
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper) and each.cache_parameters()["maxsize"] is not None:
            each.cache_clear()
    gc.collect()
    seen: set[int] = set()
    total = 0
    for each in gc.get_objects():
        total += sys.getsizeof(each, 0)
        for inner in gc.get_referents(each):
            if not gc.is_tracked(inner) and id(inner) not in seen:
                seen.add(id(inner))
                total += sys.getsizeof(inner, 0)
    return total


def shrink_caches(patch: pytest.MonkeyPatch, bot: Slowboat) -> None:
    """Make the caches of a short run so small that they are full before growth counts."""
    if SHARE:
        return
    for module, name in BOUNDS:
        assert isinstance(getattr(module, name), int)
        patch.setattr(module, name, 10)
    bot.referee.cache.size = 8


async def look(at: Wire, number: int, made: Scene) -> None:
    """Act as a stranger: press a button, or type a command or an option."""
    user, channel = 10**15 + number, 10**12 + number
    match = made.matches[("docker", "lobby", "finished", "aquaretto")[number % 4]]
    at.bot.referee.now_is[0] += MONTH / INTERACTIONS  # type: ignore[attr-defined]
    match number % 6:
        case 0:
            await at.press(f"sb:play:{match.id}:0:", user=user, guild=HERE, channel=match.channel_id)
        case 1:
            await at.press(f"sb:confirm:{number}:0:", user=user, guild=HERE, channel=channel)
        case 2:
            await at.command("turns", user=user, guild=HERE, channel=channel)
        case 3:
            option = {"type": 3, "name": "zone", "value": "Eur", "focused": True}
            await at.command("me", [option], user=user, guild=HERE, channel=channel, autocomplete=True)
        case 4:
            await at.press("sb:nothing:1:0:", user=user, guild=None, channel=channel)
        case _:
            await at.command("help", user=user, guild=HERE, channel=channel)


async def measure_growth(
    folder: Path,
    patch: pytest.MonkeyPatch,
    *,
    interactions: int,
    change: Callable[[Wire], None] = lambda at: None,
) -> int:
    """Return the bytes that interactions leave behind after the warm-up."""
    draw_no_films(patch)
    made = await scene(folder / "scene", ["docker", "aquaretto"])
    Watched.now_is[0] = NOW
    async with wire(made.folder, patch, referee=Watched) as at:
        shrink_caches(patch, at.bot)
        change(at)
        warm = round(interactions * WARM_UP)
        before = 0
        for number in range(interactions):
            if number == warm:
                before = measure_objects()
            await look(at, number, made)
            if number % 2_000 == 0:
                await sweep(at.bot.referee)
        return measure_objects() - before


async def test_memory_stays_flat_under_strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = await measure_growth(tmp_path, monkeypatch, interactions=INTERACTIONS)
    print(f"{left} bytes more after {INTERACTIONS} interactions")  # noqa: T201 - the figure of a long run
    assert left < NOISE, f"{left} bytes stay"


def remember_everybody(at: Wire) -> None:
    """Mutant: a dict that is never emptied keeps every interaction."""
    known: dict[int, Any] = {}
    accept = at.bot.intake.accept

    def note(interaction: Any) -> bool:
        known[interaction.user.id] = interaction
        return accept(interaction)

    at.bot.intake.accept = note  # type: ignore[method-assign]


@pytest.mark.mutant
async def test_a_dict_without_bounds_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = await measure_growth(tmp_path, monkeypatch, interactions=120, change=remember_everybody)
    assert left > 2 * NOISE, left


async def play_for(folder: Path, patch: pytest.MonkeyPatch, *, seconds: int, keep: list[bytes] | None = None) -> int:
    """Let players take turns and look at boards, once a second. Returns the bytes that are left behind.

    `keep`: where the pictures of all answers are kept, as by a cache without bounds.
    """
    draw_no_films(patch)
    made = await scene(folder / "scene", ["docker", "aquaretto", "dog_royal"])
    Watched.now_is[0] = NOW
    drawn = random.Random(7)
    async with wire(made.folder, patch, referee=Watched) as at:
        shrink_caches(patch, at.bot)
        warm, before = round(seconds * WARM_UP), 0
        names = [name for name in ("docker", "aquaretto", "dog_royal") if name in made.matches]
        for second in range(seconds):
            if second == warm:
                before = measure_objects()
            Watched.now_is[0] += 1.0
            match = await at.bot.referee.match(made.matches[drawn.choice(names)].id)
            user = match.seats[0].user_id or 0
            shown = await at.press(f"sb:play:{match.id}:0:", user=user, guild=HERE, channel=match.channel_id)
            if match.phase == "running" and match.awaited:
                await a_turn(at.bot.referee, match, drawn)
            if keep is not None:
                keep.extend(files for _, _, files in shown)
        return measure_objects() - before


async def test_memory_stays_flat_under_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = await play_for(tmp_path, monkeypatch, seconds=SECONDS)
    print(f"{left} bytes more after {SECONDS} seconds")  # noqa: T201 - the figure of a long run
    assert left < max(NOISE, 500 * SECONDS), f"{left} bytes stay"  # the matches that go on may grow a little


@pytest.mark.mutant
async def test_a_cache_without_bounds_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = await play_for(tmp_path, monkeypatch, seconds=20, keep=[])
    assert left > 2 * NOISE, left
