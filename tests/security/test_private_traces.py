"""What others may see of a person: in two worlds that differ only in the person's private data, others see the same.

In one world a player has chosen other settings, looks for others under another name and in another language, has a
plan, a daily message, a guess about a match and somebody blocked. Others use every command and press every button.
`docs/privacy.md` has the table.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from client.core import controls
from client.messages.custom_ids import Id
from data import LookingRow, NotebookRow, Store, Transaction
from matches.leagues import predictions
from matches.leagues.league import Guess, League, Member, Season
from matches.leagues.season import start_season
from matches.leagues.table import Fixture
from matches.looking import LOOKS_FOR
from matches.people.preferences import Digest, Person
from matches.plans.plan import Notebook, write_notebook
from tests.support.wire.rights import (
    EMPTY,
    GUEST,
    LOBBY,
    MANAGER,
    OTHER,
    OTHERS,
    RUNNING,
    STRANGER,
    Crawler,
    _user,
    draw_nothing,
    make_scene,
)
from tests.support.wire.scene import HERE
from tests.support.wire.wire import NOW, Sent, Wire, wire, without_ids

WATCHED = _user(RUNNING, GUEST)
"""The person whose private data differ: a player of the match in progress."""

OTHER_PLAYER = _user(RUNNING, OTHER)

ENDS = {"cancel_now", "forget_me_now", "resign_now", "manage_now"}
"""Buttons that are not pressed, because there would be less to see afterwards."""


async def _leave_traces(folder: Path, *, first: bool) -> None:
    """Store what belongs to the watched person alone, in one of two ways."""
    store = await Store.open(folder / "slowboat.db")
    if first:
        person = Person(zone="Asia/Tokyo", theme="dark", colour=2, next_up=True, digest=Digest("en", NOW + 9e5))
    else:
        person = Person(zone="America/Lima", large=True, reminders="last", lessons={"docker": 2})
    name, language, blocked = ("Alias One", "de", 901) if first else ("Alias Two", "fr", 902)
    notebook = Notebook(0, dropped="a reason") if first else Notebook(1)

    def write(tx: Transaction) -> None:
        tx.put_person(WATCHED, msgspec.json.encode(person).decode())
        tx.put_looking(LookingRow(HERE, WATCHED, "docker", "daily", language, name, NOW, NOW + LOOKS_FOR - first))
        tx.block(HERE, WATCHED, blocked)
        match, other = tx.find_match_in_channel(RUNNING), tx.find_match_in_channel(OTHERS["riff_raff"])
        assert match is not None
        assert other is not None
        tx.put_notebook(match, NotebookRow(match.id, WATCHED, write_notebook(notebook)))
        tx.insert_league(HERE, EMPTY, msgspec.json.encode(_make_league(other.id, first=first)).decode())

    await store.transaction(write)
    await store.close()


def _make_league(match_id: int, *, first: bool) -> League:
    """Make a league with a match of Riff Raff, about whose next loadings the watched person has guessed."""
    people = tuple(Member(9000 + number, f"Member {number}") for number in range(4))
    league = start_season(League("L", "riff_raff", "daily", "stand_in", 30, "en", people), NOW)
    season: Season = league.season or pytest.fail("no season")
    fixtures = (Fixture(1, 0, 9000, 9001, match_id), *season.fixtures[1:])
    guesses = tuple(Guess(WATCHED, 1, number, "holds") for number in range(20)) if first else ()
    return structs.replace(league, season=structs.replace(season, fixtures=fixtures, guesses=guesses))


class Pair:
    """The two worlds, in which the same is done."""

    def __init__(self, one: Wire, two: Wire) -> None:
        self.both = one, two
        self._crawlers = [Crawler(one), Crawler(two)]

    async def use(self, user: int, channel: int) -> dict[str, list[list[Sent]]]:
        """Use every command as somebody. Returns what each world answered, by command."""
        found: dict[str, list[list[Sent]]] = {}
        for commands in zip(*(each.commands() for each in self._crawlers), strict=True):
            for crawler, command in zip(self._crawlers, commands, strict=True):
                said = await crawler.use(command, user, HERE, channel)
                found.setdefault(command.qualified_name, []).append(without_ids(said))
        return found

    async def press(self, action: str, match: int, user: int, channel: int, *values: str) -> list[list[Sent]]:
        """Press a button as somebody. Returns what each world answered."""
        custom_id = str(Id(action, match))
        manages = user == MANAGER
        return [
            without_ids(
                await each.press(custom_id, user=user, guild=HERE, channel=channel, values=values, manages=manages)
            )
            for each in self.both
        ]

    async def list_differences(self, match: int) -> list[str]:
        """List what shows others that the worlds differ: the player of the same match, a spectator and a manager."""
        found = []
        for user, channel in ((OTHER_PLAYER, RUNNING), (STRANGER, EMPTY), (MANAGER, LOBBY)):
            used = await self.use(user, channel)
            found += [f"/{name} for {user}" for name, (one, two) in used.items() if one != two]
            for action in sorted(controls.list_actions() - ENDS):
                one, two = await self.press(action, match, user, channel)
                found += [f"{action} for {user}"] if one != two else []
        return found


@pytest.fixture
async def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    draw_nothing(monkeypatch)
    monkeypatch.setattr("secrets.token_bytes", lambda count: bytes(count))
    await make_scene(tmp_path / "one")
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    for name in ("one", "two"):
        await _leave_traces(tmp_path / name, first=name == "one")
    return tmp_path / "one", tmp_path / "two"


async def _find_match(at: Wire) -> int:
    match = await at.bot.referee.match_in(RUNNING)
    assert match is not None
    return match.id


async def test_nobody_else_sees_what_is_a_persons_own(
    folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with wire(folders[0], monkeypatch) as one, wire(folders[1], monkeypatch) as two:
        pair = Pair(one, two)
        match = await _find_match(one)
        copies = await pair.press("my_data", match, WATCHED, RUNNING)
        for trace in ("Tokyo", "Alias One", "a reason", '"user_id": 901'):
            told = "".join(body + files.decode(errors="replace") for _, body, files in copies[0])
            assert re.search(trace, told), f"{trace} is in the copy of one's own data"
        mine = await pair.use(WATCHED, RUNNING)
        assert mine["me"][0] != mine["me"][1], "the worlds differ"
        assert await pair.list_differences(match) == []


def _show_all_guesses(patch: pytest.MonkeyPatch) -> None:
    honest = predictions.list_questions

    async def list_without_those_of_others(referee: Any, league: League, user: int) -> Any:
        season = league.season
        taken = {each.number for each in season.guesses} if season is not None else set()
        return tuple(each for each in await honest(referee, league, user) if each.number not in taken)

    patch.setattr("client.leagues.predictions.list_questions", list_without_those_of_others)


@pytest.mark.mutant
async def test_a_glimpse_would_be_noticed(folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the questions show people what others have guessed already."""
    _show_all_guesses(monkeypatch)
    async with wire(folders[0], monkeypatch) as one, wire(folders[1], monkeypatch) as two:
        found = await Pair(one, two).press("league_predict", 0, STRANGER, EMPTY)
        assert found[0] != found[1]
