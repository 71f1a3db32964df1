"""People without a seat, or in another channel, change nothing in a match and learn nothing about it.

100,000 interactions of strangers (fewer by default, see `tests.support.numbers`): every action, with stale, forged,
malformed and out-of-range ids, values and forms, pressed by people of the same server, of another one and of none. They
are sent to two worlds that differ only in secrets of the players: both must answer with the same bytes.
"""

from __future__ import annotations

import asyncio
import random
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import discord
import msgspec
import pytest
from discord import app_commands
from msgspec import Struct, structs

import games
from client.core import controls
from client.messages import custom_ids
from games.text import T
from matches.match import Match
from tests.support.alarm import Alarm, alarm
from tests.support.numbers import patience, times
from tests.support.wire.offline import list_playable
from tests.support.wire.scene import ELSEWHERE, HERE, Scene, other_world, read_tables, scene
from tests.support.wire.wire import Sent, Wire, draw_no_films, wire, without_ids

__all__ = ["alarm"]

PRESSES = times(100_000, usual=800)
FORGED = times(5_000, usual=100)

pytestmark = [pytest.mark.long, pytest.mark.timeout(patience(300))]

OUTSIDER = 5
"""A user who has no seat anywhere."""

NOWHERE = 999
"""The id of a match that does not exist."""

ABOUT_ONESELF = frozenset(
    {
        "me",
        "me_language",
        "me_quiet",
        "me_look",
        "me_pictures",
        "my_data",
        "my_files",
        "my_stats",
        "stats",
        "privacy",
        "forget_me",
        "forget_me_now",
    }
)
ACROSS = frozenset({"turns", "next", "away", "away_for", "away_until_now", "be_away", "back"})
"""Actions that look for the presser's own seats in every server; people who have one may change it there."""

NUMBERS = ("0", "1", "3", "-1", "25", "7.p", "1.move.x", "999999", "9" * 40, "²", "１", "0.deadbeef.move.a1", "")
WORDS = (
    "docker.0", "dog_royal.99", "no_such_game.0", "on", "off", "undo", "end.0", "skip.1", "bogus.1", "p.-1", "0.0",
    "3.2", "games", "channels", "per_person", "edit_boards", "from", "to", "theme", "x" * 60, "🐙", "a:b:c",
    "0.0.0.0.0.0", "..",
)  # fmt: skip


class Attempt(Struct, frozen=True):
    """One press of a stranger. `there`: in the place of the match, by somebody without a seat in it."""

    custom_id: str
    user: int
    guild: int | None
    channel: int
    values: tuple[str, ...]
    fields: dict[str, str] | None
    match: int
    there: bool

    @property
    def about_the_match(self) -> bool:
        """Whether it concerns only the match, so that a missing match would get the same answer."""
        parts = self.custom_id.split(":")
        return len(parts) == 5 and parts[2] == str(self.match) and parts[1] not in ABOUT_ONESELF | ACROSS

    async def on(self, at: Wire, *, match: int | None = None) -> list[Sent]:
        """Make the attempt and return the requests it caused. `match`: the match to put into its id instead."""
        custom_id = self.custom_id
        if match is not None:
            custom_id = custom_id.replace(f":{self.match}:", f":{match}:", 1)
        return await at.press(
            custom_id, user=self.user, guild=self.guild, channel=self.channel, values=self.values, fields=self.fields
        )


