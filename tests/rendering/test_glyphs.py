"""No picture shows the box of a missing character: in four languages, every character is in its typeface, or is a
seat's glyph, for which a token is drawn."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import pytest

import games
from games.colours import GLYPHS
from games.record import parse
from matches.texts import LANGUAGES, Texts
from rendering import Look, Strip, renderer
from rendering.__main__ import play_at_random
from rendering.drawing import canvas
from rendering.drawing.fonts import Face, covers
from rendering.drawing.pen import Pen
from rendering.drawing.writing.direction import PLAIN
from rendering.gallery import list_shots
from rendering.memory import empty_caches
from tests.support.checkout import ROOT
from tests.support.numbers import times

POSITIONS = times(12, usual=3)
"""The number of positions of a random match that are drawn besides those of the gallery."""

Drawn = set[tuple[Face, str]]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[Drawn]:
    """Collect face and words of all text that is drawn in the block."""
    found: Drawn = set()
    run, words = canvas._render_word, Pen.words

    def note_run(face: Face, size: int, said: str, *how: Any) -> object:
        found.add((face, said))
        return run(face, size, said, *how)

    def note_words(pen: Pen, x: float, y: float, said: str, *rest: object, **how: object) -> None:
        found.add((how.get("face", "display"), said))  # type: ignore[arg-type]
        words(pen, x, y, said, *rest, **how)  # type: ignore[arg-type]

    empty_caches("rendering")
    monkeypatch.setattr(canvas, "_render_word", note_run)
    monkeypatch.setattr(Pen, "words", note_words)
    yield found
    empty_caches("rendering")


def list_missing(said: Drawn) -> Drawn:
    """List the characters a face lacks."""
    return {(face, char) for face, words in said for char in words if not covers(face, char)}


def orders(name: str) -> Iterator[dict[str, Any]]:
    """List the orders for a game's renderer: the gallery's positions and, if a match is played quickly, some of a
    random one. Each is public, and for the seat to act with its moves and with one of them chosen."""
    record = ROOT / "docs" / "gallery" / name / "match.txt"
    for shot in list_shots(parse(record.read_text("utf-8"))) if record.exists() else ():
        yield {"view": shot.view, "seat": shot.seat, "moves": shot.moves}
    game = games.load(name)
    states = play_at_random(game, max(game.seats)) if game.nature is None else []
    for state in states[:: max(1, len(states) // POSITIONS)]:
        public = game.view(state, None)
        yield {"view": public, "strip": Strip(clock="23 h")}
        yield {"view": public, "look": Look(large=True, contrast=True)}
        for seat in game.to_act(state)[:1]:
            view = game.view(state, seat)
            moves = game.legal_moves(view, seat)
            yield {"view": view, "seat": seat, "moves": moves}
            yield {"view": view, "seat": seat, "ghost": moves[0]}


@pytest.mark.parametrize("name", games.names())
def test_every_drawn_character_is_in_its_typeface(name: str, drawn: Drawn) -> None:
    says = [Texts().say(language) for language in LANGUAGES]
    for order in orders(name):
        for say in says:
            renderer(name).draw(**order, say=say)
    assert len(drawn) > 20
    assert {face for face, _ in drawn} == {"text", "display"}
    assert not list_missing(drawn)


def test_a_missing_character_is_noticed(drawn: Drawn) -> None:
    view = games.load("docker").view(play_at_random(games.load("docker"), 2)[0], None)
    renderer("docker").draw(view, say=Texts().say("en"), strip=Strip(clock="🔒", verdict="→"))
    assert list_missing(drawn) == {("text", "🔒"), ("display", "→")}


def _list_wordings() -> set[str]:
    """List the wordings of all texts in `rendering`, also those that no position above needs."""
    found = set()
    for path in (ROOT / "rendering").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("T", "N"):
                found |= {part.value for part in node.args if isinstance(part, ast.Constant)}
    return {words for words in found if isinstance(words, str)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_a_picture_can_be_written(language: str) -> None:
    said = _list_wordings()
    assert len(said) > 50
    catalogue = Texts()._catalogue(language)
    wordings = {catalogue.gettext(words).translate(PLAIN) for words in said}
    assert not {char for words in wordings for char in words if char not in GLYPHS and not covers("text", char)}
