"""What the workers of nature and of strong computer players compute.

It stands apart from the bot's side because that imports asyncio, two megabytes in every worker.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import games
from games.core import Seat
from games.nature import require_nature
from games.rng import Rng


def nature(name: str, version: int, state: Any, secret: bytes, seq: int) -> tuple[str, bytes]:
    """Answer `NatureWorker.nature` in the worker."""
    move, clip = require_nature(games.require(name, version).nature).decide_with_clip(state, Rng(secret, "nature", seq))
    return move.code, zlib.compress(clip) if clip else b""


def risk(name: str, version: int, view: Any, seat: Seat, codes: Sequence[str], secret: bytes, samples: int) -> float:
    """Answer `NatureWorker.risk` in the worker."""
    rules = require_nature(games.require(name, version).nature)
    return rules.estimate_success(view, seat, codes, Rng(secret, "risk", 0), samples=samples)


def choose(name: str, version: int, view: Any, seat: Seat, rng: Rng) -> str:
    """Answer `Thinker.choose` in the worker."""
    code: str = games.require(name, version).choose_strong(view, seat, rng).code
    return code
