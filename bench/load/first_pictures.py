"""Measure a start of the render worker: the CPU from the import of its modules to the first picture of every game.

    python -m bench.load.first_pictures FOLDER     draw these pictures with art from this folder; "" for none

The command prints the CPU seconds, without Python's own start. The peer is a start that paints everything; ours loads
the art that an earlier start has stored.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.measuring import CACHE, Run, measure_in_turn, median
from bench.table import Row

ROOT = Path(__file__).resolve().parents[2]


def rows(run: Run) -> Iterator[Row]:
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        _start(folder)
        work = {"stored": lambda _: _start(folder), "painted": lambda _: _start("")}
        spent = measure_in_turn(run.some(15, 1), work)
        size = sum(path.stat().st_size for path in Path(folder).iterdir())
    ours, painted = (1e3 * median(spent[name]) for name in ("stored", "painted"))
    what = "start of a render worker, to a picture of every game"
    yield Row(what, ours, "ms", "CPU", peer="all painted anew", theirs=painted, at_most=500)
    yield Row("art stored by these starts", size / 1e6, "MB")


def _start(folder: str) -> float:
    """Start a process that draws the pictures; return its CPU seconds."""
    command = [sys.executable, "-m", "bench.load.first_pictures", folder]
    return float(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)  # noqa: S603 - our own module


def draw(folder: str) -> float:
    """Draw the first public picture of each game; return the CPU seconds with the imports."""
    begun = time.process_time()
    import games
    from client.pictures.render_worker import Order, draw_picture
    from games.rng import Rng
    from matches.texts import Persona
    from rendering.drawing.stored.folder import use_folder

    use_folder(Path(folder) if folder else None)
    for name in games.own_names():
        game, seats = games.load(name), games.load(name).seats[0]
        state = game.setup(seats, game.options_type(), Rng(bytes(32), "setup", 0))
        cast = tuple(Persona("", (seat,)) for seat in range(seats))
        draw_picture(Order(name, game.view(state, None), "en", cast))
    return time.process_time() - begun


if __name__ == "__main__":
    print(draw(sys.argv[1]))
