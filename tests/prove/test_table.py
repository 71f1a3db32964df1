"""Test that the promises name existing tests and the right numbers."""

from __future__ import annotations

import importlib
import re

import pytest

from tests.prove.__main__ import ROOT, Result, page
from tests.prove.promises import PROMISES, Promise


def list_missing(promise: Promise) -> list[str]:
    """List the tests of a promise that do not exist."""
    found = []
    for each in (*promise.tests, *promise.mutants):
        path, _, name = each.partition("::")
        source = (ROOT / path).read_text(encoding="utf-8") if (ROOT / path).exists() else ""
        if not source or (name and not re.search(rf"def {name}\(", source)):
            found.append(each)
    return found


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.name)
def test_the_tests_of_a_promise_exist(promise: Promise) -> None:
    assert list_missing(promise) == []
    if promise.constant:
        module, _, name = promise.constant.partition(":")
        assert isinstance(getattr(importlib.import_module(module), name), int)


def test_a_lost_test_would_be_missed() -> None:
    lost = Promise("x", "", "", "", ("tests/prove/test_table.py::test_no_such",), ("tests/none.py",), "")
    assert list_missing(lost) == ["tests/prove/test_table.py::test_no_such", "tests/none.py"]


def test_the_page_lists_the_runs() -> None:
    first = PROMISES[0]
    said = page({first.name: Result("7 kills", False, False, False, 60.0, "2026-01-01")})
    row = next(line for line in said.split("\n") if first.name in line)
    assert "7 kills (not the full number)" in row
    assert "**broken**" in row
    assert "**no**" in row
    assert said.count("not run yet") == len(PROMISES) - 1
