"""The gallery in docs: its matches replay, its answers fit the views, its pictures match today's drawing."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

import games
from games.core import BadNotation
from games.record import parse
from rendering import Look
from rendering.gallery import (
    LOOKS,
    NARROW,
    SIGHTS,
    STAGES,
    Shot,
    list_games,
    list_shots,
    load_record,
    play_match,
    shrink,
)
from rendering.gallery.__main__ import main
from rendering.gallery.contact_sheet import draw_contact_sheet
from rendering.gallery.questions import TEN, Question, ask, format_json, format_markdown, name_small
from rendering.gallery.quiz import main as make_quiz

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"
MOST = 4_800_000
"""The most bytes of all pictures and sheets, so that the repository stays small."""

every_game = pytest.mark.parametrize("name", list_games())


@cache
def read_shots(name: str) -> tuple[Shot, ...]:
    """Read a game's shots, from the record beside its pictures."""
    return tuple(list_shots(parse((GALLERY / name / "match.txt").read_text("utf-8"))))


def stored() -> list[Question]:
    return msgspec.json.decode((GALLERY / "questions.json").read_bytes(), type=list[Question])


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
    if name not in list_games():
        pytest.skip(
            f"{name} is not in the gallery yet: write rendering/{name}/gallery_questions.py, then `uv run just gallery`"
        )
    assert (GALLERY / name / "match.txt").exists()


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


def test_the_answers_fit_the_views() -> None:
    asked = [question for name in list_games() for shot in read_shots(name) for question in ask(shot)]
    assert stored() == asked
    assert (GALLERY / "questions.json").read_text("utf-8") == format_json(asked)
    assert (GALLERY / "questions.md").read_text("utf-8") == format_markdown(asked)


@every_game
def test_every_light_picture_has_ten_questions(name: str) -> None:
    for shot in read_shots(name):
        asked = [question for question in stored() if question.picture == name_small(shot, Look())]
        assert len({question.question for question in asked}) == TEN
        assert all(question.answer for question in asked)


@every_game
def test_the_stored_pictures_match_todays_drawing(name: str) -> None:
    reduced = {}
    for shot in read_shots(name):
        for look in LOOKS:
            picture = shot.draw(look)
            reduced[shot.name(look)] = shrink(picture, name, look)
            assert reduced[shot.name(look)].width == NARROW
            assert is_same(picture.image, GALLERY / f"{shot.name(look)}.png"), shot.name(look)
            assert is_same(reduced[shot.name(look)], GALLERY / name_small(shot, look)), shot.name(look)
    assert is_same(draw_contact_sheet(list(read_shots(name)), reduced), GALLERY / f"{name}-sheet.png")


def test_the_gallery_stays_small() -> None:
    drawn = [GALLERY / f"{name}-sheet.png" for name in list_games()]
    drawn += [path for name in list_games() for path in (GALLERY / name).glob("*.png")]
    assert len(drawn) == len(list_games()) * (len(STAGES) * len(SIGHTS) * len(LOOKS) * 2 + 1)
    assert sum(path.stat().st_size for path in drawn) < MOST


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
    assert {"docker-sheet.png", "questions.json", "questions.md", "docker/match.txt"} < files
    assert {name_small(shot, look) for shot in read_shots("docker") for look in LOOKS} < files
    assert "docker: 25 pictures" in capsys.readouterr().out


def test_a_quiz_asks_five_questions_about_each_picture_and_keeps_the_answers_apart(tmp_path: Path) -> None:
    make_quiz([str(tmp_path / "one"), "docker", "--positions", "6", "--seed", "3"])
    make_quiz([str(tmp_path / "two"), "docker", "--positions", "6", "--seed", "3"])
    answers = msgspec.json.decode((tmp_path / "one" / "answers.json").read_bytes(), type=list[Question])
    assert len(answers) == 6 * 5
    questions = (tmp_path / "one" / "questions.md").read_text("utf-8")
    for number in range(1, 7):
        file = f"docker-{number:02}.png"
        assert f"## {file}" in questions
        with Image.open(tmp_path / "one" / file) as picture:
            assert picture.width == NARROW
        assert sum(answer.picture == file for answer in answers) == 5
    assert all(answer.question in questions for answer in answers)
    assert {path.name: path.read_bytes() for path in (tmp_path / "one").iterdir()} == {
        path.name: path.read_bytes() for path in (tmp_path / "two").iterdir()
    }, "the same seed makes the same quiz"
