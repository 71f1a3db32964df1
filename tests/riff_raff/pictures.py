"""Riff Raff's extreme positions, and what its pictures are compared with."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from games.riff_raff import GAME
from games.riff_raff.events import Fell
from games.riff_raff.loading import ship
from games.riff_raff.loading.settled import KINDS, Frame, Keyframes, Piece
from games.riff_raff.moves import Pose
from games.riff_raff.state import Aftermath, Loading, State
from games.rng import Rng
from rendering import Box, Look, Picture
from rendering.riff_raff.renderer import draw
from tests.support.laws.pictures import LARGE, PIECE, POSITIONS, SAYS, Shown, is_as_large_as_usual
from tests.support.laws.playouts import every_position

LEFT_TO_WORDS = ("shown", "hands", "announced", "loaded", "tied", "round")
"""The picture is of the ship; cards lie on it only while they are compared, and a large one does not count rounds."""

SCENERY = 0.02
"""The share of the picture that sail, clouds and waves change by much: films leave them out."""

MOST_BYTES = 125_000

LOADED = (
    "seats=4 phase=piece round=3 captain=1 shown=7;9;4;2 order=1,0,2,3 turn=1 announced=1 ship=9,-4 "
    "cargo=crate@6/Q2/flat@0;rat@5/E2/belly@90;barrel@9/D2/stand@0;sailor@7/H2/hang@0;plank@8/J2/flat@90;"
    "boat@1/H3/keel@0;bottle@4;barrel@2;rat@10/F2/belly@0"
)
AIMING = "seats=4 phase=piece shown=1;9;4;2 order=0,1,2,3 announced=1 cargo=rat@1;plank@8/J2/flat@90"
FALLS = (
    Fell(1, 20, "crate", "port", 0.4, 90, False, False),
    Fell(1, 21, "sailor", "stern", 0.6, 180, False, False),
    Fell(1, 22, "barrel", "port-stern", 0.8, 135, True, True),
    *(Fell(1, 30 + i, "rat", "starboard", 0.9, 270, False, False) for i in range(6)),
)


def list_extremes() -> Iterator[State]:
    """Lean the ship within the limits of a ship at rest, and crowd some with everybody's pieces."""
    chance = random.Random(12)
    for number, position in enumerate(every_position("riff_raff", POSITIONS // 2)):
        state = replace(position.state, roll=chance.uniform(-15, 15), pitch=chance.uniform(-10, 10))
        # A piece that has been let go was placed before the ship was filled.
        yield fill_up(state, chance) if number % 3 == 0 and state.phase != "settle" else state


def fill_up(state: State, chance: random.Random) -> State:
    """Put everybody's pieces aboard, each upright on its own spot."""
    spots = [(area, spot) for area in ship.AREAS for spot in ship.spots(area)]
    cargo = []
    for number, (area, spot) in enumerate(chance.sample(spots, 64)):
        x, y = ship.spot_point(area, spot)
        cargo.append(Piece(number, KINDS[number % 8], x, y, ship.surface(area) + 1.2, 1.0, 0.0, 0.0, 0.0, area))
    return replace(state, cargo=tuple(cargo))


def is_large_enough(shown: Shown, box: Box) -> bool:
    """Measure a piece by its longer side, because a plank is thin. Only pieces in hand are large."""
    if box.kind == "piece":
        return max(box.width, box.height) >= (LARGE if shown.is_large and "in hand" in box.label else PIECE)
    return is_as_large_as_usual(shown, box)


def accident() -> State:
    """Return a loaded ship after nine pieces fell, one of them caught."""
    view = GAME.read(LOADED)
    loading = Loading("rat", "F2", "belly", 0, "one", "port-stern")
    return replace(view, last=Aftermath(1, 10, view.cargo[-1].id, loading, FALLS, 12.0))


def keyframes(view: State, seconds: float) -> Keyframes:
    """Return the keyframes of a rocking ship with everything aboard, and fallen pieces on their way down."""
    frames, count = [], round(seconds * 15)
    for i in range(count + 1):
        time = i / 15
        aboard = tuple((p.id, p.x, p.y, p.z, p.qw, p.qx, p.qy, p.qz) for p in view.cargo)
        falling = tuple(
            (f.piece, -3.0, 5.0, 6.0 - 8 * time / f.time, 1.0, 0.0, 0.0, 0.0) for f in FALLS if time <= f.time + 0.5
        )
        roll = view.roll + 12 * (1 - i / count) * (-1) ** (i // 8)
        frames.append(Frame(round(time, 3), roll, view.pitch, (0.0, 0.0, 0.0), aboard + falling))
    return Keyframes(0.25, tuple(frames))


def make_aiming_view(*codes: str) -> State:
    state = GAME.read(AIMING)
    for code in codes:
        state = GAME.apply(state, 0, GAME.parse(state, 0, code), Rng(bytes(32), "x", 1))
    return state


def draw_golden(view: State, language: str = "en", **how: Any) -> Callable[[], Picture]:
    return lambda: draw(view, say=SAYS[language], **how)


GOLDEN = {
    "accident": draw_golden(accident()),
    "dark": draw_golden(GAME.read(LOADED), "de", look=Look(theme="dark")),
    "contrast": draw_golden(GAME.read(LOADED), "fr", look=Look(contrast=True)),
    "spot": draw_golden(make_aiming_view("barrel", "spot/H4"), "it", seat=0, ghost=Pose("lie", 30)),
    "card": draw_golden(GAME.read("seats=2"), seat=0),
}
