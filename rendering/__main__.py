"""`python -m rendering OUT [game …]`: draw sample pictures of each game, for people to look at.

A match of each game is played at random, always from the same secret, and drawn at its opening, middle and end: the
public picture, also dark, in high contrast and large; the private picture of a seat to act, with its moves marked; and
with one of them as a ghost. Prints the cost of drawing and encoding, and the parts that a game still lacks.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any, Final

import games
from games.core import NATURE, AnyGame
from games.nature import require_nature
from games.rng import Rng
from rendering import Look, RendererMissing, Strip, renderer
from rendering.drawing.theme import has_colours
from rendering.english import say
from rendering.gallery.game_questions import load_questions

_SECRET: Final = bytes(range(32))


def play_at_random(game: AnyGame, seats: int, /) -> list[Any]:
    """Play a random match and return its states, from the first to the last."""
    state = game.setup(seats, game.options_type(), Rng(_SECRET, "setup", 0))
    states = [state]
    while acting := game.to_act(state):
        seat, seq = acting[0], len(states)
        chance = Rng(_SECRET, "sample", seq)
        if seat == NATURE:
            move = require_nature(game.nature).decide(state, chance)
        else:
            move = chance.choice(game.legal_moves(state, seat))
        state = game.apply(state, seat, move, Rng(_SECRET, "ply", seq))
        states.append(state)
    return states


def draw_samples(name: str, folder: Path, /) -> None:
    """Draw the samples of a game into `folder`."""
    game, draw = games.load(name), renderer(name).draw
    cost, sizes = [], []
    for seats in (game.seats[0], game.seats[-1]):
        states = play_at_random(game, seats)
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
                (folder / f"{name}-{seats}-{stage}-{kind}.png").write_bytes(picture.png())
        for state in states[-40:]:
            view, begun = game.view(state, None), time.thread_time()
            sizes.append(len(draw(view, say=say).png()))
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
    asked = parser.parse_args(arguments)
    asked.out.mkdir(parents=True, exist_ok=True)
    for name in asked.game or games.names():
        try:
            renderer(name)
        except RendererMissing as missing:
            print(missing)
            continue
        draw_samples(name, asked.out)
        for gap in list_gaps(name):
            print(f"{name}: {gap}")
    return 0


def list_gaps(name: str, /) -> list[str]:
    """List what the pictures of a game still lack, although they can be drawn."""
    gaps = []
    folder = games.module(name, "rendering").replace(".", "/")
    if not has_colours(name):
        gaps.append(f"drawn in plain colours; choose its own in {folder}/colours.py")
    if load_questions(name) is None:
        gaps.append(f"not in the gallery; write ten questions about its pictures in {folder}/gallery_questions.py")
    return gaps


if __name__ == "__main__":
    sys.exit(main())
