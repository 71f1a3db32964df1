"""Measure a ply of a random playout in each game, in python-chess and in boardgame.io.

A ply is: find the seat to act and its legal moves, choose one, apply it. Riff Raff's physics are not measured; applying
their results is. python-chess plays chess; boardgame.io, a framework for the same purpose in JavaScript, plays noughts
and crosses, a game so small that the cost is that of the framework.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import chess

import games
from bench.measuring import CACHE, Run, Work, cpu, measure_in_turn, median
from bench.parts.playouts import Playout, forget, playout
from bench.table import Row
from games.core import NATURE
from games.rng import Rng

GOALS = {"aquaretto": 10.0, "docker": 8.0, "dog_royal": 15.0, "riff_raff": 30.0}
"""Microseconds per ply, by game."""
GOAL = 40.0
"""Microseconds per ply of all other games."""
BOARDGAME_IO = "0.50.2"
_SCRIPT = Path(__file__).with_name("boardgame.cjs")


def rows(run: Run) -> Iterator[Row]:
    rounds = run.some(7, 2)
    names = games.names()
    work: dict[str, Work] = {name: _make_work(_make_batches(name, rounds, run.plies)) for name in names}
    work["chess"] = _measure_chess
    _measure_chess(0)
    with _Boardgame() as other:
        if other.problem == "":
            work["boardgame.io"] = other.round
            other.round(0)
        costs = measure_in_turn(rounds, work)
    theirs = {peer: median(costs[peer]) for peer in ("chess", "boardgame.io") if peer in costs}
    for name in names:
        ours, what, mark = median(costs[name]), f"{name}: ply of a random playout", ("ply", name)
        yield Row(what, ours, "µs", "CPU", at_most=GOALS.get(name, GOAL), mark=mark)
        yield Row(what, ours, "µs", "CPU", "python-chess", theirs["chess"], times=1, mark=mark)
        yield Row(
            what, ours, "µs", "CPU", "boardgame.io", theirs.get("boardgame.io"), times=3, note=other.problem, mark=mark
        )


def _make_batches(name: str, rounds: int, most: int) -> list[list[Playout]]:
    """Make playouts of at most `most` plies for each round, with 800 in total or `most`; a game with physics gets one
    playout for each round.

    All are replayed once, to fill the caches of the rules.
    """
    found: list[list[Playout]] = []
    number, least = 0, min(800, most)
    slow = games.load(name).nature is not None
    for _ in range(rounds):
        batch = [playout(name, number, most=most)]
        number += 1
        while not slow and sum(len(played.steps) for played in batch) < least:
            batch.append(playout(name, number))
            number += 1
        found.append(batch)
        _replay(batch)
    return found


def _make_work(batches: list[list[Playout]]) -> Work:
    def one(number: int) -> float:
        batch, another = batches[number], batches[(number + 1) % len(batches)]
        forget(f"games.{batch[0].game.name}")
        _replay(another)  # as in a bot that has been running but has not seen these matches
        return cpu(lambda: _replay(batch)) / sum(len(played.steps) for played in batch) * 1e6

    return one


def _replay(batch: list[Playout]) -> None:
    """Replay playouts with the work of a random player, except for the choices, which are given."""
    choose = random.Random(0).choice  # noqa: S311 - no secret
    for game, _, secret, steps, _ in batch:
        for state, seat, move, seq in steps:
            game.to_act(state)
            if seat != NATURE:
                choose(game.legal_moves(state, seat))
            game.apply(state, seat, move, Rng(secret, "ply", seq))


def _measure_chess(number: int) -> float:
    choose = random.Random(number).choice  # noqa: S311 - no secret
    plies = 0

    def play() -> None:
        nonlocal plies
        for _ in range(5):
            board = chess.Board()
            while plies % 200 != 199 and (moves := list(board.legal_moves)):
                board.push(choose(moves))
                plies += 1
            plies += 1

    return cpu(play) / plies * 1e6


class _Boardgame:
    """boardgame.io in its own process, which plays a round on request."""

    def __init__(self) -> None:
        self.problem = _install()
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> _Boardgame:
        if not self.problem:
            self._process = subprocess.Popen(  # noqa: S603 - our own script
                [shutil.which("node") or "node", str(_SCRIPT)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env={**os.environ, "NODE_PATH": str(CACHE / "node_modules"), "NODE_ENV": "production"},
            )
        return self

    def round(self, number: int) -> float:
        """Play a round and return microseconds of CPU per ply."""
        assert self._process is not None  # noqa: S101 - for mypy
        assert self._process.stdin is not None  # noqa: S101 - for mypy
        assert self._process.stdout is not None  # noqa: S101 - for mypy
        self._process.stdin.write(f"{number}\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.communicate()


def _install() -> str:
    """Install boardgame.io in the cache; return why it cannot be measured, or "" if it can."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return "not measured: no Node.js here"
    if (CACHE / "node_modules" / "boardgame.io").is_dir():
        return ""
    CACHE.mkdir(parents=True, exist_ok=True)
    wanted = {"private": True, "dependencies": {"boardgame.io": BOARDGAME_IO}}
    (CACHE / "package.json").write_text(json.dumps(wanted))
    command = [npm, "install", "--no-audit", "--no-fund", "--omit=optional", "--ignore-scripts"]
    try:
        subprocess.run(command, cwd=CACHE, check=True, capture_output=True, timeout=180)  # noqa: S603 - spelt out above
    except (subprocess.SubprocessError, OSError):
        return "not measured: npm could not fetch it"
    return ""
