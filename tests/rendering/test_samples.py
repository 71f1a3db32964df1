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
