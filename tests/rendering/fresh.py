"""Drawing as if for the first time."""

from __future__ import annotations

import sys


def forget() -> int:
    """Clear every cache of every module of `rendering`; returns how many there are."""
    count = 0
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "rendering":
            for kept in list(vars(module).values()):
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()
                    count += 1
    return count