def attempts(of: Scene, number: int, *, near: float) -> Iterator[Attempt]:
    """Draw attempts. `near`: the share of attempts at running matches that come from the place of the match."""
    drawn = random.Random("strangers")
    actions = sorted(controls.list_actions())
    matches = list(of.matches.values())
    for _ in range(number):
        action = drawn.choice(actions)
        match = drawn.choice(matches)
        there = drawn.random() < near and match.phase == "running"
        users = [OUTSIDER, OUTSIDER + 1]
        if action not in ABOUT_ONESELF | ACROSS:  # somebody who plays, but in another match
            users += [holder.user_id for other in of.matches.values() for holder in other.seats if other is not match]
        guild, channel = _place(match, drawn, there=there)
        decision = drawn.choice([-1, 0, match.seq, match.seq - 1, 10**12, *match.decisions.values()])
        rest = drawn.choice(
            [drawn.choice(NUMBERS), drawn.choice(WORDS), f"{drawn.choice(NUMBERS)}.{drawn.choice(WORDS)}"]
        )
        custom_id = f"sb:{action}:{match.id}:{decision}:{rest}"
        if drawn.random() < 0.03:
            custom_id = drawn.choice(MALFORMED).format(action=action, match=match.id)
        yield Attempt(
            custom_id[:100],
            drawn.choice([user for user in users if user not in match.people]),
            guild,
            channel,
            tuple(drawn.choice((*NUMBERS, *WORDS)) for _ in range(drawn.choice([0, 0, 1, 1, 2, 25]))),
            {"reason": drawn.choice(WORDS), "field": "@everyone"} if drawn.random() < 0.15 else None,
            match.id,
            there,
        )


MALFORMED = (
    "sb:{action}:{match}", "sb:{action}:-{match}:0:", "sb:{action}:1e3:0:", "sb:{action}:99999999999999999999:0:0",
    "sb:{action}:{match}:99999999999999999999:0", "sb:{action}:１:0:", "sb::{match}:0:", "xx:{action}:{match}:0:",
    ":::::", "sb:nothing:{match}:0:", "", "sb:{action}:{match}:0:\u202e", "sb:{action}: {match}:0:",
    "sb:{action}:{match}_0:0:", "sb:{action}:+{match}:0:",
)  # fmt: skip


def _place(match: Match, drawn: random.Random, *, there: bool) -> tuple[int | None, int]:
    """Choose the place of a press: the place of the match, or another one."""
    if there:
        return match.guild_id, match.channel_id
    other = ELSEWHERE if match.guild_id == HERE else HERE
    places: list[tuple[int | None, int]] = [(None, 902), (HERE, match.channel_id + 101), (match.guild_id, 901)]
    return drawn.choice([*places, (other, 900), (other, match.channel_id), (other, 200)])


class Worlds(NamedTuple):
    scene: Scene
    one: Path
    two: Path


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return asyncio.run(scene(tmp_path_factory.mktemp("scene") / "one", list_playable()))


