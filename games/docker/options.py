"""The options of Docker."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.core import ENDLESS


class Options(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What the printed rules leave open or disagree about (rules, section 2)."""

    entry: Literal["own", "any"] = "own"
    """A cube comes in on its own colour's entry, or on any of the four."""
    pieces2: Literal[6, 3] = 6
    """Cubes for each of two players: two colours or one. Ignored with three and four."""
    revisit: Literal["strict", "start_ok", "no_reverse"] = "strict"
    """`strict`: no square twice, the start included; `start_ok`: the start may be entered once; `no_reverse`: only an
    immediate step back is forbidden."""
    reroll: Literal["reserve", "none"] = "reserve"
    """Who rolls again when no move fits: a player with a cube in reserve, or nobody."""
    turn_limit: Annotated[int, Meta(ge=0, le=ENDLESS, extra={"offer": (200, 100, 400, 0)})] = 200
    """Number of turns, of all players together, after which the game is drawn; 0: no limit (`ENDLESS`)."""
    entry_on_stack: bool = True
    """Whether a cube may come in on an occupied entry, by climbing."""
