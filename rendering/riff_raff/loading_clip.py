"""Make the clip of a loading: the ship rocks, cargo slides, pieces splash or are caught, and all comes to rest."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import Final, cast

from msgspec.structs import replace

from games.riff_raff.loading.settled import KINDS, Frame, Keyframes, Kind, Piece
from games.riff_raff.state import Aftermath, Counts, State
from rendering.drawing.canvas import Canvas
from rendering.drawing.film import encode_gif
from rendering.drawing.picture import Picture
from rendering.drawing.stored.packed import Packed
from rendering.drawing.theme import Look
from rendering.riff_raff.ship.bodies import Letters
from rendering.riff_raff.ship.camera import compute_lean, dot
from rendering.riff_raff.ship.scene import Moment
from rendering.riff_raff.ship_at_sea import Afloat, list_hands, paint_board

LONGEST: Final = 5.4
"""The most seconds of motion; a longer recording is shown faster."""
OPENING, HELD = 1.5, 1.0
"""Seconds for which the first and the last frame are shown."""
LARGEST: Final = 200_000
"""The most bytes of a clip."""
MOST: Final = 24
"""The most frames of motion."""
_STEPS: Final = (2.0, 5.0, 7.0, 9.0, 12.0, 16.0, 21.0, 28.0, 38.0, 52.0, 70.0, 100.0, 160.0, 400.0)
"""How far, in pixels, something must have moved for a new frame. These are tried in order until the clip has few enough
frames and bytes."""
_PATIENCE: Final = 0.35
"""Seconds of the clip after which there is a new frame, as long as anything moves at all; more where frames are few."""
_STRIKE, _DRIFT = 0.12, 0.6
"""Seconds that each stage of a splash is shown, and seconds until a fallen piece is drawn at its place in the foam."""


def rewind(view: State, last: Aftermath) -> State:
    """Return the view with the supplies, and the turn, as they were when the last loading began."""
    supply = list(view.supplies[last.seat])
    for fell in last.falls:
        if not fell.out:
            supply[KINDS.index(fell.kind)] -= 1
    if last.loading.kind:
        supply[KINDS.index(last.loading.kind)] += 1
    supplies = list(view.supplies)
    supplies[last.seat] = cast("Counts", tuple(supply))
    order = view.order if last.seat in view.order else (last.seat,)
    return replace(view, phase="settle", supplies=tuple(supplies), order=order, turn=order.index(last.seat))


def make_clip(
    ground: Packed,
    view: State,
    last: Aftermath,
    keyframes: Keyframes,
    letters: Letters,
    still: Picture,
    look: Look,
) -> bytes:
    """Make the clip: each frame is drawn on the same `ground`, and the last one is `still`.

    `look.half` is set, and `ground` and `still` have been drawn in this look.
    """
    kinds: dict[int, Kind] = {piece.id: piece.kind for piece in view.cargo}
    kinds |= {fell.piece: fell.kind for fell in last.falls}
    painted: dict[int, Picture] = {}

    def encode(chosen: Sequence[int]) -> bytes:
        for index in chosen:
            if index not in painted:
                painted[index] = _draw_frame(ground, view, last, keyframes.frames, index, kinds, letters, look)
        shown = [*(painted[index] for index in chosen), still]
        return encode_gif(zip(shown, _list_durations(keyframes.frames, chosen), strict=True))

    out, most, chosen = b"", MOST, list(range(len(keyframes.frames)))
    for step in _STEPS:
        fewer = _choose_frames(keyframes.frames, chosen, step)
        if len(fewer) <= most or step == _STEPS[-1]:
            out, chosen = encode(fewer), fewer  # a smaller film reuses these frames
            if len(out) <= LARGEST:
                break
            most = len(chosen) * LARGEST // len(out)
    return out


def _choose_frames(frames: Sequence[Frame], among: Sequence[int], step: float) -> list[int]:
    """Choose frames from `among`: the first, and each in which something has moved `step` pixels since the last one."""
    out, patience = [0], _PATIENCE * (1 + step / 20) * _find_speed(frames)
    for index in among[1:]:
        moved = _measure_motion(frames[out[-1]], frames[index])
        if moved >= step or (moved > 0.4 and frames[index].time - frames[out[-1]].time >= patience):
            out.append(index)
    return out


def _find_speed(frames: Sequence[Frame]) -> float:
    """Return how many seconds of the physics pass in a second of the clip."""
    return max(1.0, frames[-1].time / LONGEST)


def _measure_motion(one: Frame, other: Frame) -> float:
    """Estimate how far, in pixels of the clip, anything moved from one frame to the other."""
    sway = 5.2 * max(abs(one.roll - other.roll), abs(one.pitch - other.pitch))
    was = {pose[0]: pose for pose in one.poses}
    slid = (
        hypot(pose[1] - was[pose[0]][1], pose[2] - was[pose[0]][2], pose[3] - was[pose[0]][3])
        for pose in other.poses
        if pose[0] in was
    )
    return max(sway, 13 * max(slid, default=0.0))


def _list_durations(frames: Sequence[Frame], chosen: Sequence[int]) -> list[int]:
    """Return the milliseconds of each chosen frame and of the still; GIF counts in hundredths of a second."""
    end, speed = max(frames[-1].time, 0.1), _find_speed(frames)
    times = [frames[index].time / speed for index in chosen] + [
        min(end / speed, frames[chosen[-1]].time / speed + _PATIENCE)
    ]
    marks = [round(time * 100) for time in times]
    lengths = [max(2, b - a) * 10 for a, b in pairwise(marks)]
    return [lengths[0] + round(OPENING * 1000), *lengths[1:], round(HELD * 1000)]


def _draw_frame(
    ground: Packed, view: State, last: Aftermath, frames: Sequence[Frame], index: int, kinds: dict[int, Kind],
    letters: Letters, look: Look,
) -> Picture:  # fmt: skip
    """Draw one moment of the clip."""
    now = frames[index]
    fallen = {fell.piece: fell for fell in last.falls if fell.time <= now.time}
    cargo = tuple(Piece(pose[0], kinds[pose[0]], *pose[1:], 1) for pose in now.poses if pose[0] not in fallen)
    gone = []
    for piece, fell in fallen.items():
        since = now.time - fell.time
        stage = 0 if fell.caught or since > 3 * _STRIKE else 1 + int(min(2.0, since / _STRIKE))
        at = None
        if not fell.caught and since < _DRIFT:
            at = _find_splash(frames, piece, fell.time)
        gone.append(Afloat(piece, fell.kind, fell.sector, fell.caught, stage, at))
    halo = last.piece if last.piece not in fallen else -1
    held = next((piece for piece in cargo if piece.id == last.piece), None) if index == 0 else None
    if held:
        cargo = tuple(piece for piece in cargo if piece is not held)
    moment = Moment(cargo, now.roll, now.pitch, now.yards, last.area, halo, held)
    canvas = Canvas(ground, "riff_raff", look)
    out = [
        hand
        for hand in list_hands(view)
        if hand.sector == last.loading.sector or any(f.caught and f.sector == hand.sector for f in fallen.values())
    ]
    paint_board(canvas, moment, letters, gone=gone, out=out, moving=True)
    return canvas.finish()


def _find_splash(frames: Sequence[Frame], piece: int, time: float) -> tuple[float, float] | None:
    """Find where a piece met the water, outside the ship but near it; centimetres."""
    for frame in frames:
        if frame.time >= time:
            for number, x, y, z, *_ in frame.poses:
                if number == piece:
                    rows = compute_lean(frame.roll, frame.pitch)
                    a, b = dot(rows[0], (x, y, z)), dot(rows[1], (x, y, z))
                    share = min(max(6.5, hypot(a, b)), 10.5) / max(0.1, hypot(a, b))
                    return a * share, b * share
            return None
    return None
