"""The options of Docker."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.core import ENDLESS
from games.text import N, T
from games.wording import Label


class Options(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What the printed rules leave open or disagree about (rules, section 2)."""

    entry: Annotated[
        Literal["own", "any"],
        Label(
            T("Entry arrows"),
            T("Where cubes enter the board"),
            {"own": T("only your own colour's"), "any": T("any of the four")},
        ),
    ] = "own"
    pieces2: Annotated[
        Literal[6, 3],
        Label(
            T("Cubes for two players"),
            T("Cubes per player in a game of two"),
            {6: T("six each, in two colours"), 3: T("three each, in one colour")},
        ),
    ] = 6
    """Ignored with three and four players."""
    revisit: Annotated[
        Literal["strict", "start_ok", "no_reverse"],
        Label(
            T("Visiting a square twice"),
            T("Whether a cube may visit a square twice in one turn"),
            {
                "strict": T("never, not even the start"),
                "start_ok": T("only the start, once"),
                "no_reverse": T("allowed, except straight back"),
            },
        ),
    ] = "strict"
    reroll: Annotated[
        Literal["reserve", "none"],
        Label(
            T("Rolling again"),
            T("Who rolls again when no move fits"),
            {"reserve": T("with a cube in reserve"), "none": T("never")},
        ),
    ] = "reserve"
    turn_limit: Annotated[
        int,
        Meta(ge=0, le=ENDLESS, extra={"offer": (200, 100, 400, 0)}),
        Label(
            T("Draw after"),
            T("Number of turns after which the game is a draw (0: no limit)"),
            {0: T("no turn limit")},
            N("{count} turn", "{count} turns", 0),
        ),
    ] = 200
    """The turns of all players together; 0: `ENDLESS`."""
    entry_on_stack: Annotated[
        bool,
        Label(
            T("Occupied arrows"),
            T("Whether cubes may enter on an occupied arrow"),
            {True: T("open, by climbing"), False: T("closed")},
        ),
    ] = True
