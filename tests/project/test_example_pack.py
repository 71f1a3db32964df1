"""Test the example pack as users get it: build its wheel, install it beside a clean checkout, and play."""

from __future__ import annotations

import os
import re
import zipfile
from pathlib import Path

import pytest

from tests.support.checkout import Checkout

pytestmark = pytest.mark.long

KNOWN = """
import inspect, games, rendering
from client.core.bot import Slowboat
assert "liars_dice" in games.names(), games.names()
assert "liars_dice" in Slowboat.list_playable()
print(games.load("liars_dice").command, inspect.getfile(rendering.renderer("liars_dice").draw))
"""


@pytest.mark.timeout(400)
def test_the_example_pack_is_built_installed_and_played(tmp_path: Path) -> None:
    """Make an environment and install everything there, which takes ten seconds."""
    copy = Checkout(tmp_path / "copy")
    example, built, installed = copy.root / "examples" / "liars_dice", tmp_path / "built", tmp_path / "installed"
    before = copy.read_checksums()
    copy.run("-m", "hatchling", "build", "-t", "wheel", "-d", str(built), cwd=example)
    (wheel,) = built.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(installed)  # a wheel without compiled modules is installed in this way
    with_pack = {"PYTHONPATH": os.pathsep.join((str(copy.root), str(installed)))}
    command, renderer = copy.run("-c", KNOWN, environment=with_pack).split()
    assert command == "liarsdice"
    assert Path(renderer).is_relative_to(installed)
    assert copy.run("-m", "locales", "--check", "liars_dice", environment=with_pack) == ""
    copy.run("-m", "rendering", str(tmp_path / "pictures"), "liars_dice", environment=with_pack)
    assert len(list((tmp_path / "pictures").glob("liars_dice-*.png"))) > 20
    passed = copy.test("examples/liars_dice/tests", "tests/laws", "-k", "liars_dice", environment=with_pack)
    found = re.match(r"(\d+) passed", passed)
    assert found, passed
    assert int(found[1]) > 60, passed
    assert copy.read_checksums() == before, "a shared file was touched"
