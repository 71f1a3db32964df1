"""Run matches without physics and films, which take long."""

from __future__ import annotations

from typing import Any

import pytest

from client.boards.films import Film, FilmWorker
from games.core import AnyGame
from games.rng import Rng
from matches.match import Match
from tests.laws.playouts import nature


class StubNature:
    """Nature without physics, in this process."""

    def __init__(self, **_: Any) -> None:
        pass

    async def nature(self, game: AnyGame, state: Any, secret: bytes, seq: int) -> tuple[str, bytes]:
        return nature(game.name)(state, Rng(secret, "nature", seq)).code, b""

    async def stop(self) -> None:
        """Do nothing: nothing was started."""


@pytest.fixture(autouse=True)
def light(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use neither physics nor films."""

    async def skip_drawing(_: FilmWorker, match: Match, **__: object) -> Film:
        return Film(b"GIF89a", f"{match.row.game}-{match.row.id}-{match.row.seq}-film.gif")

    monkeypatch.setattr("tests.play.table.NatureWorker", StubNature)
    monkeypatch.setattr(FilmWorker, "draw_match_film", skip_drawing)
