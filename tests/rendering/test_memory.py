"""The memory of a process that draws stays within its bound, over all games, looks and languages."""

from __future__ import annotations

import sys
from itertools import cycle, product
from pathlib import Path

import psutil
import pytest

import games
from client.pictures import painter as _pictures
from client.pictures.painter import Painter
from client.pictures.render_worker import Order, draw_picture
from games.core import NATURE
from games.rng import Rng
from matches.machines.worker import Worker
from matches.texts import LANGUAGES, Persona, Texts
from rendering import Look, memory
from rendering.memory import empty_caches, keep_bounded, limit_memory, measure_resident
from tests.support.numbers import times

pytestmark = pytest.mark.long

LOOKS = [
    Look(theme="dark" if dark else "light", contrast=contrast, large=large)
    for dark, contrast, large in product((False, True), repeat=3)
]

BOUND = 110_000_000
"""Less than the usual bound, and less than these pictures would need."""

ROUNDS = times(4, usual=1)

linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell a process its size")


def list_orders(seed: int) -> list[Order]:
    """List the openings of every game in every look, in public and for a seat to act, each in another language."""
    orders, languages = list[Order](), cycle(LANGUAGES)
    for look, name in product(LOOKS[: times(8, usual=4)], games.own_names()):
        game = games.load(name)
        state = game.setup(max(game.seats), game.options_type(), Rng(bytes(32), "setup", seed))
        cast = tuple(Persona("", (seat,)) for seat in range(max(game.seats)))
        seat = next((seat for seat in game.to_act(state) if seat != NATURE), 0)
        orders.append(Order(name, game.view(state, None), next(languages), cast, look=look))
        orders.append(Order(name, game.view(state, seat), next(languages), cast, seat, look=look))
    return orders


@linux
async def test_a_painter_stays_within_its_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a bound these pictures take 130 MB. It does not change them."""
    monkeypatch.setattr(_pictures, "Worker", Worker)
    painter, sizes = Painter(Texts(), tmp_path, most=BOUND), list[int]()
    try:
        for seed in range(ROUNDS):
            for number, order in enumerate(list_orders(seed)):
                drawn = await painter._paint(order)
                if number % 11 == 0:
                    assert drawn == draw_picture(order)
                assert painter.worker._process is not None
                sizes.append(psutil.Process(painter.worker._process.pid).memory_info().rss)
    finally:
        await painter.stop()
    assert max(sizes) <= BOUND
    assert max(sizes) > BOUND * 0.8, "the bound is tried: the pictures need almost all of it"


def test_games_that_were_not_drawn_for_the_longest_time_are_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    emptied, sizes = list[str](), iter((100, 100, 170, 157, 170, 165, 165, 150, 139, *(170,) * 9))
    monkeypatch.setattr(memory, "measure_resident", lambda: next(sizes))
    monkeypatch.setattr(memory, "empty_caches", emptied.append)
    limit_memory(160)
    try:
        for package in ("rendering.docker", "rendering.aquaretto", "rendering.docker"):
            keep_bounded(package)
        assert emptied == [], "giving back free memory, and blended sprites, was enough"
        keep_bounded("rendering.cards")
        assert emptied == ["rendering.aquaretto", "rendering.docker"], "at 139 there is room enough"
        keep_bounded("rendering.docker")
        assert emptied[2:] == ["rendering.cards", "rendering"], "in the end, everything"
    finally:
        limit_memory(None)


def test_without_a_limit_nothing_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "measure_resident", lambda: 10**12)
    monkeypatch.setattr(memory, "empty_caches", lambda _: pytest.fail("emptied"))
    keep_bounded("rendering.docker")


def test_a_package_is_emptied_with_all_its_modules_and_no_other() -> None:
    (order,) = [each for each in list_orders(0) if each.game == "docker" and each.look == Look() and each.seat is None]
    draw_picture(order)
    assert empty_caches("rendering.dock") == 0
    assert empty_caches("rendering.docker") > 3
    assert empty_caches("rendering.docker") == 0
    assert empty_caches("rendering.drawing") > 3


@linux
def test_the_size_is_that_of_the_process() -> None:
    assert abs(measure_resident() - psutil.Process().memory_info().rss) < 20_000_000


def test_systems_without_proc_have_no_size(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(memory, "_PAGES", tmp_path / "missing")
    assert measure_resident() == 0


@pytest.mark.parametrize(
    ("there", "asked", "bound"),
    [
        (8_000, None, 116),
        (512, None, 116),
        (372, None, 114),
        (256, None, 75),
        (None, None, 116),
        (512, 2_000, 116),
        (8_000, 260, 95),
        (8_000, 100, 75),
    ],
)
def test_the_bound_follows_the_memory_there_is(
    monkeypatch: pytest.MonkeyPatch, there: int | None, asked: int | None, bound: int
) -> None:
    """All in megabytes. A total that is asked for counts on any machine."""
    monkeypatch.setattr(memory, "find_memory", lambda: None if there is None else there * 1_000_000)
    assert memory.choose_bound(None if asked is None else asked * 1_000_000) == bound * 1_000_000


@pytest.mark.parametrize(("limit", "found"), [("402653184\n", 402_653_184), ("max\n", None), ("9" * 19, None)])
def test_a_container_has_less_memory_than_its_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, limit: str, found: int | None
) -> None:
    """Version 1 of control groups writes a huge number where there is no limit."""
    (tmp_path / "memory.max").write_text(limit, encoding="ascii")
    monkeypatch.setattr(memory, "_LIMITS", (tmp_path / "missing", tmp_path / "memory.max"))
    assert memory.find_memory() == (found or psutil.virtual_memory().total)
