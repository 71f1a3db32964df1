"""Whoever presses a thousand buttons waits for themselves: what is under way for one person at once has an end.

So however fast somebody presses, at most so much of it stands in the queues before what others have pressed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from games.text import T
from matches.errors import Trouble

AT_ONCE = 16
"""Presses of one person that may be under way; nobody who means them comes near it."""


class Crowd:
    """Counts what is being done for whom."""

    def __init__(self) -> None:
        self._busy: Counter[int] = Counter()

    @contextmanager
    def admit(self, user_id: int) -> Iterator[None]:
        """While this person's press is carried out. Raises Trouble where too many are already."""
        if self._busy[user_id] >= AT_ONCE:
            raise Trouble(T("One moment, please: I am still busy with what you pressed before."))
        self._busy[user_id] += 1
        try:
            yield
        finally:
            self._busy[user_id] -= 1
            if not self._busy[user_id]:
                del self._busy[user_id]
