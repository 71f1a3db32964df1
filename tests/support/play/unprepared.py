"""Run `bot.py` without preparing the first pictures and proposed turns, which takes seconds of CPU."""

from __future__ import annotations

import sys

import bot
from client.core.bot import Slowboat

if __name__ == "__main__":
    assert callable(Slowboat.warm_up)
    Slowboat.warm_up = lambda *_: None  # type: ignore[method-assign]
    sys.exit(bot.main())
