"""Check that `sandbox/EVIDENCE.md` is whole: every route, error and code has a row, and its tests exist."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from client.core import refusals
from sandbox import errors
from sandbox.rest.table import ROUTES
from tests.sandbox.evidence import ROWS, TABLES, TEXT
from tests.support import checkout

STATUSES = ("documented", "reported", "guessed")
PROBES = ("auto", "person", "later", "—")
VERDICTS = ("agrees", "sandbox was kinder: changed", "not used", "open")
ISSUE = r"(?:[\w.-]+/[\w.-]+)?#\d+"
SHORT = {
    "RULES": "sandbox/test_rules.py::test_a_violation_is_refused_by_its_rule_alone",
    "CODES": "client/test_refusals.py::test_codes_have_one_meaning",
}
"""Names for tests that many rows have, as the page explains them."""


NAMED = " ".join(row.assumed for row in ROWS)


def test_ids_are_short_and_unique() -> None:
    ids = [row.id for row in ROWS]
    assert len(ids) >= 150
    assert [name for name, count in Counter(ids).items() if count > 1] == []
    assert [name for name in ids if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+){0,4}", name)] == []


def test_every_cell_is_valid() -> None:
    assert [row.id for row in ROWS if row.status not in STATUSES or row.probe not in PROBES or not row.assumed] == []


def test_only_guesses_lack_a_source() -> None:
    known = rf"(?:docs|openapi):[\w/-]+|{ISSUE}"
    assert [row.id for row in ROWS if row.status != "guessed" and not re.fullmatch(known, row.source)] == []
    assert [row.id for row in ROWS if row.status == "documented" and ":" not in row.source] == []


@cache
def _list_functions(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def test_named_tests_exist() -> None:
    missing = []
    for row in ROWS:
        if row.test != "—":
            path, _, name = SHORT.get(row.test, row.test).partition("::")
            file = checkout.ROOT / "tests" / path
            if not file.is_file() or name not in _list_functions(file):
                missing.append((row.id, row.test))
    assert missing == []


def test_every_route_is_named() -> None:
    routes = {f"`{route.method} {re.sub('{[^}]+}', ':', route.path)}`" for route in ROUTES}
    assert sorted(route for route in routes if route not in NAMED) == []


KINDS = {name: kind for name, kind in vars(errors).items() if isinstance(kind, errors.ErrorKind)}


def test_every_error_of_the_sandbox_is_named() -> None:
    words = set(re.findall(r"\w+", NAMED))
    assert len(KINDS) > 30
    assert [name for name, kind in KINDS.items() if (str(kind.code) if kind.code else name) not in words] == []


def test_every_code_of_the_table_of_refusals_is_named() -> None:
    words = set(re.findall(r"\w+", NAMED))
    assert [code for code in refusals._CODES if str(code) not in words] == []


@pytest.mark.parametrize("status", STATUSES)
def test_the_numbers_at_the_top_are_those_of_the_table(status: str) -> None:
    told = next(dict(table[1:]) for table in TABLES if table[0][0] == "status")
    assert int(told[status]) == sum(row.status == status for row in ROWS)


def test_the_ten_guesses_that_matter_most_are_guesses() -> None:
    listed = re.findall(r"^\d+\. `([\w-]+)`: ", TEXT, re.MULTILINE)
    assert len(set(listed)) == 10
    assert set(listed) <= {row.id for row in ROWS if row.status == "guessed"}


def test_each_report_is_named_once_and_has_a_verdict() -> None:
    reports = next(table[1:] for table in TABLES if table[0][0] == "report")
    assert [cells for cells in reports if len(cells) != 4 or not all(cells) or cells[3] not in VERDICTS] == []
    named = [number for cells in reports for number in cells[0].split(", ")]
    assert [number for number in named if not re.fullmatch(ISSUE, number)] == []
    assert [number for number, count in Counter(named).items() if count > 1] == []
    assert len(named) >= 80
