"""Press the buttons, menus and forms of every released version after a restart: each works or is answered kindly.

The custom ids were written by the released versions themselves while they were played in the sandbox.
"""

from __future__ import annotations

import random
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct

import client.turn.turn  # noqa: F401 - registers the handler that the mutants replace
import games
from client.core import controls
from client.core.intake import Acknowledge
from client.core.visit import Visit
from client.create import load_features
from client.messages.custom_ids import Id, parse
from matches.match import Match
from sandbox.discord.components import Kind
from tests.released import VERSIONS
from tests.support.alarm import Alarm, alarm
from tests.support.numbers import FULL, patience
from tests.support.wire.scene import HERE, scene
from tests.support.wire.wire import Sent, draw_no_films, wire

__all__ = ["alarm"]

RESTARTS = 1_000 if FULL else 12
"""Restarts, after each of which buttons of all versions are pressed."""

PRESSES = 8
"""Presses of each version after a restart."""

GAMES = list(games.names())

BUTTONS = Path(__file__).parents[1] / "released" / "buttons"

pytestmark = pytest.mark.timeout(patience(300))


class Pressed(Struct, frozen=True):
    """A button, menu or form (`kind` 0) as a version wrote it; `value`: the choice from a menu.

    In `custom_id` `{match}` stands for the match, `{decision}` for the decision.
    """

    kind: int
    value: str
    custom_id: str

    @property
    def action(self) -> str:
        return self.custom_id.split(":")[1]


def read(version: str) -> tuple[Pressed, ...]:
    """Read the custom ids that a version wrote. Three columns: kind of the component, value of a menu, custom id."""
    lines = (BUTTONS / f"{version}.tsv").read_text(encoding="utf-8").splitlines()
    return tuple(Pressed(int(kind), value, found) for kind, value, found in (line.split("\t") for line in lines))


def draw(version: str, drawn: random.Random, number: int) -> Iterator[Pressed]:
    """Choose the presses after restart `number`, all of a version's in turn."""
    shown = sorted(read(version), key=lambda each: each.custom_id)
    random.Random(version).shuffle(shown)
    yield from (shown[(number * PRESSES + index) % len(shown)] for index in range(PRESSES))


def check(sent: list[Sent], alarm: Alarm, what: str) -> None:
    """Raise AssertionError unless a press was answered without an internal error."""
    said = " ".join(body if isinstance(body, str) else "" for _, body, _ in sent)
    assert sent, f"{what} got no answer"
    assert "went wrong" not in said, f"{what}: {alarm.records[-1:]}"
    assert not alarm.records, f"{what}: {alarm.records[0]}"


async def press_after_restarts(folder: Path, patch: pytest.MonkeyPatch, alarm: Alarm, restarts: int) -> Counter[str]:
    """Restart and press. Returns how often each action was pressed. Raises AssertionError for an unkind answer."""
    draw_no_films(patch)
    first = await scene(folder / "first", GAMES)
    matches = [match for name, match in first.matches.items() if name != "abroad"]
    pressed: Counter[str] = Counter()
    for number in range(restarts):
        drawn, file = random.Random(number), folder / f"file-{number}"
        shutil.copytree(first.folder, file)
        for version in VERSIONS:
            async with wire(file, patch) as at:
                for each in draw(version, drawn, number):
                    match = drawn.choice(matches)
                    user = drawn.choice([holder.user_id for holder in match.seats if holder.user_id is not None])
                    custom_id = each.custom_id.replace("{match}", str(match.id))
                    custom_id = custom_id.replace("{decision}", str(_find_decision(match, drawn)))
                    known = parse(custom_id)
                    assert known is not None, f"{custom_id} is not known"
                    assert known.action in controls.list_actions(), f"{custom_id} has no handler"
                    sent = await at.press(
                        custom_id,
                        user=user,
                        guild=HERE,
                        channel=match.channel_id,
                        values=() if each.kind in (0, Kind.BUTTON) else (each.value or "5",),
                        fields={"reason": "a reason", "zone": "Europe/Rome"} if each.kind == 0 else None,
                        manages=drawn.random() < 0.5,
                    )
                    check(sent, alarm, f"{custom_id} of {version}")
                    pressed[each.action] += 1
        shutil.rmtree(file)
    return pressed


def _find_decision(match: Match, drawn: random.Random) -> int:
    """Choose an open decision or one of the past."""
    return drawn.choice([*match.decisions.values(), match.seq, 0])


def test_every_released_version_has_its_buttons() -> None:
    assert sorted(VERSIONS) == sorted(path.stem for path in BUTTONS.iterdir())
    assert all(len({each.action for each in read(version)}) > 75 for version in VERSIONS)


async def test_buttons_of_every_release_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, alarm: Alarm) -> None:
    pressed = await press_after_restarts(tmp_path, monkeypatch, alarm, RESTARTS)
    assert len(pressed) > min(80, RESTARTS * 4)


def forget(patch: pytest.MonkeyPatch) -> None:
    """Mutant: an action is renamed."""
    load_features()
    patch.delitem(controls._HANDLERS, "take_back")


def read_otherwise(patch: pytest.MonkeyPatch) -> None:
    """Mutant: custom ids have an additional part."""
    for module in ("client.core.controls", __name__):
        patch.setattr(f"{module}.parse", lambda custom_id: Id("play") if custom_id.count(":") == 5 else None)


def misread_decision(patch: pytest.MonkeyPatch) -> None:
    """Mutant: the part after the decision is read differently."""

    async def handler(press: Visit) -> None:
        int(press.id.rest.split("/")[3])

    acknowledge: Acknowledge = "private"
    patch.setitem(controls._HANDLERS, "take_back", (acknowledge, handler))


@pytest.mark.mutant
@pytest.mark.parametrize("mutant", [forget, read_otherwise, misread_decision])
async def test_a_misread_button_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, alarm: Alarm, mutant: object
) -> None:
    assert callable(mutant)
    mutant(monkeypatch)
    with pytest.raises(AssertionError, match=re.escape("take_back") if mutant is not read_otherwise else "known"):
        await press_after_restarts(tmp_path, monkeypatch, alarm, 25)
