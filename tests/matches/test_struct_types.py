"""Decode Structs in several threads at once, in a process that has decoded none before."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

import games
from games.rng import Rng
from matches.match import pack
from tests.support.checkout import ROOT

SCRIPT = """
import sys, threading
from pathlib import Path
import games
from matches.match import unpack
from matches.referee import Referee

sys.setswitchinterval(1e-6)
game, snapshot = games.load(sys.argv[1]), Path(sys.argv[2]).read_bytes()
Referee(None, now=lambda: 0.0)
start = threading.Barrier(8)

def read():
    start.wait()
    unpack(game, snapshot)

threads = [threading.Thread(target=read) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def read_in_threads(folder: Path, name: str) -> int:
    """Let eight threads read the first position of a game at once. Returns the exit code of their process."""
    game = games.load(name)
    options = next(iter(game.presets.values()), None) or game.options_type()
    snapshot = folder / name
    snapshot.write_bytes(pack(game.setup(2, cast("Any", options), Rng(bytes(32), "start", 0))))
    command = [sys.executable, "-c", SCRIPT, name, str(snapshot)]
    return subprocess.run(command, cwd=ROOT, check=False, capture_output=True).returncode


@pytest.mark.parametrize("name", ["aquaretto", "riff_raff"])
def test_threads_may_read_the_first_position_at_once(tmp_path: Path, name: str) -> None:
    assert [read_in_threads(tmp_path, name) for _ in range(3)] == [0, 0, 0]
