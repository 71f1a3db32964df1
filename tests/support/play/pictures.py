"""What is seen in a picture or a film."""

from __future__ import annotations

import io

from PIL import Image, ImageStat


def measure_light(png: bytes) -> float:
    with Image.open(io.BytesIO(png)) as picture:
        return ImageStat.Stat(picture.convert("L")).mean[0]


ON_THE_WAY = 100
"""Milliseconds up to which a frame of a film shows a piece on its way from one step to the next."""


def frames(gif: bytes) -> int:
    """Count the frames of a film that show a step, without those of a piece on its way."""
    with Image.open(io.BytesIO(gif)) as film:
        assert film.format == "GIF"
        assert film.width == 600
        lengths = []
        for number in range(getattr(film, "n_frames", 1)):
            film.seek(number)
            lengths.append(film.info["duration"])
        return sum(length > ON_THE_WAY for length in lengths)
