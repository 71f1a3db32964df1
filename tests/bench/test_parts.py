"""Test that every part of the benchmark runs, each with as little work as possible."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import __main__ as script
from bench import measuring
from bench.playouts import forget, playout
from games.riff_raff.loading import placing, sites

pytestmark = pytest.mark.long

PROMISED = {
    "engines": ["ply of a random playout python-chess"] * 4,
    "pictures": ["picture 1200 x 900 python-chess + cairosvg", "film of a match"],
    "load": ["a move", "requests a move", "acknowledged, p99", "board posted, p99", "no pause bare discord.py"],
    "latency": [
        "press to panel, p50 always deferring",
        "press to panel, p99",
        "Confirm to board, p50",
        "Confirm to board, p99",
    ],
    "memory": ["at the start", "after a day", "second half"],
    "steady": ["after ten minutes", "the most at any second", "growth in the second half"],
    "restart": ["restart with", "start, to the address of the page"],
    "durable": ["durable moves"],
}
"""Texts that the lines of each part contain."""


def test_every_part_is_in_the_table() -> None:
    assert set(PROMISED) == set(script.PARTS)
    folder = Path(script.__file__).parent
    found = {file.stem for file in folder.glob("*.py") if "\ndef rows(run: Run)" in file.read_text(encoding="utf-8")}
    assert found == set(script.PARTS)


@pytest.mark.parametrize("part", script.PARTS)
def test_a_part_prints_the_rows_it_promises(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Run each part as people do. Those that start bots take long: `load` twelve seconds, `memory` six."""
    assert script.main(["--quick", "--only", part]) == 0
    out = capsys.readouterr().out
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in out.splitlines() if line.startswith("| ")][1:]
    for promised in PROMISED[part]:
        assert any(promised in f"{what.split(' (')[0]} {peer}" for what, _, _, peer, *_ in lines), promised
    assert len(lines) >= len(PROMISED[part])
    for what, _, ours, peer, theirs, *_ in lines:
        assert ours.removeprefix("-")[0].isdigit(), what
        assert bool(theirs) == bool(peer), what


def test_peers_take_turns() -> None:
    turns: list[str] = []

    def work(name: str) -> measuring.Work:
        def one(number: int) -> float:
            turns.append(f"{name}{number}")
            return float(number)

        return one

    assert measuring.measure_in_turn(3, {"a": work("a"), "b": work("b")}) == {"a": [0, 1, 2], "b": [0, 1, 2]}
    assert turns == ["a0", "b0", "b1", "a1", "a2", "b2"]


def test_a_playout_is_the_same_in_every_run_and_can_be_forgotten() -> None:
    before = playout("docker", 3)
    playout.cache_clear()
    assert json.dumps([step.move.code for step in playout("docker", 3).steps]) == json.dumps(
        [step.move.code for step in before.steps]
    )
    placing.list_spots((), (0.0, 0.0, 0.0), 1, "crate")
    tables = sites.find_site.cache_info().currsize
    assert placing.list_spots.cache_info().currsize
    forget("games.riff_raff")
    assert placing.list_spots.cache_info().currsize == 0
    assert sites.find_site.cache_info().currsize == tables > 0, "tables that a bot fills only once are kept"
