"""Every option of every command, with values at its bounds, beyond them, and of other kinds than Discord would send.

Discord checks options before it sends them, but a program that acts for a person may send others, and so may a client
that loaded an older version of the command.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from discord import AppCommandOptionType as Kind
from discord import app_commands

from client.core import errors
from games.text import T
from matches import referee
from tests.support.alarm import Alarm, alarm
from tests.support.numbers import SHARE, patience
from tests.support.stores import ON_POSTGRES
from tests.support.wire.rights import (
    LOBBY,
    RUNNING,
    STRANGER,
    Slash,
    _user,
    draw_nothing,
    list_commands,
    make_scene,
    send,
)
from tests.support.wire.scene import HERE
from tests.support.wire.wire import wire

__all__ = ["alarm"]

pytestmark = pytest.mark.timeout(patience(300))

TEXTS = (
    "", " ", "x", "x" * 6000, "🐙" * 1500, "<:party:123456789012345678>", "<a:x:1>", "@everyone", "<@&1>", "\u202eabc",
    "a\u0000b", "\n\n\n", "```", "![](https://x.y)", "-1", "1", "9" * 30, "9" * 5000, "1e9", "NaN", "²", "١", "../..",
    "'; DROP TABLE matches;--", "{}", "%s",
    "\ud83d",
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 25, 2**31, -(2**31), 2**53, -(2**53), 2**63, 10**30)
SIZES = ("0", "1", str(10**9))
"""Bytes of attached files."""
PEOPLE = ("0", "1", str(STRANGER), str(_user(RUNNING, 1)), "9" * 18, str(2**63 - 1))


def list_values(option: app_commands.Parameter) -> list[Any]:
    """List values for an option: at its bounds, beyond them, and nonsense of its type."""
    chosen = [choice.value for choice in option.choices]
    match option.type:
        case Kind.integer | Kind.number:
            low, high = option.min_value, option.max_value
            near = [each for bound in (low, high) if bound is not None for each in (bound - 1, bound, bound + 1)]
            return [*chosen, *map(int, near), *NUMBERS]
        case Kind.string:
            return [*chosen, *TEXTS]
        case Kind.boolean:
            return [True, False]
        case Kind.user | Kind.mentionable | Kind.channel | Kind.role:
            return [*PEOPLE]
        case Kind.attachment:
            return [*SIZES]
        case _:
            raise AssertionError(f"{option.type}: no values are known for it")


def list_tries(commands: list[Slash]) -> Iterator[tuple[Slash, list[dict[str, Any]]]]:
    """List each command with each value of each option; other required options get ordinary values."""
    for command in commands:
        for option in command.parameters:
            others = [
                {"name": each.name, "type": each.type.value, "value": "docker" if each.type is Kind.string else 1}
                for each in command.parameters
                if each.required and each.name != option.name
            ]
            for value in list_values(option):
                yield command, [*others, {"name": option.name, "type": option.type.value, "value": value}]


async def try_all(folder: Path, patch: pytest.MonkeyPatch, alarm: Alarm, *, every: int, option: str = "") -> int:
    """Send every `every`th try, in German, or those of one option. Raises AssertionError for silence, a failure, or an
    English sentence."""
    tried = 0
    numbers = itertools.count(10**6)
    patch.setattr("discord.http.HTTPClient.get_from_cdn", _read_nonsense)
    async with wire(folder, patch) as at:
        for number, (command, options) in enumerate(list_tries(list_commands(at))):
            if number % every or (option and options[-1]["name"] != option):
                continue
            fresh = next(numbers)  # a channel and a person of their own, so that no limit answers first
            places = [(fresh, fresh), (_user(RUNNING, 1), RUNNING), (_user(LOBBY, 0), LOBBY)]
            for user, channel in places if "new" not in command.name else places[:1]:
                where: dict[str, Any] = {"user": user, "guild": HERE if channel != fresh else fresh, "channel": channel}
                said = await send(at, command, options, **where, locale="de")
                what = f"/{command.qualified_name} {options} in {channel}"
                assert len(alarm.records) == 0, f"{what[:300]}: {alarm.records[0][-600:]}"
                assert said, f"nobody answered {what}"
                told = " ".join(re.findall(r'"content": "([^"]*)"', "".join(body for _, body, _ in said)))
                assert "ging bei mir schief" not in told, what
                assert not (found := [each for each in ENGLISH if each in told]), f"{what}: {found}"
                tried += 1
            if command._params[options[-1]["name"]].autocomplete:
                asked = [*options[:-1], {**options[-1], "focused": True}]
                said = await send(
                    at, command, asked, user=_user(RUNNING, 1), guild=HERE, channel=RUNNING, locale="de",
                    autocomplete=True,
                )  # fmt: skip
                assert len(alarm.records) == 0, (
                    f"{command.qualified_name} {str(asked)[:300]}: {alarm.records[0][-600:]}"
                )
                assert said, f"no suggestions for {command.qualified_name} {asked}"
    return tried


async def _read_nonsense(*_: Any) -> bytes:
    return b"\xff\x00"


ENGLISH = (
    "This command has changed",
    "went wrong",
    "I don't know",
    "There is no",
    "You have no",
    "Only ",
    "Try again",
)
"""Beginnings of refusals, each of which has a German wording."""


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)


@pytest.mark.usefixtures("undrawn")
async def test_every_value_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, alarm: Alarm) -> None:
    await make_scene(tmp_path / "scene")
    assert await try_all(tmp_path / "scene", monkeypatch, alarm, every=1 if SHARE else 3) > 100


def look_up_any_number(patch: pytest.MonkeyPatch) -> None:
    """Mutant: any number is looked up as the id of a match. PostgreSQL compares it with the ids and finds none; SQLite
    cannot."""
    assert referee._MOST_MATCHES
    patch.setattr(referee, "_MOST_MATCHES", 10**40)


def speak_english(patch: pytest.MonkeyPatch) -> None:
    """Mutant: a refusal is not translated."""
    patch.setattr(errors, "explain", lambda _: T("{said}", said="You have no seat in this match."))


@pytest.mark.mutant
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(
    ("mutant", "option"),
    [(speak_english, ""), *([] if ON_POSTGRES else [(look_up_any_number, "here")])],
)
async def test_a_value_that_breaks_something_would_be_seen(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    alarm: Alarm,
    mutant: Callable[[pytest.MonkeyPatch], None],
    option: str,
) -> None:
    await make_scene(tmp_path / "scene")
    mutant(monkeypatch)
    with pytest.raises(AssertionError):
        await try_all(tmp_path / "scene", monkeypatch, alarm, every=1, option=option)
