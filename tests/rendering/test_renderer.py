"""Find the renderer of a game, and list the missing parts of a new one."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

import games
import rendering
from rendering import Look, RendererMissing, Strip, renderer
from rendering.__main__ import main
from rendering.drawing import frame, sprites
from rendering.drawing.canvas import Canvas
from rendering.drawing.theme import has_colours
from tests.support.installed import install_packs


@pytest.fixture(autouse=True)
def no_cache() -> Iterator[None]:
    renderer.cache_clear()
    yield
    renderer.cache_clear()


def write_pictures(monkeypatch: pytest.MonkeyPatch, folder: Path, source: str) -> None:
    """Write `rendering/new_here/renderer.py`, in a folder that is searched too."""
    (folder / "new_here").mkdir()
    (folder / "new_here" / "renderer.py").write_text(dedent(source), encoding="utf-8")
    monkeypatch.setattr(rendering, "__path__", [*rendering.__path__, str(folder)])
    for module in ("rendering.new_here", "rendering.new_here.renderer"):
        monkeypatch.delitem(sys.modules, module, raising=False)


@pytest.mark.parametrize("name", games.names())
def test_each_game_can_be_drawn(name: str) -> None:
    found = renderer(name)
    for draw, parameters in ((found.draw_closeup, ["view", "player"]), (found.draw_clip, ["view", "keyframes"])):
        assert draw is None or list(signature(draw).parameters) == [*parameters, "say", "look"]


def test_the_guide_to_drawing_names_functions_that_exist() -> None:
    owners = {"frame": frame, "sprites": sprites, "canvas": Canvas}
    named = re.findall(r"\b(frame|sprites|canvas)\.(\w+)", rendering.__doc__ or "")
    assert len(named) > 10
    instance = ("theme", "step")  # set by `Canvas.__init__`
    assert [name for owner, name in named if name not in instance and not hasattr(owners[owner], name)] == []


def test_missing_pictures_are_named() -> None:
    with pytest.raises(RendererMissing) as caught:
        renderer("chess")
    assert str(caught.value) == (
        "chess cannot be drawn yet: there is no folder rendering.chess with a module `renderer`. "
        "The docstring of `rendering` explains how to write one."
    )


def test_a_missing_draw_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_pictures(monkeypatch, tmp_path, "")
    with pytest.raises(RendererMissing, match=r"rendering.new_here.renderer has no function `draw`"):
        renderer("new_here")


def test_missing_arguments_of_draw_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_pictures(monkeypatch, tmp_path, "def draw(view, *, say, seat=None, look=None): ...")
    with pytest.raises(RendererMissing, match="must take `moves`, `ghost`, `strip` by name"):
        renderer("new_here")


def test_draw_needs_no_defaults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    source = (
        "def draw(view, *, say, seat, moves, ghost, look, strip): return view, say, seat, moves, ghost, look, strip"
    )
    write_pictures(monkeypatch, tmp_path, source)
    drawn: Any = renderer("new_here").draw(1, say=str, seat=2)
    assert drawn == (1, str, 2, (), None, Look(), Strip())


def test_draw_may_take_any_argument(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_pictures(monkeypatch, tmp_path, "def draw(view, **how): ...")
    assert renderer("new_here").draw is vars(sys.modules["rendering.new_here.renderer"])["draw"]


def test_an_error_in_a_renderer_is_not_hidden(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_pictures(monkeypatch, tmp_path, "import no_such_library")
    with pytest.raises(ModuleNotFoundError, match="no_such_library"):
        renderer("new_here")


def test_a_pack_brings_its_renderer(tmp_path: Path) -> None:
    with install_packs(tmp_path, {"toybox": {}}):
        assert renderer("toybox").draw is vars(sys.modules["slowboat_toybox.rendering"])["draw"]


def test_the_samples_say_what_a_new_game_lacks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert all(has_colours(name) for name in ("aquaretto", "docker", "dog_royal", "riff_raff"))
    with install_packs(tmp_path, {"toybox": {}}):
        assert main([str(tmp_path / "out"), "toybox"]) == 0
    said = capsys.readouterr().out
    assert "toybox: drawn in plain colours; choose its own in slowboat_toybox/rendering/colours.py" in said
