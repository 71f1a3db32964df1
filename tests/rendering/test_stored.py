"""Painted art on the disk: the same pictures, from a folder that may be missing, damaged, full or read-only."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

import games
from games.core import NATURE
from games.rng import Rng
from rendering import Box, Look, renderer
from rendering.drawing.sprites import paint_sprite
from rendering.drawing.stored import keys
from rendering.drawing.stored.folder import recall, use_folder
from rendering.drawing.stored.keys import name_art
from rendering.drawing.theme import Theme, theme
from rendering.english import say
from rendering.memory import empty_caches
from tests.support.numbers import times

LOOKS = (Look(), Look(theme="dark", large=True), Look(half=True), Look(contrast=True), Look(patterns=True))[
    : times(5, usual=3)
]

Drawn = list[tuple[bytes, tuple[Box, ...]]]


@pytest.fixture
def art(tmp_path: Path) -> Iterator[Path]:
    """Keep art in a folder that is not there yet."""
    empty_caches("rendering")
    use_folder(tmp_path / "deep" / "cache")
    yield tmp_path / "deep" / "cache"
    use_folder(None)
    empty_caches("rendering")


def draw_openings(name: str) -> Drawn:
    """Draw the opening of a game from nothing in memory, in public and in private, in several looks."""
    empty_caches("rendering")
    game, draw = games.load(name), renderer(name).draw
    state = game.setup(max(game.seats), game.options_type(), Rng(bytes(32), "setup", 0))
    seat = next((seat for seat in game.to_act(state) if seat != NATURE), 0)
    found = [draw(game.view(state, None), say=say, look=look) for look in LOOKS]
    found += [draw(game.view(state, seat), say=say, seat=seat, look=look) for look in LOOKS[:1]]
    return [(drawn.encode(), drawn.boxes) for drawn in found]


def read_all(place: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in place.iterdir()}


@cache
def draw_docker() -> tuple[Drawn, Mapping[str, bytes]]:
    """Draw Docker's openings once for all tests that damage the files. Returns the pictures, and the files by name."""
    with tempfile.TemporaryDirectory() as folder:
        use_folder(Path(folder))
        plain = draw_openings("docker")
        use_folder(None)
        return plain, read_all(Path(folder))


def lay_out(place: Path, files: Mapping[str, bytes]) -> None:
    """Write files as an earlier process has left them."""
    place.mkdir(parents=True)
    for name, data in files.items():
        (place / name).write_bytes(data)


