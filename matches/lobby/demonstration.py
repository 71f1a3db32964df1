"""Open a demonstration, take over a seat in it, and stop it: pure functions from a match to a Change."""

from __future__ import annotations

from typing import Any

from msgspec import structs

import games
from data import Level
from games.core import Seat
from games.text import T
from matches.change import Change
from matches.clocks.pauses import end_without_result, replace_player
from matches.errors import Stale, UserError
from matches.lobby import lobby
from matches.machines.demo import is_demo
from matches.match import Holder, Match
from matches.referee import Request

USUAL_SEATS = 4
"""Computer players of a demonstration, if nobody asks for another number."""


def create(
    game: str,
    host: Request,
    *,
    level: Level | None,
    seats: int | None,
    guild_id: int,
    channel_id: int,
    language: str,
    secret: bytes,
    now: float,
    options: Any = None,
) -> Match:
    """Create a lobby whose seats are all taken by computer players; its host has no seat. Raises UserError.

    `level` None: the strongest the game has.
    """
    rules = games.load(game)
    count = seats if seats is not None else min(USUAL_SEATS, rules.seats[-1])
    made = lobby.create(
        game,
        rules.options_type() if options is None else options,
        host,
        capacity=count,
        guild_id=guild_id,
        channel_id=channel_id,
        language=language,
        secret=secret,
        now=now,
    )
    strength = rules.levels[-1] if level is None else level
    lobby.require_level(made, strength)
    players: tuple[Holder, ...] = ()
    for seat in range(count):
        players = (*players, lobby.seat_computer(made, seat, strength, players))
    return structs.replace(made, demo=True, seats=players)


def take_over(match: Match, who: Request, seat: Seat, *, now: float) -> Change:
    """Give a computer player's seat in a demonstration to a person. Raises UserError."""
    if not match.demo or who.user_id is None:
        raise UserError(T("You can take a seat without asking only in demonstrations (/demo)."))
    if match.phase not in ("running", "paused"):
        raise Stale(T("This match is over."))
    if seat not in range(match.capacity) or match.holder(seat).user_id is not None:
        raise UserError(T("That seat is taken. Choose a free one."))
    change = replace_player(match, seat, who.user_id, who.name, now=now)
    return change.with_match(move_at=None)


def may_stop(match: Match, who: Request) -> bool:
    """Whether a person may stop a demonstration: they started it, or manage the server, and nobody has joined it."""
    is_open = is_demo(match) and match.phase in ("running", "paused")
    return is_open and (who.user_id == match.host_id or who.manages(match))


def stop(match: Match, who: Request, *, now: float) -> Change:
    """Stop a demonstration that nobody has joined. Raises UserError."""
    if match.phase not in ("running", "paused"):
        raise Stale(T("This match is over."))
    if not is_demo(match):
        raise UserError(T("People are playing here now. They can end the match under More on the board."))
    if not may_stop(match, who):
        raise UserError(
            T("Only the person who started the demonstration can stop it, or somebody who manages the server.")
        )
    return end_without_result(match, now=now, user_id=who.user_id)
