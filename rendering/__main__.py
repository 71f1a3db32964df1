"""`python -m rendering OUT [game …]`: draw sample pictures of each game, for people to look at.

Two matches of each game, of the fewest and of the most seats, are played at random and drawn at opening, middle and
end: the public picture, also dark, in high contrast and large; the private picture of a seat to act, with its moves
marked; and with one of them as a ghost. The matches are always the same; `--seed` plays others, which nobody has seen,
and `--width 400` shows their pictures as a phone does. Prints the cost of drawing and encoding, and the parts that a
game still lacks.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any, Final

from PIL import Image

import games
from games.core import NATURE, AnyGame
from games.nature import require_nature
from games.rng import Rng
from rendering import Look, RendererMissing, Strip, renderer
from rendering.drawing.theme import has_colours
from rendering.english import say

_SECRET: Final = bytes(range(32))


def play_at_random(game: AnyGame, seats: int, secret: bytes = _SECRET, /) -> list[Any]:
    """Play a random match and return its states, from the first to the last."""
    state = game.setup(seats, game.options_type(), Rng(secret, "setup", 0))
    states = [state]
    while acting := game.to_act(state):
        seat, seq = acting[0], len(states)
        chance = Rng(secret, "sample", seq)
        if seat == NATURE:
            move = require_nature(game.nature).decide(state, chance)
        else:
            move = chance.choice(game.legal_moves(state, seat))
        state = game.apply(state, seat, move, Rng(secret, "ply", seq))
        states.append(state)
    return states


def draw_samples(name: str, folder: Path, /, *, secret: bytes = _SECRET, width: int = 0) -> None:
    """Draw the samples of a game into `folder`, reduced to `width` pixels unless it is 0."""
    game, draw = games.load(name), renderer(name).draw
    cost, sizes = [], []
    for seats in (game.seats[0], game.seats[-1]):
        states = play_at_random(game, seats, secret)
        for stage, state in (("opening", states[0]), ("middle", states[len(states) // 2]), ("end", states[-1])):
            public, strip = game.view(state, None), Strip(clock="23 h")
            drawn = {
                "public": draw(public, say=say, strip=strip),
                "dark": draw(public, say=say, strip=strip, look=Look(theme="dark")),
                "contrast": draw(public, say=say, look=Look(contrast=True)),
                "large": draw(public, say=say, look=Look(large=True)),
            }
            deciding = [seat for seat in game.to_act(state) if seat != NATURE]
            if deciding:
                view = game.view(state, deciding[0])
                moves = tuple(game.legal_moves(view, deciding[0]))
                drawn["private"] = draw(view, say=say, seat=deciding[0], moves=moves)
                drawn["ghost"] = draw(view, say=say, seat=deciding[0], ghost=moves[0])
            for kind, picture in drawn.items():
                path = folder / f"{name}-{seats}-{stage}-{kind}.png"
                path.write_bytes(picture.encode())
                if width:
                    height = picture.size[1] * width // picture.size[0]
                    picture.image.convert("RGB").resize((width, height), Image.Resampling.BOX).save(path)
        for state in states[-40:]:
            view, begun = game.view(state, None), time.thread_time()
            sizes.append(len(draw(view, say=say).encode()))
            cost.append(time.thread_time() - begun)
    print(
        f"{name}: {median(cost) * 1e3:.1f} ms CPU a picture (most {max(cost) * 1e3:.1f}), "
        f"{median(sizes) / 1e3:.0f} kB (most {max(sizes) / 1e3:.0f})"
    )


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m rendering", description="Draw sample pictures of the games.")
    parser.add_argument("out", type=Path, help="the folder to draw into")
    parser.add_argument("game", nargs="*", help="these games only")
    parser.add_argument("--seed", help="any word: play other matches")
    parser.add_argument("--width", type=int, default=0, help="reduce the pictures to this width")
    asked = parser.parse_args(arguments)
    asked.out.mkdir(parents=True, exist_ok=True)
    secret = hashlib.sha256(asked.seed.encode()).digest() if asked.seed else _SECRET
    for name in asked.game or games.names():
        try:
            renderer(name)
        except RendererMissing as missing:
            print(missing)
            continue
        draw_samples(name, asked.out, secret=secret, width=asked.width)
        if not has_colours(name):
            folder = games.module(name, "rendering").replace(".", "/")
            print(f"{name}: drawn in plain colours; choose its own in {folder}/colours.py")
    return 0


if __name__ == "__main__":
    sys.exit(main())
