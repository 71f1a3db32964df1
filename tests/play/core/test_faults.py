"""Every kind of press and command, under every kind of fault: the match goes on, with one board for each position.

In matches of all games people press buttons, choose from menus, fill in forms, type commands and moves, ask for
suggestions, open matches, with and without a thread, and move theirs to another channel, one after the other, each time
with a fault between Discord and the bot. Afterwards no message is false, nobody was pinged too often, and the awaited
player moves.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import discord
import pytest
from discord import app_commands

from client.core.controls import list_actions
from matches.keeping.saving import MOST_PINGS
from tests.support.alarm import Alarm, alarm
from tests.support.numbers import FULL, SHARE, patience, times
from tests.support.play.light import light
from tests.support.play.players import APART, Players, make_places
from tests.support.play.table import table
from tests.support.play.troubles import (
    EDIT,
    ROUTES,
    TROUBLES,
    Hasty,
    Sentences,
    Trouble,
    count_in_virtual_time,
    sentences,
)
from tests.support.play.typed_commands import GAMES, LEAGUES, find_group

__all__ = ["alarm", "light", "sentences"]

pytestmark = pytest.mark.long

STEPS = times(6_000, usual=120)
"""Presses, choices, forms, commands, moves and suggestions, each under a fault."""

LEAST, SECONDS = 8, 5400.0 if FULL else 90.0 if SHARE else 0.0
"""The least number of actions of a run, and its duration in seconds. A run goes on until it has tried enough, so that
an ordinary one does the same on every machine."""


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.core.retries.DELAYS", (0.0, 0.0))
    for module in ("discord.webhook.async_", "discord.http", "discord.shard"):
        monkeypatch.setattr(f"{module}.asyncio", Hasty())


KINDS = ("button", "menu", "form", "command", "typed move", "confirm", "autocomplete", "opening", "moving", *APART)
"""The other actions: press, choose, fill in a form, type a command, type a move, confirm a turn, ask for suggestions,
open a match, move one to another channel."""


class Done(NamedTuple):
    """The log of a run: how often each action was done, by kind and name, and each pair of a fault and a kind."""

    actions: Counter[tuple[str, str]]
    pairs: set[tuple[str, str]]
    games: Counter[str]
    crowds: list[Players]

    def is_varied(self) -> bool:
        """Whether every kind of action was done, and every game played."""
        return {kind for kind, _ in self.actions} == set(KINDS) and set(self.games) == set(GAMES)

    def has_enough(self) -> bool:
        """Whether the run is varied, people have moved after faults, and different things were done."""
        moves = sum(players.moves for players in self.crowds)
        return self.is_varied() and moves >= 4 and len(self.actions) >= (100 if FULL else 8)

    def list_untried(self) -> list[str]:
        """List commands and actions of buttons, menus and forms that were never tried."""
        tried = {name for players in self.crowds for name in players.tried}
        tree = self.crowds[0].at.bot.tree.walk_commands()
        every = [each for each in tree if isinstance(each, app_commands.Command) and find_group(each) != LEAGUES]
        return sorted(({f"/{each.qualified_name}" for each in every} | list_actions()) - tried)


async def press_everything(
    folder: Path,
    alarm: Alarm,
    sentences: Sentences,
    *,
    seed: int,
    steps: int,
    troubles: Sequence[Trouble] = TROUBLES,
    confirming: bool = False,
) -> Done:
    """Do everything under faults: each kind of action under each fault, in the games by turns.

    `steps`: the most actions; `confirming`: only turns are confirmed. Raises AssertionError for a broken promise.
    """
    drawn, until = random.Random(seed), time.monotonic() + SECONDS
    done = Done(Counter(), set(), Counter(), [])
    async with table(folder) as at, count_in_virtual_time(at):
        crowds = [Players(at, seed, game, place, sentences) for game, place in zip(GAMES, make_places(at), strict=True)]
        done.crowds.extend(crowds)
        docker = next(each for each in crowds if each.game == "docker")
        for number, (trouble, kind) in enumerate(plan(drawn, troubles, steps)):
            if not confirming and time.monotonic() > until and number >= LEAST and done.has_enough():
                break
            players = docker if confirming else crowds[(number + number // len(KINDS)) % len(crowds)]
            if (action := await players.step(trouble, "confirm" if confirming else kind)) is not None:
                done.actions[action.kind, action.name] += 1
                done.pairs.add((trouble.name, action.kind))
                done.games[players.game] += 1
        assert not alarm.records, alarm.records[0]
    return done


def plan(drawn: random.Random, troubles: Sequence[Trouble], steps: int) -> Iterator[tuple[Trouble, str]]:
    """Yield every fault with every kind of action, the kinds by turns, again and again."""
    left = steps
    while True:
        orders = {kind: drawn.sample(troubles, len(troubles)) for kind in KINDS}
        for number in range(len(troubles)):
            for kind in KINDS:
                if not left:
                    return
                left -= 1
                yield orders[kind][number], kind


def test_there_are_150_faults() -> None:
    assert len({trouble.name for trouble in TROUBLES}) == len(TROUBLES) >= 150


@pytest.mark.timeout(patience(90))
async def test_every_press_under_every_fault(tmp_path: Path, alarm: Alarm, sentences: Sentences) -> None:
    done = await press_everything(tmp_path, alarm, sentences, seed=19, steps=STEPS)
    untried = done.list_untried()
    print(f"{len(done.actions)} different actions; never tried: {', '.join(untried)}")  # noqa: T201 - of a long run
    assert done.has_enough(), "too little was tried, or hardly anybody moved after a fault"
    if FULL:
        assert not [name for name in untried if name.startswith("/")], "a command was never tried"
        assert len(done.pairs) > 0.98 * len(TROUBLES) * len(KINDS), "some fault never met some kind of action"


@pytest.mark.mutant
@pytest.mark.timeout(patience(90))
async def test_a_board_that_is_posted_blindly_would_be_found(
    tmp_path: Path, alarm: Alarm, sentences: Sentences, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: after a lost answer nothing checks whether the board is already there. Discord soon forgets the nonce."""

    async def find_nothing(*_: object) -> None:
        return None

    monkeypatch.setattr("client.board.board_messages.BoardMessages.find_board", find_nothing)
    monkeypatch.setattr("sandbox.discord.posting.NONCE_SECONDS", 5)
    lost = [each for each in TROUBLES if each.name == f"taken, then 5xx five times: {ROUTES[4]}"]
    with pytest.raises(AssertionError, match="is there twice"):
        await press_everything(tmp_path, alarm, sentences, seed=19, steps=300, troubles=lost, confirming=True)


