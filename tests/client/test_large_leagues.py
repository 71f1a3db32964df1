"""The message of the largest league, ladder and cup fits Discord's limits, with the longest names and reasons."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from client.leagues.tables import build_tables
from client.pictures.painter import Drawn, Painter
from matches.leagues.league import Kind, League, Member, Score, Season
from matches.leagues.season import MOST_PEOPLE, correct, start_season
from matches.texts import LANGUAGES
from rendering.cards import standings
from rendering.cards.standings import Standings
from tests.support.wire.offline import LONGEST_NAME, check_message, offline

FIRST = 2**62


def _make(kind: Kind, language: str) -> League:
    """Make a full league in its first season, with corrections and predictions."""
    members = tuple(Member(FIRST + number, LONGEST_NAME) for number in range(MOST_PEOPLE[kind]))
    league = start_season(League("W" * 60, "docker", "daily", "stand_in", 30, language, members, kind=kind), 1.8e9)
    for _ in range(5 if kind != "ladder" else 0):
        league = correct(league, 1, "draw", by=FIRST, reason="W" * 200, now=1.8e9)
    season = league.season
    assert isinstance(season, Season)
    scores = tuple(Score(FIRST + number, 100, 200) for number in range(9))
    return structs.replace(league, season=structs.replace(season, scores=scores))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", list(MOST_PEOPLE))
async def test_the_largest_fits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Kind, language: str) -> None:
    bot = offline(tmp_path)

    async def draw(painter: Painter, table: Standings, name: str, language: str) -> Drawn:
        return Drawn(b"png", name, standings.describe(table, painter.texts.say(language)))

    monkeypatch.setattr(Painter, "draw_standings", draw)
    view, files = await build_tables(bot, _make(kind, language), rev=10**9)
    assert len(files) == {"divisions": 10, "ladder": 3, "cup": 4}[kind]
    told = [line for file in files for line in (file.description or "").splitlines()[1:]]
    assert len(told) == MOST_PEOPLE[kind]
    assert all(LONGEST_NAME in line for line in told), "no alt text is cut short"
    check_message(view, *files)
