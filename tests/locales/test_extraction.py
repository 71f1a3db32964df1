"""Test that the extractor finds every sentence of the code."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from locales import find_domain
from tests.support.checkout import ROOT

FOLDERS = ("client", "cogs", "data", "games", "matches", "rendering", "sandbox")


def hidden_sentences(source: str) -> list[str]:
    """List the sentences marked inside f-strings, which the extractor skips on Python 3.11."""
    marked = (
        inner
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.JoinedStr)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Call)
    )
    return [ast.unparse(call) for call in marked if isinstance(call.func, ast.Name) and call.func.id in ("T", "N")]


def test_no_sentence_hides_in_an_f_string() -> None:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            assert hidden_sentences(path.read_text(encoding="utf-8")) == [], path


def test_a_hidden_one_would_be_found() -> None:
    assert hidden_sentences("line = f\"**{say(T('free'))}**\"") == ["T('free')"]


@pytest.mark.parametrize(
    ("path", "domain"),
    [
        ("games/docker/words/menus.py", "docker"),
        ("games/core.py", "shared"),
        ("rendering/docker/board.py", "docker"),
        ("rendering/drawing/frame.py", "rendering"),
        ("cogs/docker.py", "docker"),
        ("client/lobby/docker.py", "shared"),
        ("client/core/bot.py", "shared"),
        ("bot.py", "shared"),
    ],
)
def test_a_file_belongs_to_the_domain_of_its_game(path: str, domain: str) -> None:
    assert find_domain(Path(path), {"docker"}) == domain
