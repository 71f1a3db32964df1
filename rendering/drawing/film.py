"""Make the film of a match from pictures of its steps, and encode pictures as a GIF."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from PIL import GifImagePlugin, Image, ImageChops, ImageSequence

from rendering.drawing.picture import Picture

MOST: Final = 240
"""The most frames of a film; of a longer match steps are left out."""
LARGEST: Final = 8 * 1024 * 1024
"""The most bytes of a film; Discord takes files of 10 MiB."""
HELD: Final = 4000
"""Milliseconds for which the last frame stays."""
_LONGEST: Final = 60_000
"""Milliseconds that the frames before the last take together at most, unless `_QUICKEST` makes them longer."""
_SLOWEST, _QUICKEST = 800, 200
"""Milliseconds of an ordinary frame in a short match, and in the longest."""
_FIRST: Final = 1500
"""Milliseconds for which the first frame stays at least."""
_FLIGHT: Final = 70
"""Milliseconds of each picture between two steps; the step after them stays shorter by as much."""
_UNHURRIED: Final = 400
"""Milliseconds of a step from which there are pictures before it."""
_DWELL: Final = 2.5
"""The factor by which a turning point stays longer."""
_READ: Final = 1200
"""Milliseconds for which a turning point stays at least, so that its caption can be read."""
_READING: Final = 36_000
"""The most milliseconds that all turning points together stay for reading; if there are many, each stays shorter."""


DECISIVE: Final = 2
"""Marks the turning point that decided a match."""


def choose_steps(turning: Sequence[int], most: int, /) -> tuple[int, ...]:
    """Choose up to `most` (at least 4) steps to show: the first, the last, turning points, and others spread evenly.

    `turning` says for each step whether it is a turning point (1 or True), or the `DECISIVE` one, which is never left
    out. Turning points take at most half of the film.
    """
    count = len(turning)
    if count <= most:
        return tuple(range(count))
    inner = range(1, count - 1)
    chosen = {0, count - 1, *(step for step in inner if turning[step] == DECISIVE)}
    points = [step for step in inner if turning[step] and step not in chosen]
    chosen.update(_spread(points, most // 2 + 1 - len(chosen)))
    chosen.update(_spread([step for step in inner if step not in chosen], most - len(chosen)))
    return tuple(sorted(chosen))


def choose_durations(turning: Sequence[int], /) -> tuple[int, ...]:
    """Choose the milliseconds of each frame: more for turning points, most for the last; less in a long film."""
    dwelt = sum(map(bool, turning[:-1]))
    weights = _DWELL * dwelt + len(turning[:-1]) - dwelt
    pace = min(_SLOWEST, max(_QUICKEST, _LONGEST / max(1.0, weights)))
    long = max(pace * _DWELL, min(_READ, _READING / max(1, dwelt)))
    lengths = [round((long if turns else pace) / 10) * 10 for turns in turning[:-1]]
    return (*(max(_FIRST, length) for length in lengths[:1]), *lengths[1:], HELD)


def make_film(
    draw: Callable[[int], Picture],
    turning: Sequence[int],
    /,
    *,
    between: Callable[[int], Iterable[Picture]] = lambda _: (),
    largest: int = LARGEST,
) -> bytes:
    """Make the film of the steps 0, 1, …, in at most `largest` bytes. `turning` says which steps stay longer.

    `between` draws the pictures that lead to a step, in which pieces are on their way. A long film has none, and none
    leads to a step whose predecessor is left out.

    Raises ValueError without any step, and where pictures differ in size.
    """
    if not turning:
        raise ValueError("a film without steps")
    most = MOST
    while True:
        shown = choose_steps(turning, most)
        lengths = choose_durations([turning[step] for step in shown])
        made = encode_gif(_list_frames(draw, between, shown, lengths), again=True)
        if len(made) <= largest or len(shown) <= 4:
            return made
        most = max(4, min(most, len(shown)) // 2)


def _list_frames(
    draw: Callable[[int], Picture],
    between: Callable[[int], Iterable[Picture]],
    shown: Sequence[int],
    lengths: Sequence[int],
) -> Iterator[tuple[Picture, int]]:
    """Draw the frames of a film one after the other, each with its milliseconds."""
    for before, step, length in zip((-1, *shown), shown, lengths, strict=False):
        left = length
        if step and step == before + 1 and length >= _UNHURRIED:
            for picture in between(step):
                left -= _FLIGHT
                yield picture, _FLIGHT
        yield draw(step), left


STILLS: Final = 6
"""Pictures of a strip of stills."""
_ACROSS: Final = 2
_GAP: Final = 12


def make_stills(draw: Callable[[int], Picture], turning: Sequence[int], /) -> Picture:
    """Put the first step, the last one, turning points and others beside each other, row by row: a film without motion.

    Raises ValueError without any step.
    """
    shown = [draw(step).image for step in choose_steps(turning, STILLS)]
    if not shown:
        raise ValueError("a strip without stills")
    wide, high = shown[0].width + _GAP, shown[0].height + _GAP
    across, down = min(_ACROSS, len(shown)), -(-len(shown) // _ACROSS)
    strip = shown[0].resize((across * wide - _GAP, down * high - _GAP))
    strip.paste(0, (0, 0, *strip.size))
    for place, still in enumerate(shown):
        strip.paste(still, (place % _ACROSS * wide, place // _ACROSS * high))
    return Picture(strip, dense=True)


def split_gif(gif: bytes, /) -> tuple[Picture, ...]:
    """Split a GIF that `encode_gif` made into its frames as they are seen."""
    with Image.open(io.BytesIO(gif)) as film:
        palette = film.copy()
        frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(film)]
    return tuple(Picture(frame.quantize(palette=palette, dither=Image.Dither.NONE)) for frame in frames)


def join_gifs(gifs: Sequence[bytes], /) -> bytes:
    """Join GIFs of one theme and size that `encode_gif` made into one, played one after the other."""
    if len(gifs) == 1:
        return gifs[0]
    frames: list[tuple[Picture, int]] = []
    for gif in gifs:
        with Image.open(io.BytesIO(gif)) as film:
            lengths = [frame.info["duration"] for frame in ImageSequence.Iterator(film)]
        frames += zip(split_gif(gif), lengths, strict=True)
    return encode_gif(frames)


def _spread(items: Sequence[int], most: int) -> list[int]:
    """Choose up to `most` of the items, spread evenly."""
    most = max(0, min(most, len(items)))
    return [items[(2 * place + 1) * len(items) // (2 * most)] for place in range(most)]


NOTHING: Final = 255
"""The palette entry that themes leave free: in a GIF it is transparent."""


def encode_gif(frames: Iterable[tuple[Picture, int]], /, *, again: bool = False) -> bytes:
    """Encode pictures of one theme and size as a GIF, each with its milliseconds; `again`: it plays for ever.

    A picture equal to the previous one extends its time. Pictures are taken one after the other and none is kept, so a
    long film needs no more memory than a short one. Raises ValueError without any picture, and where sizes differ.
    """
    changes = _list_changes(frames)
    first = next(changes, None)
    if first is None:
        raise ValueError("a film without pictures")
    out, (whole, _, length) = io.BytesIO(), first
    whole.save(out, "GIF", optimize=False, interlace=0, duration=length, **({"loop": 0} if again else {}))
    out.seek(-1, io.SEEK_END)  # overwrite the byte that ends a file
    how = {"transparency": NOTHING, "disposal": 1, "interlace": 0}
    for patch, corner, length in changes:
        out.writelines(GifImagePlugin.getdata(patch, corner, duration=length, **how))
    out.write(b";")
    return out.getvalue()


_UNCHANGED: Final = [255, *(0,) * 255]
"""Lookup table: 255 where two pixels are equal, 0 elsewhere."""

_Change = tuple[Image.Image, tuple[int, int], int]
"""Pixels, the place of their top left corner, and the milliseconds they stay."""


def _list_changes(frames: Iterable[tuple[Picture, int]]) -> Iterator[_Change]:
    """Yield the first frame whole, and of each frame that differs from the previous one, the rectangle that differs."""
    shown, held = Image.new("P", (0, 0)), None
    for picture, length in frames:
        now = picture.image
        if held is None:
            shown, held = now, (now, (0, 0), length)
            continue
        if now.size != shown.size:
            raise ValueError(f"a picture of {now.size} in a film of {shown.size}")
        changed = crop_change(shown, now)
        if changed is None:
            held = *held[:2], held[2] + length
            continue
        yield held
        patch, corner = changed
        shown, held = now, (patch, corner, length)
    if held is not None:
        yield held


def crop_change(before: Image.Image, after: Image.Image, /) -> tuple[Image.Image, tuple[int, int]] | None:
    """Crop the difference of two images of one palette and size; None if they are equal.

    Returns the pixels, in which unchanged ones have the free palette entry, and the place of their top left corner.
    """
    differs = ImageChops.difference(before, after)
    box = differs.getbbox()
    if box is None:
        return None
    patch = after.crop(box)
    # Unchanged pixels become transparent, which compresses best. `Image.point` would round the table.
    patch.im.paste(NOTHING, (0, 0, *patch.size), differs.crop(box).im.point(_UNCHANGED, "1"))
    return patch, box[:2]
