"""Slow down a demonstration, in which computer players play for a channel to watch: lively at first, calm then."""

from __future__ import annotations

from typing import Final

from games.core import NATURE, Seat
from games.story import Told
from matches.match import Match

LIVELY_FOR: Final = 75.0
"""Seconds after the start of a demonstration in which its turns follow quickly."""

MOVE_EVERY: Final = 60.0
"""Seconds between two turns after that."""

QUICK: Final = 4.0
"""Seconds between two turns of the lively part: each sweep of the machines makes one."""

FILMED: Final = 9.0
"""The same for games whose turns are shown as clips, which take some seconds to draw and to watch."""

LINGER: Final = 6.0
"""More seconds after a moment at which somebody would shout."""

LONGEST: Final = 3600.0
"""Seconds after which a demonstration ends by itself. Until then its board is edited in place; Discord slows down edits
of older messages."""


def is_demo(match: Match) -> bool:
    """Whether only computer players play the match. Once a person has taken a seat, it is an ordinary match."""
    return match.demo and not match.people


def is_due(match: Match, now: float) -> bool:
    """Whether the next move may be made now: the turns of a demonstration are some time apart."""
    return match.move_at is None or match.move_at <= now


def is_too_long(match: Match, now: float) -> bool:
    """Whether a demonstration has reached its maximum duration."""
    return is_demo(match) and now - (match.started_at or now) >= LONGEST


def find_next_move(before: Match, after: Match, seat: Seat, *, turn_over: bool, now: float) -> float | None:
    """Compute when the next turn of a demonstration begins; None: at once, as the plies of one turn do, nature, and
    choices that several seats owe at the same time, of which nothing is to be seen.

    `before`, `after`: the match before and after the last plies, which `seat` has made.
    """
    if not turn_over or not is_demo(after):
        return None
    due = after.game.to_act(after.state)
    others = set(before.game.to_act(before.state)) - {seat}
    if due == (NATURE,) or (others and others == set(due)):
        return None
    if now - (after.started_at or now) >= LIVELY_FOR:
        return now + MOVE_EVERY
    pause = QUICK if after.game.nature is None else FILMED
    return now + pause + (LINGER if _is_moment(before, after) else 0.0)


def _is_moment(before: Match, after: Match) -> bool:
    """Whether somebody at the table would shout."""
    view = after.view(None)
    return after.words.story((Told(view, view.events, before.view(None)),)).shout is not None
