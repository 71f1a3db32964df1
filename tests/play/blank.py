"""Pictures of one white pixel, for tests in which nobody looks at pictures.

A module imports `blank_pictures` if that is so in all its tests; otherwise a test calls `paint_blank`.
"""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from client.boards.pictures import Painter


def paint_blank(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give everybody one white pixel instead of each board."""
    made = io.BytesIO()
    Image.new("RGB", (1, 1), "white").save(made, "PNG")

    async def draw_nothing(*_: Any) -> bytes:
        return made.getvalue()

    monkeypatch.setattr(Painter, "_paint", draw_nothing)


@pytest.fixture(autouse=True)
def blank_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint blank pictures in all tests of the module."""
    paint_blank(monkeypatch)
