"""A match whose log is a list in memory: the same pure functions, fast enough for a thousand whole matches."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import games
from data import Absence, LogRow
from games.core import NATURE, Seat
from games.rng import Rng
from matches import play
from matches.change import Change
from matches.clocks import absence, clocks, pauses
from matches.lobby import lobby
from matches.match import Match
from matches.referee import Request
from matches.votes import undo
from tests.support.laws.playouts import arrange, nature
from tests.support.matches.house import START

PEOPLE = (1, 2, 3, 4, 5, 6)


def asks(user_id: int) -> Request:
    return Request(user_id, f"User {user_id}")


class InMemoryMatch:
    """A running match with a person in every seat. `now` is the settable time."""

    def __init__(self, game: str, number: int = 0, *, pace: str = "daily", absence: Absence = "stand_in") -> None:
        self.now = START
        self.log: list[LogRow] = []
        self.outages: clocks.Outages = ()
        self.name = game
        seats, options = arrange(games.load(game), number)
        secret = random.Random(f"{game} {number} local").randbytes(32)
        self.match = lobby.create(
            game, options, asks(PEOPLE[0]), capacity=seats, guild_id=1, channel_id=1, language="en", secret=secret,
            now=self.now, pace=pace, absence=absence,
        )  # fmt: skip
        for user in PEOPLE[1:seats]:
            self.take(lobby.join(self.match, asks(user), now=self.now))

    def take(self, change: Change) -> Match:
        """Apply a change as the referee does, without machine moves."""
        change = clocks.set_clocks(self.match, change, self.now, self.outages)
        assert change.match.seq == self.match.seq + len(change.log), "every row has its seq"
        self.log.extend(change.log)
        self.match = change.match
        return self.match

    def settle(self) -> None:
        """Move machines until a person must decide."""
        while self.match.waits_for_machine:
            seat = next(seat for seat in self.match.to_act if self.match.machine_for(seat))
            seq, secret = self.match.seq, self.match.secret
            if seat == NATURE:
                code = nature(self.name)(self.match.state, Rng(secret, "nature", seq + 1)).code
            else:
                moves = self.match.game.legal_moves(self.match.state, seat)
                code = Rng(secret, "choose", seq + 1).choice(moves).code
            self.take(play.commit_machine_ply(self.match, seat, code, seq=seq, now=self.now))

    def ply(self, drawn: random.Random, seat: Seat | None = None) -> None:
        """Play one ply of an awaited player, without the panel's rules for confirmation."""
        match = self.match
        if seat is None:
            seat = drawn.choice([holder.seat for holder in match.awaited])
        move = drawn.choice(list(match.game.legal_moves(match.state, seat)))
        self.take(
            play._commit_plies(
                match, seat, [move.code], user_id=match.holder(seat).user_id, made_by="person", now=self.now
            )
        )
        self.settle()

    def free_undo(self, user_id: int) -> undo.Undo | None:
        return undo.find_free_undo(self.match, user_id, self.log)

    def go_back(self, found: undo.Undo, user_id: int | None) -> None:
        self.take(undo.rewind_to(self.match, found.to, user_id=user_id, now=self.now))
        self.settle()

    def do_something(self, drawn: random.Random) -> None:
        """Do something that may happen in a running match, most often a ply."""
        match, now = self.match, self.now
        user = drawn.choice(match.people)
        newcomer = 100 + match.seq
        what: list[Callable[[], Any]] = [
            lambda: self.go_back_if_possible(undo.find_free_undo(match, user, self.log), user),
            lambda: self.go_back_if_possible(undo.find_agreed_undo(match, user, self.log), user),
            lambda: self.go_back_if_possible(undo.find_last_turn(match, self.log), None),
            lambda: self.take(pauses.pause(match, "consent", now=now)),
            lambda: self.take(absence.stand_in(match, drawn.choice(match.awaited).seat, for_good=drawn.random() < 0.3)),
            lambda: self.take(
                pauses.replace_player(match, drawn.randrange(match.capacity), newcomer, "Somebody", now=now)
            ),
            lambda: self.take(pauses.move_channel(match, match.channel_id + 1, 1, now=now, user_id=user)),
        ]
        if match.phase == "paused":
            self.take(pauses.resume(match, now=now))
        elif drawn.random() < 0.12:
            drawn.choice(what)()
        elif any(holder.stand_in for holder in match.seats) and drawn.random() < 0.2:
            back = next(holder.user_id for holder in match.seats if holder.stand_in)
            self.take(absence.end_absence(match, asks(back or 0), now=now, outages=self.outages))
        elif match.awaited:
            self.ply(drawn)
        self.settle()

    def go_back_if_possible(self, found: undo.Undo | None, user_id: int | None) -> None:
        if found is not None:
            self.go_back(found, user_id)
