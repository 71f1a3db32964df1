"""Test that what is hidden is dealt anew in known places only, each from what a seat knows and from its own chance.

The laws of `tests/laws/test_worlds.py` show that `Game.guess` depends on nothing else. So here is tested that nobody
goes past it, and that no place draws the random numbers of another.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.support.checkout import ROOT
from tests.support.imports import list_modules

FOLDERS = ("games", "matches", "client", "cogs", "rendering", "arena")

INSIDE = {"reshuffle", "draw_unseen"}
"""Methods of a game that only its contract calls, with a view."""

DEALING = {
    "arena/searchers.py": "matches between programs, with the random numbers of the decision",
    "matches/coaching/decisions.py": "the analysis of a finished match, with public random numbers",
    "matches/coaching/playouts.py": "the analysis of a finished match, with random numbers of its own secret",
    "matches/hold.py": "who is pinged, from what everybody knows and with public random numbers",
    "matches/plans/plan.py": "Try it, with random numbers derived from the secret of the match",
    "matches/puzzles/search.py": "puzzles from finished matches, with random numbers of the puzzle's secret",
}
"""Modules that deal the unseen anew, and how they choose the random numbers."""

REPLAYED = {"ply", "setup", "nature", "seats"}
"""Purposes of the random numbers of a match itself, which are drawn again when it is replayed."""


def list_calls(tree: ast.AST, names: set[str]) -> list[ast.Call]:
    """List the calls of functions or methods of these names."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [call for call in calls if getattr(call.func, "attr", getattr(call.func, "id", "")) in names]


def list_dealing_calls(tree: ast.AST) -> list[ast.Call]:
    """List the calls that only the contract makes, unless a game's own method adds to the one that it overrides."""
    methods = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in INSIDE]
    own = [call for method in methods for call in list_calls(method, {method.name})]
    added = [call for call in own if ast.unparse(call.func) in {f"super().{name}" for name in INSIDE}]
    return [call for call in list_calls(tree, INSIDE) if call not in added]


def every_tree(*folders: str) -> Iterator[tuple[str, ast.AST]]:
    for folder in folders:
        for path in list_modules(folder):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def read_purpose(call: ast.Call) -> str:
    """Read the purpose of random numbers up to its first part that varies; "" if it is no text."""
    if len(call.args) < 2:
        return ""
    purpose = call.args[1]
    parts = purpose.values if isinstance(purpose, ast.JoinedStr) else [purpose]
    return str(parts[0].value) if isinstance(parts[0], ast.Constant) else ""


def test_everything_is_dealt_from_a_view() -> None:
    found = {path for path, tree in every_tree(*FOLDERS) if list_dealing_calls(tree)}
    assert found == {"games/core.py"}, "call Game.guess, which deals from what a seat knows"


def test_the_places_that_deal_are_known() -> None:
    found = {
        path
        for path, tree in every_tree(*FOLDERS)
        if any(ast.unparse(call.func).endswith("game.guess") for call in list_calls(tree, {"guess"}))
    }
    assert found == {*DEALING}, "say how a place that deals the unseen chooses its random numbers, and test that"


def test_no_two_places_draw_the_same_random_numbers() -> None:
    places: dict[str, set[str]] = {}
    for path, tree in every_tree("matches"):
        for call in list_calls(tree, {"Rng", "_RecordingRng"}):
            places.setdefault(read_purpose(call), set()).add(path)
    assert "" not in places, "the purpose of random numbers begins with a word of its own"
    assert {purpose: found for purpose, found in places.items() if len(found) > 1 and purpose not in REPLAYED} == {
        "puzzles/places": {"matches/puzzles/own.py", "matches/puzzles/__main__.py"}  # one is a program, for books
    }
    one, two = sorted(places), sorted(places)[1:]
    assert not [a for a, b in zip(one, two, strict=False) if a.endswith("/") and b.startswith(a)]


def test_a_place_that_deals_from_the_truth_would_be_found() -> None:
    tree = ast.parse('world = game.reshuffle(state, seat, Rng(secret, f"mine/{number}", 0))')
    assert list_dealing_calls(tree)
    assert [read_purpose(call) for call in list_calls(tree, {"Rng"})] == ["mine/"]


def test_an_override_may_call_what_it_overrides() -> None:
    body = "drawn = super().draw_unseen(state, seat, places[1:], rng)"
    assert not list_dealing_calls(ast.parse(f"def draw_unseen(self, state, seat, places, rng): {body}"))
    assert list_dealing_calls(ast.parse(f"def choose(self, state, seat, places, rng): {body}"))
    assert list_dealing_calls(ast.parse("def draw_unseen(self, state, seat, rng): self.reshuffle(state, seat, rng)"))
