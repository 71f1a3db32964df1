"""Test what a run keeps, and the charts and the table that are made of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import __main__ as script
from bench import kept
from bench.charts import CHARTS, draw_charts
from bench.measuring import Run
from bench.table import Row

LARGEST = 100_000
"""Bytes of a chart."""


def list_rows() -> Iterator[Row]:
    for number, game in enumerate(("docker", "dog_royal")):
        yield Row("a ply", 8.5 + number, "µs", peer="python-chess", theirs=26.0 + 2 * number, mark=("ply", game))
        for part in ("event loop", "pictures"):
            bare = 2.25 if game == "docker" else None
            yield Row("CPU", 3.75, "ms", peer="bare", theirs=bare, mark=("move", game, part))
        spread = tuple(1.0 + percent / 50 for percent in range(101))
        yield Row("delay", 2.0, "ms", mark=("delay", game, "acknowledged"), spread=spread)
    for number in (10, 1_000):
        yield Row("growth", 1.5, "ms", mark=("growth", "open matches", str(number), "CPU, ms"))
    yield Row("no chart shows it", 1.0, "ms", at_most=0.5)


@pytest.fixture
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep rows in a folder of the test, whose page has an old table."""
    blocks = (f"<!-- {name}: python -m bench --charts -->\nold\n<!-- end of {name} -->" for name in ("charts", "table"))
    (tmp_path / "performance.md").write_text("\n".join(("before", *blocks, "after\n")), encoding="utf-8")
    monkeypatch.setattr(kept, "DOCS", tmp_path)
    monkeypatch.setattr(kept, "KEPT", tmp_path / "performance.json")
    monkeypatch.setattr(kept, "PAGE", tmp_path / "performance.md")
    return tmp_path


def test_charts_show_our_figures_beside_those_of_peers(tmp_path: Path) -> None:
    charts = {path.stem: path.read_text(encoding="utf-8") for path in draw_charts(list(list_rows()), tmp_path)}
    assert set(charts) == set(CHARTS)
    for words in (">Docker<", ">DOG Royal<", ">8.5<", ">9.5<", ">python-chess<", ">27<"):
        assert words in charts["peers"], words
    for words in (">Docker<", ">bare<", ">7.5<", ">4.5<", ">event loop<", ">pictures<"):
        assert words in charts["move"], words
    assert ">Command to acknowledged: ms<" in charts["delays"]
    assert ">Open matches<" in charts["growth"]
    assert ">CPU, ms<" in charts["growth"]


def test_there_is_no_chart_without_rows(tmp_path: Path) -> None:
    rows = [row for row in list_rows() if row.mark[:1] != ("growth",)]
    assert {path.stem for path in draw_charts(rows, tmp_path)} == set(CHARTS) - {"growth"}
    assert draw_charts([], tmp_path) == []


@pytest.mark.usefixtures("docs")
def test_a_run_keeps_its_rows_and_replaces_those_of_the_same_part() -> None:
    rows = list(list_rows())
    kept.keep("load", "a machine", 12.4, rows, long=True)
    kept.keep("engines", "a machine", 3.0, rows[:1], long=False)
    kept.keep("load", "another machine", 20.0, rows[1:], long=False)
    found = kept.read_kept()
    assert list(found) == ["load", "engines"]
    assert found["load"].rows == tuple(rows[1:])
    assert found["load"].machine == "another machine"
    assert found["engines"].rows == tuple(rows[:1])


def test_the_page_gets_charts_and_table_between_their_marks(docs: Path) -> None:
    rows = [row for row in list_rows() if row.mark[:1] in ((), ("ply",))]
    kept.keep("load", "a machine", 20, rows, long=False)
    for _ in range(2):
        script.write_page()
        text = (docs / "performance.md").read_text(encoding="utf-8")
        assert text.startswith("before\n")
        assert text.endswith("\nafter\n")
        assert "old" not in text
        assert text.count("a machine") == text.count("no chart shows it") == 1
        assert text.count("\n| ") == 1 + len(rows)
        assert text.count("](charts/peers.svg)") == text.count("](charts/") == 1


def test_the_rest_is_estimated_from_the_last_run() -> None:
    known = {"load": kept.Part("", "", 100, False, ()), "engines": kept.Part("", "", 30, True, ())}
    assert script.estimate_seconds("engines", known, Run()) == 30
    assert script.estimate_seconds("crowd", known, Run()) == script.UNKNOWN
    assert script.estimate_seconds("load", known, Run()) == 100
    assert script.estimate_seconds("load", known, Run(long=True)) == 100 + script.LONGER
    known["load"] = kept.Part("", "", 1_000, True, ())
    assert script.estimate_seconds("load", known, Run()) == 1_000 - script.LONGER


def test_a_run_keeps_rows_and_writes_the_page_unless_it_is_quick(
    docs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [row for row in list_rows() if row.mark[:1] in ((), ("growth",))]
    monkeypatch.setattr("bench.parts.standins.rows", lambda run: rows)
    assert script.main(["--quick", "--only", "standins"]) == 0
    assert not (docs / "performance.json").exists()
    assert "old" in (docs / "performance.md").read_text(encoding="utf-8")
    assert script.main(["--only", "standins"]) == 0
    assert kept.read_kept()["standins"].rows == tuple(rows)
    assert "| growth" in (docs / "performance.md").read_text(encoding="utf-8")
    assert {path.stem for path in (docs / "charts").glob("*.svg")} == {"growth"}
    said = capsys.readouterr()
    assert "1 of 1: standins, about 1 min left" in said.err
    assert "1 goals missed" in said.out


def list_words(chart: Path) -> list[str]:
    """List the texts of a chart in their order."""
    return re.findall(r">([^<>]+)</text>", chart.read_text(encoding="utf-8"))


def test_the_page_shows_the_kept_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails when rows were kept without `python -m bench --charts`."""
    written = kept.PAGE.read_text(encoding="utf-8")
    charts = list((kept.DOCS / "charts").iterdir())
    page = tmp_path / "performance.md"
    page.write_text(written, encoding="utf-8")
    monkeypatch.setattr(kept, "DOCS", tmp_path)
    monkeypatch.setattr(kept, "PAGE", page)
    script.write_page()
    assert page.read_text(encoding="utf-8") == written
    drawn = {path.name: list_words(path) for path in (tmp_path / "charts").iterdir()}
    stored = {path.name: list_words(path) for path in charts}
    assert drawn == stored, "figures and names; processors round places differently"
    assert max(path.stat().st_size for path in charts) <= LARGEST
    assert "](charts/peers.svg)" in written.split("\n## ")[0]
