"""Test the records of a server: the highest count of each feat in one match, and the clip of the worst collapse."""

from __future__ import annotations

from typing import Any

import pytest

from games.core import AnyGame
from games.riff_raff.events import Fell
from games.riff_raff.options import Options
from games.rng import Rng
from matches.match import events_of
from matches.people import privacy
from matches.results.records import find_broken, find_clip, find_records, read_broken, read_records
from tests.support.laws.playouts import nature
from tests.support.matches.house import ANNA, BEN, GUILD, House


def test_the_first_to_set_a_record_keeps_it() -> None:
    rows = [(1, 11, '{"tower": 3, "gone": 9}', 1.0), (2, 12, '{"tower": 3, "covered": 0}', 2.0)]
    (record,) = find_records("docker", rows)
    assert (record.key, record.number, record.user_id, record.match_id, record.at) == ("tower", 3, 1, 11, 1.0)
    assert not record.has_clip
    (beaten,) = find_records("docker", [*rows, (2, 13, '{"tower": 4}', 3.0)])
    assert (beaten.user_id, beaten.number) == (2, 4)


def test_a_match_breaks_the_records_it_exceeds() -> None:
    """Nobody breaks a record by equalling it, or by being the first; what is broken later changes nothing."""
    rows = [(1, 11, '{"tower": 3}', 1.0), (2, 12, '{"tower": 5, "saved": 2}', 2.0), (1, 12, '{"tower": 4}', 2.0)]
    assert find_broken("docker", rows, 11) == ()
    (broken,) = find_broken("docker", [*rows, (3, 13, '{"tower": 6}', 3.0)], 12)
    assert (broken.record.key, broken.record.number, broken.record.user_id, broken.before) == ("tower", 5, 2, 3)
    assert find_broken("docker", [*rows, (3, 13, '{"tower": 5}', 3.0)], 13) == ()


async def test_the_clip_of_the_worst_collapse_is_found(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clip shows the ply in which the most pieces fell; a forgotten person holds no record. Physics would take
    seven seconds, so the ship settles without."""

    async def settle(game: AnyGame, state: Any, secret: bytes, seq: int) -> tuple[str, bytes]:
        return nature(game.name)(state, Rng(secret, "nature", seq)).code, b"film %d" % seq

    monkeypatch.setattr(at.wind, "nature", settle)
    match = await at.until_over(await at.running("riff_raff", ANNA, BEN, options=Options(two_player_passes=1)))
    records = {each.key: each for each in await read_records(at.referee, "riff_raff", guild_id=GUILD)}
    assert records["load"].number > 0
    worst = records["fallen"]
    assert worst.has_clip
    assert not records["held"].has_clip
    found = await find_clip(at.referee, worst)
    assert found is not None
    shown, film, _ = found
    assert film.keyframes == b"film %d" % film.seq
    (row,) = [each for each in await at.log(match) if each.seq == film.seq]
    fallen = [each for each in events_of(shown.game, row) if isinstance(each, Fell)]
    assert len(fallen) == worst.number
    assert {each.seat for each in fallen} == set(match.seats_of(worst.user_id))
    assert await find_clip(at.referee, records["held"]) is None
    assert await read_records(at.referee, "riff_raff", guild_id=GUILD + 1) == ()
    assert await read_broken(at.referee, match) == (), "the first match of a server breaks no record"
    await privacy.forget(at.referee, worst.user_id)
    left = await read_records(at.referee, "riff_raff", guild_id=GUILD)
    assert worst.user_id not in {each.user_id for each in left}
