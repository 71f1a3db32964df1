"""Test the choice of tests for a changed file."""

from __future__ import annotations

import pytest

from tests.support.checkout import ROOT
from tests.support.nearest import list_runs


@pytest.mark.parametrize(
    ("file", "near", "most"),
    [
        ("games/docker/moves.py", ["tests/laws", "tests/rendering", "tests/docker", "-k", "docker"], 5),
        ("rendering/drawing/canvas.py", ["tests/rendering/test_canvas.py"], 20),
        ("matches/sweep.py", ["tests/matches/test_sweep.py"], 20),
        ("client/core/intake.py", ["tests/client/test_intake.py"], 20),
        ("client/demo.py", ["tests/play/games/test_demo.py"], 20),
        ("tests/core/test_rng.py", ["tests/core/test_rng.py"], 1),
    ],
)
def test_few_tests_are_near_and_among_them_those_of_the_module(file: str, near: list[str], most: int) -> None:
    assert (ROOT / file).exists()
    (run,) = list_runs([ROOT / file])
    assert {*near} <= {*run}
    assert len(run) <= most
