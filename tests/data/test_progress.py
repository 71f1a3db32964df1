"""Test what long commands say about their progress."""

from __future__ import annotations

import pytest

from data.progress import Progress, describe_progress, estimate_rest


def test_progress_says_what_is_left_as_soon_as_that_is_known() -> None:
    assert describe_progress(1, 13, "engines", estimate_rest(0, 13, 0.0)) == "1 of 13: engines"
    assert describe_progress(3, 13, "pictures", estimate_rest(2, 13, 60.0)) == "3 of 13: pictures, about 6 min left"
    assert describe_progress(13, 13, "growth", estimate_rest(12, 13, 372.0)) == "13 of 13: growth, about 31 s left"


def test_progress_shows_few_lines_and_the_last_one() -> None:
    now, shown = [0.0], list[str]()
    progress = Progress(every=5.0, write=shown.append, clock=lambda: now[0])
    for done in range(1, 641):
        now[0] += 1 / 16
        progress.report(done, 640, "rows")
    assert len(shown) == 8
    assert shown[0] == "80 of 640: rows, about 35 s left"
    assert shown[-1] == "640 of 640: rows"


def test_progress_goes_to_the_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    Progress().report(1, 1, "puzzles")
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "1 of 1: puzzles\n")
