"""Compare pictures with goldens: those that `GOLDEN` in a game's `tests/<game>/pictures.py` draws."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageStat

import games
from tests.support.laws.pictures import find_rules

GOLDEN = Path(__file__).parent / "golden"
CASES = [(name, case) for name in games.names() for case in find_rules(name, "GOLDEN", {})]


@pytest.mark.parametrize(("name", "case"), CASES)
def test_golden(name: str, case: str) -> None:
    """Compare at 400 px, as on a phone, so that another FreeType's rounding does not matter.

    To accept a changed picture, delete its golden, run once with SLOWBOAT_GOLDEN=1, and look at the new one.
    """
    small = find_rules(name, "GOLDEN", {})[case]().image.convert("RGB").reduce(3)
    path = GOLDEN / f"{name}-{case}.png"
    if os.environ.get("SLOWBOAT_GOLDEN") and not path.exists():
        small.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    with Image.open(path) as golden:
        difference = ImageChops.difference(small, golden.convert("RGB")).convert("L")
    assert ImageStat.Stat(difference).mean[0] < 1.5
    # No patch of the picture may differ, however small its share of the whole.
    assert np.asarray(difference.reduce(10)).max() < 24


def test_no_golden_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == {f"{name}-{case}" for name, case in CASES}
