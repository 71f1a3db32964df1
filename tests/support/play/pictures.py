"""What is seen in a picture or a film."""

from __future__ import annotations

import io

from PIL import Image, ImageStat


def measure_light(png: bytes) -> float:
    with Image.open(io.BytesIO(png)) as picture:
        return ImageStat.Stat(picture.convert("L")).mean[0]


def frames(gif: bytes) -> int:
    with Image.open(io.BytesIO(gif)) as film:
        assert film.format == "GIF"
        assert film.width == 600
        return int(getattr(film, "n_frames", 1))
