"""The share of the promised numbers that a run of the tests tries.

SLOWBOAT_FULL=1 is all of it, which takes hours; SLOWBOAT_FULL=0.1 a tenth, as continuous integration does; without it,
as much as an ordinary run has time for.
"""

from __future__ import annotations

import os
from typing import Final

SHARE: Final = float(os.environ.get("SLOWBOAT_FULL") or 0)
FULL: Final = SHARE >= 1


def times(full: int, *, usual: int) -> int:
    """Return how many of the `full` promised tries this run makes: at least `usual`, as in an ordinary run."""
    return max(usual, round(full * SHARE))


def patience(usual: int) -> int:
    """Return the seconds after which a test is given up."""
    return 7200 if SHARE else usual
