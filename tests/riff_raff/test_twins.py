"""Mirrored loadings have mirrored falls, and the same loading has the same result to the last digit."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.riff_raff import twins
from tests.support.numbers import times

LOADINGS = times(500, usual=8)
MOST = 0.03 if LOADINGS >= 500 else 0.05
"""The share of loadings that may differ: larger for few loadings, where chance matters more."""


@pytest.mark.timeout(3600)
def test_mirrored_loadings_have_mirrored_falls() -> None:
    """Exclude pieces that balance on an edge: rounding differs between the two sides, so they may fall on one side
    only."""
    cases = list(islice(twins.record(1), LOADINGS))
    same = [twins.list_fallen(case.result) == twins.list_fallen(twins.run_mirrored(case)) for case in cases]
    assert same.count(False) <= MOST * LOADINGS


def test_the_same_loading_in_the_same_process_has_the_same_result() -> None:
    for case in islice(twins.record(2), 3, 6):
        assert twins.run_again(case) == case.result
