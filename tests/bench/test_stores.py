"""Test the comparison of moves with PostgreSQL and with SQLite. SLOWBOAT_FULL=1 measures whole moves, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.load.stores import POSTGRES, SQLITE, RefereedMoves, make_referee_rows, make_whole_rows, measure_whole
from bench.load.whole_moves import WholeMoves
from bench.measuring import Run
from tests.support.numbers import FULL
from tests.support.postgres import make_schema, start_server

SQLITE_ROUNDS = (100.0, 0.010), (50.0, 0.020), (80.0, 0.014)
"""Moves a second and CPU seconds a move. The machine is slow in the second round."""
POSTGRES_ROUNDS = (90.0, 0.011), (45.0, 0.022), (60.0, 0.0175)


def test_cpu_is_compared_round_by_round() -> None:
    found = {
        SQLITE: [WholeMoves(rate, cpu, 0.0, 0) for rate, cpu in SQLITE_ROUNDS],
        POSTGRES: [WholeMoves(rate, cpu, cpu / 10, 2) for rate, cpu in POSTGRES_ROUNDS],
    }
    rows = list(make_whole_rows(found))
    _, rate, *_ = rows
    assert (rate.ours, rate.peer, rate.theirs, rate.note) == (60.0, SQLITE, 80.0, "6 unanswered")
    *_, own, both = rows
    assert [(f"{row.ours:.2f}", row.met) for row in (own, both)] == [("1.10", True), ("1.21", False)]


def test_the_delay_of_a_lone_move_is_compared_round_by_round() -> None:
    delays = {SQLITE: (0.0010, 0.0050, 0.0015), POSTGRES: (0.0022, 0.0062, 0.0040)}
    found = {name: [RefereedMoves(100.0, 0.001, 0.0, delay) for delay in each] for name, each in delays.items()}
    (more,) = [row for row in make_referee_rows(found) if "more than" in row.what]
    assert f"{more.ours:.2f}" == "1.20"
    assert more.met is True


@pytest.mark.skipif(not FULL, reason="two bots and their pictures take half a minute of CPU")
@pytest.mark.timeout(300)
def test_whole_moves_are_measured_with_both_stores(tmp_path: Path) -> None:
    if isinstance(server := start_server(), str):
        pytest.skip(server)

    def place(name: str) -> Path | str:
        return tmp_path / "moves.db" if name == SQLITE else make_schema(server, str(tmp_path))

    found = measure_whole(Run(quick=True), place, tmp_path)
    (on_file,), (on_server,) = found[SQLITE], found[POSTGRES]
    assert on_file.unanswered == on_server.unanswered == 0
    assert on_file.server == 0 < on_server.server < on_server.cpu
    assert (tmp_path / "bot" / "heartbeat").exists(), "its other files are in a folder of their own"
