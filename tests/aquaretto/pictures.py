"""Aquaretto's extreme positions, and what its pictures are compared with."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

from msgspec.structs import replace

from games.aquaretto import GAME
from games.aquaretto.state import NOBODY, State, Zoo
from games.aquaretto.zoo.geometry import BASE, board_cells
from games.aquaretto.zoo.tiles import BABY, TYPE
from games.rng import Rng
from rendering import Box, Look, Picture
from rendering.aquaretto.renderer import draw, draw_closeup
from tests.support.laws.pictures import LARGE, PIECE, POSITIONS, SAYS, Shown, is_as_large_as_usual
from tests.support.laws.playouts import playout, pool

LEFT_TO_WORDS = ("reserve",)
"""A picture shows how many tiles are left to draw, but not how many lie below the marker of the last round."""

FIVE = (
    "act=P3 round=4 turn=81 T1=3>P1: T2=3:HIP-FISH,COIN,SEA-M T3=3:POL-M T4=3>P2: T5=3>P5: "
    "P1=coins:1;large@L7;large@K14;DOL@L11;CRO-F@K13;PEN@J11;PEN-FISH@I11;CRO@L13;CRO-FISH@K12;PEN-M@J10;TUR-FISH@L8 "
    "P2=coins:0;large@N12;TUR-M@K10;POL-FISH@M11;POL-F@M12;DOL@J13;POL-M@L11;POL-BABY@L12;keeper;depot:SEA "
    "P3=coins:0;large@G11;DOL-M@K13;PEN-FISH@L10;CRO-FISH@J11;CRO-M@I11;DOL-F@L13;DOL-BABY@J13;HIP-FISH@G12 "
    "P4=coins:0;HIP-F@J11;SEA@L12;ORC-FLASH@L10;ORC-M@M10;SEA-F@K13;PEN-F@K9;cashier;cashier;depot:TUR-FISH,DOL "
    "P5=coins:2;large@N9;small@M13/TR;ORC-F@J12;ORC@I12;POL-F@M11;DOL@K10;trainer@L11;manager"
)
HAND = (
    "act=P2 round=3 turn=36 T1=3>P2: T2=3:DOL-M,TUR-FISH T3=3:ORC-F P1=coins:0;DOL@J12;DOL@J13;DOL@K13 "
    "P2=coins:3;large@G11;SEA@K12;DOL-FLASH@L10;DOL-FLASH@M10;DOL@K10;ORC-FLASH@I11;depot:PEN-F P3=coins:0 "
    "out=HIP,POL hand=ORC-M,ORC,PEN"
)
TURN = "act=P1 T1=3:DOL T2=2: T3=1:COIN P1=coins:5;DOL@K11;keeper;depot:ORC P2=coins:1;depot:SEA out=TUR,HIP,CRO"

CROWDED = (
    "act=P1 round=7 T1=3>P4: T2=3:CRO T3=3>P5: T4=3>P2: T5=3:CRO-FISH,SEA,COIN P1=coins:0;small@J14/TL;"
    "small@J16/BL;large@L7;HIP-M@K11;HIP@J11;DOL-F@L10;POL-M@K13;POL-FISH@L13;POL-M@K14;HIP-FISH@I11;POL-FISH@K15;"
    "depot:PEN-FISH,POL-F,PEN-F,CRO-FISH,SEA,SEA-FLASH,PEN-FISH,CRO-M P2=coins:1;small@J14/BL;large@M13;PEN-M@L10;"
    "PEN@K10;TUR-FISH@M12;PEN-M@L9;SEA-M@K13;PEN-F@J10;PEN-BABY@K9;TUR-FISH@L12;SEA-F@K14;SEA-BABY@K15;"
    "PEN-FISH@J11;SEA@J15;CRO-FISH@I12;SEA@J13;keeper;manager;depot:ORC-M,POL-FISH,DOL-M,HIP-FISH P3=coins:0;"
    "large@G11;small@M13/BR;large@K14;ORC-M@L11;ORC@K11;DOL-FLASH@J13;ORC@K10;POL-FISH@I11;DOL@K13;DOL-F@K14;"
    "POL-F@H11;ORC-F@M11;ORC-BABY@L10;ORC@M12;DOL@L13;HIP-M@M14;trainer@L12 P4=coins:0;large@N12;small@L7/BR;"
    "large@O10;HIP-F@K11;TUR-F@M12;TUR-F@N12;TUR-FISH@O12;PEN-FISH@I12;CRO-F@L10;TUR-M@O13;TUR-BABY@N13;TUR-M@L12;"
    "TUR-BABY@L13;TUR@K13;SEA-F@L7;TUR-FISH@O11;CRO-FISH@M10;HIP-FISH@J11;keeper;depot:ORC-FLASH,ORC P5=coins:3;"
    "small@H13/TL;large@M13;ORC-F@L11;DOL@J11;HIP-FISH@K13;ORC-FLASH@L10;ORC@M10;DOL@I11;DOL-FLASH@I12;"
    "HIP-FISH@L13;HIP-FISH@M13;depot:PEN-FISH,CRO-F,PEN-FISH,SEA,POL,SEA-FLASH,CRO-FISH,CRO-M,CRO-FISH"
)
"""Five zoos at the end of a match, with all their expansions and long depots."""

LONGEST = (
    ("large@N11", "large@P11", "small@R11/TR", "small@T11/TR"),
    ("large@K14", "large@K16", "small@K18/TR", "small@K20/TR"),
    ("large@L7", "large@L5", "small@L3/BR", "small@L1/BR"),
    ("large@G11", "large@E11", "small@C11/TL", "small@A11/TL"),
    ("large@N12", "large@P13", "small@R14/BR", "small@T15/BR"),
)
"""All boards of a zoo in one direction, or in steps."""

TILES = sorted(tile for tile in TYPE if not tile.endswith(BABY) and tile != "COIN")


def list_extremes() -> Iterator[State]:
    """Fill zoos up, and build the largest ones there can be: one of them, and all five."""
    chance, state = random.Random(11), GAME.setup(5, GAME.options_type(), Rng(bytes(32), "setup", 0))
    yield from (fill_up(playout("aquaretto", n % pool("aquaretto")).states[-2], chance) for n in range(POSITIONS // 10))
    for boards in LONGEST:
        built = replace(state.zoos[0], boards=boards, coins=40)
        yield fill_up(replace(state, zoos=(built,) * 5), random.Random(1))
        yield replace(state, zoos=(replace(built, boards=boards[:3]), *state.zoos[1:]))


def fill_up(state: State, chance: random.Random) -> State:
    """Fill every cell of every zoo, the depots, and every truck."""

    def full(zoo: Zoo) -> Zoo:
        cells = (*BASE, *(cell for board in zoo.boards for cell in board_cells(board)))
        tiles = cycle(chance.sample(TILES, len(TILES)))
        taken = tuple((cell, next(tiles)) for cell in cells if cell not in zoo.trainers)
        return replace(zoo, tiles=taken, depot=tuple(next(tiles) for _ in range(9)), coins=40, managers=2)

    trucks = tuple(
        replace(truck, tiles=tuple(chance.choices(TILES, k=truck.slots)), taker=NOBODY) for truck in state.trucks
    )
    return replace(state, zoos=tuple(full(zoo) for zoo in state.zoos), trucks=trucks)


def is_large_enough(shown: Shown, box: Box) -> bool:
    """In a full depot up to half of a tile is covered by the next one."""
    if not box.label.endswith(" in depot"):
        return is_as_large_as_usual(shown, box)
    least = LARGE if shown.is_large else PIECE
    return max(box.width, box.height) >= least and min(box.width, box.height) >= least // 2


def draw_golden(position: str, language: str = "en", **how: Any) -> Callable[[], Picture]:
    return lambda: draw(GAME.view(GAME.read(position), None), say=SAYS[language], **how)


GOLDEN = {
    "five": draw_golden(FIVE),
    "two": draw_golden(TURN, "it", look=Look(theme="dark")),
    "private": draw_golden(HAND, "de", seat=1, moves=GAME.legal_moves(GAME.read(HAND), 1)),
    "contrast": draw_golden(FIVE.replace("P3=coins:0", "P3=coins:4"), "fr", look=Look(contrast=True)),
    "close": lambda: draw_closeup(GAME.view(GAME.read(FIVE), None), 4, say=SAYS["fr"]),
}
