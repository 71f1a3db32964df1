"""The gallery in docs: its matches replay, and its pictures match today's drawing."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

import games
from games.core import BadNotation
from rendering.gallery import (
    LOOKS,
    NARROW,
    SIGHTS,
    STAGES,
    draw_poster,
    list_shots,
    load_record,
    play_match,
    shrink,
)
from rendering.gallery.__main__ import main
from rendering.gallery.contact_sheet import draw_contact_sheet
from tests.rendering.shots import GALLERY, SHOWN, read_shots

MOST = 1_400_000
"""The most bytes of a game's pictures and sheet on average, so that the repository stays small."""

every_game = pytest.mark.parametrize("name", SHOWN)


def is_same(drawn: Image.Image, path: Path) -> bool:
    """Tell whether a stored picture equals the drawn one, except for small differences of fonts between machines."""
    with Image.open(path) as kept:
        assert kept.mode == "P"
        if kept.size != drawn.size:
            return False
        difference = ImageChops.difference(drawn.convert("RGB"), kept.convert("RGB")).convert("L")
    return ImageStat.Stat(difference).mean[0] < 2 and max(difference.reduce(10).tobytes()) < 30


@pytest.mark.parametrize("name", games.own_names())
def test_each_game_is_shown(name: str) -> None:
    if name not in SHOWN:
        pytest.skip(f"{name} is not in the gallery yet: `uv run just gallery`")
    assert (GALLERY / f"{name}-sheet.png").exists()


@every_game
def test_a_match_is_shown_in_every_stage_to_the_public_and_to_a_seat(name: str) -> None:
    game = games.load(name)
    assert [(shot.stage, shot.sight) for shot in read_shots(name)] == [
        (stage, sight) for stage in STAGES for sight in SIGHTS
    ]
    for shot in read_shots(name):
        assert (shot.seat is None) == (shot.sight == "public")
        assert (game.outcome(shot.view) is not None) == (shot.stage == "end")
        assert bool(shot.moves) == (shot.sight == "private" and shot.stage != "end")


@every_game
def test_a_shot_is_drawn_from_its_viewers_view(name: str) -> None:
    game = games.load(name)
    for shot in read_shots(name):
        assert shot.view == game.view(shot.view, shot.seat)


@every_game
def test_the_stored_pictures_match_todays_drawing(name: str) -> None:
    reduced = {}
    for shot in read_shots(name):
        for look in LOOKS:
            picture = shot.draw(look)
            reduced[shot.name(look)] = shrink(picture, name, look)
            assert reduced[shot.name(look)].width == NARROW
            assert is_same(picture.image, GALLERY / f"{shot.name(look)}.png"), shot.name(look)
            assert is_same(reduced[shot.name(look)], GALLERY / f"{shot.name(look)}-{NARROW}.png"), shot.name(look)
    assert is_same(draw_contact_sheet(list(read_shots(name)), reduced), GALLERY / f"{name}-sheet.png")


def test_the_gallery_stays_small() -> None:
    drawn = [GALLERY / f"{name}-sheet.png" for name in SHOWN]
    drawn += [path for name in SHOWN for path in (GALLERY / name).glob("*.png")]
    assert len(drawn) == len(SHOWN) * (len(STAGES) * len(SIGHTS) * len(LOOKS) * 2 + 2)
    assert sum(path.stat().st_size for path in drawn) < MOST * len(SHOWN)


@every_game
def test_the_poster_in_the_gallery_is_that_of_today(name: str) -> None:
    assert is_same(draw_poster(name).image, GALLERY / name / "poster.png"), "`uv run just gallery`"


def test_without_a_record_the_match_is_played_and_kept(tmp_path: Path) -> None:
    played = load_record("docker", tmp_path)
    assert played == play_match(games.load("docker")) == load_record("docker", tmp_path)
    assert sorted(ply.comment for ply in played.plies if ply.comment) == ["private", "public"]
    assert (tmp_path / "docker" / "match.txt").exists()


def test_a_record_says_where_its_middle_is() -> None:
    played = play_match(games.load("docker"))
    bare = replace(played, plies=tuple(replace(ply, comment="") for ply in played.plies))
    with pytest.raises(BadNotation, match="docker record has the comment 'public'"):
        list_shots(bare)


def test_the_tool_writes_what_the_gallery_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(games, "own_names", lambda: ("docker",))
    assert main([str(tmp_path)]) == 0
    files = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")}
    small = {f"{shot.name(look)}-{NARROW}.png" for shot in read_shots("docker") for look in LOOKS}
    assert {"docker-sheet.png", "docker/match.txt"} | small < files
    assert "docker: 26 pictures" in capsys.readouterr().out
