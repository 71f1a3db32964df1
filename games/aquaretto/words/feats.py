"""The feats of Aquaretto, counted for the records of its players."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from games.aquaretto.events import Born, Expanded, Placed, Scored
from games.feats import Counts, Feat, Feats, Ply, Sides
from games.text import T


def feats() -> Feats:
    """List the feats of Aquaretto."""
    return Feats(
        {
            "zoo": Feat(T("Best zoo, in points"), "most"),
            "housed": Feat(T("Animals housed"), "total"),
            "born": Feat(T("Offspring"), "total"),
            "expanded": Feat(T("Expansions built"), "total"),
        },
        _count,
    )


def _count(plies: Sequence[Ply], sides: Sides) -> Counts:
    found: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for _, events in plies:
        for event in events:
            match event:
                case Placed(seat):
                    found[seat]["housed"] += 1
                case Born(seat):
                    found[seat]["born"] += 1
                case Expanded(seat):
                    found[seat]["expanded"] += 1
                case Scored(points):
                    for seat, number in enumerate(points):
                        found[seat]["zoo"] = number
                case _:
                    pass
    return found
