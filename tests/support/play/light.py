"""Run matches without physics and films, which take long."""

from __future__ import annotations

import pytest

from client.pictures.films import Film, FilmWorker
from matches.match import Match
from tests.support.stub_nature import StubNature


@pytest.fixture(autouse=True)
def light(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use neither physics nor films."""

    async def skip_drawing(_: FilmWorker, match: Match, **__: object) -> Film:
        return Film(b"GIF89a", f"{match.game_name}-{match.id}-{match.seq}-film.gif")

    monkeypatch.setattr("tests.support.play.table.NatureWorker", StubNature)
    monkeypatch.setattr(FilmWorker, "draw_match_film", skip_drawing)
