"""The film of a match: one picture a step, as a GIF that shows only what changes.

Knows no game: `draw` gives the picture of a step, all of one size and theme. Pictures are asked for one after the
other and none is kept, so a long match needs no more memory than a short one.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from PIL import GifImagePlugin, Image, ImageChops

from rendering.picture import Picture

MOST: Final = 240
"""Frames of a film; of a longer match steps are left out."""
LARGEST: Final = 8 * 1024 * 1024
"""Bytes of a film; Discord takes files of 10 MiB."""
HELD: Final = 4000
"""Milliseconds for which the last frame stands."""
_LONGEST: Final = 60_000
"""Milliseconds the frames before it take together, where they can be that quick."""
_SLOWEST, _QUICKEST = 800, 200
"""Milliseconds of an ordinary frame: in a short match, and in the longest."""
_DWELL: Final = 2.5
"""How much longer a turning point stands."""
_NOTHING: Final = 255
"""The palette entry that themes leave free: it lets the frame before show through."""


def kept(turning: Sequence[bool], most: int, /) -> tuple[int, ...]:
    """Up to `most` (at least 4) steps to show: the first and the last, turning points, and between them others, evenly.

    `turning`: for each step, whether it is a turning point. They take at most half of the film.
    """
    count = len(turning)
    if count <= most:
        return tuple(range(count))
    inner = range(1, count - 1)
    chosen = {0, count - 1, *_spread([step for step in inner if turning[step]], most // 2 - 1)}
    chosen.update(_spread([step for step in inner if step not in chosen], most - len(chosen)))
    return tuple(sorted(chosen))


def durations(turning: Sequence[bool], /) -> tuple[int, ...]:
    """Milliseconds of each frame: turning points stand longer, the last one longest; the more, the quicker."""
    weights = [_DWELL if turns else 1.0 for turns in turning[:-1]]
    pace = min(_SLOWEST, max(_QUICKEST, _LONGEST / max(1.0, sum(weights))))
    return (*(round(pace * weight / 10) * 10 for weight in weights), HELD)


def film(draw: Callable[[int], Picture], turning: Sequence[bool], /, *, largest: int = LARGEST) -> bytes:
    """The film of the steps 0, 1, …, of which `turning` says which to dwell on; at most `largest` bytes.

    Raises ValueError without any step, and where pictures differ in size.
    """
    if not turning:
        raise ValueError("a film without steps")
    most = MOST
    while True:
        shown = kept(turning, most)
        lengths = durations([turning[step] for step in shown])
        made = _encoded(_distinct((draw(step).image, length) for step, length in zip(shown, lengths, strict=True)))
        if len(made) <= largest or most <= 4:
            return made
        most = max(4, min(most, len(shown)) // 2)


def _spread(items: Sequence[int], most: int) -> list[int]:
    """Up to `most` of the items, evenly."""
    most = max(0, min(most, len(items)))
    return [items[(2 * place + 1) * len(items) // (2 * most)] for place in range(most)]


def _encoded(frames: Iterator[tuple[Image.Image, int]]) -> bytes:
    """A GIF that plays for ever: the first frame whole, of each further one the rectangle that changes."""
    out = io.BytesIO()
    shown, length = next(frames)
    shown.save(out, "GIF", optimize=False, interlace=0, loop=0, duration=length)
    out.seek(-1, io.SEEK_END)  # over the sign that ends a file
    for image, length in frames:
        out.writelines(_change(shown, image, length))
        shown = image
    out.write(b";")
    return out.getvalue()


def _distinct(frames: Iterable[tuple[Image.Image, int]]) -> Iterator[tuple[Image.Image, int]]:
    """The frames, less those that show the same as the one before, which stands so much longer."""
    held: tuple[Image.Image, int] | None = None
    for image, length in frames:
        if held is None:
            held = image, length
        elif image.size != held[0].size:
            raise ValueError(f"a picture of {image.size} in a film of {held[0].size}")
        elif ImageChops.difference(held[0], image).getbbox() is None:
            held = held[0], held[1] + length
        else:
            yield held
            held = image, length
    if held is not None:
        yield held


def _change(before: Image.Image, now: Image.Image, length: int) -> list[bytes]:
    """The blocks of a frame that makes `before` look like `now`."""
    differs = ImageChops.difference(before, now)
    box = differs.getbbox() or (0, 0, 1, 1)
    patch = now.crop(box)
    patch.paste(_NOTHING, mask=differs.crop(box).point([255, *(0,) * 255], "1"))
    return GifImagePlugin.getdata(patch, box[:2], duration=length, transparency=_NOTHING, disposal=1, interlace=0)
