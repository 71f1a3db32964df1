"""Test that purges run at the start and then once an hour."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from matches.people.privacy import PURGED_EVERY, is_purge_due

SWEEP_EVERY = 5.0


@given(st.floats(0, 4e9), st.integers(0, 5000), st.floats(0, 60))
def test_a_purge_is_due_once_an_hour(begin: float, sweeps: int, late: float) -> None:
    """Sweep at random times: purges are at least an hour apart, and none is left out."""
    last: float | None = None
    made: list[float] = []
    for number in range(sweeps):
        now = begin + number * (SWEEP_EVERY + late)
        if is_purge_due(now, last):
            made.append(now)
            last = now
    gaps = [after - before for before, after in pairwise(made)]
    assert made[:1] == [begin][:sweeps]
    assert all(PURGED_EVERY <= gap < PURGED_EVERY + SWEEP_EVERY + late + 1e-3 for gap in gaps)
    assert last is None or begin + (sweeps - 1) * (SWEEP_EVERY + late) - last < PURGED_EVERY


def test_a_clock_set_back_does_not_delay_the_purge() -> None:
    assert is_purge_due(1000.0, 1000.0 + 90 * 24 * 3600.0)
    assert not is_purge_due(1000.0, 1000.0)
