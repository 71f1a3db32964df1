"""`just new-game NAME`: the game passes the laws, can be played at once and needs no change to other files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from skeleton import BadName, check_name, command_of, list_files, title_of
from skeleton.__main__ import main
from tests.support.checkout import ROOT, Checkout

pytestmark = pytest.mark.long


@pytest.mark.parametrize("name", ["quagga", "quagga_trail", "quagga2", "zebra_9", "q"])
def test_good_names_are_accepted(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "lower-case letters"),
        ("Quagga", "such as quagga;"),
        ("Quagga's Trail!", "such as quagga_s_trail;"),
        ("quagga-trail", "lower-case letters"),
        ("quagga trail", "lower-case letters"),
        ("_quagga", "lower-case letters"),
        ("quagga__trail", "lower-case letters"),
        ("9men", "such as hive or hive_mind;"),
        ("../quagga", "lower-case letters"),
        ("bienenstöcke", "such as bienenstocke;"),
        ("class", "such as class_game"),
        ("h" * 25, "at most 24 characters"),
        ("docker", "a game called 'docker' already"),
        ("core", "games/core.py already"),
        ("gallery", "rendering/gallery already"),
        ("shared", "locales/de/shared.po already"),
        ("toy", "tests/toy already"),
        ("riffraff", "a command /riffraff already"),
        ("dog", "a command /dog already"),
        ("rules", "a command /rules already"),
        ("rul_es", "a command /rules already"),
    ],
)
def test_bad_names_are_refused_with_a_reason(name: str, reason: str) -> None:
    with pytest.raises(BadName, match=re.escape(reason)):
        check_name(name)


def test_nothing_is_written_under_a_bad_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docker"]) == 1
    assert "a game called 'docker' already" in capsys.readouterr().err


def test_command_title_and_files_are_named_like_the_game() -> None:
    assert command_of("zebra_9") == "zebra"
    assert title_of("quagga_trail") == "Quagga Trail"
    for path in list_files("quagga_trail"):
        assert not path.exists()
        assert "quagga_trail" in str(path.relative_to(ROOT))


@pytest.mark.timeout(400)
def test_a_new_game_passes_the_laws_and_is_played_in_the_sandbox(tmp_path: Path) -> None:
    """Run the tests of a new game in a copy of the project, as somebody does who adds one; they take eight seconds."""
    copy = Checkout(tmp_path / "copy")
    before = copy.read_checksums()
    output = copy.run("-m", "skeleton", "zebras_in_the_high_grass")
    assert "/zebrasinthehighgrass new" in output
    after = copy.read_checksums()
    added = after.keys() - before.keys()
    assert {path: after[path] for path in before} == before, "a shared file was touched"
    assert added == {str(path.relative_to(ROOT)) for path in list_files("zebras_in_the_high_grass")}
    for path in added:
        assert not re.search("new_?game", (copy.root / path).read_text(encoding="utf-8"), re.IGNORECASE), path
    assert copy.run("-m", "locales", "--check") == ""
    assert (
        copy.run("-m", "ruff", "check", *(path for path in added if path.endswith(".py"))).strip()
        == "All checks passed!"
    )
    assert '"zebras_in_the_high_grass"' in copy.run(
        "-c", 'from games.__main__ import *; print(Session().answer(b\'{"do":"games"}\'))'
    )
    copy.run("-m", "rendering", str(tmp_path / "pictures"), "zebras_in_the_high_grass")
    assert len(list((tmp_path / "pictures").glob("zebras_in_the_high_grass-*.png"))) > 20
    checked = copy.run("-m", "tests.support.game", "zebras_in_the_high_grass")
    assert sum(map(int, re.findall(r"^(\d+) passed", checked, re.MULTILINE))) > 60, checked
    assert "choose colours of its own" in checked
    renderer = copy.root / "rendering" / "zebras_in_the_high_grass" / "renderer.py"
    renderer.write_text(renderer.read_text("utf-8").replace("def draw(", "def paint("), encoding="utf-8")
    with pytest.raises(AssertionError, match="First mend the laws of "):
        copy.run("-m", "tests.support.game", "zebras_in_the_high_grass")
