"""Open and play matches in a store, without Discord."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import random
import time
from collections.abc import AsyncIterator
from pathlib import Path

import data
import games
from data import AnyStore
from games.core import Seat
from matches.draft import fold
from matches.lobby import lobby
from matches.match import Match
from matches.play import play
from matches.referee import Done, Referee, Request

PEOPLE = (1001, 1002, 1003, 1004)
GUILD = 70


class House:
    """A referee with a store and people to play. `people` take the first seats of every match. `first`: the id of the
    first interaction, which must be above all in the store."""

    def __init__(self, store: AnyStore, people: tuple[int, ...] = PEOPLE, *, first: int = 1) -> None:
        self.referee = Referee(store, now=time.time)
        self.people = people
        self._interactions = itertools.count(first)

    def who(self, user_id: int | None) -> Request:
        return Request(user_id, f"User {user_id}", next(self._interactions))

    async def start_match(self, name: str, channel_id: int, *, guild_id: int = GUILD, seats: int = 0) -> Match:
        """Start a match in a channel. `seats`: of how many players; 0: the fewest of its game."""
        game = games.load(name)
        seats = seats or game.seats[0]
        host, *others = self.people[:seats]
        opened = lobby.create(
            name,
            game.options_type(),
            self.who(host),
            capacity=seats,
            guild_id=guild_id,
            channel_id=channel_id,
            language="en",
            secret=hashlib.sha256(f"{name} {channel_id}".encode()).digest(),
            now=time.time(),
        )
        match = await self.referee.open(opened, self.who(host))
        for user_id in others:
            who = self.who(user_id)
            done = await self.referee.change(
                match.id,
                who,
                lambda current, who=who: lobby.join(current, who, now=time.time()),  # type: ignore[misc]
            )
            match = done.match
        return match

    async def play_turn(self, match: Match, drawn: random.Random) -> Done:
        """Play a random turn of a player who is to move."""
        holder = match.awaited[0]
        who, seat = self.who(holder.user_id), holder.seat
        codes, decision, now = choose_turn(match, seat, drawn), match.decisions[seat], time.time()
        return await self.referee.change(
            match.id, who, lambda current: play(current, who, seat, codes, decision=decision, now=now)
        )


def choose_turn(match: Match, seat: Seat, drawn: random.Random) -> tuple[str, ...]:
    """Choose random plies that can be confirmed together."""
    codes: tuple[str, ...] = ()
    while True:
        state = fold(match.game, match.state, seat, codes).state
        move = drawn.choice(match.game.legal_moves(state, seat))
        codes = (*codes, move.code)
        draft = fold(match.game, match.state, seat, codes)
        if draft.complete or draft.ghost is not None or not match.game.needs_confirmation(state, seat, move):
            return codes


@contextlib.asynccontextmanager
async def open_store(path: Path) -> AsyncIterator[AnyStore]:
    """Open the store of a file, and close it afterwards."""
    opened = await data.open_store(str(path))
    try:
        yield opened
    finally:
        await opened.close()
