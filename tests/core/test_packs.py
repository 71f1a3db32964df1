"""Games that installed packages bring."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

import games
from games.__main__ import Session
from games.text import T
from matches.texts import Texts
from rendering import renderer
from tests.support.installed import install_packs


def test_a_pack_is_a_game(tmp_path: Path) -> None:
    own, before = games.own_names(), games.names()
    with install_packs(tmp_path, {"toybox": {}}):
        assert games.own_names() == own
        assert games.pack_names() == ("toybox",)
        assert games.names() == tuple(sorted((*own, "toybox")))
        assert games.load("toybox").command == "toybox"
        assert games.words("toybox") is not games.words("docker")
        assert games.module("toybox", "cog") == "slowboat_toybox.cog"
        assert renderer("toybox").draw.__module__ == "slowboat_toybox.rendering"
        assert Texts().say("de")(T("kite")) == "Drachen aus toybox"
        assert b'"toybox"' in Session().answer(b'{"do":"games"}')
    assert games.names() == before
    with pytest.raises(KeyError):
        games.load("toybox")


@pytest.mark.parametrize(
    ("name", "other", "reason"),
    [
        ("toybox", {"rules": "1 / 0"}, "ZeroDivisionError: division by zero"),
        ("toybox", {"rules": "import no_such_module"}, "ModuleNotFoundError: No module named 'no_such_module'"),
        ("toybox", {"rules": "GAME = 1"}, "AttributeError: 'int' object has no attribute 'name'"),
        ("toybox", {"words": "from games.text import nothing"}, "ImportError: cannot import name 'nothing'"),
        ("toybox", {"rules": "from games.docker import GAME"}, "its rules are those of a game called 'docker'"),
        ("docker", {}, "there is another game of this name"),
        ("Toybox", {}, "the name of a game has only lower-case letters"),
    ],
)
def test_a_pack_that_cannot_be_used_is_named_and_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str, other: dict[str, str], reason: str
) -> None:
    own = games.own_names()
    with install_packs(tmp_path, {name: other, "toyshop": {}}), caplog.at_level(logging.ERROR):
        assert games.names() == tuple(sorted((*own, "toyshop"))), "other packs are still loaded"
    (record,) = caplog.records
    assert record.getMessage().startswith(f"game pack {name} (slowboat-{name} 1.2) is left out: {reason}")


def test_a_menu_has_no_room_for_more_than_25_games(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    room = 25 - len(games.own_names())
    with install_packs(tmp_path, {f"pack{chr(97 + number)}": {} for number in range(room + 1)}):
        assert len(games.names()) == 25
    (record,) = caplog.records
    assert f"pack{chr(97 + room)}" in record.getMessage()
    assert "25 games" in record.getMessage()
