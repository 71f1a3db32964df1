"""A whole match of every game from text alone: position in words, alt texts and numbered choices; no picture is drawn.

The reader hears every choice as a number and its words, as a screen reader or a braille line gives them, and answers
with a number. From the match itself the test reads only whether it is over.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

import games
from client.turn.panel import OPEN
from sandbox.discord.components import walk
from sandbox.discord.model import Message
from sandbox.person.person import Person
from tests.support.numbers import patience
from tests.support.play.ship import Stub
from tests.support.play.table import (
    Table,
    buttons,
    find_board,
    list_menus,
    name_people,
    open_match,
    open_panel,
    wait_for_boards,
    words,
)
from tests.support.play.wordless import custom_ids, describe_pictures

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("blank_pictures")]  # nobody looks at the pictures

MATCHES: Mapping[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "docker": ("docker new", {"preset": "English and German rules"}, {}),
    "dog_royal": ("dog new", {}, {"round_limit": 1}),
    "aquaretto": ("aquaretto new", {}, {}),
    "riff_raff": ("riffraff new", {"two_player_passes": 1}, {}),
}
"""By game: the command that opens a match, its options, and options no menu offers, which make it shorter."""
MOST_STEPS = 2000
MINIMUM = 40
"""The fewest characters of a position in words that is worth reading."""


class Reader:
    """A person who gets words alone."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.heard: dict[str, str] = {}

    async def read_position(self) -> str:
        """Press *Position in words* on the newest board, on the last one behind *More*, and return the answer."""
        board = find_board(self.person)
        assert all(describe_pictures(board)), "a picture without an alt text"
        if "Rematch" in buttons(board):
            board = (await self.person.click(board, "More")).message
        answer = (await self.person.click(board, "Position in words")).message
        assert not list(describe_pictures(answer))
        return words(answer)

    async def take_turn(self, choice: random.Random) -> None:
        """Read the position, open the panel, and answer with numbers until the turn counts."""
        position = await self.read_position()
        assert len(position) > MINIMUM
        panel = await open_panel(self.person)
        opened, said = True, ""
        while True:
            assert all(describe_pictures(panel)), "a picture without an alt text"
            numbered = list_choices(panel)
            told = "\n".join([words(panel), *(f"{number}. {each[0]}" for number, each in enumerate(numbered, 1))])
            assert all(label.strip() for label, _, _ in numbered)
            assert len({label.casefold() for label, _, _ in numbered}) == len(numbered), f"two read the same: {told}"
            assert told != said, f"nothing was said of the choice: {told}"
            if opened:
                assert self.heard.setdefault(position, told) == told, "the same position offers other choices"
            opened, said = False, told
            label, control, value = choice.choice(numbered)
            if value is None:
                await self.person.click(panel, control)
            else:
                await self.person.choose(panel, control, value)
            if label == "Confirm" or words(panel).startswith("✓ "):
                return


def list_choices(panel: Message) -> list[tuple[str, str, str | None]]:
    """List the choices, in the order of reading: its words, the control, and the value in a menu.

    Once a turn is ready, *Confirm* stands alone, or beside the choice to arrange a prepared part of it.
    """
    if ready := [label for label in ("Confirm", "Arrange it yourself") if label in buttons(panel)]:
        return [(label, label, None) for label in ready]
    found: list[tuple[str, str, str | None]] = []
    pressed = {custom_id: label for label, custom_id in buttons(panel).items()}
    assert len(pressed) == len(custom_ids(panel)), "two buttons with one name"
    for name, options in list_menus(panel).items():
        if name in ("buttons", "tabs"):
            ids = {custom_id.split(".move.", 1)[1]: custom_id for custom_id in pressed if ".move." in custom_id}
            closed = (
                option for option in options if not option["label"].startswith(OPEN)
            )  # the open tab leads nowhere
            found += [(option["label"], ids[option["value"]], None) for option in closed]
        elif name == "candidates":
            found += [(option["label"], option["value"], None) for option in options]
        else:
            title = next(p.get("placeholder", "") for _, p in walk(panel.components) if p.get("custom_id") == name)
            found += [(f"{title}: {option['label']}", name, option["value"]) for option in options]
    return found


@pytest.mark.timeout(patience(300))  # hundreds of presses, which a busy machine answers slowly
@pytest.mark.parametrize("game", games.names())
async def test_a_whole_match_from_text_alone(at: Table, game: str) -> None:
    command, options, unoffered = MATCHES.get(game, (f"{games.load(game).command} new", {}, {}))
    Stub().rule(at)
    people = name_people(game)
    await open_match(at, command, people, options, unoffered=unoffered)
    choice = random.Random(1)
    readers = {at.person(name).user.id: Reader(at.person(name)) for name in people}
    anna = at.person("anna")
    for _ in range(MOST_STEPS):
        await anna.until(lambda: not at.referee.cache[1].match.waits_for_machine)
        await wait_for_boards(at)
        board = words(find_board(anna))
        called = [reader for user, reader in readers.items() if f"<@{user}>" in board]
        if (await at.referee.match(1)).phase != "running":
            break
        assert called, f"the board calls nobody: {board}"
        await called[0].take_turn(choice)
    else:
        raise AssertionError("the match does not end")
    last = await anna.until(lambda: (now := find_board(anna)) and "Rematch" in buttons(now) and now)
    assert any(each in words(last) for each in ("win", "draw", "share first place"))
    assert all(describe_pictures(last))
    reader = readers[anna.user.id]
    assert await reader.read_position() not in reader.heard, "the end reads like a position in which one has to choose"
