"""The feats of Docker, counted for the records of its players."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from games.docker.events import Eliminated, FailedRoll, Moved
from games.docker.play import list_dangers
from games.feats import Counts, Feat, Feats, Peril, Ply, Sides
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
        peril=Peril(
            lambda view: bool(list_dangers(view)),
            lambda events: any(isinstance(event, Eliminated) for event in events),
            T("somebody goes out with the next roll"),
            T("nobody goes out with the next roll"),
        ),
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
