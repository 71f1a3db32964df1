"""The DEBUG logs of other tests contain no card of a hand, no secret of a running match, and no token.

With SLOWBOAT_FULL=1 all tests that play in the sandbox, otherwise one of them.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support.checkout import ROOT
from tests.support.numbers import FULL, patience

PLAYED = [path.relative_to(ROOT) for path in sorted(ROOT.glob("tests/play/*/test_*.py")) if path.parent.name != "page"]
MODULES = len(PLAYED) if FULL else 1
ONE = "tests/play/games/test_dog_royal.py::test_a_whole_match[2]"
"""A test with hidden hands, and a secret for each match."""

pytestmark = pytest.mark.timeout(patience(180))


def search_log(tests: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.security.discreet", "-p", "no:cacheprovider"]
    return subprocess.run(
        [*command, *tests],
        cwd=ROOT,
        env={**os.environ, "SLOWBOAT_FULL": "0", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_no_secret_is_written_by_any_test() -> None:
    ran = search_log([str(path) for path in PLAYED] if FULL else [ONE])
    assert ran.returncode == 0, ran.stdout[-3000:]


@pytest.mark.mutant
@pytest.mark.parametrize("mutant", ["1", "moves"])
def test_a_secret_that_is_written_would_be_found(mutant: str) -> None:
    """Mutants: a change logs its match, or nothing but the codes of its moves."""
    ran = search_log([ONE], SLOWBOAT_TALKATIVE=mutant)
    assert "was written" in ran.stdout
    assert ran.returncode == 1