@pytest.fixture(scope="module")
def second(first: Scene, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the other world's file."""
    folder, differing = other_world(first, tmp_path_factory.mktemp("scene") / "two")
    assert differing > 0, "the worlds are the same: this proves nothing"
    return folder


@pytest.fixture
def worlds(first: Scene, second: Path, tmp_path: Path) -> Worlds:
    """Copy both worlds, to be attacked."""
    for source, name in ((first.folder, "one"), (second, "two")):
        shutil.copytree(source, tmp_path / name)
    return Worlds(first, tmp_path / "one", tmp_path / "two")


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_no_films(monkeypatch)


async def send_all_attempts(
    worlds: Worlds, patch: pytest.MonkeyPatch, alarm: Alarm, number: int, *, near: float = 0.05
) -> None:
    """Send all attempts to both worlds. Fails at the first change or difference."""
    async with wire(worlds.one, patch) as one, wire(worlds.two, patch) as two:
        before = await read_tables(one.store)
        for count, attempt in enumerate(attempts(worlds.scene, number, near=near)):
            said = await attempt.on(one)
            assert not alarm.records, f"{attempt}: {alarm.records[0]}"
            assert said, f"nobody answered {attempt}"
            if attempt.there:
                assert without_ids(said) == without_ids(await attempt.on(two)), f"{attempt} shows a secret of the match"
            elif (
                f":{attempt.match}:" in attempt.custom_id
                and attempt.custom_id.split(":")[1] not in ABOUT_ONESELF | ACROSS
            ):
                assert said == await attempt.on(one, match=NOWHERE), f"{attempt} learns something: {said}"
            if count % 500 == 499:
                assert await read_tables(one.store) == before, f"something changed before {count}: {attempt}"
        assert await read_tables(one.store) == before, "something changed"


@pytest.mark.usefixtures("undrawn")
async def test_strangers(worlds: Worlds, monkeypatch: pytest.MonkeyPatch, alarm: Alarm) -> None:
    await send_all_attempts(worlds, monkeypatch, alarm, PRESSES)


OWN_SERVER = 73
"""The server that the stranger manages."""

OWN = frozenset({"play", "demo", "new", "server", "me"})
"""Commands with which anybody may open a match or change their own settings."""


def _options(command: app_commands.Command[Any, ..., Any], of: Scene, drawn: random.Random) -> list[dict[str, Any]]:
    """Choose some of a command's options, of the right type but with values nobody offered."""
    found = []
    for parameter in command.parameters:
        match parameter.type:
            case discord.AppCommandOptionType.integer:
                value: Any = drawn.choice([0, -1, 2**53, *(match.id for match in of.matches.values())])
            case discord.AppCommandOptionType.boolean:
                value = drawn.random() < 0.5
            case discord.AppCommandOptionType.string:
                value = drawn.choice((*NUMBERS, *WORDS))
            case _:
                continue
        if parameter.required or drawn.random() < 0.5:
            found.append({"name": parameter.name, "type": parameter.type.value, "value": value})
    return found


@pytest.mark.usefixtures("undrawn")
async def test_strangers_commands(worlds: Worlds, monkeypatch: pytest.MonkeyPatch, alarm: Alarm) -> None:
    """Try every command and its suggestions, in the channel of every match and in a manager's own server."""
    await send_commands(worlds, monkeypatch, alarm)


async def send_commands(worlds: Worlds, patch: pytest.MonkeyPatch, alarm: Alarm) -> None:
    drawn, first = random.Random("commands"), worlds.scene
    async with wire(worlds.one, patch) as one, wire(worlds.two, patch) as two:
        before = await read_tables(one.store)
        for command in one.bot.tree.walk_commands():
            if not isinstance(command, app_commands.Command) or command.name in OWN:
                continue
            names = [part for part in (command.root_parent, command.parent) if part is not None]
            path = [*dict.fromkeys(part.name for part in names), command.name]
            for match in first.matches.values():
                if match.phase == "lobby":
                    continue
                for there in (True, False):
                    guild, channel = (match.guild_id, match.channel_id) if there else (OWN_SERVER, 900)
                    options = _options(command, first, drawn)
                    said = []
                    for at in (one, two):
                        where: dict[str, Any] = {
                            "user": OUTSIDER,
                            "guild": guild,
                            "channel": channel,
                            "manages": not there,
                        }
                        said.append(await at.command(*_nest(path, options), **where))
                        if options and command._params[options[-1]["name"]].autocomplete:
                            asked = [*options[:-1], {**options[-1], "focused": True}]
                            said[-1] += await at.command(*_nest(path, asked), **where, autocomplete=True)
                    assert not alarm.records, f"{path} {options}: {alarm.records[0]}"
                    assert said[0], f"nobody answered {path} {options}"
                    assert without_ids(said[0]) == without_ids(said[1]), f"{path} {options} shows a secret of the match"
        assert await read_tables(one.store) == before, "something changed"


def _nest(path: list[str], options: list[dict[str, Any]]) -> tuple[str, list[dict[str, Any]]]:
    for name in reversed(path[1:]):
        options = [{"name": name, "type": 1, "options": options}]
    return path[0], options


def let_everybody_near(patch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: Any) -> None:
        pass

    patch.setattr(controls, "_authorise", nothing)


def take_any_number(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(custom_ids, "_NUMBER", re.compile(r".*", re.DOTALL))


def hide_nothing(patch: pytest.MonkeyPatch) -> None:
    """Mutant: a view hides nothing, and a sentence describes it."""
    game, words = games.load("dog_royal"), games.words("dog_royal")
    patch.setattr(type(game), "view", lambda self, state, seat: structs.replace(state))
    patch.setattr(words, "status", lambda view: T("{all}", all=msgspec.json.encode(view).decode()[:3000]))


@pytest.mark.mutant
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(
    ("mutant", "complaint"),
    [(let_everybody_near, "learns|changed"), (take_any_number, "int"), (hide_nothing, "shows a secret")],
)
async def test_a_hole_would_be_found(
    worlds: Worlds,
    monkeypatch: pytest.MonkeyPatch,
    alarm: Alarm,
    mutant: Callable[[pytest.MonkeyPatch], None],
    complaint: str,
) -> None:
    mutant(monkeypatch)
    with pytest.raises(
        (AssertionError, ValueError), match=complaint
    ):  # an id that is not a number fails before anything catches it
        await send_all_attempts(worlds, monkeypatch, alarm, 2_000, near=0.5)


@pytest.mark.mutant
@pytest.mark.usefixtures("undrawn")
async def test_a_hole_in_a_command_would_be_found(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch, alarm: Alarm
) -> None:
    hide_nothing(monkeypatch)
    with pytest.raises(AssertionError, match="shows a secret"):
        await send_commands(worlds, monkeypatch, alarm)


async def test_a_seat_is_reached_from_anywhere(worlds: Worlds, monkeypatch: pytest.MonkeyPatch, alarm: Alarm) -> None:
    """Open a panel by /turns in another server and in direct messages: its buttons work there, for the person with the
    seat."""
    match = worlds.scene.matches["docker"]
    seat = match.awaited[0].seat
    mine, other = match.holder(seat).user_id or 0, match.holder(1 - seat).user_id or 0
    async with wire(worlds.one, monkeypatch) as at:
        for guild, channel in ((ELSEWHERE, 900), (None, 902)):
            opened = await at.press(f"sb:play:{match.id}:-1:", user=mine, guild=guild, channel=channel)
            (panel,) = [sent for sent in opened if sent[2]]  # with a picture; the previous panel is closed
            (pick, *_) = re.findall(r"sb:(?:pick|confirm):[^\"@]*(?=\")", panel[1])  # @: a tab, which only opens
            code = match.game.legal_moves(match.state, seat)[0].code
            values = () if ".move." in pick or "confirm" in pick else (code,)
            before = await read_tables(at.store)
            refused = await at.press(pick, user=OUTSIDER, guild=guild, channel=channel, values=values)
            assert "know this match" in refused[-1][1]
            refused = await at.press(pick, user=other, guild=guild, channel=channel, values=values)
            assert "belong to" in refused[-1][1]
            assert await read_tables(at.store) == before
            await at.press(pick, user=mine, guild=guild, channel=channel, values=values)
            assert await read_tables(at.store) != before
        shared = await at.press(f"sb:share:{match.id}:-1:", user=mine, guild=ELSEWHERE, channel=900)
        assert "know this match" in shared[-1][1], "a public part is not posted in another channel"
    assert not alarm.records


@pytest.mark.usefixtures("undrawn")
async def test_players_forge_interactions(worlds: Worlds, monkeypatch: pytest.MonkeyPatch, alarm: Alarm) -> None:
    """Players, who may change their match, forge interactions; none makes the bot fail."""
    drawn = random.Random("players")
    ends = {"forget_me_now", "resign_now", "leave", "cancel_now", "agree", "propose_end"}
    matches = [match for match in worlds.scene.matches.values() if match.phase == "running"]
    async with wire(worlds.one, monkeypatch) as at:
        for _ in range(FORGED):
            match = await at.bot.referee.match(drawn.choice(matches).id)
            action = drawn.choice(sorted(controls.list_actions() - ends))
            decision = drawn.choice([match.seq, -1, *match.decisions.values()])
            word = drawn.choice(WORDS)
            rest = drawn.choice([drawn.choice(NUMBERS), word, "0.x", f"{drawn.randrange(3)}.{word}"])
            values = tuple(drawn.choice((*NUMBERS, *WORDS)) for _ in range(drawn.choice([0, 1, 1, 2])))
            custom_id = f"sb:{action}:{match.id}:{decision}:{rest}"[:100]
            user = drawn.choice([holder.user_id for holder in match.seats if holder.user_id is not None])
            place: dict[str, Any] = {"guild": match.guild_id, "channel": match.channel_id}
            await at.press(custom_id, user=user, **place, values=values, manages=drawn.random() < 0.1)
            assert not alarm.records, f"{custom_id} {values}: {alarm.records[0]}"
