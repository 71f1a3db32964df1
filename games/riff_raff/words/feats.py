"""The feats of Riff Raff, counted for the records of its players."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from games.feats import Counts, Feat, Feats, Ply, Sides
from games.riff_raff.events import Announced, Fell, Lowered, Supplied
from games.riff_raff.loading.ship import MASSES
from games.text import T


def feats() -> Feats:
    """List the feats of Riff Raff."""
    return Feats(
        {
            "held": Feat(T("Most pieces loaded in one turn"), "most"),
            "load": Feat(T("Heaviest cargo that held"), "most"),
            "fallen": Feat(T("Worst collapse, in pieces"), "most"),
            "caught": Feat(T("Pieces caught"), "total"),
        },
        _count,
        {"fallen": lambda events: sum(isinstance(event, Fell) for event in events)},
    )


def _count(plies: Sequence[Ply], sides: Sides) -> Counts:
    found: defaultdict[int, Counter[str]] = defaultdict(Counter)
    held, aboard = 0, 0.0
    for _, events in plies:
        fallen = sum(isinstance(event, Fell) for event in events)
        for event in events:
            match event:
                case Announced():
                    held = 0
                case Lowered(kind=kind):
                    aboard += MASSES[kind]
                case Fell(seat, kind=kind, caught=caught):
                    aboard -= MASSES[kind]
                    found[seat]["caught"] += caught
                case Supplied(seat):
                    held = 0 if fallen else held + 1
                    found[seat]["held"] = max(found[seat]["held"], held)
                    found[seat]["fallen"] = max(found[seat]["fallen"], fallen)
                    if not fallen:
                        found[seat]["load"] = max(found[seat]["load"], round(aboard))
                case _:
                    pass
    return found
