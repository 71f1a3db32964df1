"""The benchmark runs; how fast is for people to look at."""

from __future__ import annotations

import re
import sys

import pytest

from bench import slash


def test_the_slash_benchmark_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    few = ["bench.slash", "--rounds", "1", "--interactions", "4", "--at-once", "2"]
    monkeypatch.setattr(sys, "argv", few)
    slash.main()
    *_, head, full, none = capsys.readouterr().out.splitlines()
    assert head.split() == ["validation", "median/s", "slowest", "fastest", "goal"]
    assert re.fullmatch(r"full +\d+ +\d+ +\d+ +100 (reached|missed)", full)
    assert re.fullmatch(r"none +\d+ +\d+ +\d+ +300 (reached|missed)", none)
