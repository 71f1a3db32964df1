"""Test the rows of a table, figure, peer, ratio and goal, and their place on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bench import __main__ as script
from bench import durable, table
from bench.table import HEAD, Row, figure, format_head, format_line, write_block


def row(**facts: Any) -> Row:
    return Row(**{"what": "a thing", "ours": 10.0, "unit": "ms", **facts})


@pytest.mark.parametrize(
    ("facts", "ratio", "met"),
    [
        ({}, None, None),
        ({"at_most": 10}, None, True),
        ({"at_most": 9.9}, None, False),
        ({"at_least": 10}, None, True),
        ({"at_least": 10.1}, None, False),
        ({"theirs": 50.0}, 5.0, None),
        ({"theirs": 50.0, "times": 5}, 5.0, True),
        ({"theirs": 49.0, "times": 5}, 4.9, False),
        ({"theirs": 2.0, "times": 5, "more_is_better": True}, 5.0, True),
        ({"theirs": 50.0, "times": 5, "more_is_better": True}, 0.2, False),
        ({"theirs": None, "times": 5}, None, None),
        ({"ours": None, "at_most": 10}, None, None),
    ],
)
def test_a_row_computes_its_ratio_and_whether_its_goal_is_met(facts: dict[str, Any], ratio: Any, met: Any) -> None:
    made = row(**facts)
    assert made.ratio == (None if ratio is None else pytest.approx(ratio))
    assert made.met is met


def test_lines_have_the_columns_of_the_head() -> None:
    columns = format_head().splitlines()[0].count("|")
    assert columns == len(HEAD) + 1
    made = format_line(row(peer="somebody", theirs=5.0, times=1, note="on a rainy day"))
    assert made.count("|") == columns
    assert [cell.strip() for cell in made.split("|")][1:-1] == [
        "a thing (on a rainy day)",
        "",
        "10 ms",
        "somebody",
        "5",
        "0.5 x",
        "1 x",
        "NO",
    ]
    assert "–" in format_line(row(ours=None))


@pytest.mark.parametrize(
    ("value", "text"), [(0.01234, "0.0123"), (9.876, "9.88"), (99.4, "99.4"), (123.4, "123"), (1234567.0, "1,234,567")]
)
def test_figures_have_three_significant_digits(value: float, text: str) -> None:
    assert figure(value) == text


def test_the_page_has_a_place_for_every_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write to a copy of the page, because `--quick` never writes. The rows of durable moves are printed only."""
    page = tmp_path / "evidence.md"
    page.write_text(table.PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(table, "PAGE", page)
    written = [part for part in script.PARTS if part != "durable"]
    for part in written:
        for text in ("first", f"second of {part}"):
            write_block(f"bench {part}", text)
    said = page.read_text(encoding="utf-8")
    assert "first\n" not in said
    assert all(f"second of {part}\n" in said for part in written)


def test_a_run_writes_its_rows_unless_it_is_quick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "evidence.md"
    page.write_text("before\n<!-- bench durable -->\nold\n<!-- end of bench durable -->\nafter\n", encoding="utf-8")
    monkeypatch.setattr(table, "PAGE", page)
    monkeypatch.setattr(durable, "rows", lambda run: [row(at_most=9), row(at_most=11), row(is_on_page=False)])
    assert script.main(["--quick", "--only", "durable"]) == 0
    assert "old" in page.read_text(encoding="utf-8")
    assert script.main(["--only", "durable"]) == 0
    said = page.read_text(encoding="utf-8")
    assert said.startswith("before\n")
    assert said.endswith("\nafter\n")
    assert said.count("\n| a thing") == 2
    assert "old" not in said
    assert "1 goals missed" in capsys.readouterr().out
