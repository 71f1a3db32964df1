"""Bound the memory of a process that draws: empty the caches of games that it has not drawn for the longest time.

Each cache has a bound of its own, and painted things are kept packed, but all together, over all games, looks and
sizes, would take 150 MB and more. Art that is needed again is loaded from the folder of painted art.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from rendering.drawing.palette_sheet import BLENDED
from rendering.drawing.stored.packed import UNPACKED

MOST: Final = 116_000_000
"""Resident bytes of a process that draws, between two pictures. With 100 MB, a board in matches of all games takes
twice the CPU, with 75 MB three times."""

LEAST: Final = 75_000_000
"""The least such bytes: a process without pictures has 45 MB, and each game has large ones."""

OTHERS: Final = 165_000_000
"""Resident bytes of all other processes: the bot, nature, and computer players."""

_LIMITS: Final = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
"""Where a container tells its limit, in versions 2 and 1 of Linux's control groups."""

_SHARE: Final = 3 / 4
"""Share of a machine or a container that the bot takes unless it is told how much."""

_NEARLY: Final = 0.985
"""Share of the limit up to which nothing is emptied. The rest is room for the answer with the picture: the caches grow
in small steps, and may fill everything below this share."""

_ENOUGH: Final = 7 / 8
"""Share of the limit at which no more caches are emptied, so that it is not reached again at once."""

_PAGES: Final = Path("/proc/self/statm")
_PAGE: Final = 4096

_drawn: OrderedDict[str, None] = OrderedDict()
"""The packages that have drawn, the latest one last."""

_most: int | None = None


def find_memory() -> int | None:
    """Find the bytes of the machine's memory or, if that is less, of the container's; None on systems that do not
    tell."""
    told = (file.read_text(encoding="ascii").strip() for file in _LIMITS if file.exists())
    found = [int(limit) for limit in told if limit.isdecimal()]  # "max" without a limit
    if hasattr(os, "sysconf"):
        found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    return min(found, default=None)


def choose_bound(total: int | None, /) -> int:
    """Choose the most resident bytes of the process that draws, if all processes may take `total` bytes together; None:
    three quarters of what the machine or the container has."""
    if total is None:
        there = find_memory()
        total = MOST + OTHERS if there is None else int(there * _SHARE)
    return max(LEAST, min(MOST, total - OTHERS))


def limit_memory(most: int | None, /) -> None:
    """Bound the memory of this process from now on; None: do not, as at the beginning."""
    global _most
    _most = most
    _drawn.clear()


def measure_resident() -> int:
    """Measure the resident bytes of this process; 0 on systems without /proc/self/statm."""
    return int(_PAGES.read_bytes().split()[1]) * _PAGE if _PAGES.exists() else 0


def keep_bounded(package: str, /) -> None:
    """Note that something was drawn by a package, such as `rendering.docker`. If the process has grown too large, empty
    the caches of the packages that have not drawn for the longest time, until some room is left."""
    if _most is None:
        return
    _drawn[package] = None
    _drawn.move_to_end(package)
    if measure_resident() <= _most * _NEARLY:
        return
    _give_back()
    if measure_resident() <= _most * _NEARLY:
        return
    for recent in (BLENDED, UNPACKED):
        recent.clear()
    gc.collect()
    while measure_resident() > _most * _ENOUGH and _drawn:
        other, _ = _drawn.popitem(last=False)
        empty_caches(other if _drawn else "rendering")
        _give_back()


def empty_caches(package: str, /) -> int:
    """Empty every cache of the modules in a package; return how many had something in them."""
    full = 0
    for cached in list_caches(package):
        full += cached.cache_info().currsize > 0
        cached.cache_clear()
    return full


def list_caches(package: str, /) -> Iterator[Any]:
    """List the caches of all modules in a package."""
    for name, module in list(sys.modules.items()):
        if f"{name}.".startswith(f"{package}."):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear") and value.__module__ == name:
                    yield value


def _give_back() -> None:
    """Give free memory back to the system; the C library would keep it for later."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of glibc alone
        if trim is not None:
            trim(0)
