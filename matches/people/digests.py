"""The daily digest: when it is due, and for whom."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import structs

from matches.clocks.rhythm import Rhythm, find_due
from matches.people.preferences import Digest, Person
from matches.people.quiet_hours import quiet_until
from matches.referee import Referee

MORNING: Final = 8
"""The hour, in a person's time zone, at which their digest is due; in quiet hours it is due when they end."""


SPREAD: Final = 20 * 60
"""Seconds over which the digests of a time zone are spread, because Discord limits them."""


def spread_out(user_id: int) -> float:
    """Return the seconds by which a person's digest is due after the hour, the same every day."""
    return float((user_id >> 22) % SPREAD)


def find_next_digest(person: Person, now: float, spread: float = 0.0) -> float:
    """Find when a person's next digest is due. `spread`: see `spread_out`."""
    at = find_due(Rhythm(person.zone, due_hour=MORNING), now + 1)
    return (quiet_until(person, at) or at) + spread


def switch_digest(person: Person, language: str, now: float) -> Person:
    """Switch a person's digest on or off. `language`: the language of the message."""
    wanted = None if person.digest else Digest(language, find_next_digest(person, now))
    return structs.replace(person, digest=wanted)


async def list_due_digests(referee: Referee) -> list[int]:
    """List the people whose digest is due."""
    now = referee.now()
    found = await referee.store.transaction(lambda tx: tx.list_people_with("digest"))
    people = [(user_id, msgspec.json.decode(text, type=Person).digest) for user_id, text in found]
    return [user_id for user_id, digest in people if digest is not None and digest.due_at <= now]
