"""What is known about people: what they prefer, who has just used which channel, and how they see a match."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Literal

from matches.errors import StoreError
from matches.people.preferences import Palette, Person, change_person, read_person
from matches.referee import Referee
from rendering import Look

_REMEMBERED = 4096
"""People kept in memory, and uses of channels. The store has all people."""


HERE = 120.0
"""Seconds after a press or command for which a person needs no ping in that channel."""


class Preferences:
    """Cache people's preferences. Call `load` before doing something for a person; then `get` answers from memory."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._people: OrderedDict[int, tuple[Person, float]] = OrderedDict()
        """Preferences by user id, each with the time it was read or written."""

    async def load(self, user_id: int) -> Person:
        """Read a person's preferences. Falls back to the defaults while the store cannot be read."""
        known, read_at = self._people.get(user_id, (None, 0.0))
        if known is None or not self._referee.processes.is_fresh(read_at):
            try:
                known = await read_person(self._referee, user_id)
            except StoreError:
                return known or Person()
            read_at = self._referee.now()
        self._keep(user_id, known, read_at)
        return known

    def get(self, user_id: int) -> Person:
        """Return the preferences of a loaded person; the defaults for anybody else."""
        return self._people[user_id][0] if user_id in self._people else Person()

    async def change(self, user_id: int, work: Callable[[Person], Person]) -> Person:
        """Change a person's stored preferences. Raises StoreError.

        Starts from the store, not from memory, which has the defaults if the store could not be read.
        """
        person = await change_person(self._referee, user_id, work)
        self._keep(user_id, person, self._referee.now())
        return person

    def forget(self, user_id: int) -> None:
        """Remove a person from memory."""
        self._people.pop(user_id, None)

    def _keep(self, user_id: int, person: Person, at: float) -> None:
        self._people[user_id] = person, at
        self._people.move_to_end(user_id)
        while len(self._people) > _REMEMBERED:
            self._people.popitem(last=False)


def make_look(person: Person) -> Look:
    """Return how this person's private pictures are drawn."""
    return Look(theme=person.theme, contrast=person.contrast, patterns=person.patterns, large=person.large)


def make_board_look(palette: Palette) -> Look:
    """Return how the public boards of a channel with this palette are drawn."""
    theme: Literal["light", "dark"] = "dark" if palette.startswith("dark") else "light"
    return Look(theme=theme, contrast=palette.endswith("contrast"), patterns=palette.endswith("patterns"))


class Presence:
    """Keep track of who used which channel when. `now` gives Unix seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._seen: OrderedDict[tuple[int, int], float] = OrderedDict()

    def note(self, channel_id: int, user_id: int) -> None:
        """Record a press or command."""
        self._seen[channel_id, user_id] = self._now()
        self._seen.move_to_end((channel_id, user_id))
        while len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)

    def is_here(self, channel_id: int, user_id: int) -> bool:
        """Whether a person has used a channel within the last `HERE` seconds."""
        seen = self._seen.get((channel_id, user_id))
        return seen is not None and 0 <= self._now() - seen < HERE
