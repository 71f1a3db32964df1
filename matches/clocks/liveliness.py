"""Find out who answers within minutes, and whether a match with a pace of days is played live."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.core import Seat
from matches.change import Change
from matches.clocks.pace import MINUTE, PACES
from matches.clocks.rhythm import SHORTEST_TURN
from matches.match import Live, Match

ANSWER_WITHIN: Final = 5 * MINUTE
"""Seconds without a move after which a match that is played live returns to its pace."""

LIVELY_FOR: Final = 15 * MINUTE
"""Seconds in which everybody must have ended `ENOUGH` turns before playing live is offered."""

ENOUGH: Final = 2


def is_live(match: Match) -> bool:
    """Whether a match with a pace of days is played live now."""
    return match.phase == "running" and match.live.until is not None


def is_lively(match: Match, now: float) -> bool:
    """Whether playing live can be offered: everybody has answered within minutes, at least two people, more than
    once."""
    live = match.live
    if match.phase != "running" or live.until is not None or not _may_be_live(match):
        return False
    seats = {user: [holder.seat for holder in match.seats if holder.user_id == user] for user in match.present}
    return all(any(_is_quick(live.turns.get(seat, ()), now) for seat in mine) for mine in seats.values())


def find_start(match: Match) -> float:
    """Return the time before which no clock runs, because the match is played live; 0.0 if it is not.

    Where turns are due at an hour of the day, that hour does not move.
    """
    return 0.0 if match.due_hour >= 0 else match.live.until or 0.0


def follow_turns(before: Match, change: Change, now: float) -> Change:
    """Note the turns that people end.

    Each change prolongs playing live. A match that stops, or has fewer than two people left, is no longer played live.
    """
    after, live = change.match, change.match.live
    if after.phase != "running" or not _may_be_live(after):
        return change if live == Live() else change.with_match(live=Live())
    ended = change.moved if before.held is None else before.held.seat  # a held turn counts once it takes effect
    were = {each.seat: each.user_id for each in before.seats}
    turns = {
        each.seat: live.turns[each.seat]
        for each in after.seats
        if _has_same_holder(each.seat, each.user_id, were, live)
    }
    plies = [each.at for each in change.log if each.kind == "ply" and each.made_by == "person" and each.seat == ended]
    if ended is not None and plies:
        turns[ended] = (*turns.get(ended, ()), plies[-1])[-ENOUGH:]
    until = now + ANSWER_WITHIN if live.until is not None and change.log else live.until
    return change.with_match(live=Live(turns, until))


def _has_same_holder(seat: Seat, user_id: int | None, were: Mapping[Seat, int | None], live: Live) -> bool:
    return seat in live.turns and were.get(seat) == user_id


def _may_be_live(match: Match) -> bool:
    """Whether a match can be played live: its pace is one of days, and at least two people play."""
    return PACES[match.pace].bank >= SHORTEST_TURN and not match.demo and not match.is_direct and len(match.present) > 1


def _is_quick(turns: tuple[float, ...], now: float) -> bool:
    return len(turns) >= ENOUGH and turns[0] >= now - LIVELY_FOR
