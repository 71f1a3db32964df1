"""Rules for pictures that can be read on a phone, checked by their layout boxes.

At a third of the size (400 px wide) a piece is then at least 12 px, a letter 10; in large and private pictures 22.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from PIL import ImageChops

from rendering import Box, Look, Picture
from tests.support.numbers import patience, times

PIECE, LETTER, STRIP, LARGE = 36, 30, 36, 66
"""Least pixels of the full-size picture: pieces, letters, sentences; and all of them in a large one."""

LOOKS = (Look(), Look(theme="dark"), Look(contrast=True), Look(theme="dark", contrast=True), Look(patterns=True))
"""The looks of ordinary pictures."""

POSITIONS = times(1000, usual=10)
"""The number of random positions of each game."""
PATIENCE = patience(300)
"""Seconds for the first test, which draws them all."""

Boxes = tuple[Box, ...]


class Shown(NamedTuple):
    """The measured parts of a picture: its boxes, and its width and height."""

    boxes: Boxes
    size: tuple[int, int]


def measure_picture(picture: Picture) -> Shown:
    """Keep a picture without its pixels, so that thousands can be kept."""
    return Shown(picture.boxes, picture.size)


def cut(picture: Shown) -> list[Box]:
    """List the boxes that are not all inside the picture."""
    return outside(picture.boxes, (0, 0, *picture.size))


def of_kind(boxes: Iterable[Box], *kinds: str) -> list[Box]:
    """List the boxes of these kinds."""
    return [box for box in boxes if box.kind in kinds]


def outside(boxes: Iterable[Box], frame: tuple[int, int, int, int]) -> list[Box]:
    """List the boxes that are not all inside a frame (x0, y0, x1, y1), because they are cut or misplaced."""
    x0, y0, x1, y1 = frame
    return [box for box in boxes if box.x0 < x0 or box.y0 < y0 or box.x1 > x1 or box.y1 > y1]


def overlap(one: Box, other: Box, slack: int = 0) -> bool:
    """Tell whether two boxes share more than a rim of `slack` pixels."""
    across = min(one.x1, other.x1) - max(one.x0, other.x0)
    down = min(one.y1, other.y1) - max(one.y0, other.y0)
    return across > slack and down > slack


def list_meeting(boxes: Sequence[Box], slack: int) -> list[tuple[Box, Box]]:
    """List the pairs that share more than a rim of `slack` pixels."""
    return [(one, other) for one, other in combinations(boxes, 2) if overlap(one, other, slack)]


def list_shortened(boxes: Iterable[Box]) -> list[Box]:
    """List the words that did not fit and were shortened."""
    return [box for box in of_kind(boxes, "text", "letter") if "…" in box.label]


def hidden(box: Box, plain: Picture, marked: Picture) -> float:
    """Measure the share of a box that looks clearly different in a picture with an arrow and in the one without it."""
    where = (box.x0, box.y0, box.x1, box.y1)
    one, other = (picture.image.crop(where).convert("RGB") for picture in (plain, marked))
    counts = ImageChops.difference(one, other).convert("L").histogram()
    return sum(counts[24:]) / sum(counts)
