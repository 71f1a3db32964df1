"""Measure and compare the layout boxes of pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from PIL import ImageChops

from rendering import Box, Picture


def of_kind(boxes: Iterable[Box], *kinds: str) -> list[Box]:
    """List the boxes of these kinds."""
    return [box for box in boxes if box.kind in kinds]


def list_outside(boxes: Iterable[Box], frame: tuple[int, int, int, int]) -> list[Box]:
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


def find_changed(one: Picture, other: Picture, box: Box) -> bool:
    """Tell whether two pictures differ within a box."""
    where = (box.x0, box.y0, box.x1, box.y1)
    return ImageChops.difference(*(p.image.convert("RGB").crop(where) for p in (one, other))).getbbox() is not None


def hidden(box: Box, plain: Picture, marked: Picture) -> float:
    """Measure the share of a box that looks clearly different in a picture with an arrow and in the one without it."""
    where = (box.x0, box.y0, box.x1, box.y1)
    one, other = (picture.image.crop(where).convert("RGB") for picture in (plain, marked))
    counts = ImageChops.difference(one, other).convert("L").histogram()
    return sum(counts[24:]) / sum(counts)
