"""Undo: a player's own newest turn if it rolled, drew and revealed nothing; more by consent.

Nothing is deleted from the log: an undo is a row that points at the earlier row whose position it restores. The seq
keeps growing, so dice fall anew. A pile or deck belongs to the position: its tiles and cards come back in the same
order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from data import LogRow
from games.core import GameError
from games.editing import correct
from games.rng import NO_CHANCE, ChanceRefused, Rng
from games.text import T
from matches.change import Change
from matches.errors import UserError
from matches.match import Match, drop_undone, open_decisions, pack, unpack

LOOK_BACK = 400
"""Log rows searched for a turn to take back."""

CORRECTED = "correction"
"""The note of a row by which everybody went back to an earlier position, or changed the present one."""

SEPARATOR = ","
"""Separates the codes of the changes in one row."""

_OWN = ("person", "auto", "stand_in")


class Undo(Struct, frozen=True):
    """A possible undo: the `plies` in order, and the row `to` whose position it restores."""

    plies: tuple[LogRow, ...]
    to: LogRow


def find_free_undo(match: Match, user_id: int, log: Sequence[LogRow]) -> Undo | None:
    """Find the undo a person may make without asking: the plies of their newest turn since it last revealed something,
    if nobody has acted since. Plies of their stand-in count as theirs.

    Games with private hands have no such undo, because others have seen the played card. A held turn has had no effect
    yet: in every game its player may take it back, and meanwhile nobody can take back any other turn.
    """
    rows = list_positions(log)
    if (held := match.held) is not None:
        placed = next((row for row in reversed(log) if row.kind == "hold"), None)
        may_take_back = match.phase == "running" and held.user_id == user_id
        return Undo((placed,), rows[-1]) if may_take_back and placed is not None and rows else None
    first = len(rows)
    while not match.game.has_private_hands and first > 1 and _is_own(match, rows[first - 1], user_id):
        if first < len(rows) and not _is_same_turn(match, rows, first):
            break
        if _reveals(match, rows[first - 2], rows[first - 1]):
            break
        first -= 1
    return Undo(rows[first:], rows[first - 1]) if first < len(rows) else None


def find_agreed_undo(match: Match, user_id: int, log: Sequence[LogRow]) -> Undo | None:
    """Find the undo a person may propose: their newest turn and everything after it."""
    rows = list_positions(log)
    first = next((index for index in range(len(rows) - 1, 0, -1) if _is_own(match, rows[index], user_id)), 0)
    while first > 1 and _is_own(match, rows[first - 1], user_id) and _is_same_turn(match, rows, first):
        first -= 1
    return Undo(rows[first:], rows[first - 1]) if first else None


def find_last_turn(match: Match, log: Sequence[LogRow]) -> Undo | None:
    """Find the undo of the newest turn of any person, with the machine plies after it, for managers of the server."""
    rows = list_positions(log)
    first = next((index for index in range(len(rows) - 1, 0, -1) if rows[index].made_by in _OWN), 0)
    while first > 1 and _is_same_turn(match, rows, first):
        first -= 1
    return Undo(rows[first:], rows[first - 1]) if first >= 1 else None


def rewind_to(match: Match, to: LogRow, *, user_id: int | None, now: float, note: str = "") -> Change:
    """Restore the position of the row `to`."""
    if to.snapshot is None:
        raise ValueError(f"row {to.seq} has no position")
    whose = next((seat.seat for seat in match.seats if seat.user_id == user_id and user_id is not None), None)
    log = LogRow(match.seq + 1, "undo", whose, "", "[]", None, to.seq, user_id, now, note=note)
    return _replace_position(match, unpack(match.game, to.snapshot), log, head=to.seq)


def correct_position(match: Match, codes: Sequence[str], *, user_id: int, now: float) -> Change:
    """Make changes to the position, by consent of everybody; the row that logs them has the new position. Raises
    UserError if the match could not go on from there."""
    game, seq = match.game, match.seq + 1
    try:
        state = correct(game, match.state, codes, Rng(match.secret, "ply", seq))
    except GameError as error:
        raise UserError(T("The match could not go on from this position. Change something else.")) from error
    events = msgspec.json.encode(state.events).decode()
    code, head = SEPARATOR.join(codes), match.head
    log = LogRow(seq, "undo", None, code, events, pack(state), head, user_id, now, note=CORRECTED)
    return _replace_position(match, state, log, head=seq)


def _replace_position(match: Match, state: Any, log: LogRow, *, head: int) -> Change:
    """Go on from another position: drop all drafts, and end the stand-in of the person who asked for it.

    `head`: the row that has the position.
    """
    seats = tuple(structs.replace(seat, stand_in=None) if seat.user_id == log.user_id else seat for seat in match.seats)
    after = structs.replace(
        match,
        seq=log.seq,
        head=head,
        state=state,
        seats=seats,
        decisions=open_decisions(match.game, None, state, {}, mover=-1, seq=log.seq),
        proposal=None,
        held=None,
    )
    every = tuple(seat.seat for seat in match.seats)
    return Change(after, log=(log,), drop_drafts=every, board=not after.waits_for_machine)


def list_positions(log: Sequence[LogRow]) -> tuple[LogRow, ...]:
    """List the rows with a position, without undone ones."""
    return tuple(row for row in drop_undone(log) if row.snapshot is not None)


def _is_own(match: Match, row: LogRow, user_id: int) -> bool:
    """Whether the ply was made by or for this person, who still holds the seat, in a running match."""
    mine = row.user_id == user_id and row.seat in match.seats_of(user_id)
    return row.kind == "ply" and mine and row.made_by in _OWN and match.phase == "running"


def _is_same_turn(match: Match, rows: Sequence[LogRow], index: int) -> bool:
    """Whether the ply `index` continued the turn of the ply before it."""
    if index < 2 or rows[index - 1].seat != rows[index].seat:
        return False
    before, after = (unpack(match.game, row.snapshot or b"") for row in (rows[index - 2], rows[index - 1]))
    return match.game.continues_turn(before, after)


def _reveals(match: Match, before: LogRow, ply: LogRow) -> bool:
    """Whether the ply drew, rolled or revealed anything."""
    game, seat = match.game, ply.seat or 0
    state = unpack(game, before.snapshot or b"")
    try:
        after = game.apply(state, seat, game.parse(state, seat, ply.code), NO_CHANCE)
    except ChanceRefused:
        return True
    return any(event.reveals for event in after.events)