def count_painted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note the pixels of every sheet that is painted from now on."""
    painted, honest = list[int](), ImageDraw.Draw

    def count(sheet: Image.Image, mode: str | None = None) -> ImageDraw.ImageDraw:
        painted.append(sheet.width * sheet.height)
        return honest(sheet, mode)

    monkeypatch.setattr(ImageDraw, "Draw", count)
    return painted


@pytest.mark.parametrize("name", games.own_names())
def test_stored_art_gives_the_same_pictures_and_is_not_painted_again(
    name: str, art: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_folder(None)
    plain = draw_openings(name)
    use_folder(art)
    painted = count_painted(monkeypatch)
    assert draw_openings(name) == plain
    cold, stored = sum(painted), read_all(art)
    assert len(stored) > 10
    painted.clear()
    assert draw_openings(name) == plain
    assert sum(painted) < cold / 5, "words, small sprites and the ship with her cargo are painted"
    assert read_all(art) == stored


def shorten(data: bytes) -> bytes:
    return data[: len(data) // 2]


def change(data: bytes) -> bytes:
    return data[:-9] + bytes(255 - each for each in data[-9:])


@pytest.mark.parametrize("damage", [shorten, change, lambda _: b"", lambda data: data + b"x", lambda _: bytes(100)])
def test_a_damaged_file_is_painted_again_and_replaced(art: Path, damage: Callable[[bytes], bytes]) -> None:
    plain, stored = draw_docker()
    lay_out(art, {name: damage(data) for name, data in stored.items()})
    use_folder(art)
    assert draw_openings("docker") == plain
    assert read_all(art) == stored


def test_the_folder_may_be_deleted_at_any_time(art: Path) -> None:
    plain = draw_openings("docker")
    stored = read_all(art)
    shutil.rmtree(art)
    assert draw_openings("docker") == plain
    assert read_all(art) == stored


def test_a_file_of_a_process_that_died_while_it_wrote_is_not_read(art: Path) -> None:
    plain, stored = draw_docker()
    lay_out(art, {f"{name}.1": shorten(data) for name, data in stored.items()})
    use_folder(art)
    assert draw_openings("docker") == plain
    assert {name: data for name, data in read_all(art).items() if "." not in name} == stored


def test_a_folder_that_cannot_be_written_is_read(art: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, stored = draw_docker()
    kept = dict(list(stored.items())[: len(stored) // 2])
    lay_out(art, kept)
    tried = []

    def refuse(path: Path, data: bytes) -> int:
        tried.append(path)
        raise OSError(30, "Read-only file system")

    use_folder(art)
    monkeypatch.setattr(Path, "write_bytes", refuse)
    assert draw_openings("docker") == plain
    assert read_all(art) == kept
    assert len(tried) == 1, "it gives up after the first failure"


def test_without_a_place_for_the_folder_everything_is_painted(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    plain, _ = draw_docker()
    try:
        use_folder(tmp_path / "file" / "cache")
        assert draw_openings("docker") == plain
    finally:
        use_folder(None)


def test_the_folder_is_bounded_and_keeps_the_newest(art: Path) -> None:
    """Write random pixels, which do not compress: files of about 10 kB into a folder of 100 kB."""
    use_folder(art, most_bytes=100_000)
    rng, names = Rng(bytes(32), "pixels", 0), list[str]()
    for number in range(40):
        pixels = bytes(rng.below(256) for _ in range(10_000))
        recall(lambda pixels=pixels: Image.frombytes("L", (100, 100), pixels), number)
        names.append(name_art(number) or "")
        if (art / names[-1]).exists():
            (art / names[-1]).touch()
        assert sum(path.stat().st_size for path in art.iterdir()) <= 100_000
    left = sorted(path.name for path in art.iterdir())
    assert left == sorted(names[-len(left) :])
    assert 7 <= len(left) <= 10


def make_paint(inset: int, colours: Theme) -> Callable[[object], None]:
    def paint(_pen: object) -> None:
        raise AssertionError((inset, colours))

    paint.__module__ = "rendering.toy"
    return paint


def test_names_tell_apart_what_is_painted() -> None:
    light, dark = theme("docker", Look()), theme("docker", Look(theme="dark"))
    names = [name_art(make_paint(inset, colours)) for inset in (1, 2) for colours in (light, dark)]
    assert None not in names
    assert len(set(names)) == 4
    assert name_art(make_paint(1, light)) == names[0]
    one, other = (lambda: 1), (lambda: 2)
    one.__module__ = other.__module__ = "rendering.toy"
    assert name_art(one) != name_art(other)
    assert name_art((1, 2), 3) != name_art(1, (2, 3))


def test_what_cannot_be_named_is_not_stored(art: Path) -> None:
    """A function of a game pack, whose sources are not hashed, and one that has closed over an image."""
    before = len(list(art.iterdir())) if art.exists() else 0
    paint_sprite(90, 90, lambda pen: pen.disc(45, 45, 40, (1, 2, 3)))  # of this module
    image = Image.new("L", (1, 1))

    def paint() -> Image.Image:
        return image

    paint.__module__ = "rendering.toy"
    assert name_art(paint) is None
    assert recall(paint, paint) is image
    assert (len(list(art.iterdir())) if art.exists() else 0) == before


def test_changed_sources_change_every_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rendering").mkdir()
    source, seen = tmp_path / "rendering" / "sea.py", set[str | None]()
    monkeypatch.setattr(keys, "_ROOT", tmp_path)
    for text in ("WAVES = 1", "WAVES = 2"):
        source.write_text(text)
        keys.hash_sources.cache_clear()
        keys._hash_struct.cache_clear()
        seen.add(name_art("water"))
    keys.hash_sources.cache_clear()
    assert len(seen) == 2
