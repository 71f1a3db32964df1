"""Let rest what Discord refuses, and look again by itself: soon, then ever more rarely."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, structs

from games.text import Text

MINUTE: Final = 60.0
DAY: Final = 24 * 3600.0

OFTEN: Final = 9 * MINUTE
"""Most seconds between two looks during the first day: a minute less than the ten that are promised."""

_SETTLED_AFTER: Final = 60 * MINUTE
"""Seconds for which something works before it counts as mended. Refused earlier, it has rested all the time."""

Key = tuple[str, int, int]
"""The kind of something that rests, its id, and its server's id."""


class Rest(Struct, frozen=True):
    """Something that rests: since when, when to look again (Unix seconds), and why, in our words or Discord's."""

    since: float
    look_at: float
    why: Text | str


class Rests:
    """What rests. It is kept in memory: after a start, everything is tried at once."""

    def __init__(self) -> None:
        self._rests: dict[Key, Rest] = {}
        self._mended: dict[Key, tuple[float, float]] = {}
        """Since when something had rested, and when it began to work again, for a while."""

    def note(self, key: Key, why: object, *, now: float) -> Rest:
        """Note a refusal, or that a look found nothing better. Returns until when to rest.

        A refusal while something rests already does not put the next look off.
        """
        reason = why if isinstance(why, Text) else str(why)[:200]
        known = self._rests.get(key)
        if known is not None and now < known.look_at:
            rest = Rest(known.since, known.look_at, reason or known.why)
        else:
            since = known.since if known is not None else self._find_beginning(key, now)
            rest = Rest(since, now + find_delay(now - since), reason or (known.why if known is not None else ""))
        self._rests[key] = rest
        return rest

    def note_earlier(self, key: Key, since: float, *, now: float) -> None:
        """Note something that has rested since before this process began: look at it at once."""
        self._rests.setdefault(key, Rest(min(since, now), now, ""))

    def _find_beginning(self, key: Key, now: float) -> float:
        """Find since when something rests that is refused now: if it worked for a short time only, since earlier."""
        since, mended = self._mended.pop(key, (now, now))
        return since if 0 <= now - mended < _SETTLED_AFTER else now

    def hasten(self, guild_id: int, now: float) -> None:
        """Look again at once at everything that rests in a server."""
        for key, rest in self._rests.items():
            if key[2] == guild_id:
                self._rests[key] = structs.replace(rest, look_at=min(now, rest.look_at))

    def is_due(self, key: Key, now: float) -> bool:
        """Tell whether to try now: it does not rest, or it is time to look again."""
        known = self._rests.get(key)
        return known is None or now >= known.look_at

    def find(self, key: Key) -> Rest | None:
        """Find since when something rests, and why."""
        return self._rests.get(key)

    def end(self, key: Key, *, now: float | None = None) -> None:
        """Note that it works again, or without `now` that it has ended."""
        rest = self._rests.pop(key, None)
        if rest is not None and now is not None:
            old = [each for each, (_, at) in self._mended.items() if not 0 <= now - at < _SETTLED_AFTER]
            for each in old:
                del self._mended[each]
            self._mended[key] = (rest.since, now)

    def list_due(self, kind: str, now: float) -> list[Key]:
        """List the keys of a kind at which it is time to look again."""
        return [key for key, rest in self._rests.items() if key[0] == kind and now >= rest.look_at]

    def list_in(self, guild_id: int) -> list[tuple[str, int, Rest]]:
        """List what rests in a server: its kind, its id, and since when."""
        return [(key[0], key[1], rest) for key, rest in self._rests.items() if key[2] == guild_id]


def find_delay(rested: float) -> float:
    """Compute the seconds until the next look at something that has rested for `rested` seconds: as long as it has
    rested, but one to nine minutes during the first day; later a twenty-fourth of it, at most a day."""
    if rested < DAY:
        return min(max(rested, MINUTE), OFTEN)
    return min(rested / 24, DAY)
