"""Test that every part of the benchmark runs, each with as little work as possible."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from pathlib import Path

import pytest

import games
from bench import __main__ as script
from bench import measuring
from bench.load.fleet import make
from bench.parts.playouts import forget, playout
from bench.parts.waking import play
from bench.peers import engines
from games.riff_raff.loading import placing, sites

PROMISED = {
    "engines": ["ply of a random playout"] * 12,
    "standins": ["a move of the stand-in", "a move of the stand-in, p90"] * 4,
    "pictures": ["picture", "film of a match", "clip of a loading"],
    "first": ["start of a render worker", "art stored"],
    "candidates": [
        "search for proposed loadings",
        "event loop late",
        "picture of proposed loadings",
        "filled at the start",
    ],
    "durable": ["SQLAlchemy async Core", "aiosqlite, naive", "durable move: CPU", "through the referee"],
    "restart": ["restart with", "kill -9"],
    "memory": ["nobody touches", "in play", "guilds", "after a day", "second half"],
    "load": [
        "acknowledged, p99",
        "board posted, p99",
        "CPU a move",
        "requests a move",
        "event loop held up",
        "no pause",
    ],
    "crowd": ["acknowledged, p99", "board posted, p99"],
    "stores": [
        "at once: SQLite",
        "at once: PostgreSQL, two processes",
        "a lone move through the referee, p50: PostgreSQL, two processes",
        "more than with SQLite",
        "the server's CPU",
        "as a multiple of SQLite's",
    ],
    "slash": ["full validation", "no validation"],
    "results": ["computed again in a worker", "meanwhile, p99", "without the computation", "record of a person"],
    "growth": ["open matches, p99", "servers", "rows in each log", "memory of a process", "exponent", "among"],
}
"""Texts that the lines of each part contain."""


@pytest.fixture(autouse=True)
def no_download(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that there is no Node.js, so that tests download nothing."""
    monkeypatch.setattr(shutil, "which", lambda _: None)


def test_every_part_is_in_the_table() -> None:
    assert set(PROMISED) == set(script.PARTS)
    folder = Path(script.__file__).parent
    parts = {
        ".".join(("bench", *file.relative_to(folder).with_suffix("").parts))
        for file in folder.rglob("*.py")
        if "\ndef rows(run: Run)" in file.read_text(encoding="utf-8")
    }
    assert parts == set(script.PARTS.values())


@pytest.mark.parametrize("part", script.PARTS)
def test_a_part_prints_the_rows_it_promises(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Run each part as people do. Those that start bots take long: `load` twelve seconds, `memory` and `crowd` six."""
    assert script.main(["--quick", "--only", part]) == 0
    out = capsys.readouterr().out
    if missing := re.search("no PostgreSQL: .*", out):
        pytest.skip(missing[0])
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in out.splitlines() if line.startswith("| ")][1:]
    for promised in PROMISED[part]:
        assert any(promised in f"{what} {peer}" for what, _, _, peer, *_ in lines), promised
    assert len(lines) >= len(PROMISED[part])
    for what, _, ours, peer, theirs, *_ in lines:
        assert ours.removeprefix("-")[0].isdigit(), what
        assert bool(theirs) == bool(peer) or "no Node.js" in what, what


def test_the_row_says_that_node_is_missing() -> None:
    rows = [row for row in engines.rows(measuring.Run(quick=True)) if row.peer == "boardgame.io"]
    assert len(rows) == len(games.names())
    assert all(row.theirs is None and row.met is None and "no Node.js" in row.note for row in rows)


async def test_turns_are_measured_in_a_file_with_few_matches(tmp_path: Path) -> None:
    await asyncio.to_thread(make, tmp_path / "few.db", 6)
    found = await play(tmp_path / "few.db", 100)
    assert 0 < found["cpu"] < found["memory"]


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
