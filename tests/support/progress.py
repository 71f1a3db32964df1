"""Show how far the tests of a long run are: `pytest -p tests.support.progress`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest

from data.progress import Progress

EVERY: Final = 60.0
"""Seconds between two lines."""


def pytest_configure(config: pytest.Config) -> None:
    """Show the progress where the results are collected, not in the processes that xdist starts."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Shown(config))


class Shown:
    """Count the tests that have ended, and write a line now and then."""

    def __init__(self, config: pytest.Config) -> None:
        self._config, self._progress = config, Progress(every=EVERY, write=self._write)
        self._total = self._done = 0

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._total = len(session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        self._total = len(ids)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self._done += 1
        self._progress.report(self._done, self._total, nodeid)

    def _write(self, line: str) -> None:
        reporter = self._config.get_terminal_writer()
        reporter.line()
        reporter.line(line)
