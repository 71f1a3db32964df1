"""Test when a panel begins with a recap, and what the recap says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from client.turn import recap
from client.turn.recap import AWAY, Recaps, count_turns, is_turn_of
from games.core import NATURE
from matches.match import Match
from matches.texts import Texts
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, House
from tests.support.matches.rows import a_ply

PEOPLE = (ANNA, BEN, CHIARA, DANA)


async def play_turns(at: House, match: Match, turns: int) -> Match:
    for number in range(turns):
        match = (await at.machines.run(await at.play_any_turn(match, choose=number))).match
    return match


def make_recaps(at: House) -> Recaps:
    bot: Any = SimpleNamespace(referee=at.referee)
    return Recaps(bot)


async def list_told(at: House, match: Match, user: int) -> list[str]:
    """List the lines of the recap that somebody gets after a restart."""
    found = await make_recaps(at).build(match, user, Texts().say("en", match.cast()))
    return found.note.splitlines()


def test_plies_of_one_turn_count_once_and_those_of_nature_never() -> None:
    seats = (0, 0, NATURE, 1, 1, 0, NATURE)
    log = [structs.replace(a_ply(seq), seat=seat) for seq, seat in enumerate(seats)]
    assert count_turns(log[:2]) == 1
    assert count_turns([row for row in log if row.seat != NATURE]) == 3
    assert count_turns(log) == 3
    assert count_turns([structs.replace(log[0], kind="pause")]) == 0
    assert is_turn_of(0, log[0])
    assert not is_turn_of(1, log[0])
    assert not is_turn_of(0, structs.replace(log[0], made_by="stand_in")), "that is news to its player"


async def test_a_recap_tells_the_turns_of_others_since_ones_own(at: House) -> None:
    match = await play_turns(at, await at.running("docker", *PEOPLE, pace="daily"), 4)
    user = match.holder(match.awaited[0].seat).user_id or 0
    assert await list_told(at, match, user) == [], "all was within six hours"
    at.now += AWAY + 1
    lines = await list_told(at, match, user)
    assert lines[0] == "**Since your last turn:**"
    second = match.holder((match.awaited[0].seat + 2) % 4).user_id or 0
    assert len(await list_told(at, match, second)) == 0, "one turn is shown by the board"


async def test_the_looks_of_long_ago_are_forgotten_first(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recap, "_MOST_LOOKS", 3)
    recaps = make_recaps(at)
    for match_id in (1, 2, 3, 1, 4):
        recaps.note_look(match_id, ANNA)
    at.now += AWAY
    assert not recaps.note_look(1, ANNA), "six hours are not long"
    assert recaps.note_look(2, ANNA), "it is unknown when she looked"
    at.now += AWAY + 1
    assert recaps.note_look(1, ANNA)
