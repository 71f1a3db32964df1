"""Measure the settle on whole games: `python -m tests.riff_raff.measure --settles 500 --first 0`.

Stand-ins and random players play matches with two to four seats under changing options; with `--usual`, computer
players play under the default options, mostly with two seats. Each settle is checked: is it at rest when settled again
with nothing loaded, did it reach the limit, does anything overlap or float, are all pieces there. `--as-before` takes
the contacts and the test of rest from before decision 9, to compare.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, islice
from math import dist, inf, isfinite
from pathlib import Path
from time import perf_counter, process_time
from typing import Literal, NamedTuple
from unittest import mock

import msgspec
import mujoco
from msgspec.structs import replace

from games.core import NATURE
from games.levels import Level
from games.riff_raff import GAME
from games.riff_raff.loading import at_rest, model, physics, settling
from games.riff_raff.loading.settled import Keyframes, Settled
from games.riff_raff.moves import Move
from games.riff_raff.options import Options
from games.riff_raff.state import State
from games.rng import Rng
from tests.riff_raff.twins import Case

BEFORE = model.Contacts(meshes=False, solref="0.012 1", solimp="0.1 0.97 0.03", condim=4, sailor="")


class Settle(NamedTuple):
    """Measurements of one settle; lengths in mm."""

    match: int
    number: int
    policy: str
    seconds: float
    wall: float
    cpu: float
    capped: bool
    moved: float
    lost: int
    heeled: float
    overlap: float
    floating: float
    conserved: bool
    fallen: int
    caught: int
    others: int
    """Fallen pieces that are not the loaded one."""
    hands: str
    tilt: float


def options(number: int) -> Options:
    """Choose the options of a match by its number: each value of each option occurs, each weather with each number of
    seats and with stand-ins and random players."""
    return Options(
        weather=("standard", "calm", "storm")[number // 9 % 3],
        catch_mode=MODES[number % len(MODES)],  # type: ignore[arg-type]
        catch_rule="2012" if number % 7 == 6 else "2013",
        hide_played=number % 6 == 5,
        loose_yards=number % 4 == 3,
        lazy_order=number % 2 == 1,
        two_player_passes=1 + number // 3 % 2,
    )


MODES = ("hands", "sector", "late", "none", "reaction")


USUAL: tuple[tuple[int, Level], ...] = (
    (2, "normal"),
    (2, "normal"),
    (2, "easy"),
    (2, "normal"),
    (3, "normal"),
    (2, "normal"),
    (4, "easy"),
    (2, "strong"),
)
"""Seats and level of the usual matches. With two seats the yards are loaded first and the ship leans most."""


def match(number: int, *, usual: bool = False) -> Iterator[tuple[State, str, Settled, tuple[float, float]]]:
    """List every settle of a match: the state before, the player who loaded, the result, its wall and processor
    time."""
    rng = Rng(b"measure", "usual" if usual else "match", number)
    seats = USUAL[number % len(USUAL)][0] if usual else 2 + number % 3
    state = GAME.setup(seats, Options() if usual else options(number), rng)
    while owing := GAME.to_act(state):
        seat = owing[0]
        if seat == NATURE:
            seat = state.order[state.turn]
            since, worked = perf_counter(), process_time()
            result = physics.settle(state, rng)[0]
            took = perf_counter() - since, process_time() - worked
            yield state, policy(number, seat, usual=usual), result, took
            move: Move = result
        elif (level := policy(number, seat, usual=usual)) == "random":
            move = rng.choice(GAME.legal_moves(state, seat))
        else:
            move = GAME.choose_at(level, GAME.view(state, seat), seat, rng)
        state = GAME.apply(state, owing[0], move, rng)


def policy(number: int, seat: int, *, usual: bool) -> Level | Literal["random"]:
    """Choose the players of a match: in a third of the matches stand-ins, in a third random players, else both; in
    usual matches computer players of one level."""
    if usual:
        return USUAL[number % len(USUAL)][1]
    kind = number // 3 % 3
    return "normal" if kind == 0 or (kind == 2 and seat % 2 == 0) else "random"


def measure(number: int, index: int, before: State, who: str, result: Settled, took: tuple[float, float]) -> Settle:
    """Measure one settle."""
    after = replace(before, cargo=result.cargo, roll=result.roll, pitch=result.pitch, yards=result.yards)
    again = settle_strictly(after)
    places = {p.id: (p.x, p.y, p.z) for p in again.cargo}
    moved = max((dist((p.x, p.y, p.z), places[p.id]) for p in result.cargo if p.id in places), default=0.0)
    overlap, floating = measure_gaps(after)
    numbers = sorted([p.id for p in result.cargo] + [f.piece for f in result.falls])
    whole = numbers == sorted([*(p.id for p in before.cargo), before.serial])
    finite = all(isfinite(v) for p in result.cargo for v in (p.x, p.y, p.z, p.qw, p.qx, p.qy, p.qz))
    return Settle(
        number,
        index,
        who,
        result.seconds,
        *took,
        result.seconds >= physics.LONGEST - 0.05,
        10 * moved,
        len(again.falls),
        max(abs(again.roll - result.roll), abs(again.pitch - result.pitch)),
        10 * overlap,
        10 * floating,
        whole and finite,
        len(result.falls),
        len(result.caught),
        sum(f.piece != before.serial for f in result.falls),
        before.loading.hands if before.loading else "",
        max(abs(result.roll), abs(result.pitch)),
    )


def settle_strictly(state: State) -> Settled:
    """Settle a ship with nothing loaded for up to twelve seconds, without accepting trembling as rest."""
    with mock.patch.multiple(settling, PATIENCE=inf), mock.patch.object(at_rest, "LEAST", inf):
        return physics.settle_once(state, None, 12.0)[0]


def measure_gaps(state: State) -> tuple[float, float]:
    """Measure the deepest overlap of two bodies, and the widest gap between a piece and its nearest neighbour, in
    cm."""
    built = settling.Settling(state, None).ship
    m, d = built.model, built.data
    overlap = max((-d.contact[i].dist for i in range(d.ncon)), default=0.0)
    touching = {int(m.geom_bodyid[g]) for i in range(d.ncon) for g in (d.contact[i].geom1, d.contact[i].geom2)}
    floating = 0.0
    for body in set(built.pieces) - touching:
        mine = range(m.body_geomadr[body], m.body_geomadr[body] + m.body_geomnum[body])
        others = [g for g in range(m.ngeom) if g not in mine and m.geom_contype[g]]
        near = min(mujoco.mj_geomDistance(m, d, g, o, 1.0, None) for g in mine for o in others)
        floating = max(floating, near)
    return overlap, floating


@contextmanager
def restore_old_physics() -> Iterator[None]:
    """Take the contacts and the test of rest from before decision 9: the first rest is accepted, within 12 seconds."""
    rest = mock.patch.multiple(settling, QUIET=0.02, STILL=0.07, PATIENCE=inf)
    awake = mock.patch.multiple(at_rest, LEAST=inf, SLIP=0.0)
    with mock.patch.object(model, "CONTACTS", BEFORE), awake, rest:
        yield


def settle_as_before(state: State, drop: settling.Drop | None, *, filming: bool = True) -> tuple[Settled, Keyframes]:
    """Do as `physics.run` did before decision 9."""
    with restore_old_physics():
        return physics.settle_once(state, drop, 12.0, filming=filming)


def share(values: list[float], part: float) -> float:
    """Return the value that this share of the values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else 0.0


