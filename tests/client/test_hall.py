"""Test the hall of fame of a server: whom it lists, and which clips its buttons show."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from client import stats
from client.core.bot import Slowboat
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.stats import SHOWN, show_clip, show_hall
from games.text import T
from matches.errors import UserError
from matches.machines.worker import WorkerFailed
from matches.people.preferences import Person, write_person
from matches.results.records import Record
from tests.client.notices import Channels, connect, make_interaction, press
from tests.support.matches.house import ANNA, BEN, GUILD, House

RECORDS = tuple(
    Record(key, T("Cargo lost"), number, user, 1, 1e9, has_clip=key != "quiet")
    for key, number, user in (("lost", 7, ANNA), ("quiet", 3, BEN), ("saved", 2, BEN))
)


@pytest.fixture
def bot(at: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Slowboat:
    """Make a client for a server with three records."""

    async def read_records(_referee: Any, _game: str, *, guild_id: int) -> tuple[Record, ...]:
        return RECORDS if guild_id == GUILD else ()

    async def read_ratings(_bot: Any) -> Any:
        return None

    monkeypatch.setattr(stats, "read_records", read_records)
    monkeypatch.setattr(stats, "read_ratings", read_ratings)
    return connect(at, tmp_path, Channels())


def rate(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Let this many people have ratings, the newest of them provisional ones."""

    def list_best(_ratings: Any, _game: str, *, guild_id: int, limit: int) -> list[tuple[int, Any]]:
        assert guild_id == GUILD
        ratings = [
            (user, SimpleNamespace(matches=user, provisional=user > 2, number=1600 - user, margin=50))
            for user in range(1, count + 1)
        ]
        return ratings[:limit]

    monkeypatch.setattr(stats, "list_best", list_best)


async def test_the_best_and_the_records_of_a_server_are_listed(bot: Slowboat, monkeypatch: pytest.MonkeyPatch) -> None:
    rate(monkeypatch, 3)
    interaction = make_interaction(bot, ANNA)
    await show_hall(Visit(bot, interaction), "riff_raff")
    lines = interaction.words.splitlines()
    assert lines[1] == "1. <@1> · **1599** ± 50 · 1 match"
    assert [line.endswith("provisional") for line in lines[1:4]] == [False, False, True]
    assert "Cargo lost: **7** · <@1>" in lines[5]
    clips = [each.rsplit(":", 1)[1] for each in interaction.buttons if "hall_clip" in each]
    assert clips == ["riff_raff.lost", "riff_raff.saved"], "the others have no clip"
    elsewhere = make_interaction(bot, ANNA, guild_id=GUILD)
    rate(monkeypatch, SHOWN + 5)
    await show_hall(Visit(bot, elsewhere), "riff_raff")
    assert f"{SHOWN}. <@" in elsewhere.words
    assert f"{SHOWN + 1}. <@" not in elsewhere.words
    rate(monkeypatch, 0)
    await show_hall(Visit(bot, elsewhere), "riff_raff")
    assert "Nobody has a rating in this game yet." in elsewhere.words


async def test_a_game_that_is_not_installed_has_no_hall(bot: Slowboat) -> None:
    with pytest.raises(UserError, match="another version"):
        await show_hall(Visit(bot, make_interaction(bot, ANNA)), "chess")
    with pytest.raises(UserError, match="another version"):
        await show_clip(press(bot, make_interaction(bot, ANNA), Id("hall_clip", rest="chess.lost")))


@pytest.mark.parametrize("still", [True, False])
async def test_a_button_shows_the_clip_of_its_own_record(
    at: House, bot: Slowboat, monkeypatch: pytest.MonkeyPatch, still: bool
) -> None:
    match = await at.running("riff_raff", ANNA, BEN)
    found: list[Record] = []
    drawn: list[bool] = []

    async def find_clip(_referee: Any, record: Record) -> Any:
        found.append(record)
        return match, SimpleNamespace(seq=0), None

    async def draw(*_: Any, still: bool) -> Any:
        drawn.append(still)
        return SimpleNamespace(gif=b"gif", name="x.gif")

    monkeypatch.setattr(stats, "find_clip", find_clip)
    monkeypatch.setattr(bot.films, "draw", draw)
    await write_person(at.referee, BEN, structs.replace(Person(), still=still))
    interaction = make_interaction(bot, BEN)
    await show_clip(press(bot, interaction, Id("hall_clip", rest="riff_raff.saved")))
    assert [record.key for record in found] == ["saved"]
    assert drawn == [still]
    assert "<@2>" in interaction.words
    for where, key in ((GUILD, "quiet"), (GUILD, "nothing"), (71, "saved")):
        with pytest.raises(UserError, match="no longer has a clip"):
            await show_clip(
                press(bot, make_interaction(bot, BEN, guild_id=where), Id("hall_clip", rest=f"riff_raff.{key}"))
            )

    async def fail(*_: Any, **__: Any) -> Any:
        raise WorkerFailed("x")

    monkeypatch.setattr(bot.films, "draw", fail)
    with pytest.raises(UserError, match="could not be drawn"):
        await show_clip(press(bot, make_interaction(bot, BEN), Id("hall_clip", rest="riff_raff.saved")))
