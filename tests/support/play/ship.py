"""A match of Riff Raff without physics."""

from __future__ import annotations

import asyncio
import random
import zlib
from typing import Any

import msgspec

from games.core import AnyGame
from games.riff_raff.loading.settled import Frame, Keyframes
from games.riff_raff.state import State
from games.rng import Rng
from matches.machines.worker import WorkerFailed
from matches.match import Match
from matches.play import fold_draft
from sandbox.discord.model import Message
from sandbox.person.person import Person
from tests.riff_raff import stub_nature
from tests.support.play.table import (
    Table,
    find_board,
    is_board,
    open_match,
    words,
)

PEOPLE = ("anna", "ben", "chiara", "dana")


class Stub:
    """Nature in this process. `falls`: only the loaded piece falls overboard. `failing`: the numbers of the requests
    that fail. Answers wait until `calm` is set."""

    def __init__(self, *, falls: bool = False, film: bytes = b"", failing: tuple[int, ...] = ()) -> None:
        self.calm = asyncio.Event()
        self.calm.set()
        self.asked = 0
        self._falls, self._film, self._failing = falls, film, failing

    async def nature(self, game: AnyGame, state: State, secret: bytes, seq: int) -> tuple[str, bytes]:
        self.asked += 1
        await self.calm.wait()
        if self.asked in self._failing:
            raise WorkerFailed("no ship")
        if self._falls:
            return stub_nature.answer(state, falls=(state.serial,)).code, self._film
        return stub_nature.nature(state, Rng(secret, "nature", seq)).code, self._film

    def rule(self, at: Table) -> Stub:
        """Answer as nature."""
        at.bot.machines._worker = self  # type: ignore[assignment]
        return self


def a_loading(match: Match, choice: random.Random) -> dict[str, str]:
    """Choose the options of `/riffraff move` for a random loading."""
    (seat,) = match.to_act
    codes: tuple[str, ...] = ()
    while not (draft := fold_draft(match, seat, codes)).complete:
        codes = (*codes, choice.choice(match.game.legal_moves(draft.state, seat)).code)
    return dict(zip(("move", "then", "then2", "then3", "then4"), codes, strict=False))


async def choose_cards(at: Table, *cards: int) -> None:
    for name, card in zip(PEOPLE, cards, strict=False):
        await at.person(name).slash("riffraff move", {"move": f"card/{card}"})


async def to_first_loading(at: Table, options: dict[str, Any] | None = None) -> Person:
    """Play on until Anna loads area 2, after Ben has loaded area 1."""
    await open_match(at, "riffraff new", PEOPLE[:2], options)
    await choose_cards(at, 2, 1)
    anna = at.person("anna")
    mine = f"<@{anna.user.id}>"
    await anna.until(lambda: mine in words(find_board(anna)) and "Cards of round" in words(find_board(anna)), within=45)
    return anna


async def next_board(person: Person, old: Message) -> Message:
    """Wait for the next board, however long the workers need to start on a busy machine."""
    found: Message = await person.until(lambda: (now := find_board(person)) is not old and now, within=45)
    return found


def public(person: Person) -> list[Message]:
    """List all boards, oldest first."""
    return [m for m in person.messages() if is_board(m)]


def a_film(pieces: tuple[int, ...]) -> bytes:
    """Make a short film in which these pieces stand still."""
    poses = tuple((piece, 3.0, 1.5, 2.0, 1.0, 0.0, 0.0, 0.0) for piece in pieces)
    frames = tuple(Frame(i / 8, i / 2, 0.0, (0.0, 0.0, 0.0), poses) for i in range(4))
    return zlib.compress(msgspec.json.encode(Keyframes(0.3, frames)))