def rows(first: int, *, usual: bool = False) -> Iterator[Settle]:
    """Measure the settles of whole matches, from the match with this number on."""
    for number in count(first):
        for index, (before, who, result, took) in enumerate(match(number, usual=usual)):
            yield measure(number, index, before, who, result, took)


def report(rows: list[Settle]) -> str:
    """Write the figures of the decision page."""
    wall, cpu, seconds = [r.wall for r in rows], [r.cpu for r in rows], [r.seconds for r in rows]
    falls = [r for r in rows if r.fallen]
    return "\n".join(
        (
            f"settles {len(rows)}, matches {len({r.match for r in rows})}",
            f"reached the limit {sum(r.capped for r in rows)}",
            f"settled again: moved over 0.5 mm {sum(r.moved > 0.5 for r in rows)}, lost cargo "
            f"{sum(r.lost > 0 for r in rows)}, largest move {max(r.moved for r in rows):.2f} mm, largest heel "
            f"{max(r.heeled for r in rows):.3f} degrees",
            f"overlap over 1 mm {sum(r.overlap > 1 for r in rows)}, largest {max(r.overlap for r in rows):.2f} mm",
            f"floating over 2 mm {sum(r.floating > 2 for r in rows)}, largest {max(r.floating for r in rows):.2f} mm",
            f"not conserved or not finite {sum(not r.conserved for r in rows)}",
            f"wall: p50 {share(wall, 0.5):.2f}, p95 {share(wall, 0.95):.2f}, worst {max(wall):.2f} s; mean "
            f"{sum(wall) / len(wall):.2f} s",
            f"processor: p50 {share(cpu, 0.5):.2f}, p95 {share(cpu, 0.95):.2f}, worst {max(cpu):.2f} s; mean "
            f"{sum(cpu) / len(cpu):.2f} s",
            f"ship time: p50 {share(seconds, 0.5):.2f}, p95 {share(seconds, 0.95):.2f}, mean "
            f"{sum(seconds) / len(seconds):.2f} s",
            *(
                f"{who}: {len(part)} settles, with a fall {100 * sum(r.fallen > 0 for r in part) / len(part):.0f} %, "
                f"fallen a settle {sum(r.fallen for r in part) / len(part):.2f}, mean rest lean "
                f"{sum(r.tilt for r in part) / len(part):.1f}"
                for who in ("easy", "normal", "strong", "random")
                if (part := [r for r in rows if r.policy == who])
            ),
            f"accidents {len(falls)}, with another piece {sum(r.others > 0 for r in falls)}, with a catch "
            f"{sum(r.caught > 0 for r in falls)}, pieces caught {sum(r.caught for r in falls)}",
        )
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--settles", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="number of the first match")
    parser.add_argument("--usual", action="store_true", help="computer players' matches under the default options")
    parser.add_argument("--as-before", action="store_true")
    parser.add_argument("--into", type=Path, help="append each settle as a line of JSON")
    parser.add_argument("--of", type=Path, nargs="+", help="report on such files instead of measuring")
    parser.add_argument("--verbose", action="store_true", help="name the settles that miss a figure")
    asked = parser.parse_args()
    if asked.as_before:
        physics.run, physics.LONGEST = settle_as_before, 12.0
    if asked.of:
        lines = [line for file in asked.of for line in file.read_text().splitlines()]
        sys.stdout.write(report([Settle(*msgspec.json.decode(line)) for line in lines]) + "\n")
        return
    found = []
    for row in islice(rows(asked.first, usual=asked.usual), asked.settles):
        found.append(row)
        if asked.into:
            with asked.into.open("a") as file:
                file.write(msgspec.json.encode(row).decode() + "\n")
        if asked.verbose and (row.capped or row.moved > 0.5 or row.lost or row.wall > 4 or row.overlap > 1):
            sys.stderr.write(f"{row}\n")
    sys.stdout.write(report(found) + "\n")


if __name__ == "__main__":
    main()


def after(state: State, result: Settled) -> State:
    return replace(state, cargo=result.cargo, roll=result.roll, pitch=result.pitch, yards=result.yards)


SLOW = tuple(
    msgspec.json.decode(line, type=Case)
    for line in (Path(__file__).parent / "slow_settles.json").read_text().splitlines()
)
"""Loadings of whole matches that took long to settle: a boat that rocks by a tenth of a millimetre for ever; a ship
that crept although dry friction can hold it; two ships whose cargo on the yards almost balances the ball (the second
crept on, ever more slowly, until a piece fell after 23 seconds); a plank that a chest pushed slowly along a yard; a
barrel and a bottle that crept down yards at 19.9 degrees until the limit, and then a piece fell in the next turn; and a
chest that crept beside a trembling sailor."""
