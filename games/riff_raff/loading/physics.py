"""The settle: what happens to the ship when a piece is let go (rules B3, B4).

For worker processes only: this module imports the engine, so other modules import it inside functions. A worker calls

    settled, keyframes = settle(state, rng)

for a state whose `to_act` is `(NATURE,)`: the first is nature's move, to be logged and applied, the second the clip, to
be stored apart. `settle` is a pure function of its arguments on one machine and engine version. On other machines the
last digit may differ, and small differences grow, so a settle is run once and its result stored. `ShipNature` calls it
in the worker.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, log, pi, sin, sqrt

from msgspec.structs import replace

from games.core import NATURE
from games.riff_raff.loading import descent, ship
from games.riff_raff.loading.catching import HANDOVER, list_caught
from games.riff_raff.loading.descent import HAND_ERROR, Where
from games.riff_raff.loading.settled import Keyframes, Settled, is_same, join_settles
from games.riff_raff.loading.settling import Drop, Settling
from games.riff_raff.state import State
from games.rng import Rng

LONGEST = 40.0
"""The most seconds of ship time; after them the settle ends even if something still moves. A ship that capsizes slowly
has needed 25."""
PROBATION = 2.0
"""The shortest test whether a stored ship stays at rest, in seconds of ship time."""
LIFT = {"both": 0.005, "one": 0.25}
"""Height above first contact at which a piece is let go, cm."""


def settle(state: State, rng: Rng) -> tuple[Settled, Keyframes]:
    """Compute nature's move and its clip. Raises SettleFailed."""
    result, keyframes = run(state, draw_drop(state, rng), filming=True)
    loading = state.loading
    assert loading is not None  # noqa: S101 - `draw_drop` checks it
    return replace(result, caught=list_caught(state.options, loading, state.area, result.falls)), keyframes


def _draw_gauss(rng: Rng) -> tuple[float, float]:
    """Draw two independent standard normal numbers (Box and Muller)."""
    radius, angle = sqrt(-2 * log(1 - rng.unit())), 2 * pi * rng.unit()
    return radius * cos(angle), radius * sin(angle)


def draw_drop(state: State, rng: Rng) -> Drop:
    """Draw where the hand puts the piece, with its error (B4), which is reduced until the place is legal."""
    loading = state.loading
    if loading is None or loading.kind is None or not loading.hands:
        raise ValueError(f"nothing is being loaded in phase {state.phase}")
    x, y = ship.spot_point(state.area, loading.spot)
    (dx, dy), (dturn, _) = _draw_gauss(rng), _draw_gauss(rng)
    spread, twist = HAND_ERROR[loading.hands]
    for share in (1.0, 0.75, 0.5, 0.25, 0.1, 0.0):
        where = Where(x + share * spread * dx, y + share * spread * dy, loading.turn + share * twist * dturn)
        down = descent.judge(state.cargo, state.yards, state.area, loading.kind, loading.pose, where)
        if not down.reason:
            break
    height = down.height + max(0.0, min(LIFT[loading.hands], down.start - down.height))
    q, at = descent.compute_posture(state.yards, state.area, loading.kind, loading.pose, where, height)
    piece = descent.round_pose(state.serial, loading.kind, state.area, at, q)
    return Drop(piece, HANDOVER[loading.hands])


def run(state: State, drop: Drop | None, *, filming: bool = False) -> tuple[Settled, Keyframes]:
    """Let go of the piece, if there is one, and simulate until the ship is at rest, and stays at rest when rebuilt from
    the stored numbers. No pieces are caught here. Raises SettleFailed.
    """
    result, film = settle_once(state, drop, LONGEST, filming=filming)
    if drop is None and is_same(state.cargo, (state.roll, state.pitch), result):
        return result, film
    while result.seconds < LONGEST:
        stored = replace(state, cargo=result.cargo, roll=result.roll, pitch=result.pitch, yards=result.yards)
        again, more = settle_once(stored, None, max(PROBATION, LONGEST - result.seconds), filming=filming)
        if is_same(result.cargo, (result.roll, result.pitch), again):
            break
        frames = (replace(frame, time=round(frame.time + result.seconds, 3)) for frame in more.frames[1:])
        result, film = join_settles(result, again), replace(film, frames=(*film.frames, *frames))
    return result, film


def settle_once(state: State, drop: Drop | None, longest: float, *, filming: bool = False) -> tuple[Settled, Keyframes]:
    """Do the same as `run`, without the test of the rebuilt ship."""
    return Settling(state, drop).run_until_rest(longest, filming)


def estimate_success(state: State, seat: int, codes: Sequence[str], rng: Rng, *, samples: int = 40) -> float:
    """Estimate the share of settles in which nothing falls, for the loading that `codes` complete. Each of the
    `samples` has its own hand error. Raises ValueError if the codes complete no loading, and IllegalMove if one is not
    legal."""
    from games.riff_raff import GAME  # the rules import this module only when nature moves

    for code in codes:
        state = GAME.apply(state, seat, GAME.parse(state, seat, code), rng)
    if GAME.to_act(state) != (NATURE,):
        raise ValueError(f"{codes} decide no loading")
    return sum(not run(state, draw_drop(state, rng))[0].falls for _ in range(samples)) / samples
