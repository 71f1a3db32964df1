"""The feats of DOG Royal, counted for the records of its players."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from games.dog_royal.components.boards import GOAL
from games.dog_royal.events import Captured, Played
from games.feats import Counts, Feat, Feats, Ply, Sides
from games.text import T


def feats() -> Feats:
    """List the feats of DOG Royal."""
    return Feats(
        {
            "captured": Feat(T("Pieces of others captured"), "total"),
            "home": Feat(T("Pieces brought into the goal"), "total"),
            "rescued": Feat(T("Of these, pieces of the partner"), "total"),
        },
        _count,
    )


def _count(plies: Sequence[Ply], sides: Sides) -> Counts:
    found: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for seat, events in plies:
        for event in events:
            match event:
                case Captured(colour):
                    found[seat]["captured"] += colour not in sides.own(seat)
                case Played(colour=colour, source=source, target=target) if source < GOAL <= target:
                    found[seat]["home"] += 1
                    found[seat]["rescued"] += colour not in sides.colours[seat]
                case _:
                    pass
    return found
