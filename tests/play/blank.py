"""Pictures of one white pixel, for tests in which nobody looks at pictures.

A module uses the fixture `blank_pictures` if that is so in all its tests; otherwise a test calls `paint_blank`.
"""

from __future__ import annotations

import functools
import io
from typing import Any

import pytest
from PIL import Image

from client.boards.pictures import Painter


@functools.cache
def _make_pixel() -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (1, 1), "white").save(made, "PNG")
    return made.getvalue()


async def draw_blank(*_: Any) -> bytes:
    """Draw one white pixel, instead of `Painter._paint`."""
    return _make_pixel()


def paint_blank(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give everybody one white pixel instead of each board."""
    monkeypatch.setattr(Painter, "_paint", draw_blank)
