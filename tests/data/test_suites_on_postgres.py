"""Run tests with PostgreSQL as their store instead of a file: of matches, of weeks in towns, of votes and plans that
stay secret, of tables that two servers share, and of what strangers and others may see and do.

SLOWBOAT_FULL=1 runs all files.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support.checkout import ROOT
from tests.support.numbers import patience, times
from tests.support.postgres import start_server

QUICK = ("test_outbox", "test_referee", "test_sweep", "test_proposals", "test_pauses")
"""Tests that run first, so that a tenth of all takes seconds."""

SUITES = [
    *(f"tests/matches/{name}.py" for name in QUICK),
    *sorted(
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "tests" / "matches").glob("test_*.py")
        if file.stem not in QUICK
    ),
    "tests/days/test_days.py",
    "tests/days/test_everything.py",
    "tests/days/test_timers.py",
    "tests/client/test_secret_plans.py",
    "tests/client/test_secret_votes.py",
    "tests/play/lobby/test_crowd.py",
    "tests/play/board/test_old_boards.py",
    "tests/play/two_servers/test_two_servers.py",
    "tests/security/test_clicks.py",
    "tests/security/test_option_bounds.py",
    "tests/security/test_private_traces.py",
    "tests/security/test_strangers.py",
]
FILES = times(len(SUITES), usual=1)

pytestmark = [pytest.mark.long, pytest.mark.timeout(patience(300))]


@pytest.fixture(autouse=True)
def _require_server() -> None:
    if isinstance(found := start_server(), str):
        pytest.skip(found)


def run(files: list[str], *options: str) -> subprocess.CompletedProcess[str]:
    """Run files of tests on PostgreSQL, with the numbers of an ordinary run."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment = {**own, "SLOWBOAT_TEST_STORE": "postgres", "SLOWBOAT_FULL": "0"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--timeout=600"]
    return subprocess.run(
        [*command, *options, *files], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def test_the_suites_pass_on_postgres() -> None:
    ended = run(SUITES[:FILES])
    assert ended.returncode == 0, ended.stdout[-4000:]
    assert " passed" in ended.stdout


@pytest.mark.mutant
def test_a_store_that_keeps_nothing_is_noticed() -> None:
    ended = run(SUITES[:1], "-p", "tests.data.forgetful")
    assert ended.returncode == 1
    assert " passed" not in ended.stdout
