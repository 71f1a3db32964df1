"""A thousand instant crashes stay within Discord's daily limit of logins."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.core import starts
from client.core.starts import APART, FREE, note_start, wait_before


def test_a_few_starts_are_not_delayed(tmp_path: Path) -> None:
    assert [note_start(tmp_path, 1000.0 + number) for number in range(FREE)] == [0.0] * FREE


CRASHES = 1000


def count_busiest_day(folder: Path) -> int:
    """Return the largest number of logins in a day if the bot crashes after every start."""
    now, logins = 0.0, []
    for _ in range(CRASHES):
        now += note_start(folder, now)
        logins.append(now)
        now += 0.5  # the bot crashes half a second after its start
    return max(sum(1 for login in logins if start <= login < start + 86_400) for start in logins)


def test_a_thousand_instant_crashes_stay_within_a_day_s_logins(tmp_path: Path) -> None:
    assert count_busiest_day(tmp_path) < 730, "Discord allows 1,000 a day"


@pytest.mark.mutant
def test_without_the_back_off_starts_exceed_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: no time between two starts."""
    assert starts.APART == APART
    monkeypatch.setattr(starts, "APART", 0.0)
    assert count_busiest_day(tmp_path) == CRASHES


def test_after_a_quiet_while_a_start_is_not_delayed() -> None:
    starts = [float(second) for second in range(FREE)]
    assert wait_before(starts, 10.0) > 0
    assert wait_before(starts, 10.0) <= APART
    assert wait_before(starts, 1000.0) == 0


def test_a_clock_that_was_set_back_delays_nobody() -> None:
    assert wait_before([5000.0] * FREE, 100.0) == 0


def test_a_half_written_note_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "starts.json").write_bytes(b"[1.0, 2.")
    assert note_start(tmp_path, 3.0) == 0.0
