"""Break words that are too long for a line."""

from __future__ import annotations

from typing import Final

from rendering.drawing.canvas import measure
from rendering.drawing.fonts import Face

_ISOLATED: Final = "\u2068\u2069"
"""The characters around a name that runs from right to left."""


def wrap_words(words: str, room: int, size: int, face: Face = "text", /) -> list[str]:
    """Break words at spaces into as few lines of at most `room` pixels as they need at a font size."""
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and measure(longer, size, face) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def break_words(words: str, room: int, size: int, face: Face = "text", /) -> tuple[str, ...]:
    """Break words that are wider than `room` at a font size, in pixels, into two lines of about the same width.

    They are broken at a space or after a hyphen; without either they stay in one line.
    """
    if measure(words, size, face) <= room:
        return (words,)
    start, end = (_ISOLATED[0], _ISOLATED[1]) if words.startswith(_ISOLATED[0]) else ("", "")
    bare = words.strip(_ISOLATED) if start else words
    cuts = [place for place, letter in enumerate(bare) if letter in " -" and 0 < place < len(bare) - 1]
    halves = [
        (f"{start}{bare[: place + 1].rstrip()}{end}", f"{start}{bare[place + 1 :].lstrip()}{end}") for place in cuts
    ]
    return min(halves, key=lambda lines: max(measure(line, size, face) for line in lines), default=(words,))
