"""Read turns that are written in one line: plies as codes, added to a draft."""

from __future__ import annotations

from collections.abc import Sequence

from client.turn.panel import Draft, add_forced
from games.core import IllegalMove, Seat
from matches.errors import UserError
from matches.match import Match
from matches.play import explain_refusal, fold_draft


class RefusedPly(UserError):
    """A ply of a line that is not legal. `chosen`: the plies before it."""

    def __init__(self, refusal: UserError, chosen: tuple[str, ...], code: str) -> None:
        super().__init__(refusal.text)
        self.chosen = chosen
        self.code = code


def extend_draft(match: Match, seat: Seat, begun: tuple[str, ...], codes: Sequence[str]) -> Draft:
    """Extend a draft by the plies of one line; a complete draft is restarted. Raises RefusedPly for an illegal ply."""
    complete = fold_draft(match, seat, add_forced(match, seat, begun, prepare=False).codes).complete
    chosen = () if complete else begun
    for code in codes:
        chosen = _add_ply(match, seat, chosen, code)
    return add_forced(match, seat, chosen, prepare=False)


def _add_ply(match: Match, seat: Seat, chosen: tuple[str, ...], code: str) -> tuple[str, ...]:
    """Append a ply, after forced ones. Raises RefusedPly if it is not legal."""
    draft = add_forced(match, seat, chosen, prepare=False)
    forced = draft.codes[len(chosen) :]
    if code in forced:  # the line names a forced ply, too
        return (*chosen, *forced[: forced.index(code) + 1])
    position = fold_draft(match, seat, draft.codes)
    if position.complete:
        position = fold_draft(match, seat, chosen)
        draft = Draft(chosen, chosen)
    try:
        match.game.parse(position.state, seat, code)
    except IllegalMove as error:
        raise RefusedPly(explain_refusal(match, error), chosen, code) from error
    return (*draft.codes, code)
