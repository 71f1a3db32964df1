"""Film ten loadings before and after decision 9: `python -m tests.riff_raff.films INTO`.

Each case leaves INTO/NUMBER-before.gif and INTO/NUMBER-after.gif, as players see them; `--sheet FILE` also puts stills
of all of them on one sheet, before above after. Before: cargo of boxes, and the first rest accepted.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import cache
from io import BytesIO
from math import dist
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace
from PIL import Image, ImageDraw, ImageSequence

from games.core import NATURE
from games.riff_raff import GAME
from games.riff_raff.loading import descent, physics
from games.riff_raff.loading.settled import Keyframes, Kind, Settled
from games.riff_raff.loading.settling import Drop
from games.riff_raff.state import Loading, State
from games.rng import Rng
from matches.texts import Persona, Texts
from rendering.riff_raff import renderer
from tests.riff_raff.measure import SLOW, settle_as_before

LEVEL = (0.0, 0.0, 0.0)
LEANING = "crate@1/N3/flat@0;chest@6/J2/flat@0"
"""Cargo under which the ship leans by 6 degrees to the bow and by 2 to starboard."""
STILLS = 4
SHIP = (190, 40, 520, 403)
"""The part of a clip's picture that shows the ship."""
WIDTH, HEIGHT = 150, 165
MARGIN, TITLE = 8, 34


class Take(NamedTuple):
    """A loading to film."""

    name: str
    state: State
    drop: Drop


def load(
    name: str, kind: Kind, pose: str, area: int, where: tuple[float, float, float], cargo: str = "", hands: str = "both"
) -> Take:
    """Prepare the loading of a piece at a place `where` (cm from the middle line and from the mast, turn)."""
    state = GAME.read("seats=4 options=weather:storm serial=9")
    for placed in GAME.read(f"seats=4 cargo={cargo}").cargo if cargo else ():
        rested, _ = physics.run(state, Drop(placed, 1.6))
        state = replace(state, cargo=rested.cargo, roll=rested.roll, pitch=rested.pitch)
    piece = descent.lay(state.cargo, LEVEL, area, (state.serial, kind, pose), descent.Where(*where))
    loading = Loading(kind, "A1", pose, 0, hands)  # type: ignore[arg-type]
    state = replace(state, phase="settle", order=(0,), turn=0, shown=(area, None, None, None), loading=loading)
    return Take(name, state, Drop(piece, 1.6 if hands == "both" else 0.25))


@cache
def list_takes() -> tuple[Take, ...]:
    slow = [Drop(case.piece, case.handover) for case in SLOW]
    return (
        load("chest 4 mm off the line", "chest", "flat", 5, (0.4, 5.0, 4), LEANING),
        load(
            "plank at 7 degrees, 6 mm off the line",
            "plank",
            "flat",
            5,
            (0.6, 6.0, 92),
            f"{LEANING};barrel@1/F3/stand@0",
        ),
        load("rat 3 mm off the line", "rat", "belly", 5, (0.3, 7.0, 4), LEANING),
        load("chest on the middle yard, one hand", "chest", "flat", 7, (0.4, 5.5, 4), LEANING, "one"),
        load("barrel on a barrel", "barrel", "stand", 3, (-4.0, 2.0, 10), "barrel@3/H4/stand@0"),
        load("hanging sailor, one hand", "sailor", "hang", 7, (0.0, 4.0, 0), "", "one"),
        load("heavy crate on the top yard, 6 mm off", "crate", "flat", 9, (-0.6, 4.0, 4), LEANING),
        load("fourth crate on one side", "crate", "flat", 5, (0.0, 5.5, 0), CRATES),
        Take("boat that rocks on its edge", SLOW[0].state, slow[0]),
        Take("23 pieces, heeling slowly", SLOW[2].state, slow[2]),
    )


CRATES = "crate@5/Q2/flat@0;crate@5/K2/flat@0;crate@5/E2/flat@0"


def settle_now(state: State, drop: Drop) -> tuple[Settled, Keyframes]:
    return physics.run(state, drop, filming=True)


class Film(NamedTuple):
    clip: bytes
    words: str
    """The result."""


def film(take: Take, settle: Callable[[State, Drop], tuple[Settled, Keyframes]]) -> Film:
    """Settle a loading and draw its clip."""
    result, keyframes = settle(take.state, take.drop)
    after = GAME.view(GAME.apply(take.state, NATURE, result, Rng(b"films", "ply", 0)), None)
    places = {piece.id: (piece.x, piece.y, piece.z) for piece in (*take.state.cargo, take.drop.piece)}
    moved = max((dist((p.x, p.y, p.z), places[p.id]) for p in result.cargo), default=0.0)
    colours = GAME.colours(4, take.state.options)
    say = Texts().say("en", tuple(Persona("", colour) for colour in colours))
    words = f"{result.seconds:.1f} s, {len(result.falls)} fell, the rest moved {10 * moved:.1f} mm at most"
    return Film(renderer.draw_clip(after, keyframes, say=say), words)


def cut_stills(clip: bytes) -> list[Image.Image]:
    """Cut pictures at even shares of a clip's time, the first and the last among them."""
    stills: list[Image.Image] = []
    ends: list[int] = []
    with Image.open(BytesIO(clip)) as image:
        for frame in ImageSequence.Iterator(image):
            stills.append(frame.convert("RGB"))
            ends.append((ends[-1] if ends else 0) + frame.info["duration"])
    asked = [ends[-2] * share / (STILLS - 1) for share in range(STILLS)]
    return [next(still for still, end in zip(stills, ends, strict=True) if end >= moment) for moment in asked]


def make_sheet(films: list[tuple[str, Film, Film]]) -> Image.Image:
    """Put the stills on one sheet, two cases in a row, before above after."""
    block = STILLS * WIDTH + MARGIN, 2 * (HEIGHT + 16) + TITLE
    sheet = Image.new("RGB", (2 * block[0] + MARGIN, (len(films) + 1) // 2 * block[1]), "white")
    pen = ImageDraw.Draw(sheet)
    for number, (name, *both) in enumerate(films):
        left, top = MARGIN + number % 2 * block[0], number // 2 * block[1]
        pen.text((left, top + 8), f"{number + 1}. {name}", "black", font_size=18)
        top += TITLE
        for when, one in zip(("before", "after"), both, strict=True):
            for column, still in enumerate(cut_stills(one.clip)):
                sheet.paste(crop(still), (left + column * WIDTH, top))
            pen.text((left, top + HEIGHT), f"{when}: {one.words}", "black", font_size=13)
            top += HEIGHT + 16
    return sheet


def crop(still: Image.Image) -> Image.Image:
    """Cut a still to the ship."""
    return still.crop(SHIP).resize((WIDTH - 2, HEIGHT - 2), Image.Resampling.LANCZOS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("into", type=Path)
    parser.add_argument("--sheet", type=Path)
    asked = parser.parse_args()
    asked.into.mkdir(parents=True, exist_ok=True)
    films = []
    for number, take in enumerate(list_takes(), 1):
        both = film(take, settle_as_before), film(take, settle_now)
        for when, one in zip(("before", "after"), both, strict=True):
            (asked.into / f"{number}-{when}.gif").write_bytes(one.clip)
            sys.stdout.write(f"{number}. {take.name}, {when}: {one.words}\n")
        films.append((take.name, *both))
    if asked.sheet:
        make_sheet(films).save(asked.sheet, quality=54, optimize=True)


if __name__ == "__main__":
    main()
