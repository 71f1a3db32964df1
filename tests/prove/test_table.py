"""Test that the promises name existing tests and the right numbers."""

from __future__ import annotations

import importlib
import re

import pytest

from tests.prove.__main__ import Result, choose_larger, page, read_numbers
from tests.prove.promises import PROMISES, Promise
from tests.prove.secrets import KEPT_BY
from tests.support.checkout import ROOT


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


def test_the_tests_that_keep_secrets_exist() -> None:
    kept_by = tuple(test for _, _, test in KEPT_BY)
    assert list_missing(Promise("Secrets, by feature", "", "", "", kept_by, ())) == []


def test_a_lost_test_would_be_missed() -> None:
    lost = Promise("x", "", "", "", ("tests/prove/test_table.py::test_no_such",), ("tests/none.py",))
    assert list_missing(lost) == ["tests/prove/test_table.py::test_no_such", "tests/none.py"]


def test_the_page_lists_the_runs() -> None:
    first = PROMISES[0]
    said = page({first.name: Result("7 kills", False, False, 60.0, "2026-01-01")})
    row = next(line for line in said.split("\n") if first.name in line)
    assert "7 kills" in row
    assert "**broken**" in row
    assert "**no**" in row
    assert said.count("not run yet") == len(PROMISES) - 1


def test_a_tenth_leaves_out_what_the_suite_tries_as_often() -> None:
    same, larger, long = (
        Promise(name, "", "{}", "tests.core.test_rng:DRAWS", (), (), is_in_tenth=name != "long")
        for name in ("same", "larger", "long")
    )
    usual = {"same": 5, "larger": 5, "long": 5}
    assert choose_larger((same, larger, long), {"same": 5, "larger": 6, "long": 6}, usual) == [larger]


def test_numbers_are_read_for_a_share() -> None:
    dice = next(each for each in PROMISES if each.name == "Even chances")
    always = next(each for each in PROMISES if not each.constant)
    assert read_numbers((dice, always), share="0.1") == {dice.name: 100_000, always.name: 0}
