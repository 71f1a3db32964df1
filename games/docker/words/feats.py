"""The feats of Docker, counted for the records of its players."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from games.docker.events import FailedRoll, Moved
from games.feats import Counts, Feat, Feats, Ply, Sides
from games.text import T


def feats() -> Feats:
    """List the feats of Docker."""
    return Feats(
        {
            "tower": Feat(T("Tallest tower climbed"), "most"),
            "covered": Feat(T("Cubes covered"), "total"),
            "saved": Feat(T("Rolls saved by the reserve"), "total"),
        },
        _count,
    )


def _count(plies: Sequence[Ply], sides: Sides) -> Counts:
    found: defaultdict[int, Counter[str]] = defaultdict(Counter)
    heights: Counter[int] = Counter()
    for _, events in plies:
        for event in events:
            match event:
                case Moved(seat, _, source, target):
                    if source is not None:
                        heights[source] -= 1
                    count, below = found[seat], heights[target]
                    count["tower"] = max(count["tower"], below)
                    count["covered"] += below > 0
                    heights[target] += 1
                case FailedRoll(seat, values):
                    found[seat]["saved"] += len(values)
                case _:
                    pass
    return found
