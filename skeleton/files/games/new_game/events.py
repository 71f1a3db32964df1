"""The events of New Game; their JSON is part of the stored snapshot."""

from __future__ import annotations

from games.core import Event, Seat


class Played(Event, frozen=True):
    """A seat played a card."""

    seat: Seat
    card: str


class Taken(Event, frozen=True):
    """A seat took the trick with a card."""

    seat: Seat
    card: str


AnyEvent = Played | Taken
