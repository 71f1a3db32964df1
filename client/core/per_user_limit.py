"""Limit concurrent interactions per user.

Other people's presses then wait for at most a few interactions of somebody who presses very fast.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from games.text import T
from matches.errors import UserError

MOST_AT_ONCE = 16
"""Concurrent interactions per user; ordinary play never comes near it."""


class UserLimit:
    """Count the interactions in progress, by user."""

    def __init__(self) -> None:
        self._busy: Counter[int] = Counter()

    @contextmanager
    def admit(self, user_id: int) -> Iterator[None]:
        """Count an interaction while it is carried out. Raises UserError above the limit."""
        if self._busy[user_id] >= MOST_AT_ONCE:
            raise UserError(T("One moment, please: I am still busy with what you pressed before."))
        self._busy[user_id] += 1
        try:
            yield
        finally:
            self._busy[user_id] -= 1
            if not self._busy[user_id]:
                del self._busy[user_id]
