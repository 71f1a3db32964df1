"""Feats: what a game counts for the records of its players, such as the tallest tower climbed.

A game that counts feats has `feats()` in its words, which returns `Feats`. Feats are counted from the events of a
finished match, which are public.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

import games
from games.core import Event, Seat
from games.text import Text

Ply = tuple[Seat, Sequence[Event]]
"""The seat that made a ply (`NATURE` where physics decided), and what happened."""

Counts = Mapping[Seat, Mapping[str, int]]
"""The number of each feat, by seat."""


class Feat(Struct, frozen=True):
    """A feat's name, and how the numbers of several matches combine: the `most` of them, or their `total`."""

    name: Text
    combine: Literal["most", "total"]


class Sides(Struct, frozen=True):
    """The colours each seat plays, and its partner, by seat."""

    colours: tuple[tuple[int, ...], ...]
    partners: tuple[Seat | None, ...]

    def own(self, seat: Seat) -> tuple[int, ...]:
        """The colours of a seat and its partner."""
        partner = self.partners[seat]
        return self.colours[seat] + (() if partner is None else self.colours[partner])


class Peril(Struct, frozen=True):
    """Something that everybody sees may happen in the next ply, so that spectators can predict it.

    `is_near`: whether it may, in this public view. `has_struck`: whether it has, in the events of the ply. `strikes`,
    `passes`: the two answers.
    """

    is_near: Callable[[Any], bool]
    has_struck: Callable[[Sequence[Event]], bool]
    strikes: Text
    passes: Text


class Feats(Struct, frozen=True):
    """The feats of a game by their keys, which are stored, and the function that counts them. `count` may leave out
    zeros.

    `moments`: for feats that happen in one ply of nature, the functions that count them in that ply, to find its clip.
    `peril`: what may happen in any other ply.
    """

    kinds: Mapping[str, Feat]
    count: Callable[[Sequence[Ply], Sides], Counts]
    moments: Mapping[str, Callable[[Sequence[Event]], int]] = {}
    peril: Peril | None = None


def find_feats(name: str) -> Feats:
    """Find what a game counts; nothing for a game without feats."""
    return games.words(name).feats() or Feats({}, lambda *_: {})


def combine_feats(name: str, matches: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Combine the feats of one person's matches of a game. Zeros and unknown keys are left out."""
    kinds, found = find_feats(name).kinds, dict[str, int]()
    for match in matches:
        for key, number in match.items():
            if key in kinds and number > 0:
                known = found.get(key, 0)
                found[key] = known + number if kinds[key].combine == "total" else max(known, number)
    return {key: found[key] for key in kinds if key in found}
