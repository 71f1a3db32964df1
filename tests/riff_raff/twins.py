"""Compare loadings with their twins: mirrored, repeated, or settled by another version of the engine.

python -m tests.riff_raff.twins record LOADINGS --count 500   # record the loadings of whole matches in this file
python -m tests.riff_raff.twins again LOADINGS                # settle them again, perhaps with another engine
python -m tests.riff_raff.twins mirror LOADINGS               # settle them with port and starboard exchanged
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

import msgspec
import mujoco
from msgspec.structs import replace

from games.riff_raff.loading import physics, settling
from games.riff_raff.loading.settled import Piece, Settled
from games.riff_raff.state import State
from games.rng import Rng
from tests.riff_raff import measure


class Case(NamedTuple):
    """A loading and its result."""

    state: State
    piece: Piece
    handover: float
    result: Settled


def record(first: int = 0) -> Iterator[Case]:
    """Settle the loadings of whole matches, each with its own hand error."""
    for number in count(first):
        for index, (state, _, _, _) in enumerate(measure.match(number)):
            drop = physics.draw_drop(state, Rng(b"twins", f"match {number}", index))
            result, _ = physics.run(state, drop)
            yield Case(state, *drop, result)


def run_again(case: Case) -> Settled:
    """Settle the same loading."""
    return physics.run(case.state, settling.Drop(case.piece, case.handover))[0]


def run_mirrored(case: Case) -> Settled:
    """Settle the loading with port and starboard exchanged."""
    state = replace(
        case.state,
        cargo=tuple(map(mirror, case.state.cargo)),
        roll=-case.state.roll,
        yards=tuple(-lean for lean in case.state.yards),
    )
    return physics.run(state, settling.Drop(mirror(case.piece), case.handover))[0]


def mirror(piece: Piece) -> Piece:
    """Exchange port and starboard; every kind of piece is its own mirror image."""
    area = piece.area + 1 if piece.area % 2 else piece.area - 1
    return replace(piece, y=-piece.y, qx=-piece.qx, qz=-piece.qz, area=area)


def list_fallen(result: Settled) -> set[int]:
    return {fall.piece for fall in result.falls}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("record", "again", "mirror"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--count", type=int, default=500)
    asked = parser.parse_args()
    if asked.what == "record":
        asked.file.write_bytes(msgspec.json.encode(list(islice(record(), asked.count))))
        return
    cases = msgspec.json.decode(asked.file.read_bytes(), type=list[Case])[: asked.count]
    settle = run_again if asked.what == "again" else run_mirrored
    results = [(case.result, settle(case)) for case in cases]
    falls = sum(bool(one.falls) for one, _ in results)
    same = sum(list_fallen(one) == list_fallen(other) for one, other in results)
    number = sum(len(list_fallen(one)) == len(list_fallen(other)) for one, other in results)
    exact = sum(one == other for one, other in results)
    sys.stdout.write(
        f"MuJoCo {mujoco.__version__}, {asked.what}: {len(cases)} loadings, {falls} with a fall; the same pieces fell "
        f"in {same} ({100 * same / len(cases):.1f} %), as many in {number}; the same to the last digit {exact}\n"
    )


if __name__ == "__main__":
    main()
