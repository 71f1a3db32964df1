"""Test the lines that long runs of tests show."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.support import progress
from tests.support.progress import Shown, pytest_configure


class Config:
    """A configuration of pytest with an empty terminal; `workerinput` marks a process that xdist has started."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.plugins: list[object] = []
        self.pluginmanager = SimpleNamespace(register=self.plugins.append)

    def get_terminal_writer(self) -> Any:
        return SimpleNamespace(line=lambda text="": self.lines.append(text))


@pytest.mark.parametrize("parallel", [False, True])
def test_a_line_names_the_test_that_has_ended(monkeypatch: pytest.MonkeyPatch, parallel: bool) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.0)
    config = Config()
    shown = Shown(cast("pytest.Config", config))
    if parallel:
        shown.pytest_xdist_node_collection_finished(["a", "b"])
    else:
        shown.pytest_collection_finish(cast("pytest.Session", SimpleNamespace(items=["a", "b"])))
    for name in ("a", "b"):
        shown.pytest_runtest_logfinish(name)
    assert [line.split(",")[0] for line in config.lines if line] == ["1 of 2: a", "2 of 2: b"]


def test_only_the_process_that_collects_shows_lines() -> None:
    main, worker = Config(), Config()
    worker.workerinput = {}  # type: ignore[attr-defined]
    for config in (main, worker):
        pytest_configure(cast("pytest.Config", config))
    assert len(main.plugins) == 1
    assert worker.plugins == []
