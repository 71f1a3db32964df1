"""Make the slides of a match for a page: whole pictures now and then, between them only the changed parts."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Final

from msgspec import Struct
from PIL import Image

from rendering.drawing.film import NOTHING, crop_change
from rendering.drawing.picture import FORMAT, Picture

KEY_EVERY: Final = 60
"""Steps from one whole picture to the next; to show a step, a page draws only the changes since the last whole one."""


class Slide(Struct, frozen=True):
    """An encoded picture to draw at `x`, `y` over the previous slides, or instead of them if it is `whole`. Empty data:
    no change."""

    data: bytes
    x: int = 0
    y: int = 0
    whole: bool = False
    size: tuple[int, int] = (0, 0)
    """Width and height of all slides in pixels."""


def make_slides(draw: Callable[[int], Picture], count: int, /) -> tuple[Slide, ...]:
    """Make the slides of the steps 0 to `count` - 1. Raises ValueError if pictures differ in size."""
    slides: list[Slide] = []
    shown = None
    for step in range(count):
        now = draw(step).image
        if shown is not None and now.size != shown.size:
            raise ValueError(f"a picture of {now.size} among pictures of {shown.size}")
        if shown is None or step % KEY_EVERY == 0:
            slides.append(Slide(_encode(now), whole=True, size=now.size))
        elif (change := crop_change(shown, now)) is None:
            slides.append(Slide(b"", size=now.size))
        else:
            patch, (x, y) = change
            patch.putpalette(bytes(patch.getpalette() or ()).ljust(768, b"\0"))  # include the transparent entry
            slides.append(Slide(_encode(patch, transparency=NOTHING), x, y, size=now.size))
        shown = now
    return tuple(slides)


def _encode(image: Image.Image, **options: int) -> bytes:
    """Encode an image. A higher compression level saves little and takes several times as long."""
    out = io.BytesIO()
    image.save(out, FORMAT, compress_level=6, **options)
    return out.getvalue()
