"""Let rest what Discord refuses, and look again by itself: soon, then ever more rarely."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

MINUTE: Final = 60.0
DAY: Final = 24 * 3600.0

OFTEN: Final = 10 * MINUTE
"""Most seconds between two looks during the first day."""


Key = tuple[str, int, int]
"""The kind of something that rests, its id, and its server's id."""


class Rest(Struct, frozen=True):
    """Something that rests: since when, when to look again (Unix seconds), and why, as Discord put it."""

    since: float
    look_at: float
    why: str


class Rests:
    """What rests. It is kept in memory: after a start, everything is tried at once."""

    def __init__(self) -> None:
        self._rests: dict[Key, Rest] = {}

    def note(self, key: Key, why: object, *, now: float) -> Rest:
        """Note a refusal. Returns until when to rest."""
        known = self._rests.get(key)
        since = known.since if known is not None else now
        rest = self._rests[key] = Rest(since, now + find_delay(now - since), str(why)[:200])
        return rest

    def is_due(self, key: Key, now: float) -> bool:
        """Tell whether to try now: it does not rest, or it is time to look again."""
        known = self._rests.get(key)
        return known is None or now >= known.look_at

    def end(self, key: Key) -> None:
        """Note that it works again."""
        self._rests.pop(key, None)

    def list_due(self, kind: str, now: float) -> list[Key]:
        """List the keys of a kind at which it is time to look again."""
        return [key for key, rest in self._rests.items() if key[0] == kind and now >= rest.look_at]

    def list_in(self, guild_id: int) -> list[tuple[str, int, Rest]]:
        """List what rests in a server: its kind, its id, and since when."""
        return [(key[0], key[1], rest) for key, rest in self._rests.items() if key[2] == guild_id]


def find_delay(rested: float) -> float:
    """Compute the seconds until the next look at something that has rested for `rested` seconds: as long as it has
    rested, but one to ten minutes during the first day; later a twenty-fourth of it, at most a day."""
    if rested < DAY:
        return min(max(rested, MINUTE), OFTEN)
    return min(rested / 24, DAY)