@pytest.mark.mutant
@pytest.mark.timeout(patience(90))
@pytest.mark.parametrize("saved", [False, True], ids=["nothing is known to be saved", "everything is said to be"])
async def test_a_false_sentence_would_be_found(
    tmp_path: Path, alarm: Alarm, sentences: Sentences, monkeypatch: pytest.MonkeyPatch, saved: bool
) -> None:
    """Mutants: after an error nothing checks whether the action was saved, or every action is said to be saved."""

    async def guess(*_: object) -> bool:
        return saved

    monkeypatch.setattr("matches.referee.Referee.has_taken_effect", guess)
    monkeypatch.setattr("client.core.intake.ANSWER_WITHIN", 0.0)  # the answer comes after an acknowledgement
    route = ROUTES[0] if saved else EDIT
    cut = [each for each in TROUBLES if each.name == f"5xx five times: {route}"]
    with pytest.raises(AssertionError, match="nothing was saved" if saved else "but people read"):
        await press_everything(tmp_path, alarm, sentences, seed=19, steps=20, troubles=cut, confirming=True)


@pytest.mark.mutant
async def test_a_ping_too_many_would_be_found(tmp_path: Path, alarm: Alarm, sentences: Sentences) -> None:
    """Mutant: one person is pinged again and again for the same decision."""
    async with table(tmp_path) as at:
        players = Players(at, 19, "docker", at.person("anna").channel, sentences)
        await players.begin()
        match, person = await players.match(), await players.find_awaited()
        assert match is not None
        channel = at.bot.get_channel(match.channel_id)
        for _ in range(MOST_PINGS + 1):
            await channel.send(f"<@{person.user.id}>", allowed_mentions=discord.AllowedMentions(users=True))  # type: ignore[union-attr]
        with pytest.raises(AssertionError, match="pings for one decision"):
            players.count_pings(match, match, "nothing")
