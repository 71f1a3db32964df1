"""No button leads to a secret: all that a person can reach is the same in two worlds that they cannot tell apart.

Everything that an answer shows can be pressed in turn, in both worlds alike: panels, *Try it*, plans, suggestions, *Why
not?*, votes, links, the copy of one's own data. Only answers to a confirmed turn are left out, because they show what
chance has brought.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from collections import Counter, deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import games
from client.messages.custom_ids import Id
from client.pictures.render_worker import draw_slides
from data import checksum
from games.aquaretto import notation as aquaretto
from games.dog_royal import hidden as dog_royal
from matches.match import Match
from matches.plans.plan import Trial, derive_seed
from rendering.drawing.slides import Slide
from tests.support.laws.worlds import list_true_cards
from tests.support.numbers import times
from tests.support.wire.rights import Crawler, Found, read_components
from tests.support.wire.scene import other_world, scene
from tests.support.wire.shown import SECRETIVE, reveal
from tests.support.wire.wire import NEW_ID, Sent, Wire, draw_no_films, wire, without_ids

PRESSES = times(4000, usual=90)
"""Presses of each person in each match."""

LIKE = times(40, usual=2)
"""Buttons of one kind that are pressed."""

MUST_BE_PRESSED = {
    "play", "pick", "confirm", "try", "tried", "try_back", "hint", "why", "wish", "my_data", "step", "share", "log",
    "propose_pause", "agree", "seek", "fair_play", "report", "edit",
}  # fmt: skip
"""Actions that must be among those found."""

STRANGER = 5
FIRST = ("board", "turns", "match", "me")
"""Commands with which people begin, in any group."""

BEGUN = (
    "play", "try", "hint", "why", "plan", "more", "words", "fair_play", "my_data", "risk", "auto", "ask_undo",
    "predict", "would",
)  # fmt: skip
"""Buttons that they press in any case."""


async def answer_with_arguments(_: Any, function: Any, *given: Any, **__: Any) -> Any:
    """Stand in for a worker: instead of a picture, return a checksum of all it would be drawn from."""
    if function.__module__.startswith(("client.pictures", "rendering")):
        drawn = hashlib.sha256(repr(given).encode()).digest()
        return (Slide(drawn, whole=True),) * len(given[1]) if function is draw_slides else drawn
    return function(*given)


class Step(NamedTuple):
    """Something to press, and the database of each world before it."""

    found: Found
    saved: tuple[sqlite3.Connection, ...]


class Pair:
    """Two worlds, in which one person does the same."""

    def __init__(self, worlds: tuple[Wire, Wire], match: Match, user: int) -> None:
        self._crawlers = [Crawler(at) for at in worlds]
        self._match = match
        self._user = user
        self.pressed: Counter[str] = Counter()
        self._secrets = (match.secret.hex(), derive_seed(match.secret, Trial(match.head, bytes(16).hex())))
        self.compared = 0

    async def explore(self) -> None:
        """Use the first commands and buttons, and then everything they show. Asserts that all answers are equal."""
        waiting, first = deque[Step](), await self._save()
        for name in FIRST:
            for command in self._crawlers[0].commands():
                if command.name == name:
                    waiting += await self._note([await each.use(command, *self._where) for each in self._crawlers])
                    await self._restore(first)
        for name in BEGUN:  # one after the other, so that the copy of one's own data contains a trial
            found = self._make_found({"custom_id": str(Id(name, self._match.id, self._match.seq))}, None)
            waiting += await self._press(found)
        while waiting and self.compared < PRESSES:
            step = waiting.popleft()
            await self._restore(step.saved)
            waiting += await self._press(step.found)
        await self._restore(first)

    async def _press(self, found: Found) -> list[Step]:
        """Press something in both worlds, and compare the answers unless that has changed the position."""
        sent = [await each.press(found, *self._where) for each in self._crawlers]
        one, two = [(await each.at.bot.referee.match(self._match.id)).head for each in self._crawlers]
        assert one == two, "a press changes the position of one world"
        return await self._note(sent) if one == self._match.head else []

    @property
    def _where(self) -> tuple[int, int, int]:
        return self._user, self._match.guild_id, self._match.channel_id

    def _make_found(self, part: dict[str, Any], fields: dict[str, str] | None) -> Found:
        kind = part.get("type", 2)
        values = (str(part["options"][0]["value"]),) if part.get("options") else ()
        values = {5: (str(STRANGER),), 8: (str(self._match.channel_id),)}.get(kind, values)
        unused = self._crawlers[0].first
        return Found(part["custom_id"], "", kind, values, fields, self._user, self._match.channel_id, unused, 0.0)

    async def _note(self, sent: list[list[Sent]]) -> list[Step]:
        """Compare the answers of both worlds. Returns what they show that was not pressed before."""
        one, two = map(without_ids, sent)
        assert one == two, f"{self._match.game_name}: user {self._user} can tell the worlds apart"
        self.compared += 1
        assert not any("went wrong" in body for _, body, _ in one), one
        for secret in self._secrets:
            assert not any(secret in body for _, body, _ in one), "an answer contains a secret of the match"
        fresh = []
        for _, body, _ in sent[0]:
            for part, fields in read_components(json.loads(body)):
                found = self._make_found(part, fields)
                if NEW_ID.search(found.custom_id):
                    continue  # the id of an interaction, which is another one in the other world
                if self.pressed[found.action] < LIKE and found.custom_id not in self.pressed:
                    self.pressed.update((found.action, found.custom_id))
                    fresh.append(found)
        saved = await self._save() if fresh else ()
        return [Step(found, saved) for found in fresh]

    async def _save(self) -> tuple[sqlite3.Connection, ...]:
        return tuple([await each.save() for each in self._crawlers])

    async def _restore(self, saved: tuple[sqlite3.Connection, ...]) -> None:
        for each, database in zip(self._crawlers, saved, strict=True):
            await each.restore(database)


async def explore(folder: Path, patch: pytest.MonkeyPatch, names: Sequence[str] = tuple(SECRETIVE)) -> Counter[str]:
    """Explore games with secrets, as the player who is to move and as a stranger. Confirmed turns are held where that
    is possible, so that their boards and pings can be compared. Returns the presses of each action.
    """
    first = await scene(folder / "first", list(names))
    with sqlite3.connect(first.folder / "slowboat.db") as db:
        db.execute("UPDATE matches SET grace = 'play'")
    checksum.remove(first.folder / "slowboat.db")
    other, differing = other_world(first, folder / "other", seat=None)
    assert differing > 0, "the worlds are the same: this proves nothing"
    shutil.copytree(first.folder, folder / "one")
    patch.setattr("matches.machines.worker.Worker.call", answer_with_arguments)
    patch.setattr("secrets.token_bytes", lambda count: bytes(count))
    draw_no_films(patch)
    pressed: Counter[str] = Counter()
    async with wire(folder / "one", patch) as one, wire(other, patch) as two:
        for name in names:
            match = first.matches[name]
            for user in (match.holder(match.to_act[0]).user_id or 0, STRANGER):
                pair = Pair((one, two), match, user)
                await pair.explore()
                assert pair.compared > 20, "hardly anything was compared"
                pressed += pair.pressed
    return pressed


async def test_nothing_that_can_be_pressed_tells_a_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pressed = await explore(tmp_path, monkeypatch)
    assert set(pressed) >= MUST_BE_PRESSED, MUST_BE_PRESSED - set(pressed)


@pytest.mark.mutant
@pytest.mark.parametrize("name", ["aquaretto", "dog_royal"])
async def test_mutant_a_trial_of_the_true_cards_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Mutant: trials begin with a permutation of the true tiles or cards, as in releases up to 0.3.0."""
    game = type(games.load(name))
    monkeypatch.setattr(aquaretto, "unseen_tiles", lambda state: state.pile + state.reserve)
    monkeypatch.setattr(dog_royal, "list_unseen_cards", list_true_cards)
    monkeypatch.setattr(game, "guess", lambda self, state, seat, rng: self.reshuffle(state, seat, rng))
    with pytest.raises(AssertionError, match="can tell the worlds apart"):
        await explore(tmp_path, monkeypatch, (name,))


@pytest.mark.mutant
async def test_mutant_a_view_that_hides_nothing_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reveal(monkeypatch)
    with pytest.raises(AssertionError, match="can tell the worlds apart"):
        await explore(tmp_path, monkeypatch)
