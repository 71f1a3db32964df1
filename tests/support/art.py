"""Painted art that the processes of tests share, so that it is painted once instead of in each.

Files are named after what is painted and after the sources that paint it (`rendering.drawing.stored`), so the folder is
kept from one run to the next. Tests that change how something is painted must not use it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from rendering.drawing.stored.folder import use_folder

SHARED: Final = Path(__file__).resolve().parents[2] / "var" / "tests" / "art"


@pytest.fixture(autouse=True)
def shared_art() -> Iterator[None]:
    """Load the art of pictures that are drawn in this process from the shared folder."""
    use_folder(SHARED)
    yield
    use_folder(None)
