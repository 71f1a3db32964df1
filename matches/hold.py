"""Hold a confirmed turn before chance: everybody sees the turn, nothing is rolled or drawn yet, and its player may take
it back.

A held turn is a row of the log that leaves the position unchanged. When it takes effect, its plies are appended to the
log like any others, and chance is derived from their seqs. While a turn is held, nobody learns anything about that
chance, so the seal proves as much as without holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import structs

from data import Grace, LogRow
from games.core import NATURE, IllegalMove, Seat
from games.rng import Rng
from games.text import T, Text
from matches.change import Change
from matches.clocks.pace import HOUR, MINUTE
from matches.draft import fold
from matches.match import Held, Match

GRACES: Final[Mapping[Grace, Text]] = {
    "off": T("Not once it is confirmed"),
    "minute": T("For a minute"),
    "play": T("Until the next player presses Play"),
}
"""What the host may choose for turns that are followed by chance. The first is the default."""

LONGEST: Final = 12 * HOUR
"""Seconds after which a turn takes effect although the next player has not pressed *Play*."""

GUESSES: Final = 64
"""Positions that are tried to find out who is next: the player must have the cards of the turn in one of them."""

_PUBLIC: Final = bytes(32)
"""A public seed: everybody sees who is pinged, and may know why."""


def plan_hold(match: Match, seat: Seat, codes: Sequence[str], *, user_id: int | None, now: float) -> Held | None:
    """Decide whether a complete turn is held, and until when; None if it takes effect at once.

    A turn is held if its player could not take it back otherwise, and if somebody else is to act after it. Simultaneous
    choices are never held: the board would show one to people who may still change theirs.
    """
    grace, game = match.grace, match.game
    if grace == "off" or match.to_act != (seat,) or game.may_revise(match.state):
        return None
    draft = fold(game, match.state, seat, codes)
    if not draft.complete:
        return None
    following = guess_next(match, seat, codes)
    is_final = draft.ghost is not None or game.has_private_hands or NATURE in following
    if seat in following or not is_final:
        return None
    people = tuple(each for each in following if _is_played_by_person(match, each))
    if people and all(match.holder(each).user_id == user_id for each in people):
        return None  # one person plays both sides
    awaits = people if grace == "play" else ()
    return Held(seat, tuple(codes), user_id, now, now + (LONGEST if awaits else MINUTE), awaits)


def guess_next(match: Match, seat: Seat, codes: Sequence[str]) -> tuple[Seat, ...]:
    """Guess who is to act after a turn, from what everybody knows and from the turn, which the board shows.

    Not even the player's own hand has any influence, because everybody sees who is pinged. Returns nobody if the turn
    is legal in none of the guessed positions.
    """
    game = match.game
    for number in range(GUESSES):
        rng = Rng(_PUBLIC, f"hold/{number}", match.seq + 1)
        state = game.guess(match.state, None, rng)
        try:
            for code in codes:
                state = game.apply(state, seat, game.parse(state, seat, code), rng)
        except IllegalMove:
            continue
        return game.to_act(state)
    return ()


def place_hold(match: Match, held: Held) -> Change:
    """Hold a turn: show it on a new board, and leave the position unchanged."""
    seq = match.seq + 1
    log = LogRow(seq, "hold", held.seat, " ".join(held.codes), "[]", None, None, held.user_id, held.at)
    after = structs.replace(match, seq=seq, held=held, decisions=dict.fromkeys(held.awaits, seq))
    return Change(after, log=(log,), drop_drafts=(held.seat,), moved=held.seat, board=True)


def may_release(match: Match, user_id: int) -> bool:
    """Whether the held turn takes effect when this person presses *Play*."""
    held = match.held
    return held is not None and any(match.holder(seat).user_id == user_id for seat in match.to_act)


def _is_played_by_person(match: Match, seat: Seat) -> bool:
    if seat < 0:
        return False
    holder = match.holder(seat)
    return holder.user_id is not None and not holder.resigned and not holder.stand_in
