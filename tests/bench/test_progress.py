"""Test what long commands say about their progress."""

from __future__ import annotations

from bench.progress import describe_progress, estimate_rest


def test_progress_says_what_is_left_as_soon_as_that_is_known() -> None:
    assert describe_progress(1, 13, "engines", estimate_rest(0, 13, 0.0)) == "1 of 13: engines"
    assert describe_progress(3, 13, "pictures", estimate_rest(2, 13, 60.0)) == "3 of 13: pictures, about 6 min left"
    assert describe_progress(13, 13, "growth", estimate_rest(12, 13, 372.0)) == "13 of 13: growth, about 31 s left"
