"""The sample pictures for people to look at."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from rendering.__main__ import main


def test_samples_are_drawn_of_every_stage_and_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "out"), "docker", "chess"]) == 0
    drawn = {path.stem for path in (tmp_path / "out").glob("*.png")}
    kinds = ("public", "dark", "contrast", "large", "private", "ghost")
    assert {f"docker-4-middle-{kind}" for kind in kinds} <= drawn
    assert {f"docker-{seats}-{stage}-public" for seats in (2, 4) for stage in ("opening", "middle", "end")} <= drawn
    with Image.open(tmp_path / "out" / "docker-2-end-dark.png") as picture:
        assert picture.mode == "P"
    said = capsys.readouterr().out
    assert "docker: " in said
    assert "chess cannot be drawn yet: there is no folder rendering.chess" in said


def test_a_seed_plays_other_matches_and_a_width_reduces_their_pictures(tmp_path: Path) -> None:
    for folder, seed in (("one", "seven"), ("two", "seven"), ("three", "eight")):
        assert main([str(tmp_path / folder), "docker", "--seed", seed, "--width", "400"]) == 0
    one, two, three = (
        {path.name: path.read_bytes() for path in (tmp_path / folder).iterdir()} for folder in ("one", "two", "three")
    )
    assert one == two
    assert not {name for name, data in one.items() if "opening" not in name and data == three[name]}
    for path in (tmp_path / "one").iterdir():
        with Image.open(path) as picture:
            assert picture.width == 400
