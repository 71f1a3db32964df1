"""Suggest a turn: what the game's strongest computer player would do in the person's place."""

from __future__ import annotations

from typing import Final

import msgspec

from games.core import Seat
from games.rng import Rng
from games.text import T
from matches.errors import UserError
from matches.machines.machines import Machines
from matches.machines.offload import run_rules
from matches.match import Match
from matches.play import fold_draft
from matches.referee import Referee

LONGEST: Final = 40
"""Most plies of a suggested turn; the rest is left to the person."""


def may_ask(match: Match) -> bool:
    """Whether a match allows hints: rated matches do not."""
    return not match.rated


async def suggest_turn(referee: Referee, machines: Machines, match: Match, seat: Seat) -> tuple[str, ...]:
    """Suggest the plies of a turn for the open decision of a seat, and store the suggestion.

    The same decision always gets the same suggestion. Raises UserError in a rated match.
    """
    if not may_ask(match):
        raise UserError(T("This match is rated: everybody plays without hints. Ask again in a match without ratings."))
    decision = match.decisions[seat]
    known = (await referee.store.transaction(lambda tx: tx.read_hints(match.id))).get((seat, decision))
    if known is not None:
        return tuple(msgspec.json.decode(known, type=tuple[str, ...]))
    codes = await choose_turn(machines, match, seat)
    text, now = msgspec.json.encode(codes).decode(), referee.now()
    user_id = match.holder(seat).user_id
    await referee.store.transaction(lambda tx: tx.add_hint(match, seat, decision, text, now, user_id=user_id))
    return codes


async def choose_turn(machines: Machines, match: Match, seat: Seat) -> tuple[str, ...]:
    """Choose the plies of a turn at the strongest level of the game, each from the seat's view alone.

    The plies form a draft: they end before chance is drawn. Once the strong player has failed, a normal one chooses the
    rest, so that a person on a busy machine does not wait for every ply in vain.
    """
    level = match.game.levels[-1]
    codes: tuple[str, ...] = ()
    while len(codes) < LONGEST:
        draft = await run_rules(match.game, lambda codes=codes: fold_draft(match, seat, codes))  # type: ignore[misc]
        if draft.complete:
            break
        view = match.game.view(draft.state, seat)
        rng = Rng(match.secret, f"hint/{seat}/{len(codes)}", match.decisions[seat])
        code, level = await machines.think(match, seat, view, level, rng)
        codes = (*codes, code)
    return codes
