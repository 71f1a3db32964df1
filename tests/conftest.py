from __future__ import annotations

import gc
import os
import random
import secrets
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
import pytest_asyncio
from aiohttp import web_app

# Tests replace functions inside modules, which compiled ones do not notice; `project/test_compiled.py` tests those.
os.environ.setdefault("COMPILED_RULES", "off")

from client.pictures import painter as pictures
from rendering import memory
from tests.support.here import Here, draw_signs
from tests.support.play.blank import paint_blank
from tests.support.stores import migrate_by_copy

if TYPE_CHECKING:
    from playwright.async_api import Browser

MEMORY: Final = Path("/dev/shm")
ENOUGH: Final = 1 << 30
"""Free bytes with which the folders of tests are kept in memory; on a disk, tests of the store take a third longer."""

if "PYTEST_DEBUG_TEMPROOT" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= ENOUGH:
    os.environ["PYTEST_DEBUG_TEMPROOT"] = str(MEMORY)  # read by pytest when a test first asks for `tmp_path`

for variable in ("CI", "BUILD_NUMBER"):
    os.environ.pop(variable, None)  # with either, pytest writes full differences: minutes for two pictures

SELDOM: Final = 20_000
"""How many new objects start a garbage collection; Python's default is 700."""

LARGE: Final = 400_000_000
"""Resident bytes of a process after which caches are emptied; three quarters of it are the modules of all tests."""

_limit = LARGE

gc.set_threshold(SELDOM, 20, 10)  # already while the modules are imported


@pytest.hookimpl(optionalhook=True)  # copies of the project are tested without xdist
def pytest_xdist_auto_num_workers() -> int:
    """Start two workers a core: half of a worker's time is spent waiting."""
    return 2 * (os.cpu_count() or 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long, so that no core waits for it at the end; otherwise keep the order of collection."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """Skip objects from before the tests in garbage collections; with `SELDOM` this saves an eighth of the time."""
    gc.collect()
    gc.freeze()


def pytest_runtest_logfinish() -> None:
    """Empty what pictures and laws keep in a process that has grown large: several run the suite side by side."""
    global _limit
    if memory.measure_resident() > _limit:
        memory.empty_caches("rendering")
        memory.empty_caches("tests.support.laws")
        gc.collect()
        memory._give_back()
        _limit = max(LARGE, memory.measure_resident() + LARGE // 8)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_browser() -> AsyncIterator[Browser]:
    """Open a headless Chromium, which runs in the event loop of the session; every page has a context of its own."""
    from tests.support.browser import launch_browser

    async with launch_browser() as found:
        yield found


@pytest.fixture(autouse=True)
def drawn_from_name(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the secrets of matches from the name of the test, so that it plays the same matches each time."""
    monkeypatch.setattr(secrets, "token_bytes", random.Random(request.node.nodeid).randbytes)


@pytest.fixture(autouse=True)
def painted_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw pictures in this process, and the signs of a game once."""
    monkeypatch.setattr(pictures, "Worker", Here)
    monkeypatch.setattr(pictures, "draw_signs", draw_signs)


@pytest.fixture(autouse=True)
def forgotten_handlers() -> Iterator[None]:
    """Forget the handlers of web servers, which aiohttp caches: with each it would keep a whole sandbox."""
    yield
    web_app._cached_build_middleware.cache_clear()


@pytest.fixture
def blank_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint blank pictures, for modules in which nobody looks at them."""
    paint_blank(monkeypatch)


@pytest.fixture(autouse=True)
def migrated_by_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Copy a migrated database into new files, instead of migrating each."""
    monkeypatch.setattr("data.store.migrate", migrate_by_copy)
